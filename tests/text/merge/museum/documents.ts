import type { Entry, EntryEdit, FileFormat, FormatOptions } from "@/lib/text/formats/kernel/format";
import { mergeEntries } from "@/lib/text/merge/merge";
import { type Exhibit, emptyJudgement, type Judgement, readQuietly, type Verdict } from "./verdict";
import { written } from "./written";

/**
 * Documents, of which the base alone decides which paragraphs there are: a translation is read beside the base of its
 * time, and a paragraph that it lacks is one that nobody has translated there, not one that somebody took away.
 */

/** The base document at each side, and as the people merged it. */
export type Bases = Record<"base" | "ours" | "theirs" | "people", string>;

export function judgeDocument(
  format: FileFormat,
  exhibit: Exhibit,
  bases: Bases,
  options: FormatOptions,
): Verdict & { kind: "merged" } {
  const beside = (base: string): FormatOptions => ({ ...options, base });
  const parsed = (side: "base" | "ours" | "theirs") => format.parse(format.decode(exhibit[side]), beside(bases[side]));
  const files = { base: parsed("base"), ours: parsed("ours"), theirs: parsed("theirs") };
  const read = (side: keyof typeof files) => new Map(files[side].entries.map((entry) => [entry.id, entry]));
  const template = format.parse(bases.people, { ...options, isTemplate: true }).entries;
  const names = new Map(template.map((entry) => [entry.id, entry]));
  const before = read("base");
  const [ours, theirs] = [read("ours"), read("theirs")];
  for (const [id, entry] of before) for (const side of [ours, theirs]) if (!side.has(id)) side.set(id, entry);
  const { edits, clashes } = mergeEntries([...before.values()], [...ours.values()], [...theirs.values()], "theirs");
  const wanted = wantedTexts(theirs, edits);
  const judgement: Judgement = emptyJudgement();
  judgement.apart = Object.values(files).some(({ madeAgain }) => madeAgain === true);
  for (const { id } of clashes) (names.has(id) ? judgement.clashes : judgement.gone).push(id);

  const write: FormatOptions = { ...beside(bases.people), stored: wanted };
  const text = format.decode(exhibit.theirs);
  const file = format.parse(text, write);
  const { text: merged, unwritable } = written(format, { text, file }, differences(file.entries, wanted, names), write);
  judgement.unwritable = unwritable.map(({ edit, reason }) => ({
    id: edit.kind === "add" ? edit.context : edit.kind === "header" ? "" : edit.id,
    reason,
  }));
  const is = textsOf(format.parse(merged, write).entries);
  const people = readQuietly(() =>
    textsOf(format.parse(format.decode(exhibit.people as Uint8Array), beside(bases.people)).entries),
  );
  const [b, o, t] = [before, ours, theirs].map((side) => textsOf([...side.values()])) as [Texts, Texts, Texts];
  const open = new Set([...judgement.unwritable.map(({ id }) => id), ...judgement.clashes]);
  for (const id of names.keys()) {
    const [was, mine, upstream, now] = [b, o, t, is].map((texts) => texts.get(id) ?? "");
    const right = open.has(id) ? [mine, upstream] : [mine === was ? upstream : mine];
    if (!right.includes(now)) judgement.wrong.push(id);
    if (mine === was && upstream === was) continue;
    judgement.changed++;
    if (!exhibit.people || !people) continue;
    judgement.compared++;
    const theirMerge = people.get(id) ?? "";
    if (theirMerge === now) judgement.agreed++;
    else judgement.otherwise[open.has(id) ? "open" : theirMerge === was ? "undone" : "third"]++;
  }
  return { kind: "merged", ...judgement };
}

type Texts = ReadonlyMap<string, string>;

const textsOf = (entries: readonly Entry[]): Texts => new Map(entries.map(({ id, targets }) => [id, targets[0] ?? ""]));

/** What all strings say once these edits are made. */
function wantedTexts(theirs: ReadonlyMap<string, Entry>, edits: readonly EntryEdit[]): Map<string, string> {
  const wanted = new Map(textsOf([...theirs.values()]));
  for (const edit of edits) {
    if (edit.kind === "set") wanted.set(edit.id, edit.targets[0] ?? "");
    else if (edit.kind === "add") wanted.set(edit.context, edit.targets[0] ?? "");
  }
  return wanted;
}

/** Edits by which a file says what is wanted of the strings that the base has. */
function differences(entries: readonly Entry[], wanted: Texts, names: ReadonlyMap<string, Entry>): EntryEdit[] {
  const known = textsOf(entries);
  return [...names].flatMap(([id, { sources }]): EntryEdit[] => {
    const text = wanted.get(id) ?? "";
    if (text === (known.get(id) ?? "")) return [];
    const says = { targets: [text], state: "translated" as const };
    return known.has(id)
      ? [{ kind: "set", id, ...says }]
      : [{ kind: "add", context: id, sources: [...sources], plural: false, ...says }];
  });
}
