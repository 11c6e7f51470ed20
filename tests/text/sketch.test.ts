import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { similarity } from "@/lib/text/similarity";
import { sketchOf } from "@/lib/text/sketch";

/** The texts of our own pages: some thousand real ones, short and long. */
const TEXTS = [...new Set(readFileSync("app/messages/en.json", "utf8").match(/(?<=": ")[^"\\]{4,}/g) ?? [])];

const share = (a: string, b: string): boolean => {
  const numbers = new Set(sketchOf(a).numbers);
  return sketchOf(b).numbers.some((number) => numbers.has(number));
};

/** The text with one word less, another one, or another letter. */
const EDITS: ((text: string, at: number) => string)[] = [
  (text, at) => {
    const words = text.split(" ");
    return words.filter((_, place) => place !== at % words.length).join(" ");
  },
  (text, at) => {
    const words = text.split(" ");
    return words.map((word, place) => (place === at % words.length ? "instead" : word)).join(" ");
  },
  (text, at) => `${text.slice(0, at % text.length)}x${text.slice((at % text.length) + 1)}`,
  (text) => `${text} again`,
];

describe("the sketch of a text", () => {
  it("has the numbers that are stored with texts, whatever the version", () => {
    expect(sketchOf("Open the file")).toMatchSnapshot();
    expect(sketchOf("ファイルを開く")).toMatchSnapshot();
  });

  it("has up to 24 numbers of 20 bits, does not tell the case of letters, and is never empty", () => {
    for (const text of ["", " ", "a", ...TEXTS]) {
      const { numbers, marks } = sketchOf(text);
      expect(numbers.length).toBeGreaterThan(0);
      expect(numbers.length).toBeLessThanOrEqual(24);
      expect(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < 2 ** 20)).toBe(true);
      expect(marks.map((mark) => mark | 0)).toEqual(marks);
      expect(marks).toHaveLength(3);
    }
    expect(sketchOf("Open The FILE")).toEqual(sketchOf("open the file"));
  });

  it("shares a number with nearly every text that is three quarters alike", () => {
    const pairs = TEXTS.flatMap((text, at) =>
      EDITS.map((edit) => [text, edit(text, at)] as const).filter(([a, b]) => similarity(a, b) >= 75 && a !== b),
    );
    expect(pairs.length).toBeGreaterThan(3000);
    const missed = pairs.filter(([a, b]) => !share(a, b));
    expect(missed.length / pairs.length).toBeLessThan(0.04);
    // One letter changes most groups of a short text.
    const long = pairs.filter(([a]) => a.length > 12);
    expect(missed.filter(([a]) => a.length > 12).length / long.length).toBeLessThan(0.01);
  });

  it("has marks that differ less, the more two texts are alike", () => {
    const bits = (number: number) => (number >>> 0).toString(2).replaceAll("0", "").length;
    const apart = (a: string, b: string) => {
      const other = sketchOf(b).marks;
      return sketchOf(a).marks.reduce((sum, mark, place) => sum + bits(mark ^ (other[place] as number)), 0);
    };
    const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    const long = TEXTS.filter((text) => text.length > 30);
    const edited = long.map((text) => apart(text, `${text} again`));
    // Neighbours in the catalogue are often about the same.
    const far = Math.floor(long.length / 2);
    const others = long.slice(far).map((text, at) => apart(long[at] as string, text));
    expect(mean(edited)).toBeLessThan(15);
    expect(mean(others)).toBeGreaterThan(40);
    expect(apart("Open the file", "open the FILE")).toBe(0);
  });

  it("shares none with most others", () => {
    const pairs = TEXTS.slice(500).map((text, at) => [TEXTS[at] as string, text] as const);
    const apart = pairs.filter(([a, b]) => similarity(a, b) < 40);
    expect(apart.filter(([a, b]) => share(a, b)).length / apart.length).toBeLessThan(0.01);
  });
});
