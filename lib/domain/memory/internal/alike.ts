import { type Sql, sql } from "@/lib/platform/database";
import type { MemoryQuestion } from "./question";

/** Below it sketches of similar texts often have nothing in common. */
const BY_SKETCH = 70;

/**
 * Whether a text may be as much like another one as the question wants. By sketches a look-up among a million texts takes a
 * few milliseconds; by trigrams, which read the long lists of common syllables, half a second.
 */
export function alike(
  { threshold }: Pick<MemoryQuestion, "threshold">,
  stored: { sketch: Sql },
  asked: { sketch: Sql },
  { source, text }: { source: Sql; text: Sql },
): Sql {
  return threshold < BY_SKETCH ? sql`${source} % ${text}` : sql`${stored.sketch} && ${asked.sketch}`;
}

/** Whether a text is long enough, and not too long, to be as much like another one as the question wants. */
export function nearLength({ threshold }: Pick<MemoryQuestion, "threshold">, source: Sql, text: Sql): Sql {
  // Of long texts words are counted, not letters: they may differ by more.
  const part = Math.min(0.9, Math.max(0.4, threshold / 100 - 0.2));
  return sql`length(${source}) between length(${text}) * ${part}::float8 and length(${text}) / ${part}::float8`;
}
