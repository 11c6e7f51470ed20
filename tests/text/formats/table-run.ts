import { readFileSync, writeFileSync } from "node:fs";
import { knownFormats } from "@/lib/text/formats/kernel/format-names";
import { findFormat } from "@/lib/text/formats/registry";
import { LAWS, startsFromNothing } from "./laws/laws";
import { readsBigFilesFast, survivesHostileBytes, survivesHostileFiles } from "./laws/limits";
import { subjectOf } from "./laws/subject";
import { ownSamples, projectSamples, spellingOf } from "./samples";
import { madeRow, README, type Tally, withTable } from "./table";

/** `npm run formats-table -- [ID …]`: runs the laws and writes the rows of these formats, or of all, into the README. */

function keptLaws(id: string): Tally {
  const format = findFormat(id)!;
  const own = ownSamples(id);
  const real = projectSamples(id);
  const broken = new Set<number>();
  const tried = new Set<number>();
  const run = (numbers: readonly number[], what: string, check: () => unknown): void => {
    for (const number of numbers) tried.add(number);
    try {
      check();
    } catch (error) {
      for (const number of numbers) broken.add(number);
      process.exitCode = 1;
      console.error(`${id}, law ${numbers.join(" and ")}, ${what}: ${(error as Error).message}`);
    }
  };
  for (const sample of [...own, ...real]) {
    const subject = subjectOf(format, sample);
    for (const law of LAWS) run(law.numbers, sample.path, () => law.check(subject));
  }
  run([7], "from nothing", () => startsFromNothing(format));
  if (spellingOf(id) === undefined) {
    run([11], "hostile files", () => survivesHostileFiles(format));
    run([11], "hostile bytes", () => survivesHostileBytes(format));
    run([12], "big files", () => readsBigFilesFast(format));
  }
  const laws = new Set([...tried].filter((number) => !broken.has(number)));
  return { laws, own: own.length, real: real.length };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((id) => !findFormat(id));
if (unknown.length > 0) {
  console.error(`No format is read under the name ${unknown.join(", ")}: see registry.ts and kernel/format-names.ts.`);
  process.exit(1);
}
const rows = new Map<string, string>();
for (const id of knownFormats.keys()) {
  if (!findFormat(id)) rows.set(id, madeRow(id));
  else if (asked.length === 0 || asked.includes(id)) rows.set(id, madeRow(id, keptLaws(id)));
}
writeFileSync(README, withTable(readFileSync(README, "utf8"), rows));
console.log(`${rows.size} rows written.`);
