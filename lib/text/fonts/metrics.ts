import type { FontTable } from "@/lib/text/fonts/measure";

/** What is kept of a font that somebody uploads: how far each character takes the next one along. */
export interface FontMetrics {
  unitsPerEm: number;
  /** From 1 to 1000; 400 is normal. */
  weight: number;
  /** Neighbouring characters that are equally wide: the first code point, how many they are, and their width. */
  spans: [start: number, count: number, width: number][];
}

/**
 * Fonts by the names of groups, as one language has them: first the one that the group names, behind it others of its family,
 * for other weights.
 */
export type FontGroups = Readonly<Record<string, readonly FontMetrics[]>>;

/** Characters of a font as spans. */
export function spansOf(widths: ReadonlyMap<number, number>): FontMetrics["spans"] {
  const spans: FontMetrics["spans"] = [];
  for (const code of [...widths.keys()].sort((a, b) => a - b)) {
    const width = widths.get(code) ?? 0;
    const last = spans.at(-1);
    if (last && last[2] === width && last[0] + last[1] === code) last[1]++;
    else spans.push([code, 1, width]);
  }
  return spans;
}

/** The metrics as a table that measures. */
export const tableOf = ({ unitsPerEm, weight, spans }: FontMetrics): FontTable => ({
  unitsPerEm,
  weights: [weight],
  runs: spans.map(([start, count, width]) => [start, Array.from({ length: count }, () => [width])]),
});

/** Of some fonts the one whose weight is nearest to the asked one; the first of two that are equally near. */
export const nearestWeight = (fonts: readonly FontMetrics[], weight: number): FontMetrics | undefined =>
  fonts.reduce<FontMetrics | undefined>(
    (best, one) => (best && Math.abs(best.weight - weight) <= Math.abs(one.weight - weight) ? best : one),
    undefined,
  );
