import { describe, expect, it } from "vitest";
import { kindOfSourceEdit, valuesOfEdit } from "@/lib/text/source-edit/kind";

describe("the kind of a source edit", () => {
  it.each([
    ["Open  file", "Open file", "whitespace"],
    ["Open file", "Open file\n", "whitespace"],
    ["open file", "Open File", "case"],
    ["Open file", "Open file.", "end-mark"],
    ["Open file...", "Open file…", "end-mark"],
    ["Open file?", "Open file", "end-mark"],
    ["Mail - news", "Mail – news", "punctuation"],
    ['The "log" file', "The “log” file", "punctuation"],
    ["Wait 5 seconds", "Wait 10 seconds", "values"],
    ["Hello %(name)s", "Hello %(user)s", "values"],
    ["See https://a.example/x", "See https://b.example/y", "values"],
    ["Delete %d files", "Delete files", "words"],
    ["Open file", "Close file", "words"],
    ["Open the file", "Open file", "words"],
    ["5 of 5", "6 of 7", "words"],
  ])("%j to %j is %s", (before, after, kind) => {
    expect(kindOfSourceEdit([before], [after])).toBe(kind);
  });

  it("is that of the form that changed most, and another number of forms is other words", () => {
    expect(kindOfSourceEdit(["%d file", "%d files"], ["%d file.", "%d documents."])).toBe("words");
    expect(kindOfSourceEdit(["%d file", "%d files"], ["%d File", "%d files"])).toBe("case");
    expect(kindOfSourceEdit(["file"], ["file", "files"])).toBe("words");
  });

  it("names what replaces what", () => {
    expect([...(valuesOfEdit("%1$s of 5, %2$s", "%1$s of 6, %3$s") ?? [])]).toEqual([
      ["5", "6"],
      ["%2$s", "%3$s"],
    ]);
    expect(valuesOfEdit("5 files", "5 files")).toBeUndefined();
  });
});
