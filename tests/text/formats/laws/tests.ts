import { afterAll, describe, expect, it } from "vitest";
import type { FileFormat } from "@/lib/text/formats/kernel/format";
import { type Family, family } from "../families";
import { hasProjectFolder, looksAtRealFiles, ownSamples, projectSamples, spellingOf } from "../samples";
import { madeRow, writtenRow } from "../table";
import { LAWS, startsFromNothing } from "./laws";
import { readsBigFilesFast, survivesHostileBytes, survivesHostileFiles } from "./limits";
import { type Subject, subjectOf } from "./subject";

/** Time by the clock for laws that count the time of the processor: it may be busy with other things. */
const SLOW = 180_000;

function testFormat(format: FileFormat): void {
  const own = ownSamples(format.id);
  const real = projectSamples(format.id);

  const tried = new Set<number>();
  const broken = new Set<number>();
  const hold = (numbers: readonly number[], check: () => void): void => {
    for (const number of numbers) tried.add(number);
    try {
      check();
    } catch (error) {
      for (const number of numbers) broken.add(number);
      throw error;
    }
  };

  describe(`laws of ${format.id} (${own.length} own files, ${real.length} files of projects)`, () => {
    it("has files to be tested with", () => {
      expect(own.length).toBeGreaterThan(0);
      if (hasProjectFolder(format.id)) expect(real.length).toBeGreaterThan(0);
    });

    describe.each([...own, ...real].map((sample) => [sample.path, sample] as const))("%s", (_, sample) => {
      let read: Subject | undefined;
      afterAll(() => {
        read = undefined;
      });
      for (const law of LAWS)
        it(`${law.numbers.join(" and ")}: ${law.says}`, () =>
          hold(law.numbers, () => {
            read ??= subjectOf(format, sample);
            law.check(read);
          }));
    });

    it("7: starts a file from nothing, or says that it needs a base", () => hold([7], () => startsFromNothing(format)));

    // Another spelling of a format has the same parser: its limits are those of the other.
    if (spellingOf(format.id) === undefined) {
      it(
        "11: survives hostile files",
        () => hold([11], () => expect(survivesHostileFiles(format)).toBeGreaterThan(5)),
        SLOW,
      );
      it(
        "11: survives hostile bytes",
        () => hold([11], () => expect(survivesHostileBytes(format)).toBeGreaterThan(5)),
        SLOW,
      );
      it(
        "12: reads 5,000 entries and edits one of them quickly",
        () => hold([12], () => readsBigFilesFast(format)),
        SLOW,
      );
    }

    it("stands in the table of the README as it is", () => {
      const laws = new Set([...tried].filter((number) => !broken.has(number)));
      const tally = { laws, own: own.length, real: looksAtRealFiles ? undefined : real.length };
      expect(writtenRow(format.id), `run: npm run formats-table -- ${format.id}`).toBe(madeRow(format.id, tally));
    });
  });
}

/** Declares the tests of the laws for every offered format of a family. */
export function testLaws(name: Family): void {
  const formats = family(name);
  for (const format of formats) testFormat(format);

  const counts = formats.map((format) => [format.id, projectSamples(format.id).length] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  it(`files of projects in ${name}: ${total} (${counts.map(([id, count]) => `${id} ${count}`).join(", ")})`, () => {
    // A folder that is there but empty would make all laws above say nothing about projects.
    if (formats.some((format) => hasProjectFolder(format.id))) expect(total).toBeGreaterThan(0);
  });
}
