import { refusal } from "@/lib/text/messages/refusal";
import { type Sentence, sentenceOf } from "../../messages/worded";
import { applyPatches, EditRefused, type EntryEdit, type FileFormat, FormatError, type FormatOptions } from "./format";

/** A string as files know it. */
export interface AddedString {
  /** Key where there is a base file, else the disambiguating context. */
  context: string;
  sources: readonly string[];
  targets: readonly string[];
}

/** A new string that files cannot hold, and why. */
export interface RefusedAddition {
  context: string;
  why: Sentence;
}

/** Longest part of a key by which its neighbours are looked up. */
const LONGEST_STEM = 1000;

/** What the keys beside a new one start with, whatever parts the levels of keys; "" where it has one level only. */
export function stemOf(key: string): string {
  return /^[\s\S]*[^\p{L}\p{N}_\s-](?=['"]?[\p{L}\p{N}_\s-]+\W*$)/u.exec(key.slice(0, LONGEST_STEM))?.[0] ?? "";
}

/** Whether a key, or the beginning of it up to some character, is one of these. */
function startsLikeOne(key: string, keys: ReadonlySet<string>, longest: number): boolean {
  for (let length = Math.min(key.length, longest); length > 0; length--)
    if (keys.has(key.slice(0, length))) return true;
  return false;
}

/** Those of the known keys that may stand in the way of new ones: above them, below them, or beside them. */
export function keysNear(known: readonly string[], fresh: readonly string[]): Set<string> {
  const keys = new Set(fresh);
  const stems = new Set(fresh.map(stemOf).filter((stem) => stem !== ""));
  const longest = fresh.reduce((length, key) => Math.max(length, key.length), 0);
  const there = new Set(known);
  const above = new Set<string>();
  for (const key of fresh)
    for (let length = 1; length <= Math.min(key.length, LONGEST_STEM); length++)
      if (there.has(key.slice(0, length))) above.add(key.slice(0, length));
  return new Set(known.filter((key) => above.has(key) || stems.has(stemOf(key)) || startsLikeOne(key, keys, longest)));
}

const ofItsOwn = (options: FormatOptions): FormatOptions => ({
  ...options,
  ...{ base: undefined, template: undefined, stored: undefined, fillGaps: true },
});

/** Whether anything can be told of new strings: not where none can be added, or where a new file needs a base. */
export const tellsAdditions = (format: FileFormat, options: FormatOptions): boolean =>
  format.canAdd && format.create(undefined, ofItsOwn(options)) !== undefined;

/**
 * The first of some new strings that a file of this format cannot hold beside those that it has, or that it would not give
 * back as it was added: a key with levels below a text, a text in the place of such levels, the name of a plural form. It is
 * tried in a file of these strings alone, so that it is soon told; what the file of a component says beside them is not
 * known here. Undefined where all fit, and for formats whose files need a base.
 * @param known strings that are there and whose keys start like those of the new ones, or the other way round
 */
export function refusedAddition(
  format: FileFormat,
  given: FormatOptions,
  known: readonly AddedString[],
  fresh: readonly AddedString[],
): RefusedAddition | undefined {
  if (!format.canAdd || fresh.length === 0) return undefined;
  const options = ofItsOwn(given);
  const start = format.create(undefined, options);
  if (start === undefined) return undefined;
  const trial = new Trial(format, options, start);
  // Keys that are in no file of this kind together are spelled in a way of their own there: they tell nothing.
  trial.add(known, () => undefined);
  const present = trial.names();
  let refused: RefusedAddition | undefined;
  trial.add(fresh, (string, why) => {
    refused ??= { context: string.context, why };
  });
  if (refused) return refused;
  const names = trial.names();
  const lost = fresh.find((string) => !names.has(trial.nameOf(string)));
  if (lost) return { context: lost.context, why: refusal("writeReadsOther", { name: lost.context }) };
  const hidden = [...present].find((name) => !names.has(name));
  return hidden === undefined
    ? undefined
    : { context: fresh[0]!.context, why: refusal("writeHidesOther", { name: fresh[0]!.context }) };
}

/** A file that exists nowhere, and what can be added to it. */
class Trial {
  constructor(
    private readonly format: FileFormat,
    private readonly options: FormatOptions,
    private text: string,
  ) {}

  /** Adds strings, but those that cannot be. */
  add(strings: readonly AddedString[], refused: (string: AddedString, why: Sentence) => void): void {
    if (strings.length === 0) return;
    const { format, options, text } = this;
    try {
      const edits = strings.map((string) => this.edit(string));
      this.text = applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
    } catch (error) {
      if (!(error instanceof EditRefused) && !(error instanceof FormatError)) throw error;
      const half = strings.length >> 1;
      if (half === 0) refused(strings[0]!, sentenceOf(error));
      else for (const part of [strings.slice(0, half), strings.slice(half)]) this.add(part, refused);
    }
  }

  /** Names of the strings that the file says it has. */
  names(): Set<string> {
    const { entries } = this.format.parse(this.text, this.options);
    return new Set(entries.map(({ context, sources, plural }) => this.name(context, sources, plural)));
  }

  nameOf({ context, sources, targets }: AddedString): string {
    return this.name(context, sources, this.isPlural(sources, targets));
  }

  private name(context: string, [source = ""]: readonly string[], plural: boolean): string {
    return JSON.stringify(this.options.monolingual ? [context, plural] : [context, source, plural]);
  }

  private isPlural(sources: readonly string[], targets: readonly string[]): boolean {
    return !this.format.severalValues && (sources.length > 1 || targets.length > 1);
  }

  private edit({ context, sources, targets }: AddedString): EntryEdit {
    const state = targets.some((text) => text !== "") ? "translated" : "empty";
    const plural = this.isPlural(sources, targets);
    return { kind: "add", context, sources: [...sources], targets: [...targets], state, plural };
  }
}
