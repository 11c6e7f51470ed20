import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCharacters, countWords } from "@/lib/text/words";

describe("counting words", () => {
  it.each([
    ["", 0],
    ["   \n\t ", 0],
    ["Hello", 1],
    ["Hello, world!", 2],
    ["  a  b\nc\td ", 4],
    ["one\u00a0two", 2],
    ["don't stop - now", 4],
    ["你好世界", 4],
    ["你好，世界。", 4],
    ["用 Git 提交 commits", 5],
    ["Gitで翻訳", 4],
    ["파일 저장", 4],
    ["𠀋𠀋", 2],
    ["Příliš žluťoučký kůň", 3],
    ["สวัสดีชาวโลก", 1],
    ["😀 smile", 2],
  ])("%j has %i", (text, words) => expect(countWords(text)).toBe(words));

  it("counts code points", () => {
    expect(countCharacters("")).toBe(0);
    expect(countCharacters("a😀b")).toBe(3);
    expect(countCharacters("\ud83d")).toBe(1);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(countCharacters(text)).toBe([...text].length);
      }),
    );
  });

  it("agrees with a plain split where blanks part words", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z'-]{1,8}$/)), (words) => {
        expect(countWords(words.join(" "))).toBe(words.length);
      }),
    );
  });
});
