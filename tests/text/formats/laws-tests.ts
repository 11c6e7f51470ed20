import { afterAll, describe, expect, it } from "vitest";
import type { FileFormat } from "@/lib/text/formats/format";
import { type Family, family } from "./families";
import { LAWS, type Subject, startsFromNothing, subjectOf } from "./laws";
import { readsBigFilesFast, survivesHostileFiles } from "./laws-limits";
import { hasRealData, hasRealFolder, ownSamples, realSamples, spellingOf } from "./samples";

function testFormat(format: FileFormat): void {
  const own = ownSamples(format.id);
  const real = realSamples(format.id);

  describe(`laws of ${format.id} (${own.length} own files, ${real.length} real files)`, () => {
    it("has files to be tested with", () => {
      expect(own.length).toBeGreaterThan(0);
      if (hasRealFolder(format.id)) expect(real.length).toBeGreaterThan(0);
    });

    describe.each([...own, ...real].map((sample) => [sample.path, sample] as const))("%s", (_, sample) => {
      let read: Subject | undefined;
      afterAll(() => {
        read = undefined;
      });
      for (const law of LAWS)
        it(`${law.number}: ${law.says}`, () => {
          read ??= subjectOf(format, sample);
          law.check(read);
        });
    });

    it("7: starts a file from nothing, or says that it needs a base", () => startsFromNothing(format));

    // Another spelling of a format has the same parser: its files are read above, its limits are those of the other.
    const same = spellingOf(format.id);
    if (same !== undefined) return;
    it("11: survives hostile files", () => expect(survivesHostileFiles(format)).toBeGreaterThan(5));
    it("12: reads 20,000 entries and edits one of them quickly", () => readsBigFilesFast(format));
  });
}

/** Declares the tests of the laws for every offered format of a family. */
export function testLaws(name: Family): void {
  const formats = family(name);
  for (const format of formats) testFormat(format);

  const counts = formats.map((format) => [format.id, realSamples(format.id).length] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  it(`real files of ${name}: ${total} (${counts.map(([id, count]) => `${id} ${count}`).join(", ")})`, () => {
    if (!hasRealData) expect(total).toBe(0);
    // A folder that is there but empty would make all laws above say nothing about real files.
    else if (formats.some((format) => hasRealFolder(format.id))) expect(total).toBeGreaterThan(0);
  });
}
