import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordDiff } from "@/lib/text/diff";

const show = (before: string, after: string): string =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "inserted" ? `{+${text}}` : `{-${text}}`))
    .join("");

describe("word differences", () => {
  it.each([
    ["", "", ""],
    ["same", "same", "same"],
    ["", "new", "{+new}"],
    ["old", "", "{-old}"],
    ["Open the file", "Open a file", "Open {-the}{+a} file"],
    ["Open file", "Open the file", "Open {+the }file"],
    ["Save all files now", "Save files", "Save {-all }files{- now}"],
    ["Hello world", "Hello, world!", "Hello{+,} world{+!}"],
    ["打开文件", "打开目录", "打开{-文件}{+目录}"],
    ["a b c d e", "x b c y e", "{-a}{+x} b c {-d}{+y} e"],
  ])("%j → %j", (before, after, expected) => expect(show(before, after)).toBe(expected));

  it("rebuilds both texts", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.array(fc.constantFrom("a", "b", "c", " ", ", ", "文"), { maxLength: 60 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        const side = (kind: string) =>
          parts
            .filter((part) => part.kind !== kind)
            .map((part) => part.text)
            .join("");
        expect(side("inserted")).toBe(before);
        expect(side("deleted")).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("ends soon on huge texts", () => {
    const before = Array.from({ length: 9000 }, (_, i) => `w${i}`).join(" ");
    const after = Array.from({ length: 9000 }, (_, i) => `v${i}`).join(" ");
    const start = performance.now();
    expect(wordDiff(before, after).map((part) => part.kind)).toEqual(["deleted", "inserted"]);
    expect(wordDiff(`${"x ".repeat(200_000)}end`, `${"x ".repeat(200_000)}stop`)).toHaveLength(3);
    wordDiff("a b ".repeat(4000), "b c ".repeat(4000));
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
