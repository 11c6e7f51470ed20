import { describe, expect, it } from "vitest";
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

  it("tells a format that cannot be read yet from one that does not exist", () => {
    const unread = [...knownFormats.keys()].filter((id) => !findFormat(id));
    for (const id of unread) expect(formatRefusal(id)).toMatch(/cannot be read yet/);
    expect(formatRefusal("xcstring")).toMatch(/Unknown file format/);
    expect(formatRefusal("__proto__")).toMatch(/Unknown file format/);
    expect(formatName("constructor")).toBeUndefined();
    expect(knownFormats.size).toBeGreaterThan(75);
  });
});
