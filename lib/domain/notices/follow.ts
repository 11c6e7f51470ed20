import { changes, notices, settings } from "@/lib/generated/tables";
import { assigned, cte, defined, named, names, pick, row as rowOf } from "@/lib/platform/columns";
import { inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asJson, asText, orNull, rowCount } from "@/lib/platform/expressions";
import { mentionsIn, NAMED_LINES, NOTICE_ROWS, receivers } from "./internal/receivers";

/**
 * Notices follow the ledger with a cursor. The cursor moves in the transaction that writes the notices: whoever dies leaves
 * no gap, and nothing is told twice. They lag by a minute.
 */

const CURSOR = "notice-cursor";
const BATCH = 2000;
const MOST_BATCHES = 100;

interface Cursor {
  /** Transaction and line, as text: a transaction's number exceeds what a number holds. */
  tx: string;
  id: string;
}

/** Writes notices of what has happened since the last time. Gives the number of lines read. */
export async function followForNotices(): Promise<number> {
  for (let batch = 0, read = 0; ; batch++) {
    const lines = await inTransaction(takeIn);
    read += lines;
    if (lines < BATCH || batch + 1 >= MOST_BATCHES) return read;
  }
}

const [ch, n] = [changes.as("ch"), notices.as("n")];

const placeOf = ({ tx, id }: Cursor): Sql => sql`(${tx}::text::xid8, ${id}::text::bigint)`;
const PLACE = sql`(${ch.tx}, ${ch.id})`;

async function takeIn(tx: Tx): Promise<number> {
  // Where nobody has followed before, as after the restore of an old backup, history is not told.
  const start = sql`jsonb_build_object('tx', ledger_horizon()::text, 'id', '0')`;
  await tx.run(sql`
    insert into ${settings} ${rowOf(settings, { name: CURSOR, value: start })} on conflict (${names(settings, "name")}) do nothing`);
  // Whoever else follows waits here, then goes on from where this one ends.
  const row = await tx.one(sql`
    select ${named({ value: asJson<Cursor>(settings.value) })} from ${settings} where ${settings.name} = ${CURSOR} for update`);
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
  await writeNotices(tx, sql`${PLACE} > ${placeOf(row.value)} and ${PLACE} <= ${placeOf(value)}`);
  await tx.run(sql`update ${settings} set ${assigned(settings, { value })} where ${settings.name} = ${CURSOR}`);
  return end.lines;
}

/** Writes the notices of some lines: two statements, however many people are told. */
async function writeNotices(tx: Tx, lines: Sql): Promise<void> {
  const mentions = await mentionsIn(tx, lines);
  const given = notices.as("excluded");
  await tx.run(sql`
    with ${receivers(lines, mentions)}
    insert into ${n} (${names(n, "userId", "notification", "frequency", "projectId", "componentId", "translationId", "day", "count", "changes", "lastAt", "unmailed")})
    select r.*, r.n from ${NOTICE_ROWS} r
    on conflict (${names(n, "userId", "notification", "frequency", "day", "projectId", "componentId", "translationId")}) where ${n.doneAt.bare} is null
    do update set ${assigned(n, {
      count: sql`${n.count} + ${given.count}`,
      unmailed: sql`${n.unmailed} + ${given.unmailed}`,
      changes: sql`(${given.changes} || ${n.changes})[1:${NAMED_LINES}::int]`,
      lastAt: sql`greatest(${n.lastAt}, ${given.lastAt})`,
    })}`);
}
