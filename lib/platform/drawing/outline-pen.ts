import type { Pen, TextStyle } from "@/lib/text/pictures/pen";
import { runsOf } from "@/lib/text/pictures/runs";
import { type OpenFace, openFace, type SetText } from "./faces";
import { filesFor } from "./font-files";

/** Writing with the fonts of our packages, as outlines: what draws them needs no fonts. */

/** A picture writes no text that is longer. */
export const LONGEST_TEXT = 200;

/** What every pen can write: it takes one file. */
const ALWAYS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}…`;

/** What stands on its letter or joins others, and so takes the font that these have. */
const clings = (character: string): boolean => /[\p{M}\p{Cf}]/u.test(character);

export interface OutlinePen extends Pen {
  /** What of a text can be drawn, on one line; "" when that is nothing. */
  drawable(text: string): string;
  /** A name without emoji and the like; something plain in its place when there is no font for its letters. */
  nameOr(name: string, plain: string): string;
}

/** What of a text is in one font and direction. */
interface Piece {
  face: OpenFace;
  set: SetText;
}

const plain = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT * 4)
    .normalize("NFC")
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();

/** The open font that has a character; the preferred one where several do. */
async function faceOf(codePoint: number): Promise<OpenFace | undefined> {
  for (const path of await filesFor(codePoint)) {
    const face = await openFace(path);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}

/**
 * A pen that knows how to write the characters of some texts; all that is written with it must be of these.
 * @param texts whatever the picture may say beside the letters of ASCII and the ellipsis
 */
export async function outlinePen(texts: readonly string[]): Promise<OutlinePen> {
  const asked = new Set([...texts.flatMap((text) => [...plain(text)].slice(0, LONGEST_TEXT)), ...ALWAYS]);
  const [clinging, others] = [[...asked].filter(clings), [...asked].filter((character) => !clings(character))];
  const faces = new Map<string, OpenFace | undefined>();
  for (const character of others) faces.set(character, await faceOf(character.codePointAt(0) ?? 0));
  const used = new Set(faces.values());
  for (const character of clinging) {
    const codePoint = character.codePointAt(0) ?? 0;
    const known = [...used].find((face) => face?.has(codePoint));
    faces.set(character, known ?? (await faceOf(codePoint)));
  }

  const fontOf = (character: string, before: OpenFace | undefined): OpenFace | undefined =>
    before && clings(character) && before.has(character.codePointAt(0) ?? 0) ? before : faces.get(character);
  const known = new Map<string, Piece[]>();
  const piecesOf = (text: string, weight: number): Piece[] => {
    const name = `${weight} ${text}`;
    const pieces =
      known.get(name) ??
      runsOf([...text].slice(0, LONGEST_TEXT).join(""), fontOf).map((run) => ({
        face: run.font,
        set: run.font.set(run.text, weight, run.rightToLeft),
      }));
    known.set(name, pieces);
    return pieces;
  };
  const width = (text: string, { size, weight = 400 }: TextStyle): number =>
    piecesOf(text, weight).reduce((all, { face, set }) => all + (set.advance / face.unitsPerEm) * size, 0);

  const drawable = (text: string): string =>
    [...plain(text)]
      .filter((character) => faces.get(character) !== undefined)
      .join("")
      .replace(/ +/g, " ")
      .trim();

  return {
    width,
    write(text, { x, y, anchor = "start", size, weight = 400 }) {
      const whole = width(text, { size, weight });
      let at = x - (anchor === "start" ? 0 : anchor === "middle" ? whole / 2 : whole);
      const written = piecesOf(text, weight).map(({ face, set }) => {
        const factor = size / face.unitsPerEm;
        const paths = set.glyphs.map((one) => {
          const path = face.outline(one.glyph, weight);
          return path && `<path transform="translate(${one.x} ${one.y})" d="${path}"/>`;
        });
        const group = `<g transform="translate(${at.toFixed(2)} ${y}) scale(${factor} ${-factor})">${paths.join("")}</g>`;
        at += set.advance * factor;
        return group;
      });
      return written.join("");
    },
    drawable,
    nameOr: (name, instead) => {
      const lacks = [...plain(name)].some((letter) => /[\p{L}\p{N}]/u.test(letter) && !faces.get(letter));
      return (lacks ? "" : drawable(name)) || drawable(instead);
    },
  };
}
