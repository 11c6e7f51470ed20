import assert from "node:assert/strict";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
} from "@/lib/text/formats/kernel/format";
import { family } from "./families";
import { grammarOf } from "./grammars";
import { bounded } from "./laws/limits";
import { assertFound, assertOnlyChanged, assertPlace, back } from "./laws/subject";
import { Dice, mutate, mutateBytes } from "./mutations";
import { ownSamples, type Sample, seeded } from "./samples";
import { HARD_TEXTS } from "./traps/traps";

/**
 * Random files, made from the fixtures of a format or by a grammar: it must read each as it would any file and keep its laws, or say
 * where the file is broken. The same seed makes the same file.
 */

/** What a random file did to a format. */
export interface Finding {
  format: string;
  seed: number;
  path: string;
  error: Error;
  text: string;
}

/** Two seconds for a million characters, and half of that at least. */
const inTime = (text: string, what: string, work: () => void): void =>
  bounded(text.length, what, 2000 * Math.max(0.5, text.length / 1e6), work);

/** Runs what may end in an error that a person can act on; false when it did. */
function may(error: (thrown: unknown) => void, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    error(thrown);
    return false;
  }
}

function refused(error: unknown): void {
  if (!(error instanceof EditRefused)) throw error;
  assert.match(error.reason, /\.$/);
}

/** Holds a text to the laws that every text has to keep; throws when it breaks one. */
function holdToLaws(format: FileFormat, text: string, options: FormatOptions, dice: Dice): void {
  let file!: ParsedFile;
  const read = () => {
    file = format.parse(text, options);
  };
  let isRead = false;
  inTime(text, "reading", () => {
    isRead = may(assertPlace, read);
  });
  if (!isRead) return;
  const { entries } = file;
  assert.equal(new Set(entries.map((entry) => entry.id)).size, entries.length, "an id stands twice");
  assert.deepEqual(format.edit(text, file, [], options), []);
  inTime(text, "an edit of everything that changes nothing", () => {
    assert.deepEqual(format.edit(text, file, entries.map(back), options), []);
  });
  if (entries.length === 0) return;
  const entry = dice.one(entries);
  inTime(text, "looking for a string", () => assertFound(format, text, options, entry));
  const hard = dice.one(HARD_TEXTS);
  // In a document a text like its source says that there is no translation.
  if (hard === entry.sources[0]) return;
  const edit: EntryEdit = { kind: "set", id: entry.id, targets: entry.targets.map(() => hard), state: "translated" };
  let changed = "";
  const edited = may(refused, () => {
    inTime(text, "an edit", () => {
      changed = applyPatches(text, format.edit(text, file, [edit], options));
    });
  });
  if (edited) {
    try {
      assertOnlyChanged(entries, format.parse(changed, options).entries, [edit]);
    } catch (error) {
      const asked = `“${entry.id.slice(0, 60)}” set to ${JSON.stringify(hard.slice(0, 60))}`;
      throw new Error(`${(error as Error).message}\n${asked} gave ${JSON.stringify(changed.slice(0, 400))}`);
    }
  }
  may(refused, () => {
    const left = applyPatches(text, format.edit(text, file, [{ kind: "remove", id: entry.id }], options));
    const ids = new Set(format.parse(left, options).entries.map((other) => other.id));
    // A file that has the string twice may have it once now.
    assert.ok(!ids.has(entry.id) || left.length < text.length, "a removed entry is still there");
  });
}

const isDocument = (format: FileFormat): boolean => family("documents").some(({ id }) => id === format.id);

const isContainer = ({ bytes }: Sample): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Bytes of a file with a text; undefined where no file can have it: an encoding may lack a character. */
function fileWith(format: FileFormat, sample: Sample, wanted: string): Uint8Array | undefined {
  let bytes: Uint8Array | undefined;
  may(
    (error) => {
      if (error instanceof FormatError) assertPlace(error);
      else if (!(error instanceof RangeError && isContainer(sample))) refused(error);
    },
    () => {
      bytes = format.encode(wanted, sample.bytes);
    },
  );
  return bytes;
}

/** Holds a file to the laws; `reading` learns its text, if it has one. */
function holdBytes(
  format: FileFormat,
  sample: Sample,
  bytes: Uint8Array,
  dice: Dice,
  reading: (text: string) => void = () => {},
): void {
  let text = "";
  const isText = may(assertPlace, () => {
    text = format.decode(bytes);
  });
  if (!isText) return;
  reading(text);
  assert.ok(Buffer.from(format.encode(text, bytes)).equals(bytes), "other bytes");
  // A document has the strings of its base; a random one is its own.
  const own = isDocument(format) ? { base: text, isTemplate: false } : {};
  holdToLaws(format, text, { ...sample.options, ...own }, dice);
}

/** Holds the file with a text to the laws. */
export function holdText(format: FileFormat, sample: Sample, wanted: string, dice: Dice): void {
  const bytes = fileWith(format, sample, wanted);
  if (bytes) holdBytes(format, sample, bytes, dice);
}

/** One random file; undefined when it was taken well. */
export function fuzzOnce(format: FileFormat, samples: readonly Sample[], seed: number): Finding | undefined {
  const random = seeded(Math.imul(seed + 1, 2654435761));
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 4; i++) random();
  const dice = new Dice(random);
  const sample = dice.one(samples);
  let text = "";
  try {
    let bytes: Uint8Array | undefined;
    if (dice.below(8) === 0) bytes = mutateBytes(sample.bytes, dice);
    else {
      const texts = samples.map((other) => format.decode(other.bytes));
      const grammar = grammarOf(format.id);
      const made = grammar && dice.below(3) === 0;
      bytes = fileWith(format, sample, made ? grammar(dice, texts) : mutate(dice.one(texts), dice, texts));
    }
    if (bytes)
      holdBytes(format, sample, bytes, dice, (read) => {
        text = read;
      });
    return undefined;
  } catch (error) {
    return { format: format.id, seed, path: sample.path, error: error as Error, text };
  }
}

/** Random files for a format, until a time or a number of them is over; stops at the first finding. */
export function fuzz(
  format: FileFormat,
  limits: { milliseconds: number; files: number; from?: number },
): { files: number; finding?: Finding } {
  const samples = ownSamples(format.id);
  const end = performance.now() + limits.milliseconds;
  const from = limits.from ?? 0;
  let files = 0;
  while (files < limits.files && performance.now() < end) {
    const finding = fuzzOnce(format, samples, from + files++);
    if (finding) return { files, finding };
  }
  return { files };
}
