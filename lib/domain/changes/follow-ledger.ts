import { changes, settings } from "@/lib/generated/tables";
import { assigned, cte, defined, named, names, pick, row as rowOf } from "@/lib/platform/columns";
import { inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asJson, asText, orNull, rowCount } from "@/lib/platform/expressions";

/**
 * Following the ledger with a cursor that is kept among the settings. It moves in the transaction that does the work:
 * whoever dies leaves no gap, and nothing is done twice.
 */

const BATCH = 2000;
const MOST_BATCHES = 100;

interface Cursor {
  /** Transaction and line, as text: a transaction's number exceeds what a number holds. */
  tx: string;
  id: string;
}

/** Lines that are followed: what conditions of the work are about. */
export const ch = changes.as("ch");

const placeOf = ({ tx, id }: Cursor): Sql => sql`(${tx}::text::xid8, ${id}::text::bigint)`;
const PLACE = sql`(${ch.tx}, ${ch.id})`;

/** Where a follower begins that has never followed. */
const BEGINNINGS = {
  /** With the first line. */
  all: sql`jsonb_build_object('tx', '0', 'id', '0')`,
  /** With what happens from now on. */
  now: sql`jsonb_build_object('tx', ledger_horizon()::text, 'id', '0')`,
} as const;

/**
 * Works on what has happened since the last time, batch by batch, each with its transaction.
 * @param work gets a condition over `ch` that holds for the lines of a batch
 * @returns how many lines were read
 */
export async function followLedger(
  name: string,
  beginning: keyof typeof BEGINNINGS,
  work: (tx: Tx, lines: Sql) => Promise<void>,
): Promise<number> {
  for (let batch = 0, read = 0; ; batch++) {
    const lines = await inTransaction((tx) => takeIn(tx, name, BEGINNINGS[beginning], work));
    read += lines;
    if (lines < BATCH || batch + 1 >= MOST_BATCHES) return read;
  }
}

async function takeIn(tx: Tx, name: string, start: Sql, work: (tx: Tx, lines: Sql) => Promise<void>): Promise<number> {
  await tx.run(sql`
    insert into ${settings} ${rowOf(settings, { name, value: start })} on conflict (${names(settings, "name")}) do nothing`);
  // Whoever else follows waits here, then goes on from where this one ends.
  const row = await tx.one(sql`
    select ${named({ value: asJson<Cursor>(settings.value) })} from ${settings} where ${settings.name} = ${name} for update`);
  if (!row) return 0;
  const lines = cte(
    "lines",
    sql`select ${pick(ch, "tx", "id")} from ${ch} where ${PLACE} > ${placeOf(row.value)} and ${ch.tx} < ledger_horizon()
      order by ${ch.tx}, ${ch.id} limit ${BATCH}`,
  );
  const last = (column: Sql) =>
    orNull(asText(sql`(select ${column}::text from ${lines} order by ${lines.tx} desc, ${lines.id} desc limit 1)`));
  const end = await tx.one(sql`
    with ${defined(lines)}
    select ${named({ lines: rowCount, tx: last(lines.tx), id: last(lines.id) })} from ${lines}`);
  if (!end?.tx || !end.id) return 0;
  const value: Cursor = { tx: end.tx, id: end.id };
  await work(tx, sql`${PLACE} > ${placeOf(row.value)} and ${PLACE} <= ${placeOf(value)}`);
  await tx.run(sql`update ${settings} set ${assigned(settings, { value })} where ${settings.name} = ${name}`);
  return end.lines;
}
