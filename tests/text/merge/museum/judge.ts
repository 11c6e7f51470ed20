import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
} from "@/lib/text/formats/kernel/format";
import { type Clash, mergeEntries } from "@/lib/text/merge/merge";

/** One file that two people changed, merged by us and held against what the people made of it. */

/** A file before two changes, after each of them, and as the people merged it. */
export interface Exhibit {
  base: Uint8Array;
  ours: Uint8Array;
  theirs: Uint8Array;
  people: Uint8Array | undefined;
  /** The base file as it is after the merge, of files that have one. */
  template?: Uint8Array | undefined;
}

export interface Judgement {
  /** Strings whose text one side changed, or both did. */
  changed: number;
  /** Strings that both sides changed to different texts: these are left to a person. */
  clashes: string[];
  /** Strings that one side changed and the other took away with their sources: there is nothing left to decide. */
  gone: string[];
  /** How many strings come back that ours took away. */
  restored: number;
  /** Changes of ours that the format cannot write into theirs: they are left to a person, too. */
  refused: string[];
  /** Strings of the merged file that are neither what one side alone made of them nor, in a clash, what one side says. */
  wrong: string[];
  /** Changed strings that read as the people decided, of those that can be compared. */
  agreed: number;
  compared: number;
}

export type Verdict =
  | ({ kind: "merged" } & Judgement)
  /** One of the three files cannot be read, so nobody would merge it. */
  | { kind: "unreadable"; reason: string };

/** Texts by id, without empty forms at the end: no entry and an empty one say the same. */
type Texts = ReadonlyMap<string, string>;

const textsOf = (entries: readonly Entry[]): Texts =>
  new Map(
    entries.flatMap(({ id, targets }) => {
      const end = targets.findLastIndex((target) => target !== "") + 1;
      return end === 0 ? [] : [[id, JSON.stringify(targets.slice(0, end))] as const];
    }),
  );

/** What a string must be after the merge; undefined where the sides differ. */
function decided(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
  source: string | undefined,
): { text?: string } | undefined {
  if (ours === theirs || ours === base) return { text: theirs };
  // What only repeats the source is no decision of anybody.
  if (base === undefined && ours !== undefined && theirs !== undefined && theirs === source) return { text: ours };
  return theirs === base ? { text: ours } : undefined;
}

/** Merges one file as Loquat does, with theirs winning clashes, and looks at every string of the outcome. */
export function judge(format: FileFormat, exhibit: Exhibit, options: FormatOptions): Verdict {
  const read = (bytes: Uint8Array) => {
    const text = format.decode(bytes);
    return { text, file: format.parse(text, options) };
  };
  let sides: { base: ReturnType<typeof read>; ours: ReturnType<typeof read>; theirs: ReturnType<typeof read> };
  try {
    sides = { base: read(exhibit.base), ours: read(exhibit.ours), theirs: read(exhibit.theirs) };
    for (const { file } of Object.values(sides)) void file.entries;
  } catch (error) {
    if (error instanceof FormatError) return { kind: "unreadable", reason: error.message };
    throw error;
  }
  const { base, ours, theirs } = sides;
  const english = exhibit.template && readQuietly(() => textsOf(templateOf(format, exhibit.template, options)));
  // In Loquat strings have the texts of the base file as their sources; a file alone knows its own texts only.
  const known = ({ file }: (typeof sides)["base"]) => file.entries.map((entry) => withSource(entry, english));
  const { edits, clashes } = mergeEntries(known(base), known(ours), known(theirs), "theirs");
  const added = new Map(ours.file.entries.map((entry) => [nameOf(entry), entry.id]));
  const { text, refused } = written(format, theirs, edits, options, added);
  const again = format.decode(format.encode(text, exhibit.theirs));
  const merged = textsOf(format.parse(again, options).entries);
  const [b, o, t] = [textsOf(base.file.entries), textsOf(ours.file.entries), textsOf(theirs.file.entries)];
  const isGone = ({ id, kind }: Clash) =>
    kind.startsWith("removed") && (options.monolingual ? english !== undefined && !english.has(id) : true);
  const judgement: Judgement = {
    changed: 0,
    clashes: clashes.flatMap((clash) => (isGone(clash) ? [] : [clash.id])),
    gone: clashes.flatMap((clash) => (isGone(clash) ? [clash.id] : [])),
    restored: clashes.filter(({ kind }) => kind === "removed-by-us").length,
    refused,
    wrong: [],
    agreed: 0,
    compared: 0,
  };
  // An entry without a text that one side removes while the other fills it is a clash, too.
  const leftOpen = new Set([...refused, ...clashes.map(({ id }) => id)]);
  const people = exhibit.people && readQuietly(() => textsOf(read(exhibit.people as Uint8Array).file.entries));
  for (const id of new Set([...b.keys(), ...o.keys(), ...t.keys(), ...merged.keys()])) {
    const [before, mine, upstream, is] = [b.get(id), o.get(id), t.get(id), merged.get(id)];
    const must = leftOpen.has(id) ? undefined : decided(before, mine, upstream, english?.get(id));
    const right = must ? is === must.text : is === mine || is === upstream;
    if (!right) judgement.wrong.push(id);
    if (mine === before && upstream === before) continue;
    judgement.changed++;
    if (!people) continue;
    judgement.compared++;
    if (people.get(id) === is) judgement.agreed++;
  }
  return { kind: "merged", ...judgement };
}

const templateOf = (format: FileFormat, bytes: Uint8Array | undefined, options: FormatOptions): Entry[] =>
  bytes ? format.parse(format.decode(bytes), { ...options, isTemplate: true }).entries : [];

/** An entry with the text of the base file as its source. */
function withSource(entry: Entry, english: Texts | undefined): Entry {
  const source = english?.get(entry.id);
  return source === undefined ? entry : { ...entry, sources: JSON.parse(source) as string[] };
}

/** What a string is called in all files alike. */
const nameOf = ({ context, sources }: Pick<Entry, "context" | "sources">): string =>
  JSON.stringify([context, context === "" ? sources[0] : ""]);

/** Texts with edits, but those that the format refuses; as commits are written. */
function written(
  format: FileFormat,
  theirs: { text: string; file: ParsedFile },
  edits: readonly EntryEdit[],
  options: FormatOptions,
  added: ReadonlyMap<string, string>,
): { text: string; refused: string[] } {
  const refused: string[] = [];
  const withEdits = (text: string, file: ParsedFile, some: readonly EntryEdit[]): string => {
    try {
      return applyPatches(text, format.edit(text, file, [...some], options));
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
    }
    const [only] = some;
    const half = some.length >> 1;
    if (half === 0) {
      if (only?.kind === "add") refused.push(added.get(nameOf(only)) ?? "");
      else if (only && only.kind !== "header") refused.push(only.id);
      return text;
    }
    const first = withEdits(text, file, some.slice(0, half));
    return withEdits(first, first === text ? file : format.parse(first, options), some.slice(half));
  };
  return { text: withEdits(theirs.text, theirs.file, edits), refused };
}

function readQuietly(texts: () => Texts): Texts | undefined {
  try {
    return texts();
  } catch {
    return undefined;
  }
}
