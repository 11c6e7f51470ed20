import { describe, expect, it } from "vitest";
import { findPattern, type Pattern } from "@/lib/text/flags/pattern";
import { filterWithout } from "@/lib/text/languages/leave-out";

/** Every text of at most `longest` letters of an alphabet. */
function texts(alphabet: string, longest: number): string[] {
  let last = [""];
  const all = [""];
  for (let length = 1; length <= longest; length++) {
    last = last.flatMap((text) => [...alphabet].map((letter) => text + letter));
    all.push(...last);
  }
  return all;
}

describe("a filter that leaves codes out", () => {
  it.each([[[]], [["x"]], [["xx"]], [["x", "xx"]], [["x-", "xx.y"]], [["-", "x_", "_x-x"]], [["xx", "xx_", "xx_x"]]])(
    "lets all others through, and them alone: %j",
    (codes) => {
      const filter = findPattern(filterWithout(codes) ?? "never") as Pattern;
      for (const text of texts("x-_.", 5)) {
        const wanted = text !== "" && !text.includes(".") && !codes.includes(text);
        expect(filter.found(text), text).toBe(wanted);
      }
    },
  );

  it.each(["en_XX", "b+sr+Latn", "sr@ijekavian", "zh-rTW", "a[b]^c\\d", "čeština"])("knows the signs of %s", (code) => {
    const filter = findPattern(filterWithout([code]) ?? "never") as Pattern;
    expect(filter.found(code)).toBe(false);
    for (const other of [`${code}x`, `x${code}`, code.slice(1), code.slice(0, -1), "cs"])
      expect(filter.found(other), other).toBe(true);
  });

  it("is none where it would be too long for a setting", () => {
    const codes = Array.from({ length: 200 }, (_, at) => `q${at}_${at}`);
    expect(filterWithout(codes)).toBeUndefined();
    expect(filterWithout(codes.slice(0, 3))?.length).toBeLessThan(200);
  });
});
