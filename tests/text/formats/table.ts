import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { knownFormats } from "@/lib/text/formats/kernel/format-names";
import { findFormat } from "@/lib/text/formats/registry";
import { ownSamples, type Sample } from "./samples";

/**
 * The table of formats in `lib/text/formats/README.md`, one row for each identifier: everything in it is looked up in the code, probed
 * with the fixtures, or counted while the laws are run.
 */

export const README = fileURLToPath(new URL("../../../lib/text/formats/README.md", import.meta.url));
const BEGIN = "<!-- formats:begin -->";
const END = "<!-- formats:end -->";
const HEAD = [
  "| Format | Kind | Plurals | States | Carries | Encodings | Strings | Laws | Files |",
  "|---|---|---|---|---|---|---|---|---|",
];

/** What running the laws of a format has shown. */
export interface Tally {
  /** Numbers of the laws that every file kept. */
  laws: ReadonlySet<number>;
  own: number;
  /** Undefined where the real files are not on this machine. */
  real: number | undefined;
}

/** 1, 2, 3, 5 as “1–3, 5”. */
function ranges(numbers: Iterable<number>): string {
  const parts: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

/** What the entries of the fixtures have beyond texts. */
function carried(format: FileFormat, samples: readonly Sample[]): string[] {
  const found = new Set<string>();
  for (const sample of samples) {
    for (const entry of format.parse(format.decode(sample.bytes), sample.options).entries) {
      if (entry.note !== "") found.add("notes");
      if (entry.location !== "") found.add("places");
      if (entry.flags !== "") found.add("flags");
      if (entry.previousSource !== "") found.add("previous source");
      if (entry.context !== "" && format.kind === "bilingual") found.add("context");
    }
  }
  return ["context", "notes", "places", "flags", "previous source"].filter((name) => found.has(name));
}

/** Whether a file of these bytes is read with as many strings, and comes back as it was. */
function keeps(format: FileFormat, sample: Sample, bytes: Uint8Array): boolean {
  try {
    const text = format.decode(bytes);
    const count = (of: string) => format.parse(of, sample.options).entries.length;
    const same = Buffer.from(format.encode(text, bytes)).equals(Buffer.from(bytes));
    return same && count(text) === count(format.decode(sample.bytes));
  } catch {
    return false;
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Encodings in which the fixtures, and what is made from them, are read and written back as they were. */
function encodings(format: FileFormat, samples: readonly Sample[]): string {
  if (samples.some(({ bytes }) => bytes[0] === 0x50 && bytes[1] === 0x4b)) return "container";
  const found = new Set<string>();
  for (const sample of samples) {
    const text = format.decode(sample.bytes).replace(/^\ufeff/, "");
    const unlabelled = text.replace(/encoding="[^"]*"/, 'encoding="UTF-16"');
    if (keeps(format, sample, Buffer.from(text))) found.add("UTF-8");
    if (keeps(format, sample, Buffer.from(`\ufeff${text}`))) found.add("BOM");
    if (keeps(format, sample, Buffer.from(`\ufeff${unlabelled}`, "utf16le"))) found.add("UTF-16");
    const bytes = Buffer.from(sample.bytes);
    if (!isUtf8(bytes) && bytes[0] !== 0xff && bytes[0] !== 0xfe) found.add("one byte");
  }
  return ["UTF-8", "BOM", "UTF-16", "one byte"].filter((name) => found.has(name)).join(", ");
}

function rowFor(format: FileFormat, { laws, own, real }: Tally): string {
  const samples = ownSamples(format.id);
  const strings = [format.canAdd && "add", format.canRemove && "remove", format.canEditBase && "edit base"];
  return row(format.id, [
    format.kind,
    format.plurals ? "yes" : "",
    (format.states ?? []).join(", "),
    carried(format, samples).join(", "),
    encodings(format, samples),
    strings.filter(Boolean).join(", "),
    ranges(laws),
    `${own} + ${real ?? realIn(format.id)}`,
  ]);
}

const row = (id: string, cells: readonly string[]): string => `| \`${id}\` | ${cells.join(" | ")} |`;

/** Lines of the table as it stands in the README. */
function tableLines(): string[] {
  const text = readFileSync(README, "utf8");
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  return start < 0 || end < start
    ? []
    : text
        .slice(start + BEGIN.length, end)
        .trim()
        .split("\n");
}

/** The row of an identifier as it stands in the README; "" when there is none. */
export function writtenRow(id: string): string {
  return tableLines().find((line) => line.startsWith(`| \`${id}\` |`)) ?? "";
}

/** How many real files the README tells of. */
const realIn = (id: string): string => / \+ (\d+) \|$/.exec(writtenRow(id))?.[1] ?? "0";

/** The row of an identifier; one that is not read yet says so. */
export function madeRow(id: string, tally?: Tally): string {
  const format = findFormat(id);
  if (!format) return row(id, ["not read yet", "", "", "", "", "", "", ""]);
  if (!tally) throw new Error(`The laws of ${id} were not run.`);
  return rowFor(format, tally);
}

/** Identifiers of the rows in the README, in their order. */
export function writtenIds(): string[] {
  return tableLines().flatMap((line) => /^\| `([^`]+)` \|/.exec(line)?.[1] ?? []);
}

/** A text of the README with other rows. */
export function withTable(text: string, rows: ReadonlyMap<string, string>): string {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`The README has no place for the table: ${BEGIN} and ${END}.`);
  const lines = [...knownFormats.keys()].map((id) => rows.get(id) ?? writtenRow(id));
  return `${text.slice(0, start)}${BEGIN}\n${[...HEAD, ...lines].join("\n")}\n${text.slice(end)}`;
}
