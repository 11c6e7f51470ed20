import { memoryEntries, sourceSketches } from "@/lib/generated/tables";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { NO_NUMBERS } from "../sketches";
import type { MemoryQuestion } from "./question";

/** Below it sketches of similar texts often have nothing in common. */
const BY_SKETCH = 70;

const [k, m] = [sourceSketches.as("k"), memoryEntries.as("m")];

/**
 * How similar texts are found. By sketches a look-up among a million texts takes some milliseconds; by trigrams, which read
 * the long lists of common syllables, half a second.
 */
export type Finding = "sketch" | "trigram";

/**
 * Sketches where all texts have theirs: no similar one is missed because it has come just now.
 * @param lenders components whose strings are looked at, as a statement that gives their ids
 */
export async function findingOf(tx: Tx, question: MemoryQuestion, lenders: Sql): Promise<Finding> {
  if (question.threshold < BY_SKETCH) return "trigram";
  const waiting = await tx.one(sql`
    select ${present} where exists (select from ${k} where ${k.numbers} = ${NO_NUMBERS} and ${k.componentId} in (${lenders}))
      or exists (select from ${m} where ${m.sketch} = ${NO_NUMBERS} and ${m.targetLanguageId} = ${question.targetLanguageId})`);
  return waiting ? "trigram" : "sketch";
}

/** Candidates of a text whose own texts are read; those whose marks agree most. */
export const READ = 100;

/** In how many of 96 bits the marks of two texts differ. */
export const apart = (marks: Sql, asked: Sql): Sql => sql`(bit_count((${marks}[1] # ${asked}[1])::bit(32))
  + bit_count((${marks}[2] # ${asked}[2])::bit(32)) + bit_count((${marks}[3] # ${asked}[3])::bit(32)))`;

/** Whether a text is long enough, and not too long, to be as much like another one as the question wants. */
export function nearLength({ threshold }: Pick<MemoryQuestion, "threshold">, source: Sql, text: Sql): Sql {
  // Of long texts words are counted, not letters: they may differ by more.
  const part = Math.min(0.9, Math.max(0.4, threshold / 100 - 0.2));
  return sql`length(${source}) between length(${text}) * ${part}::float8 and length(${text}) / ${part}::float8`;
}
