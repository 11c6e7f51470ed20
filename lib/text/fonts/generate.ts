/**
 * Writes `inter.json` and `jetbrains-mono.json` here: `npx tsx lib/text/fonts/generate.ts`. How far each character takes the
 * next one along, from the fonts in `@fontsource-variable` (Inter and JetBrains Mono, both OFL-1.1), read by `fontkit`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import { FONT_FAMILIES } from "@/lib/text/fonts/families";
import type { FontTable } from "@/lib/text/fonts/measure";

/** Weights that are measured; between them widths change evenly. */
const WEIGHTS = [100, 400, 700, 900];
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];

const require = createRequire(import.meta.url);

/** Advances of a family at the weights, of all subsets that it has. */
export function fontTable(family: string): FontTable {
  const widths = new Map<number, number[]>();
  let unitsPerEm = 0;
  for (const subset of SUBSETS) {
    const path = `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`;
    const bytes = readSubset(path);
    if (!bytes) continue;
    const font = fontkit.create(bytes) as fontkit.Font;
    const adjustments = WEIGHTS.map((weight) => adjustmentAt(bytes, weight));
    unitsPerEm = font.unitsPerEm;
    for (const code of font.characterSet) {
      if (widths.has(code) || code < 32) continue;
      const { id, advanceWidth } = font.glyphForCodePoint(code);
      widths.set(
        code,
        adjustments.map((adjust) => Math.round(advanceWidth + adjust(id))),
      );
    }
  }
  return { unitsPerEm, weights: WEIGHTS, runs: runsOf(widths) };
}

interface Variable {
  HVAR?: unknown;
  _variationProcessor?: { getAdvanceAdjustment(glyph: number, table: unknown): number };
}

/**
 * What a weight adds to the advances of glyphs. `getVariation` would read the compressed file as if it were none, so the
 * table of variations is asked itself.
 */
function adjustmentAt(bytes: Buffer, weight: number): (glyph: number) => number {
  const font = fontkit.create(bytes) as fontkit.Font & Variable;
  const axis = font.variationAxes.wght;
  Object.assign(font, { variationCoords: [Math.min(weight, axis?.max ?? weight)] });
  const processor = font._variationProcessor;
  return (glyph) => (font.HVAR && processor ? processor.getAdvanceAdjustment(glyph, font.HVAR) : 0);
}

function readSubset(path: string): Buffer | undefined {
  try {
    return readFileSync(require.resolve(path));
  } catch {
    // Not every family has every subset.
    return undefined;
  }
}

/** Neighbouring characters together: the first code point, then the widths of each at all weights. */
function runsOf(widths: ReadonlyMap<number, number[]>): FontTable["runs"] {
  const runs: [number, number[][]][] = [];
  for (const code of [...widths.keys()].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    const next = widths.get(code) ?? [];
    if (last && last[0] + last[1].length === code) last[1].push(next);
    else runs.push([code, [next]]);
  }
  return runs;
}

if (process.argv[1] === import.meta.filename)
  for (const family of FONT_FAMILIES)
    writeFileSync(new URL(`./${family}.json`, import.meta.url), `${JSON.stringify(fontTable(family))}\n`);
