import { memoryEntries, sourceUnits } from "@/lib/generated/tables";
import { assigned, columnsOf, named, pick, recordset } from "@/lib/platform/columns";
import { inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { sketchOf } from "@/lib/text/sketch";

/**
 * Sketches of texts that were stored without one: by an older version, from the ledger, or from what a removal has kept.
 * Whoever writes a text elsewhere writes its sketch with it.
 */

const BATCH = 2000;
const MOST_BATCHES = 100;

const [s, m] = [sourceUnits.as("s"), memoryEntries.as("m")];

const waits = (sketch: Sql): Sql => sql`coalesce(cardinality(${sketch}), 0) = 0`;

/** Makes sketches that are missing, 200,000 at most. Gives how many were made. */
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
  const waiting = await tx.rows(sql`
    select ${pick(s, "id")}, ${named({ text: asText(sql`coalesce(${s.sources}[1], '')`) })}
    from ${s} where ${waits(s.sketch)} order by ${s.id} limit ${BATCH} for no key update skip locked`);
  const n = recordset("n", columnsOf(s, "id", "sketch"), waiting.map(sketched));
  await tx.run(sql`update ${s} set ${assigned(s, { sketch: n.sketch })} from ${n} where ${s.id} = ${n.id}`);
  return waiting.length;
}

async function ofEntries(tx: Tx): Promise<number> {
  const waiting = await tx.rows(sql`
    select ${pick(m, "id")}, ${named({ text: m.source })}
    from ${m} where ${waits(m.sketch)} order by ${m.id} limit ${BATCH} for no key update skip locked`);
  const n = recordset("n", columnsOf(m, "id", "sketch"), waiting.map(sketched));
  await tx.run(sql`update ${m} set ${assigned(m, { sketch: n.sketch })} from ${n} where ${m.id} = ${n.id}`);
  return waiting.length;
}

const sketched = ({ id, text }: { id: number; text: string }) => ({ id, sketch: sketchOf(text) });
