import { isDocument } from "@/lib/domain/files/strings";
import { type Entry, type FileFormat, FormatError, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { type Clash, mergeEntries } from "@/lib/text/merge/merge";
import { type Bases, judgeDocument } from "./documents";
import { calledAs, calledAsTheirs, placed } from "./lists";
import { type Exhibit, emptyJudgement, type Judgement, readQuietly, type Texts, type Verdict } from "./verdict";
import { written } from "./written";

/** One file that two people changed, merged by us and held against what the people made of it. */

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
  const bases = isDocument(format) ? basesOf(format, exhibit) : undefined;
  if (bases) return judgeDocument(format, exhibit, bases, options);
  const { base, ours, theirs } = sides;
  const english = exhibit.template && readQuietly(() => textsOf(templateOf(format, exhibit.template, options)));
  // In Loquat strings have the texts of the base file as their sources; a file alone knows its own texts only.
  const known = (entries: readonly Entry[]) => entries.map((entry) => withSource(entry, english));
  const named = calledAsTheirs(base.file.entries, ours.file.entries, theirs.file.entries);
  const { edits, clashes } = mergeEntries(known(named.base), known(named.ours), known(theirs.file.entries), "theirs");
  const elsewhere = new Set([...named.base, ...theirs.file.entries].map(({ id }) => id));
  const added = new Map(named.ours.flatMap((entry) => (elsewhere.has(entry.id) ? [] : [[nameOf(entry), entry.id]])));
  const list = placed(theirs.file.entries, edits, (edit) => added.get(nameOf(edit)) ?? "");
  const { text, unwritable: left } = written(format, theirs, list.edits, options);
  const unwritable = left.map(({ edit, reason }) => ({ id: list.about.get(edit) ?? "", reason }));
  const again = format.decode(format.encode(text, exhibit.theirs));
  const outcome = format.parse(again, options).entries;
  const calledHere = (texts: Texts): Texts =>
    new Map([...texts].map(([id, text]) => [list.nameOf.get(id) ?? id, text]));
  const merged = calledHere(textsOf(outcome));
  const [b, o, t] = [textsOf(named.base), textsOf(named.ours), textsOf(theirs.file.entries)];
  const isGone = ({ id, kind }: Clash) =>
    kind.startsWith("removed") && (options.monolingual ? english !== undefined && !english.has(id) : true);
  const judgement: Judgement = {
    ...emptyJudgement(),
    clashes: clashes.flatMap((clash) => (isGone(clash) ? [] : [clash.id])),
    gone: clashes.flatMap((clash) => (isGone(clash) ? [clash.id] : [])),
    restored: clashes.filter(({ kind }) => kind === "removed-by-us").length,
    unwritable,
  };
  // An entry without a text that one side removes while the other fills it is a clash, too.
  const leftOpen = new Set([...unwritable, ...clashes].map(({ id }) => id));
  const people =
    exhibit.people &&
    readQuietly(() => calledHere(textsOf(calledAs(read(exhibit.people as Uint8Array).file.entries, outcome))));
  for (const id of new Set([...b.keys(), ...o.keys(), ...t.keys(), ...merged.keys()])) {
    const [before, mine, upstream, is] = [b.get(id), o.get(id), t.get(id), merged.get(id)];
    const must = leftOpen.has(id) ? undefined : decided(before, mine, upstream, english?.get(id));
    const right = must ? is === must.text : is === mine || is === upstream;
    if (!right) judgement.wrong.push(id);
    if (mine === before && upstream === before) continue;
    judgement.changed++;
    if (!people) continue;
    judgement.compared++;
    const theirMerge = people.get(id);
    if (theirMerge === is) judgement.agreed++;
    else judgement.otherwise[leftOpen.has(id) ? "open" : theirMerge === before ? "undone" : "third"]++;
  }
  return { kind: "merged", ...judgement };
}

/** The base documents that a document stands beside; where one is not known, that of the merge. */
function basesOf(format: FileFormat, { template, templates }: Exhibit): Bases | undefined {
  if (!template) return undefined;
  const people = format.decode(template);
  const at = (side: "base" | "ours" | "theirs") => {
    const bytes = templates?.[side];
    return bytes ? format.decode(bytes) : people;
  };
  return { base: at("base"), ours: at("ours"), theirs: at("theirs"), people };
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
