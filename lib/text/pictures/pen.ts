import { escapeHtml } from "@/lib/text/escape-html";
/** How pictures write texts. As SVG the reader's fonts are used and widths are guesses; as outlines both are known. Pure. */

export interface TextStyle {
  /** In pixels. */
  size: number;
  /** From 100 to 900; 400 without one. */
  weight?: number;
}

export interface TextAt extends TextStyle {
  x: number;
  /** Where the letters stand. */
  y: number;
  /** What of the text is at `x`: its left end without one. */
  anchor?: "start" | "middle" | "end";
}

export interface Pen {
  /** About how many pixels a text takes. */
  width(text: string, style: TextStyle): number;
  /** The markup of a text, whatever it holds. */
  write(text: string, at: TextAt): string;
}

/** Text that means nothing to XML; characters that XML cannot hold are left out. */
export const escapeMarkup = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""));

/** Characters that are as wide as they are high, roughly: what is written in East Asian scripts, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Texts as text; the group around them says their size and colour. */
export const svgPen: Pen = {
  width: (text, { size }) => [...text].reduce((width, letter) => width + size * (WIDE.test(letter) ? 1.05 : 0.62), 0),
  write: (text, { x, y, anchor = "start" }) =>
    `<text x="${x}" y="${y}"${anchor === "start" ? "" : ` text-anchor="${anchor}"`}>${escapeMarkup(text)}</text>`,
};

/** A text that fits, with an ellipsis where it was cut. */
export function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The same by pixels; what looks like one letter is not cut in two. */
export function fitted(pen: Pen, text: string, style: TextStyle, most: number): string {
  if (pen.width(text, style) <= most) return text;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const cut = (count: number) => `${letters.slice(0, count).join("").trimEnd()}…`;
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (pen.width(cut(middle), style) <= most) fits = middle;
    else tooMany = middle;
  }
  return cut(fits);
}

/** A text on as few lines as it takes, broken between words; what has no room on the last one is cut. */
export function onLines(pen: Pen, text: string, style: TextStyle, most: number, lines: number): string[] {
  if (lines <= 1 || pen.width(text, style) <= most) return [fitted(pen, text, style, most)];
  const pieces = [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].map(({ segment }) => segment);
  let taken = 0;
  while (
    taken < pieces.length &&
    pen.width(
      pieces
        .slice(0, taken + 1)
        .join("")
        .trimEnd(),
      style,
    ) <= most
  )
    taken++;
  // A word that is wider than the line is cut there.
  if (taken === 0) return [fitted(pen, text, style, most)];
  const rest = pieces.slice(taken).join("").trim();
  const first = pieces.slice(0, taken).join("").trim();
  return rest === "" ? [first] : [first, ...onLines(pen, rest, style, most, lines - 1)];
}
