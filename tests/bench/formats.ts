import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import gettextParser from "gettext-parser";
import { parse as parseYaml } from "yaml";
import { applyPatches, type FileFormat, formatOptions, type ParsedFile } from "@/lib/text/formats/format";
import { offeredFormats } from "@/lib/text/formats/registry";
import { scanXml } from "@/lib/text/formats/xml-scanner";
import { bigFile } from "../text/formats/traps";
import { isXml } from "../text/formats/traps-xml";
import type { Report } from "./report";

/** Formats: reading, against a plain reader of the same text in the same run; editing; memory. */

const STRINGS = 20_000;
const RUNS = 5;

interface Reference {
  name: string;
  read: (text: string) => unknown;
  /** How many times longer reading may take. */
  most: number;
}

function referenceFor(id: string, text: string): Reference | undefined {
  if (id === "po")
    return { name: "gettext-parser", read: (given) => gettextParser.po.parse(Buffer.from(given)), most: 1.5 };
  if (isXml(id)) return { name: "the tokenizer alone", read: scanXml, most: 1.5 };
  if (/^(yaml|ruby-yaml)$/.test(id)) return { name: "yaml", read: (given) => parseYaml(given), most: 1.5 };
  if (/^\s*[[{]/.test(text)) {
    const read = (given: string): unknown => JSON.parse(given);
    try {
      read(text);
    } catch {
      return undefined;
    }
    return { name: "JSON.parse", read, most: 6 };
  }
  return undefined;
}

/** Milliseconds of the fastest of some runs; they take turns, so that both meet the same machine. */
function fastest(...works: (() => unknown)[]): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < RUNS; run++)
    works.forEach((work, index) => {
      const start = performance.now();
      work();
      best[index] = Math.min(best[index]!, performance.now() - start);
    });
  return best;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that a read file keeps in memory. */
function heldBy(read: () => ParsedFile): { bytes: number; file: ParsedFile } {
  collect();
  const before = process.memoryUsage().heapUsed;
  const file = read();
  collect();
  return { bytes: process.memoryUsage().heapUsed - before, file };
}

function benchFormat(report: Report, format: FileFormat): void {
  const options = formatOptions({ languageCode: "cs" });
  const text = bigFile(format.id, STRINGS);
  const size = Buffer.byteLength(text);
  const parse = (): ParsedFile => format.parse(text, options);
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
  const reference = referenceFor(format.id, text);
  const [reading, editing, plain] = fastest(parse, edit, ...(reference ? [() => reference.read(text)] : []));
  const held = heldBy(parse);
  report.add(`${format.id}: reading`, size / 1e3 / reading!, "MB/s");
  report.add(`${format.id}: strings read`, (entries.length * 1000) / reading!, "/s");
  if (reference)
    report.add(`${format.id}: reading against ${reference.name}`, reading! / plain!, "×", { most: reference.most });
  report.add(`${format.id}: reading ${entries.length} strings, editing one`, editing!, "ms", { most: 30 });
  report.add(`${format.id}: memory against the file`, held.bytes / size, "×", { most: 15 });
}

/** Runs the bench of every format that can be read. */
export function benchFormats(report: Report): void {
  for (const format of offeredFormats()) benchFormat(report, format);
}
