import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { knownFormats } from "@/lib/text/formats/kernel/format-names";
import { findFormat, offeredFormats } from "@/lib/text/formats/registry";
import { allProjectFiles, projectFolderOf, projectSamples } from "../samples";
import { madeRow, README, withTable, writtenIds, writtenRow } from "../table";

describe("real files", () => {
  const counts = offeredFormats().map((format) => [format.id, projectSamples(format.id).length] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);

  it(`are read: ${total} (${counts.map(([id, count]) => `${id} ${count}`).join(", ")})`, () => {
    // A folder that is there but empty would make the laws say nothing about real files.
    expect(allProjectFiles().length).toBeGreaterThan(100);
    expect(total).toBeGreaterThan(100);
  });

  it("of every folder are read by some format", () => {
    const read = new Set(offeredFormats().map((format) => projectFolderOf(format.id)));
    const known = new Set(offeredFormats().map((format) => format.id));
    const folders = new Set(allProjectFiles().map((path) => path.slice(0, path.indexOf("/"))));
    for (const folder of folders) if (known.has(folder)) expect(read).toContain(folder);
  });
});

describe("the table in the README", () => {
  it("has a row for each identifier, in their order", () => {
    expect(writtenIds()).toEqual([...knownFormats.keys()]);
  });

  it("tells which formats are not read yet", () => {
    for (const id of knownFormats.keys()) if (!findFormat(id)) expect(writtenRow(id)).toBe(madeRow(id));
  });

  it("is not written by hand anywhere", () => {
    const text = readFileSync(README, "utf8");
    expect(withTable(text, new Map())).toBe(text);
  });
});
