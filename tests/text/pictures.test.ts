import { describe, expect, it } from "vitest";
import { fitted, onLines, type Pen, svgPen } from "@/lib/text/pictures/pen";
import { runsOf } from "@/lib/text/pictures/runs";
import { type ShareCard, shareCard, textsOfCard } from "@/lib/text/pictures/share-card";

/** Ten pixels for each letter. */
const even: Pen = { ...svgPen, width: (text) => [...text].length * 10 };
const style = { size: 10 };

describe("texts with too little room", () => {
  it("are cut where they fit, never within what looks like one letter", () => {
    expect(fitted(even, "abcdef", style, 60)).toBe("abcdef");
    expect(fitted(even, "abcdef", style, 50)).toBe("abcd…");
    expect(fitted(even, "ab cdef", style, 40)).toBe("ab…");
    expect(fitted(even, "ae\u0301f\u0301g", style, 30)).toBe("a…");
    expect(fitted(even, "abc", style, 5)).toBe("…");
  });

  it("go on between words, and are cut on the last line", () => {
    expect(onLines(even, "one two three", style, 80, 2)).toEqual(["one two", "three"]);
    expect(onLines(even, "one two three four five", style, 80, 2)).toEqual(["one two", "three f…"]);
    expect(onLines(even, "incomprehensible", style, 80, 2)).toEqual(["incompr…"]);
    expect(onLines(even, "果樹園の翻訳を手伝う", style, 60, 2).join("")).toBe("果樹園の翻訳を手伝う");
  });
});

describe("the pieces of a line", () => {
  const drawn = (text: string, fontOf = (_: string): string | undefined => "one") =>
    runsOf(text, fontOf).map(({ text: piece, rightToLeft }) => (rightToLeft ? [...piece].reverse().join("") : piece));

  it("stand as they are read: numbers and Latin words keep their direction in a line from the right", () => {
    expect(drawn("abc")).toEqual(["abc"]);
    expect(drawn("אבג").join("")).toBe("גבא");
    expect(drawn("אב 12 ab ג").join("")).toBe("ג ab 12 בא");
    expect(drawn("ab אב 12").join("")).toBe("ab 12 בא");
  });

  it("leave out what no font has", () => {
    expect(drawn("a🍊b", (letter) => (letter === "🍊" ? undefined : "one"))).toEqual(["ab"]);
    expect(drawn("abc", (letter) => (letter === "b" ? "two" : "one"))).toEqual(["a", "b", "c"]);
  });
});

const numbers = { total: 200, translated: 100, fuzzy: 20, approved: 40, readonly: 10 };
const card: ShareCard = {
  site: { name: "Trees & <b>", accent: "#123456" },
  kind: "Project",
  inside: ["Orchard"],
  title: '</text><script>"&',
  lead: "Help",
  work: { numbers, done: "50 %", summary: "100 of 200", legend: { approved: "40 approved", empty: "80 empty" } },
  rightToLeft: false,
};

/** Left ends and widths of the pieces of the bar. */
const bar = (svg: string) =>
  [
    ...(/clip-path="url\(#bar\)">(.*?)<\/g>/s.exec(svg)?.[1] ?? "").matchAll(/x="([\d.]+)" y="500" width="([\d.]+)"/g),
  ].map(([, x, width]) => [Number(x), Number(width)] as const);

describe("the picture of a shared link", () => {
  it("holds names as text", () => {
    const svg = shareCard(card, svgPen);
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&lt;/text&gt;&lt;script&gt;&quot;&amp;");
    expect(svg).toContain("Trees &amp; &lt;b&gt;");
    expect(textsOfCard(card)).toEqual(expect.arrayContaining([card.title, "Orchard", "50 %", "80 empty", "Help"]));
  });

  it("has a bar whose pieces are as long as the states, and words for those that there are", () => {
    const svg = shareCard(card, svgPen);
    const pieces = bar(svg);
    expect(pieces.map(([, width]) => Math.round((width / 1056) * 200))).toEqual([40, 50, 10, 20, 80]);
    expect(pieces[0]?.[0]).toBe(72);
    expect(svg).toContain(">40 approved</text>");
    const done = { ...numbers, translated: 200, fuzzy: 0 };
    const without = shareCard({ ...card, work: { ...card.work!, numbers: done } }, svgPen);
    expect(without).not.toContain("80 empty");
    const empty = { total: 0, translated: 0, fuzzy: 0, approved: 0, readonly: 0 };
    expect(bar(shareCard({ ...card, work: { ...card.work!, numbers: empty } }, svgPen))).toEqual([]);
  });

  it("is mirrored where people read from the right", () => {
    const pieces = bar(shareCard({ ...card, rightToLeft: true }, svgPen));
    expect((pieces[0]?.[0] ?? 0) + (pieces[0]?.[1] ?? 0)).toBe(1200 - 72);
    const title = (rightToLeft: boolean) =>
      /<text ([^>]*)>&lt;\/text/.exec(shareCard({ ...card, rightToLeft }, svgPen))?.[1];
    expect(title(false)).toMatch(/^x="72" /);
    expect(title(true)).toMatch(/^x="1128" .*text-anchor="end"$/);
  });

  it("has no bar where nothing is counted", () => {
    const { work: _, ...bare } = card;
    expect(shareCard(bare, svgPen)).not.toContain("#bar");
  });

  it("cuts long names to two lines within its edges", () => {
    const svg = shareCard(
      { ...card, title: "wide words ".repeat(40), inside: Array(6).fill("category ".repeat(9)) },
      svgPen,
    );
    const lines = [...svg.matchAll(/<text [^>]*>([^<]*wide[^<]*)<\/text>/g)].map(([, text]) => text ?? "");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(svgPen.width(line, { size: 60 })).toBeLessThanOrEqual(1056);
    expect(lines[1]).toMatch(/…$/);
    const above = /y="206">([^<]*)</.exec(svg)?.[1] ?? "";
    expect(above).toMatch(/^category .*…$/);
    expect(svgPen.width(above, { size: 34 })).toBeLessThanOrEqual(1056);
  });
});
