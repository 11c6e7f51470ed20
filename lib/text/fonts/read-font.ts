import * as fontkit from "fontkit";
import { type FontMetrics, spansOf } from "@/lib/text/fonts/metrics";

/** Reading a TrueType or OpenType font that somebody uploads: only what measuring takes. Done by readers. */

/** Why a file is not taken. */
export type FontProblem = "collection" | "web" | "none" | "broken" | "empty";

/** What a font says of itself. */
export interface FontFile {
  family: string;
  style: string;
  extension: "ttf" | "otf";
  characters: number;
  metrics: FontMetrics;
}

/** Tables that a file may have; real ones have some twenty. */
const MOST_TABLES = 100;
/** Characters of Unicode that a font may have: as many as it can have glyphs. */
const MOST_CHARACTERS = 65_536;
const NEEDED = ["cmap", "head", "hhea", "hmtx", "maxp"];

interface Metric {
  advance: number;
}

interface Values {
  toArray(): number[];
}

/** The table of characters, by its version. */
type CharacterMap =
  | { version: 0 }
  | { version: 4; startCode: Values; endCode: Values }
  | { version: 6 | 10; firstCode: number; glyphIndices: { length: number } }
  | { version: 12 | 13; groups: { toArray(): { startCharCode: number; endCharCode: number }[] } };

/** Parts of a font that its types do not name. */
interface Inside {
  hmtx: { metrics: { get(index: number): Metric } };
  hhea: { numberOfMetrics: number };
  maxp: { numGlyphs: number };
  _cmapProcessor: { lookup(code: number): number; cmap: CharacterMap };
  name: { records: Record<string, Record<string, string>> };
}

/** What a file's first bytes say it is. */
export function fontKind(bytes: Uint8Array): "ttf" | "otf" | FontProblem {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (start === "\0\u0001\0\0" || start === "true") return "ttf";
  if (start === "OTTO") return "otf";
  if (start === "ttcf") return "collection";
  return start === "wOFF" || start === "wOF2" ? "web" : "none";
}

/** Whether the list of tables is sound: all lie in the file, none stands twice, and those that are needed are there. */
function hasTables(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12) return false;
  const count = view.getUint16(4);
  if (count > MOST_TABLES || bytes.length < 12 + count * 16) return false;
  const seen = new Set<string>();
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const tag = Buffer.from(bytes.subarray(at, at + 4)).toString("latin1");
    if (seen.has(tag) || view.getUint32(at + 8) + view.getUint32(at + 12) > bytes.length) return false;
    seen.add(tag);
  }
  return NEEDED.every((tag) => seen.has(tag));
}

/** A name as it is shown: nothing that cannot be seen, and not too long. */
const plainName = (name: unknown): string =>
  (typeof name === "string" ? name : "")
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, 100);

/** Reads a font. What is broken is told, never thrown. */
export function readFont(bytes: Uint8Array): FontFile | FontProblem {
  const kind = fontKind(bytes);
  if (kind !== "ttf" && kind !== "otf") return kind;
  if (!hasTables(bytes)) return "broken";
  try {
    return read(bytes, kind);
  } catch {
    return "broken";
  }
}

function read(bytes: Uint8Array, extension: "ttf" | "otf"): FontFile | FontProblem {
  const font = fontkit.create(Buffer.from(bytes)) as fontkit.Font & Inside;
  const { unitsPerEm } = font;
  const [metrics, measured, glyphs] = [font.hmtx.metrics, font.hhea.numberOfMetrics, font.maxp.numGlyphs];
  if (!Number.isInteger(unitsPerEm) || unitsPerEm < 16 || unitsPerEm > 16_384 || measured < 1) return "broken";
  const ranges = rangesOf(font._cmapProcessor.cmap);
  if (ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0) > MOST_CHARACTERS) return "broken";
  const widths = new Map<number, number>();
  for (const code of codesOf(ranges)) {
    if (code < 32 || code > 0x10_ff_ff) continue;
    const glyph = font._cmapProcessor.lookup(code);
    if (glyph <= 0 || glyph >= glyphs) continue;
    // Glyphs behind the last one that is measured are as wide as that one.
    const advance = metrics.get(Math.min(glyph, measured - 1))?.advance;
    if (!Number.isInteger(advance)) return "broken";
    widths.set(code, advance);
  }
  if (widths.size === 0) return "empty";
  const family = plainName(nameOf(font, "preferredFamily") ?? font.familyName);
  if (family === "") return "broken";
  const given = font["OS/2"]?.usWeightClass;
  return {
    family,
    style: plainName(nameOf(font, "preferredSubfamily") ?? font.subfamilyName) || "Regular",
    extension,
    characters: widths.size,
    metrics: {
      unitsPerEm,
      weight: typeof given === "number" && given >= 1 && given <= 1000 ? given : 400,
      spans: spansOf(widths),
    },
  };
}

type Range = readonly [first: number, last: number];

/** Characters that the font says it has; the library would list them all before they can be counted. */
function rangesOf(map: CharacterMap): Range[] {
  switch (map.version) {
    case 0:
      return [[0, 255]];
    case 4: {
      const firsts = map.startCode.toArray();
      return map.endCode.toArray().map((last, at) => [firsts[at] ?? 0, last]);
    }
    case 6:
    case 10:
      return [[map.firstCode, map.firstCode + map.glyphIndices.length - 1]];
    case 12:
    case 13:
      return map.groups.toArray().map(({ startCharCode, endCharCode }) => [startCharCode, endCharCode]);
    default:
      return [];
  }
}

function* codesOf(ranges: readonly Range[]): Generator<number> {
  for (const [first, last] of ranges) for (let code = first; code <= last; code++) yield code;
}

/** A name that the file gives in English, or in the first language that it has. */
function nameOf(font: Inside, key: string): string | undefined {
  const names = font.name?.records?.[key];
  return names && (names.en ?? Object.values(names)[0]);
}
