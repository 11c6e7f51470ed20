import { refusal } from "@/lib/text/messages/refusal";
import { sentenceOf } from "@/lib/text/messages/worded";
import { textDigits } from "../../hash";
import { type Alignment, align } from "./block-alignment";
import { planEdits } from "./edit-plan";
import { storable } from "./encoding";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "./format";
import { PatchList } from "./splice";

/**
 * Documents: a translation is its base with the texts of its blocks changed. Blocks have no keys, so a string is known
 * by a number made from its source text and stays the same where blocks move; a translation is laid beside the base,
 * block by block. A block that says the same as the base is not translated yet.
 */

/** One piece of prose. */
export interface Block {
  /** What it is, such as `h1` or `p`. */
  kind: string;
  from: number;
  to: number;
  text: string;
  /** Line in the file, for the location. */
  line: number;
  /** Ranges inside of it that are written with other blocks, in order. */
  holes?: readonly { from: number; to: number }[];
  /** What is in it beside texts; blocks of different shapes are different things, like those of different kinds. */
  shape?: string;
  /** What its range holds beside texts: what one says may be put into another as it stands when they hold the same. */
  inside?: string;
  /** An earlier block of the same text that this one repeats: they are one string. */
  twinOf?: Block;
  /** Whatever writing needs. */
  data?: unknown;
}

export interface BlockDialect {
  /** @throws FormatError */
  read: (text: string, options: FormatOptions) => Block[];
  /** Shows a block of a translation as that of its base is shown. */
  beside?: (block: Block, base: Block) => void;
  /** What stands in a block; in one with holes, before, between and behind them. @throws EditRefused */
  write: (value: string, block: Block, text: string, options: FormatOptions) => string | readonly string[];
}

interface Place {
  /** The block of the base, or of the file itself where there is no base. */
  source: Block;
  /** The block of this file; undefined when the file lacks it. */
  own: Block | undefined;
}

interface Placed extends Place {
  /** Further places of the same text, where a parameter makes them one string. */
  twins: Place[];
}

/** Blocks of a file and of its base. */
interface Reading extends Alignment<Block> {
  base: readonly Block[];
  own: readonly Block[];
}

/** Strings with their places, and their entries. */
interface Strings {
  placed: Map<string, Placed>;
  entries: Entry[];
}

/**
 * A document. Its strings are named and made when somebody asks for them; an edit makes no more than those it is about.
 */
export class BlockFile {
  readonly reading: Reading;
  private made: Entry[] | undefined;
  /** What names the blocks of the base, when all were asked for. */
  private names: readonly { id: string }[] | undefined;
  /** What was found last, and for which ids. */
  private found: { ids: ReadonlySet<string>; strings: Strings } | undefined;
  private readonly translated: boolean;
  /** Whether blocks repeat others, which have one name then. */
  private readonly hasTwins: boolean;

  /** @throws FormatError */
  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
    private readonly dialect: BlockDialect,
  ) {
    this.translated = options.base !== undefined && !options.isTemplate;
    this.reading = this.open();
    this.hasTwins = this.reading.base.some(({ twinOf }) => twinOf !== undefined);
  }

  private open(): Reading {
    const { text, options, dialect } = this;
    const own = dialect.read(text, options);
    if (!this.translated) return { base: own, own, pairs: own, aligned: true };
    const base = dialect.read(options.base!, { ...options, isTemplate: true, base: undefined });
    const aligned = align(base, own);
    if (dialect.beside)
      aligned.pairs.forEach((block, index) => {
        if (block) dialect.beside?.(block, base[index]!);
      });
    return { base, own, ...aligned };
  }

  /** Names of the blocks of the base; undefined for those that cannot be one of `only`. */
  private *named(only: ReadonlySet<string> | undefined): Generator<[name: string | undefined, index: number]> {
    const { base } = this.reading;
    if (this.names) {
      for (let index = 0; index < base.length; index++) yield [this.names[index]?.id, index];
      return;
    }
    const hashes = only && hashesIn(only);
    const merged = this.options.params.merge_duplicates === true;
    const seen = new Map<string, number>();
    const kinds = only && kindsIn(only);
    const repeated = new Map<Block, string>();
    for (let index = 0; index < base.length; index++) {
      const block = base[index]!;
      if (block.twinOf) {
        yield [repeated.get(block.twinOf), index];
        continue;
      }
      if (kinds && !kinds(block.kind)) continue;
      const digits = textDigits("block", block.text);
      if (hashes && !hashes.has(digits)) continue;
      const name = nameOf(block, digits, seen, merged);
      if (this.hasTwins) repeated.set(block, name);
      yield [name, index];
    }
  }

  /** All strings, or those of these ids. */
  strings(only?: ReadonlySet<string>): Strings {
    const { found, translated } = this;
    if (only && found && [...only].every((id) => found.ids.has(id))) return found.strings;
    const { base, pairs } = this.reading;
    const merged = this.hasTwins || this.options.params.merge_duplicates === true;
    const placed = new Map<string, Placed>();
    const entries: Entry[] = [];
    const byId = new Map<string, Entry>();
    const names: { id: string }[] = [];
    for (const [id, index] of this.named(only)) {
      if (id === undefined || (only && !only.has(id))) continue;
      if (!only && merged) names.push({ id });
      const source = base[index]!;
      const block = pairs[index];
      const first = placed.get(id);
      if (first?.own) {
        first.twins.push({ source, own: block });
        const entry = block && byId.get(id);
        if (entry)
          entry.span = { start: Math.min(entry.span.start, block.from), end: Math.max(entry.span.end, block.to) };
        // One of the places is translated: that is what the string says.
        if (entry?.state === "empty" && translated && block!.text !== source.text)
          Object.assign(entry, { targets: [storable(block!.text)], state: "translated" });
        continue;
      }
      placed.set(id, { source, own: block, twins: first ? [...first.twins, first] : [] });
      if (block) {
        const entry = entryOf(id, source, block, translated);
        entries.push(entry);
        if (merged) byId.set(id, entry);
      }
      // Names that are not merged stand once in a document.
      if (only && !merged && placed.size === only.size) break;
    }
    const strings = { placed, entries };
    if (only) this.found = { ids: only, strings };
    // Mostly each block has an entry, which has its name.
    else if (merged) this.names = names;
    else if (entries.length === base.length) this.names = entries;
    return strings;
  }

  parsed(): ParsedFile<BlockFile> {
    const entries = (): Entry[] => {
      this.made ??= this.strings().entries;
      return this.made;
    };
    return {
      get entries() {
        return entries();
      },
      warnings: [],
      language: "",
      find: (ids) => this.strings(ids).entries,
      ...(this.translated && !this.reading.aligned && { madeAgain: true }),
      internal: this,
    };
  }
}

/** Name of a string: what it is and a number made from what it says. */
function nameOf(block: Block, digits: string, seen: Map<string, number>, merged: boolean): string {
  const name = `${block.kind}-${BigInt(`0x${digits}`).toString(36)}`;
  if (merged) return name;
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}

/** Numbers that names may hold, in hexadecimal digits: the last part, and the one before, since equal texts are counted behind it. */
function hashesIn(names: ReadonlySet<string>): Set<string> {
  const hashes = new Set<string>();
  for (const name of names) {
    for (const part of name.split("-").slice(-2)) {
      if (!/^[0-9a-z]{1,13}$/.test(part)) continue;
      let hash = 0n;
      for (const digit of part) hash = hash * 36n + BigInt(Number.parseInt(digit, 36));
      hashes.add(BigInt.asUintN(64, hash).toString(16).padStart(16, "0"));
    }
  }
  return hashes;
}

/** Whether blocks of a kind may have one of some names. */
function kindsIn(names: ReadonlySet<string>): (kind: string) => boolean {
  const known = new Map<string, boolean>();
  const list = [...names];
  return (kind) => {
    let can = known.get(kind);
    if (can === undefined) {
      can = list.some((name) => name.startsWith(`${kind}-`));
      known.set(kind, can);
    }
    return can;
  };
}

/** Kinds of blocks that programs read. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(["code", "front"]);

function entryOf(id: string, source: Block, block: Block, translated: boolean): Entry {
  const sources = [storable(source.text)];
  const target = translated && block.text === source.text ? "" : storable(block.text);
  return {
    id,
    context: id,
    sources,
    targets: target === sources[0] ? sources : [target],
    plural: false,
    state: target === "" ? "empty" : "translated",
    note: "",
    location: `${source.line}`,
    // Code, and front matter as a whole, are for programs: no text with marks, and its blanks and stops follow other rules.
    flags: FOR_PROGRAMS.has(source.kind) ? "discard:md-text:safe-mdx:auto-safe-html, ignore-all-checks" : "",
    previousSource: "",
    span: { start: block.from, end: block.to },
  };
}

/** Strings of a document. @throws FormatError */
export function parseBlocks(text: string, options: FormatOptions, dialect: BlockDialect): ParsedFile<BlockFile> {
  return new BlockFile(text, options, dialect).parsed();
}

/** Patches for a document, see `FileFormat.edit`; one of another shape than its base is made from that again. */
export function editBlocks(
  text: string,
  file: ParsedFile<BlockFile>,
  edits: EntryEdit[],
  options: FormatOptions,
  dialect: BlockDialect,
): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const document = file.internal;
  if (plan.removes.size) throw new EditRefused(refusal("writeDocumentRemove"));
  const patches = new PatchList(text);
  const wanted = new Map(plan.sets.map(({ entry, targets }) => [entry.id, targets[0] ?? ""]));
  if (wanted.size === 0 && plan.adds.length === 0) return [];
  const { base, own: blocks, aligned } = document.reading;
  const spliced = aligned || options.base === undefined;
  const { placed } = document.strings(spliced && plan.adds.length === 0 ? new Set(wanted.keys()) : undefined);
  for (const add of plan.adds) {
    const known = placed.get(add.context);
    if (!known) throw new EditRefused(refusal("writeDocumentAdd"));
    if (known.own) throw new EditRefused(refusal("writeThere", { name: add.context }));
    wanted.set(add.context, add.targets[0] ?? "");
  }
  const says = new Map<Block, string>();
  if (aligned || options.base === undefined) {
    for (const [id, value] of wanted) {
      const first = placed.get(id)!;
      for (const { source, own } of [first, ...first.twins]) {
        says.set(own!, value === "" ? (options.base === undefined || options.isTemplate ? "" : source.text) : value);
        const written =
          value !== ""
            ? dialect.write(value, own!, text, options)
            : own!.inside === source.inside
              ? original(source, options, text)
              : dialect.write(source.text, own!, text, options);
        fill(patches, own!, written);
      }
    }
    const made = patches.finish();
    refuseOtherShape(applyPatches(text, made), blocks, base, says, options, dialect);
    return made;
  }
  const whole = new PatchList(options.base);
  for (const [id, first] of placed)
    for (const { source, own } of [first, ...first.twins]) {
      const here = own && own.text !== source.text ? own.text : "";
      const value = wanted.get(id) ?? options.stored?.get(id) ?? here;
      if (value === "") continue;
      try {
        fill(whole, source, dialect.write(value, source, options.base, options));
        says.set(source, value);
      } catch (error) {
        // A text that was refused before must not hold back the others.
        if (!(error instanceof EditRefused) || wanted.has(id)) throw error;
      }
    }
  const again = applyPatches(options.base, whole.finish());
  refuseOtherShape(again, base, base, says, options, dialect);
  patches.replace(0, text.length, again);
  return patches.finish();
}

/** Puts into a block what is written around its holes. */
function fill(patches: PatchList, { from, to, holes = [] }: Block, written: string | readonly string[]): void {
  const pieces = typeof written === "string" ? [written] : written;
  [...holes, { from: to, to }].reduce((start, hole, index) => {
    patches.replace(start, hole.from, pieces[index] ?? "");
    return hole.to;
  }, from);
}

/** Longest document that is read again after an edit, in characters: it takes the time of reading. */
const READ_AGAIN = 250_000;

/**
 * In a document whose marks are broken a good text can change how others are read, as a tag may close what was open.
 * @throws EditRefused when another block than those that were set would say something else
 */
function refuseOtherShape(
  made: string,
  before: readonly Block[],
  base: readonly Block[],
  says: ReadonlyMap<Block, string>,
  options: FormatOptions,
  dialect: BlockDialect,
): void {
  if (made.length > READ_AGAIN) return;
  let after: Block[];
  try {
    after = dialect.read(made, options);
  } catch (error) {
    if (error instanceof FormatError) throw new EditRefused(refusal("writeDocumentUnread", { why: sentenceOf(error) }));
    throw error;
  }
  // A block without a text is none.
  const wanted = before
    .map((block, at) => ({ block, source: base[at]! }))
    .filter(({ block }) => says.get(block) !== "");
  const same =
    after.length === wanted.length &&
    wanted.every(({ block, source }, at) => {
      const text = says.get(block) ?? block.text;
      dialect.beside?.(after[at]!, source);
      return after[at]!.kind === block.kind && (after[at]!.text === text || storable(after[at]!.text) === text);
    });
  if (!same) throw new EditRefused(refusal("writeDocumentOthers"));
}

/** What the base says at a block, around its holes; nothing where there is no base. */
function original(source: Block, { base, isTemplate }: FormatOptions, text: string): string[] {
  if (base === undefined || isTemplate) return [];
  const crlf = /\r\n/.test(text);
  const same = crlf === /\r\n/.test(base);
  const { holes = [] } = source;
  return [...holes, { from: source.to, to: source.to }].map((hole, index) => {
    const raw = base.slice(holes[index - 1]?.to ?? source.from, hole.from);
    return same ? raw : crlf ? raw.replaceAll("\n", "\r\n") : raw.replaceAll("\r\n", "\n");
  });
}
