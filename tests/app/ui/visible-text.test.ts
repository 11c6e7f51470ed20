import { describe, expect, it } from "vitest";
import { visibleRuns } from "@/app/ui/visible-text";

const told = (text: string, ends?: { start: boolean; end: boolean }) =>
  visibleRuns(text, ends).map((run) => (run.mark ? [run.mark] : run.text));

describe("the runs of a text", () => {
  it("keep words with single blanks between them together", () => {
    expect(told("Save all files")).toEqual(["Save all files"]);
    expect(told("保存 всё")).toEqual(["保存 всё"]);
  });

  it("mark blanks in a row, and single ones at the ends of the whole text", () => {
    expect(told(" a  b ")).toEqual([["·"], "a", ["·"], ["·"], "b", ["·"]]);
    expect(told(" a ", { start: false, end: false })).toEqual([" a "]);
    expect(told("  a", { start: false, end: true })).toEqual([["·"], ["·"], "a"]);
  });

  it("mark what cannot be seen, and go on after it", () => {
    expect(told("one two\nthree\u00a0four")).toEqual(["one two", ["↵"], "three", ["⍽"], "four"]);
  });

  it("hold the whole text, whatever is in it", () => {
    for (const text of ["", " ", "a", "a\tb  c\u200f d ", "\n\n", "שלום  עולם"])
      expect(
        visibleRuns(text)
          .map((run) => run.text)
          .join(""),
      ).toBe(text);
  });
});
