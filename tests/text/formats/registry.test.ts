import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCatalogName, isOtherName } from "@/lib/text/formats/discovery/discovery";
import { knownFormats } from "@/lib/text/formats/kernel/format-names";
import { findFormat, formatName, formatRefusal, offeredFormats } from "@/lib/text/formats/registry";

describe("the registry of formats", () => {
  it("offers each format once, under a known name", () => {
    const ids = offeredFormats().map((format) => format.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(["po", "po-mono", "json", "json-nested", "aresource"]));
    for (const format of offeredFormats()) {
      expect(knownFormats.has(format.id)).toBe(true);
      expect(findFormat(format.id)).toBe(format);
      expect(formatName(format.id)).toBe(format.name);
      expect(formatRefusal(format.id)).toBeUndefined();
      expect(format.masks.length).toBeGreaterThan(0);
    }
  });

  it("reads every format that has a name, and the README says how many", () => {
    expect([...knownFormats.keys()].filter((id) => !findFormat(id))).toEqual([]);
    expect(readFileSync("README.md", "utf8")).toContain(`[${knownFormats.size} identifiers of file formats]`);
  });

  it("looks into files of every usual name, but for containers", () => {
    const containers = ["xlsx", "odf", "idml", "docx"];
    const unseen = offeredFormats()
      .filter(({ id }) => !containers.includes(id))
      .flatMap(({ masks }) => masks.map((mask) => `l10n/${mask.replaceAll("*", "cs")}`))
      .filter((path) => !isCatalogName(path) && !isOtherName(path));
    expect(unseen, "Add their endings to lib/text/formats/discovery/endings.ts.").toEqual([]);
  });

  it("tells a format that cannot be read yet from one that does not exist", () => {
    const unread = [...knownFormats.keys()].filter((id) => !findFormat(id));
    for (const id of unread) expect(formatRefusal(id)).toMatchObject({ key: "fileFormatNotRead" });
    expect(formatRefusal("xcstring")).toMatchObject({ key: "unknownFileFormatChoose" });
    expect(formatRefusal("__proto__")).toMatchObject({ key: "unknownFileFormatChoose" });
    expect(formatName("constructor")).toBeUndefined();
    expect(knownFormats.size).toBeGreaterThan(75);
  });
});
