import { describe, expect, it } from "vitest";
import { bareKeys } from "@/lib/text/flags/variants";

describe("keys without what tells variants apart", () => {
  it("are what the expression leaves of them, wherever it matches", () => {
    expect(bareKeys("_(short|min)$", ["title", "title_short", "title_min", "_short", "shorter"])).toEqual([
      { key: "title", shortened: false },
      { key: "title", shortened: true },
      { key: "title", shortened: true },
      { key: "", shortened: true },
      { key: "shorter", shortened: false },
    ]);
    expect(bareKeys("[0-9]", ["a1b2c", "😀3x"])).toEqual([
      { key: "abc", shortened: true },
      { key: "😀x", shortened: true },
    ]);
  });

  it("stay whole where the expression is none, matches nothing, or the key is very long", () => {
    for (const expression of ["(", "(?=a)", "(a)\\1", "x*"])
      expect(bareKeys(expression, ["title"]), expression).toEqual([{ key: "title", shortened: false }]);
    const long = `${"k".repeat(1000)}_short`;
    expect(bareKeys("_short$", [long])).toEqual([{ key: long, shortened: false }]);
  });

  it("are found in time that an expression cannot stretch", () => {
    const keys = Array.from({ length: 100 }, () => "a".repeat(990));
    expect(bareKeys("(a*)*(a|aa)+b$", keys).every(({ shortened }) => !shortened)).toBe(true);
  });
});
