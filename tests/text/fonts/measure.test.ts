import { describe, expect, it } from "vitest";
import { FONT_FAMILIES } from "@/lib/text/fonts/families";
import { fontTable } from "@/lib/text/fonts/generate";
import inter from "@/lib/text/fonts/inter.json";
import mono from "@/lib/text/fonts/jetbrains-mono.json";
import { Font, type FontTable } from "@/lib/text/fonts/measure";

const TABLES = { inter: inter as FontTable, "jetbrains-mono": mono as FontTable };
/** What Chromium says of Inter at 16 pixels on a canvas with `fontKerning = "none"`. */
const BROWSER: readonly [text: string, weight: number, width: number][] = [
  ["The quick brown fox", 400, 155.9],
  ["The quick brown fox", 600, 158.6],
  ["The quick brown fox", 700, 160.2],
  ["Příliš žluťoučký kůň", 400, 147.3],
  ["Příliš žluťoučký kůň", 700, 154.4],
  ["Съешь ещё этих булок", 400, 179.7],
  ["Съешь ещё этих булок", 600, 183.3],
];

const STYLE = { size: 16, weight: 400, spacing: 0 };

describe("the tables of fonts", () => {
  it.each(FONT_FAMILIES)("of %s are those of the package", (family) => {
    expect(TABLES[family]).toEqual(fontTable(family));
  });
});

describe("the width of a text", () => {
  const font = new Font(TABLES.inter);

  it("is what a browser measures without kerning", () => {
    for (const [text, weight, width] of BROWSER)
      expect(font.width(text, { ...STYLE, weight }), `${text} ${weight}`).toBeCloseTo(width, 0);
  });

  it("grows with size, weight and spacing", () => {
    const plain = font.width("Text", STYLE);
    expect(font.width("Text", { ...STYLE, size: 32 })).toBeCloseTo(plain * 2);
    expect(font.width("Text", { ...STYLE, spacing: 3 })).toBeCloseTo(plain + 12);
    const weights = [100, 250, 400, 550, 700, 900, 950].map((weight) => font.width("Text", { ...STYLE, weight }));
    expect(weights).toEqual([...weights].sort((a, b) => a - b));
    expect(new Set(weights).size).toBe(6);
  });

  it("is an em for characters of East Asia, nothing for marks, and a guess for other scripts", () => {
    expect(font.width("設定", STYLE)).toBe(32);
    expect(font.width("\u200b\u05b8", { ...STYLE, spacing: 5 })).toBe(0);
    expect(font.width("นี่", STYLE)).toBeCloseTo(16 * 0.6);
    expect(font.guesses("Größe, размер, μέγεθος")).toBe(false);
    expect(font.guesses("ขนาด")).toBe(true);
  });

  it("is the same for all characters of a font for code", () => {
    const code = new Font(TABLES["jetbrains-mono"]);
    expect(code.width("iiii", STYLE)).toBe(code.width("WWWW", { ...STYLE, weight: 800 }));
  });
});
