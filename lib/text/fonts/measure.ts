/** How wide texts are in a font, from a table of its advances. Pure. */

/** Advances of a font, in its own units. */
export interface FontTable {
  unitsPerEm: number;
  /** Weights that are known, ascending. */
  weights: number[];
  /** First code point of each run, and the advances of its characters at all weights. */
  runs: [start: number, widths: number[][]][];
}

/** How a text is set. */
export interface TextStyle {
  /** In pixels. */
  size: number;
  weight: number;
  /** Pixels behind each character. */
  spacing: number;
}

const NOTHING = /[\p{M}\p{Cf}\p{Cc}]/u;
const FULL =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** Of an em: what letters of other scripts take on average. */
const AVERAGE = 0.6;

/** A font that measures. */
export class Font {
  private readonly widths = new Map<number, readonly number[]>();

  constructor(private readonly table: FontTable) {
    for (const [start, widths] of table.runs)
      for (const [index, width] of widths.entries()) this.widths.set(start + index, width);
  }

  /** Width of a text on one line, in pixels. Pairs are not moved together, and ligatures are not made. */
  width(text: string, { size, weight, spacing }: TextStyle): number {
    let ems = 0;
    let characters = 0;
    for (const character of text) {
      const width = this.advance(character, weight);
      if (width > 0 || !NOTHING.test(character)) characters++;
      ems += width;
    }
    return (ems / this.table.unitsPerEm) * size + characters * spacing;
  }

  /** Whether a text has characters that the font lacks, so that their width is a guess. */
  guesses(text: string): boolean {
    for (const character of text)
      if (!this.widths.has(character.codePointAt(0) ?? 0) && !NOTHING.test(character)) return true;
    return false;
  }

  private advance(character: string, weight: number): number {
    const known = this.widths.get(character.codePointAt(0) ?? 0);
    const { unitsPerEm, weights } = this.table;
    if (!known) return NOTHING.test(character) ? 0 : (FULL.test(character) ? 1 : AVERAGE) * unitsPerEm;
    const above = weights.findIndex((one) => one >= weight);
    const [low, high] = above < 0 ? [weights.length - 1, weights.length - 1] : [Math.max(0, above - 1), above];
    const [from = 0, to = from] = [known[low], known[high]];
    const [lightest = 0, heaviest = lightest] = [weights[low], weights[high]];
    const part = heaviest === lightest ? 0 : Math.min(1, Math.max(0, (weight - lightest) / (heaviest - lightest)));
    return from + (to - from) * part;
  }
}
