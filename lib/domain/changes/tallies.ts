import { inTransaction, rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";

/**
 * Sums over the ledger, so that nothing counts its lines one by one. A line never changes: once every transaction below
 * some number has ended, the lines up to there are summed for good, and only those behind that boundary are still
 * counted when somebody asks. Whoever writes a line knows nothing of this.
 */

/** How finely lines are told apart; each level tells what the one before it does, and more. */
const LEVELS = {
  /** Project and component; the user where there is neither. */
  place: 3,
  action: 2,
  person: 1,
  /** Translation and language too. */
  everything: 0,
} as const;

export type Level = keyof typeof LEVELS;

const HERE = rawSql("(select system_identifier from pg_control_system())");

/**
 * The whole ledger as a table `ch`, summed up to the boundary and line by line behind it: columns as in `changes` as far
 * as the level tells them, and `lines`, how many a row stands for. Exact at any moment, as sums and boundary move together.
 */
export function talliedChanges(level: Level): Sql {
  // The tail is read by its transactions whatever else is asked for (`offset 0`); with an upper end, which all of them
  // are below, the planner takes it for the short range that it is.
  return sql`(
    with boundary as (select tx from change_boundaries where cluster = ${HERE})
    select project_id, component_id, action, user_id, translation_id, language_id, lines from change_tallies
    where level = ${rawSql(String(LEVELS[level]))} and exists (select from boundary)
    union all
    select project_id, component_id, action, user_id, translation_id, language_id, 1::bigint from (
      select project_id, component_id, action, user_id, translation_id, language_id from changes
      where tx > coalesce((select tx from boundary), '0'::xid8) and tx <= '18446744073709551615'::xid8 offset 0) tail
  ) ch`;
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
    insert into change_boundaries (cluster, tx) values (${HERE}, '0'::xid8) on conflict (cluster) do nothing`);
  if (first > 0) {
    await tx.run(sql`delete from change_boundaries where cluster <> ${HERE}`);
    await tx.run(sql`delete from change_tallies`);
  }
  const boundary = await tx.one<{ tx: string }>(sql`
    select tx::text as tx from change_boundaries where cluster = ${HERE} for update skip locked`);
  if (!boundary) return 0;
  // A transaction is taken whole, and only when no older one is running: nothing can come before the boundary any more.
  const end = await tx.one<{ tx: string }>(sql`
    select max(tx::text::numeric)::text as tx from (
      select tx from changes where tx > ${boundary.tx}::text::xid8 and tx < ledger_horizon()
      order by tx limit ${step}) lines having count(*) > 0`);
  if (!end) return 0;
  return sum(tx, boundary.tx, end.tx);
}

/** Adds the lines of the transactions after one and up to another on all levels, and moves the boundary behind them. */
async function sum(tx: Tx, after: string, upTo: string): Promise<number> {
  const summed = await tx.one<{ lines: number }>(sql`
    with sums as (
      insert into change_tallies (level, project_id, component_id, action, user_id, translation_id, language_id, lines)
      select grouping(action) + grouping(user_id) + grouping(translation_id), project_id, component_id, action,
        case when grouping(user_id) = 0 then user_id else owner_id end, translation_id, language_id, count(*)
      from (select *, case when project_id is null and component_id is null then user_id end as owner_id from changes
        where tx > ${after}::text::xid8 and tx <= ${upTo}::text::xid8) told
      group by project_id, component_id, owner_id, rollup (action, user_id, (translation_id, language_id))
      on conflict (level, project_id, component_id, action, user_id, translation_id, language_id)
        do update set lines = change_tallies.lines + excluded.lines)
    update change_boundaries set tx = ${upTo}::text::xid8 where cluster = ${HERE}
    returning (select count(*)::int from changes where tx > ${after}::text::xid8 and tx <= ${upTo}::text::xid8) as lines`);
  return summed?.lines ?? 0;
}
