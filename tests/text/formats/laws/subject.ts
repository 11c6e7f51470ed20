import assert from "node:assert/strict";
import {
  applyPatches,
  type Entry,
  type EntryEdit,
  type EntryState,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
} from "@/lib/text/formats/kernel/format";
import type { Sample } from "../samples";

/** A file that is held to the laws, how it is edited, and how what was read before and after is compared. */

/** One file, read once for all laws. */
export interface Subject {
  format: FileFormat;
  sample: Sample;
  text: string;
  file: ParsedFile;
  options: FormatOptions;
}

export function subjectOf(format: FileFormat, sample: Sample): Subject {
  const text = format.decode(sample.bytes);
  return { format, sample, text, file: format.parse(text, sample.options), options: sample.options };
}

export const entriesOf = ({ format, options }: Subject, text: string): Entry[] => format.parse(text, options).entries;

/** The text after edits; `file` is what was read from it, when it was. */
export function change({ format, options }: Subject, text: string, edits: EntryEdit[], file?: ParsedFile): string {
  return applyPatches(text, format.edit(text, file ?? format.parse(text, options), edits, options));
}

export function setEdit(
  entry: Entry,
  text: string,
  state: EntryState = "translated",
): Extract<EntryEdit, { kind: "set" }> {
  const targets = entry.targets.map((_, form) => (text === "" ? "" : form ? `${text} ${form}` : text));
  return { kind: "set", id: entry.id, targets, state };
}

/** A string that is looked for alone is the one that is read with all others. */
export function assertFound(format: FileFormat, text: string, options: FormatOptions, entry: Entry): void {
  const file = format.parse(text, options);
  // A format may find others along with it.
  const found = file.find?.(new Set([entry.id])).filter(({ id }) => id === entry.id);
  assert.deepEqual(found ?? [entry], [entry]);
}

export const back = (entry: Entry): EntryEdit => ({
  kind: "set",
  id: entry.id,
  targets: entry.targets,
  state: entry.state,
});

export const bare = ({ span: _, ...rest }: Entry): Omit<Entry, "span"> => rest;
export const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

export const sameEntry = (a: Entry, b: Entry): boolean =>
  a.id === b.id &&
  a.context === b.context &&
  sameList(a.sources, b.sources) &&
  sameList(a.targets, b.targets) &&
  a.plural === b.plural &&
  a.state === b.state &&
  a.note === b.note &&
  a.location === b.location &&
  a.flags === b.flags &&
  a.previousSource === b.previousSource;

/** What a message of Fluent is apart from one flag, which it has while it says what some term says. */
const withoutTerms = (entry: Entry): Entry => ({
  ...entry,
  flags: entry.flags === "fluent-type:Message, ignore-same" ? "fluent-type:Message" : entry.flags,
});

/** Every entry but those of `changed` is as before; those say what was asked. */
export function assertOnlyChanged(before: readonly Entry[], after: readonly Entry[], changed: EntryEdit[]): void {
  const asked = new Map(changed.flatMap((edit) => (edit.kind === "set" ? [[edit.id, edit] as const] : [])));
  assert.equal(after.length, before.length, "the number of entries changed");
  before.forEach((entry, index) => {
    const now = after[index]!;
    const edit = asked.get(entry.id);
    if (!edit) {
      if (sameEntry(now, entry)) return;
      const seen = [...asked.keys()].some((id) => id.startsWith("-")) ? withoutTerms : (it: Entry) => it;
      assert.deepEqual(bare(seen(now)), bare(seen(entry)));
      return;
    }
    assert.equal(now.id, entry.id);
    assert.deepEqual(now.targets, edit.targets);
    assert.equal(now.state, entry.state === "read-only" ? "read-only" : edit.state);
  });
}

export const isUtf8 = (sample: Sample): boolean => !sample.path.includes("latin");

/** An error that a person can find in the file; any other is thrown on. */
export function assertPlace(error: unknown): void {
  if (!(error instanceof FormatError)) throw error;
  assert.ok(error.line >= 1 && error.column >= 1, `“${error.message}” has no place`);
}
