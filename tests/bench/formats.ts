import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parse as parseProperties } from "dot-properties";
import gettextParser from "gettext-parser";
import { SaxesParser } from "saxes";
import { parse as parseYaml } from "yaml";
import { applyPatches, type FileFormat, formatOptions, type ParsedFile } from "@/lib/text/formats/kernel/format";
import { readXmlTree } from "@/lib/text/formats/kernel/xml/tokens";
import { offeredFormats } from "@/lib/text/formats/registry";
import { bigFile } from "../text/formats/traps/traps";
import { isXml } from "../text/formats/traps/xml";
import type { Report } from "./report";

/**
 * Formats: reading, against plain readers of the same text in the same run; editing; memory. These are figures without
 * aims: what people wait for is an import or a pull, of which reading is a part, and those have aims of their own.
 */

const STRINGS = 20_000;
const RUNS = 7;

interface Reference {
  name: string;
  read: (text: string) => unknown;
}

function tokenize(text: string): void {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
}

function referencesFor(id: string, text: string): Reference[] {
  if (id === "po" || id === "po-mono")
    return [{ name: "gettext-parser", read: (given) => gettextParser.po.parse(Buffer.from(given)) }];
  if (isXml(id))
    return [
      { name: "the tokenizer saxes alone", read: tokenize },
      // It makes numbers and no strings at all, so that nothing that gives strings comes near it.
      { name: "our own tokenizer alone", read: readXmlTree },
    ];
  if (/^(yaml|ruby-yaml)$/.test(id)) return [{ name: "yaml", read: (given) => parseYaml(given) }];
  if (/^properties/.test(id)) return [{ name: "dot-properties", read: (given) => parseProperties(given) }];
  if (/^\s*[[{]/.test(text)) {
    const read = (given: string): unknown => JSON.parse(given);
    try {
      read(text);
    } catch {
      return [];
    }
    return [{ name: "JSON.parse", read }];
  }
  return [];
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (how?: { type: "minor" }) => void;

/**
 * Milliseconds of the fastest of some runs. They take turns, so that all meet the same machine, and what the run before
 * left young on the heap is collected first: else one of them pays for it, and which one is chance. All is not collected,
 * as that throws compiled code away.
 */
function fastest(...works: (() => unknown)[]): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < RUNS; run++)
    works.forEach((work, index) => {
      collect({ type: "minor" });
      const start = performance.now();
      work();
      best[index] = Math.min(best[index]!, performance.now() - start);
    });
  return best;
}

/** What whoever stores a file asks of it: formats may leave that undone until they are asked. */
function readWhole(file: ParsedFile): ParsedFile {
  let seen = 0;
  for (const entry of file.entries) {
    seen += entry.id.length + entry.context.length + entry.note.length + entry.location.length + entry.flags.length;
    seen += entry.previousSource.length + entry.state.length + entry.span.end;
    for (const text of entry.sources) seen += text.length;
    for (const text of entry.targets) seen += text.length;
  }
  if (seen + file.warnings.length < 0) throw new Error("A text has no length.");
  return file;
}

/** Bytes that a read file keeps in memory, numbers in buffers included. */
function heldBy(read: () => ParsedFile): { bytes: number; file: ParsedFile } {
  const held = (): number => {
    // Buffers are given back only after the collection that finds them unused.
    for (let time = 0; time < 3; time++) collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  const file = read();
  return { bytes: held() - before, file };
}

function benchFormat(report: Report, format: FileFormat): void {
  const options = formatOptions({ languageCode: "cs" });
  const text = bigFile(format.id, STRINGS);
  const size = Buffer.byteLength(text);
  const parse = (): ParsedFile => format.parse(text, options);
  const read = (): ParsedFile => readWhole(parse());
  const { entries } = parse();
  const middle = entries[entries.length >> 1];
  const edit = (): string => {
    const file = parse();
    const targets = middle ? middle.targets.map(() => "Nový text") : [];
    return middle
      ? applyPatches(
          text,
          format.edit(text, file, [{ kind: "set", id: middle.id, targets, state: "translated" }], options),
        )
      : text;
  };
  const references = referencesFor(format.id, text);
  const [reading, editing, ...plain] = fastest(read, edit, ...references.map((one) => () => one.read(text)));
  const held = heldBy(read);
  report.add(`${format.id}: reading`, size / 1e3 / reading!, "MB/s");
  report.add(`${format.id}: strings read`, (entries.length * 1000) / reading!, "/s");
  references.forEach(({ name }, index) => {
    report.add(`${format.id}: reading against ${name}`, reading! / plain[index]!, "×");
  });
  report.add(`${format.id}: reading ${entries.length} strings, editing one`, editing!, "ms");
  report.add(`${format.id}: memory against the file`, held.bytes / size, "×");
}

/** Runs the bench of every format that can be read, or of those that are named. */
export function benchFormats(report: Report, ids: readonly string[] = []): void {
  for (const format of offeredFormats()) if (ids.length === 0 || ids.includes(format.id)) benchFormat(report, format);
}
