import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { setEdit } from "./laws/subject";
import { looksAtRealFiles, ownSamples, projectSamples, type Sample, spread } from "./samples";
import { freshKey } from "./traps/lines";
import { HARD_TEXTS } from "./traps/traps";

/** Files that another tool is asked about: every fixture and real file, and what our edits make of them. */

export interface AskedFile {
  format: FileFormat;
  /** The file and what was done to it, for messages. */
  name: string;
  bytes: Uint8Array;
  options: FormatOptions;
  /** What we say stands in it. */
  entries: Entry[];
}

function asked(format: FileFormat, sample: Sample, name: string, text: string, bytes: Uint8Array): AskedFile {
  return { format, name, bytes, options: sample.options, entries: format.parse(text, sample.options).entries };
}

/** The file after edits; undefined when one of them is refused. */
function after(format: FileFormat, sample: Sample, name: string, edits: EntryEdit[]): AskedFile | undefined {
  const text = format.decode(sample.bytes);
  try {
    const file = format.parse(text, sample.options);
    const now = applyPatches(text, format.edit(text, file, edits, sample.options));
    return asked(format, sample, `${sample.path}, ${name}`, now, format.encode(now, sample.bytes));
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

/** Files below this length are tried with every hard text. */
const SHORT = 4_000;

/** Texts for many entries of one file, hard enough for every day. */
const DAILY = ['It\'s "his" <b>&', "100 % \\ {0}", "dva\nřádky", "a: b # c; d=e", "字 👩‍👩‍👧 ‏x", "  okraje "];

function edited(format: FileFormat, sample: Sample): (AskedFile | undefined)[] {
  const { entries } = format.parse(format.decode(sample.bytes), sample.options);
  const open = entries.filter((entry) => entry.state !== "read-only");
  if (open.length === 0) return [];
  const files: (AskedFile | undefined)[] = [];
  if (sample.own && sample.bytes.length <= SHORT)
    HARD_TEXTS.forEach((hard, index) => {
      const entry = open[index % open.length]!;
      const edit = { ...setEdit(entry, hard), targets: entry.targets.map(() => hard) };
      files.push(after(format, sample, `${JSON.stringify(hard.slice(0, 30))} in ${entry.id}`, [edit]));
    });
  const some = spread(open, 24);
  const daily = some.map((entry, at) => setEdit(entry, DAILY[at % DAILY.length]!));
  files.push(after(format, sample, "all of a day in it", daily));
  if (files.at(-1) === undefined)
    for (const edit of daily)
      files.push(after(format, sample, `${JSON.stringify(edit.targets[0])} in ${edit.id}`, [edit]));
  if (format.states?.includes("needs-editing"))
    files.push(
      after(
        format,
        sample,
        "some need editing",
        spread(open, 5).map((entry) => setEdit(entry, "Snad", "needs-editing")),
      ),
    );
  const add: EntryEdit = {
    kind: "add",
    context: freshKey(format.id, "zz_new_key"),
    sources: ["A new string"],
    targets: ["New text"],
    state: "translated",
    plural: false,
  };
  files.push(
    after(format, sample, "one added", [add]) ?? after(format, sample, "one added", [{ ...add, context: "" }]),
  );
  files.push(after(format, sample, "one removed", [{ kind: "remove", id: open[open.length >> 1]!.id }]));
  return files;
}

/**
 * Files of a format that other tools are asked about: the small ones, the real ones where `npm run formats` looks at
 * them, and each of them after edits. The made-up projects hold on purpose what some tools read otherwise.
 */
export function askedFiles(format: FileFormat): AskedFile[] {
  const projects = looksAtRealFiles ? projectSamples(format.id) : [];
  return [...ownSamples(format.id), ...projects].flatMap((sample) => {
    const text = format.decode(sample.bytes);
    const files = [asked(format, sample, sample.path, text, sample.bytes), ...edited(format, sample)];
    return files.filter((file) => file !== undefined);
  });
}
