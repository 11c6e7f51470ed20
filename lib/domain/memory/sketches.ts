import { memoryEntries, sourceSketches, sourceUnits } from "@/lib/generated/tables";
import { assigned, columnsOf, named, pick, recordset } from "@/lib/platform/columns";
import { inTransaction, rawSql, sql, type Tx } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { sketchOf } from "@/lib/text/sketch";

/**
 * Sketches of texts, made behind what stores them: an import takes no longer for it. While some of those that a look-up is
 * about are missing, it finds similar texts in another way (`internal/alike.ts`).
 */

const BATCH = 2000;
const MOST_BATCHES = 50;

const [k, s, m] = [sourceSketches.as("k"), sourceUnits.as("s"), memoryEntries.as("m")];

/** A text that waits for its sketch. */
export const NO_NUMBERS = rawSql("'{}'");

/** Makes sketches that are missing, 100,000 of strings and as many of entries at most. Gives how many were made. */
export async function makeSketches(): Promise<number> {
  return (await walk(ofSources)) + (await walk(ofEntries));
}

async function walk(some: (tx: Tx) => Promise<number>): Promise<number> {
  for (let batch = 0, made = 0; ; batch++) {
    const now = await inTransaction(some);
    made += now;
    if (now < BATCH || batch + 1 >= MOST_BATCHES) return made;
  }
}

async function ofSources(tx: Tx): Promise<number> {
  const held = await tx.rows(sql`
    select ${pick(k, "sourceId")} from ${k} where ${k.numbers} = ${NO_NUMBERS} order by ${k.componentId}, ${k.sourceId}
    limit ${BATCH} for update skip locked`);
  const ids = held.map((row) => row.sourceId);
  if (ids.length === 0) return 0;
  // Read once the rows are held: whoever changes a text now waits to take its numbers away again.
  const texts = await tx.rows(sql`
    select ${pick(s, "id")}, ${named({ text: asText(sql`coalesce(${s.sources}[1], '')`) })}
    from ${s} where ${s.id} = any(${ids}::bigint[])`);
  const n = recordset(
    "n",
    columnsOf(k, "sourceId", "numbers", "marks"),
    texts.map(({ id, text }) => ({ sourceId: id, ...sketchOf(text) })),
  );
  await tx.run(sql`
    update ${k} set ${assigned(k, columnsOf(n, "numbers", "marks"))} from ${n} where ${k.sourceId} = ${n.sourceId}`);
  return held.length;
}

async function ofEntries(tx: Tx): Promise<number> {
  const waiting = await tx.rows(sql`
    select ${pick(m, "id")}, ${named({ text: m.source })}
    from ${m} where ${m.sketch} = ${NO_NUMBERS} order by ${m.targetLanguageId}, ${m.id} limit ${BATCH} for update skip locked`);
  const n = recordset(
    "n",
    columnsOf(m, "id", "sketch", "sketchMarks"),
    waiting.map(({ id, text }) => {
      const { numbers, marks } = sketchOf(text);
      return { id, sketch: numbers, sketchMarks: marks };
    }),
  );
  if (waiting.length > 0)
    await tx.run(
      sql`update ${m} set ${assigned(m, columnsOf(n, "sketch", "sketchMarks"))} from ${n} where ${m.id} = ${n.id}`,
    );
  return waiting.length;
}
