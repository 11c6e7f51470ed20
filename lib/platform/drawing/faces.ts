import { readFile } from "node:fs/promises";
import { Blob, Direction, Face, Font, shape, Buffer as TextBuffer, Variation } from "harfbuzzjs";
import decompress from "woff2-encoder/decompress";

/** Fonts that are open: a text in one of them becomes outlines (HarfBuzz, so that letters join as their scripts ask). */

/** A text on its line, from 0 along; in units of the font, upwards. */
export interface SetText {
  glyphs: { x: number; y: number; glyph: number }[];
  advance: number;
}

/** A font at a weight, with the outlines that were asked for: pictures have the same letters again and again. */
interface Weighted {
  font: Font;
  outlines: Map<number, string>;
}

export class OpenFace {
  private readonly face: Face;
  private readonly characters: ReadonlySet<number>;
  private readonly weights = new Map<number, Weighted>();

  constructor(ttf: Uint8Array) {
    this.face = new Face(new Blob(ttf));
    this.characters = new Set(this.face.collectUnicodes());
  }

  get unitsPerEm(): number {
    return this.face.upem;
  }

  has(codePoint: number): boolean {
    return this.characters.has(codePoint);
  }

  /** A text whose letters have their shapes and places. */
  set(text: string, weight: number, rightToLeft: boolean): SetText {
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
    shape(this.at(weight).font, buffer);
    const positions = buffer.getGlyphPositions();
    const glyphs: SetText["glyphs"] = [];
    let advance = 0;
    for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
      const position = positions[index];
      // Glyph 0 is the box for what is missing.
      if (!position || glyph === 0) continue;
      glyphs.push({ x: advance + position.xOffset, y: position.yOffset, glyph });
      advance += position.xAdvance;
    }
    return { glyphs, advance };
  }

  /** The path of a glyph; "" for a blank. */
  outline(glyph: number, weight: number): string {
    const { font, outlines } = this.at(weight);
    const path = outlines.get(glyph) ?? font.glyphToPath(glyph);
    outlines.set(glyph, path);
    return path;
  }

  private at(weight: number): Weighted {
    const known = this.weights.get(weight);
    if (known) return known;
    const font = new Font(this.face);
    font.setVariations([new Variation("wght", weight)]);
    const made = { font, outlines: new Map<number, string>() };
    this.weights.set(weight, made);
    return made;
  }
}

/** Files that stay open: what some pictures need. Open ones take about 300 kB each. */
const MOST_OPEN = 64;
const open = new Map<string, Promise<OpenFace>>();

/** Opens the font of a file, which takes some milliseconds, or gives the one that is open. */
export function openFace(path: string): Promise<OpenFace> {
  const face = open.get(path) ?? readFile(path).then(async (bytes) => new OpenFace(await decompress(bytes)));
  open.delete(path);
  open.set(path, face);
  face.catch(() => open.delete(path));
  const [oldest] = open.keys();
  if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
  return face;
}
