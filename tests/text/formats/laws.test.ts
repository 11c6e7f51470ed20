import { describe, expect, it } from "vitest";
import { offeredFormats } from "@/lib/text/formats/registry";
import { allRealFiles, hasRealData, realFolderOf, realSamples } from "./samples";

describe("real files", () => {
  const counts = offeredFormats().map((format) => [format.id, realSamples(format.id).length] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);

  it(`are read: ${total} (${counts.map(([id, count]) => `${id} ${count}`).join(", ")})`, () => {
    if (!hasRealData) return expect(total).toBe(0);
    // A folder that is there but empty would make the laws say nothing about real files.
    expect(allRealFiles().length).toBeGreaterThan(100);
    expect(total).toBeGreaterThan(100);
  });

  it("of every folder are read by some format", () => {
    const read = new Set(offeredFormats().map((format) => realFolderOf(format.id)));
    const known = new Set(offeredFormats().map((format) => format.id));
    const folders = new Set(allRealFiles().map((path) => path.slice(0, path.indexOf("/"))));
    for (const folder of folders) if (known.has(folder)) expect(read).toContain(folder);
  });
});
