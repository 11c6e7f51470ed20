import { changeBoundaries, changes, changeTallies, dailyActivity, sourceUnits, units } from "@/lib/generated/tables";
import { assigned, columnsOf, cte, defined, eachRow, named, names, pick, row, subquery } from "@/lib/platform/columns";
import { inTransaction, joinSql, literal, rawSql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, asText, asWritten, rowCount } from "@/lib/platform/expressions";
import { actionCodes } from "../change-actions";

const [b, y, excluded] = [changeBoundaries.as("b"), changeTallies.as("y"), changeTallies.as("excluded")];
const [u, s] = [units.as("u"), sourceUnits.as("s")];
const [d, more] = [dailyActivity.as("d"), dailyActivity.as("excluded")];

/**
 * Sums over the ledger, so that nothing counts its lines one by one. A line never changes: once every transaction below
 * some number has ended, the lines up to there are summed for good, and only those behind that boundary are still
 * counted when somebody asks. Whoever writes a line knows nothing of this.
 */

/** How finely lines are told apart; each level tells what the one before it does, and more. */
export const LEVELS = {
  /** Project and component; the user where there is neither. */
  place: 3,
  action: 2,
  person: 1,
  /** Translation and language too. */
  everything: 0,
} as const;

export type Level = keyof typeof LEVELS;

const HERE = rawSql("(select system_identifier from pg_control_system())");

const TALLIED = ["projectId", "componentId", "action", "userId", "translationId", "languageId"] as const;

/**
 * The whole ledger as a table `ch`, summed up to the boundary and line by line behind it: columns as in `changes` as far
 * as the level tells them, and `lines`, how many a row stands for. Exact at any moment, as sums and boundary move together.
 */
export function talliedChanges(level: Level) {
  const boundary = cte("boundary", sql`select ${pick(b, "tx")} from ${b} where ${b.cluster} = ${HERE}`);
  // The tail is read by its transactions whatever else is asked for (`offset 0`); with an upper end, which all of them
  // are below, the planner takes it for the short range that it is.
  const tail = subquery(
    "tail",
    sql`
      select ${pick(changes, ...TALLIED)} from ${changes}
      where ${changes.tx} > coalesce((select ${boundary.tx} from ${boundary}), '0'::xid8) and ${changes.tx} <= '18446744073709551615'::xid8
      offset 0`,
  );
  return subquery(
    "ch",
    sql`
      with ${defined(boundary)}
      select ${pick(y, ...TALLIED, "lines")} from ${y} where ${y.level} = ${literal(LEVELS[level])} and exists (select from ${boundary})
      union all select ${joinSql(Object.values(columnsOf(tail, ...TALLIED)))}, 1::bigint from ${tail}`,
  );
}

/** Who did something in a language of a component, and when: what a day of activity is. */
const WHO = sql`coalesce(${changes.authorId}, ${changes.userId})`;
const DAY = sql`(${changes.at} at time zone 'UTC')::date`;
const ACTIVE = sql`${changes.componentId} is not null and ${changes.languageId} is not null`;
const DAILY = ["componentId", "languageId", "day", "userId", "action"] as const;

/**
 * Words of the source string of a line that changed what a translation says: as it tells them, or else, of one that is older
 * than that, as the string has them now.
 */
const WORDS = sql`case when ${anyOf(changes.action, actionCodes("content"))} then coalesce(
  (${changes.details}->>'words')::int,
  (select ${s.numWords} from ${u} join ${s} on ${s.id} = ${u.sourceId} where ${u.id} = ${changes.unitId}), 0) else 0 end`;

/**
 * Activity in the languages of components as a table `ch`: rows by day, person and action with `lines`, how many lines of
 * the ledger one stands for, and `words`, those of their source strings. Exact at any moment, as `talliedChanges`.
 * @param first the first day, as a date
 * @param told whether `words` is told; it is 0 where nobody asks, as looking strings up costs more than all the rest
 */
export function dailyChanges(first: string, told: { words: boolean } = { words: true }) {
  const boundary = cte("boundary", sql`select ${pick(b, "tx")} from ${b} where ${b.cluster} = ${HERE}`);
  const tail = subquery(
    "tail",
    sql`
      select ${pick(changes, "componentId", "languageId", "action")}, ${named({
        day: asWritten(d.day, DAY),
        userId: asWritten(d.userId, WHO),
        words: asWritten(d.words, told.words ? WORDS : sql`0`),
      })}
      from ${changes}
      where ${changes.tx} > coalesce((select ${boundary.tx} from ${boundary}), '0'::xid8) and ${changes.tx} <= '18446744073709551615'::xid8
        and ${ACTIVE} offset 0`,
  );
  return subquery(
    "ch",
    sql`
      with ${defined(boundary)}
      select ${pick(d, ...DAILY, "lines", "words")} from ${d} where ${d.day} >= ${first}::text::date and exists (select from ${boundary})
      union all select ${joinSql(Object.values(columnsOf(tail, ...DAILY)))}, 1, ${tail.words} from ${tail} where ${tail.day} >= ${first}::text::date`,
  );
}

/** A step reads no more lines than this and those of the transaction with which it ends. */
const STEP = 100_000;
const MOST_STEPS = 100;

/**
 * Sums what has been told since the last time. Gives the number of lines; none while another process does it.
 * @param step lines that one transaction takes
 */
export async function tallyChanges(step = STEP): Promise<number> {
  for (let steps = 0, tallied = 0; ; steps++) {
    const lines = await inTransaction((tx) => tallyStep(tx, step));
    tallied += lines;
    if (lines < step || steps + 1 >= MOST_STEPS) return tallied;
  }
}

async function tallyStep(tx: Tx, step: number): Promise<number> {
  // What was tallied on another server is of no use, as transactions have other numbers here.
  const first = await tx.run(sql`
    insert into ${b} ${row(b, { cluster: HERE, tx: sql`'0'::xid8` })} on conflict (${names(b, "cluster")}) do nothing`);
  if (first > 0) {
    await tx.run(sql`delete from ${b} where ${b.cluster} <> ${HERE}`);
    await tx.run(sql`delete from ${y}`);
    await tx.run(sql`delete from ${d}`);
  }
  const boundary = await tx.one(sql`
    select ${named({ tx: asText(sql`${b.tx}::text`) })} from ${b} where ${b.cluster} = ${HERE} for update skip locked`);
  if (!boundary) return 0;
  const lines = subquery(
    "lines",
    sql`
      select ${pick(changes, "tx")} from ${changes} where ${changes.tx} > ${boundary.tx}::text::xid8 and ${changes.tx} < ledger_horizon()
      order by ${changes.tx} limit ${step}`,
  );
  // A transaction is taken whole, and only when no older one is running: nothing can come before the boundary any more.
  const end = await tx.one(sql`
    select ${named({ tx: asText(sql`max(${lines.tx}::text::numeric)::text`) })} from ${lines} having count(*) > 0`);
  if (!end) return 0;
  return sum(tx, boundary.tx, end.tx);
}

/** Adds the lines of the transactions after one and up to another on all levels, and moves the boundary behind them. */
async function sum(tx: Tx, after: string, upTo: string): Promise<number> {
  const between = sql`from ${changes} where ${changes.tx} > ${after}::text::xid8 and ${changes.tx} <= ${upTo}::text::xid8`;
  const nowhere = sql`case when ${changes.projectId} is null and ${changes.componentId} is null then ${changes.userId} end`;
  const told = subquery(
    "told",
    sql`select ${pick(changes, ...TALLIED)}, ${named({ ownerId: asWritten(changes.userId, nowhere) })} ${between}`,
  );
  const summed = await tx.one(sql`
    with sums as (
      insert into ${y} ${eachRow(y, {
        ...columnsOf(told, ...TALLIED),
        level: sql`grouping(${told.action}) + grouping(${told.userId}) + grouping(${told.translationId})`,
        userId: sql`case when grouping(${told.userId}) = 0 then ${told.userId} else ${told.ownerId} end`,
        lines: sql`count(*)`,
      })}
      from ${told}
      group by ${told.projectId}, ${told.componentId}, ${told.ownerId},
        rollup (${told.action}, ${told.userId}, (${told.translationId}, ${told.languageId}))
      on conflict (${names(y, "level", ...TALLIED)}) do update set ${assigned(y, { lines: sql`${y.lines} + ${excluded.lines}` })}),
    days as (
      insert into ${d} ${eachRow(d, {
        componentId: changes.componentId,
        languageId: changes.languageId,
        day: DAY,
        userId: WHO,
        action: changes.action,
        lines: sql`count(*)::int`,
        words: sql`sum(${WORDS})::int`,
      })}
      ${between} and ${ACTIVE} group by ${changes.componentId}, ${changes.languageId}, ${DAY}, ${WHO}, ${changes.action}
      on conflict (${names(d, ...DAILY)}) do update set ${assigned(d, { lines: sql`${d.lines} + ${more.lines}`, words: sql`${d.words} + ${more.words}` })})
    update ${b} set ${assigned(b, { tx: sql`${upTo}::text::xid8` })} where ${b.cluster} = ${HERE}
    returning ${named({ lines: asNumber(sql`(select ${rowCount} ${between})`) })}`);
  return summed?.lines ?? 0;
}
