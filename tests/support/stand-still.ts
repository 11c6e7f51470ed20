import { setTimeout as pause } from "node:timers/promises";
import { db, pool, sql } from "@/lib/platform/database";
import { textRow } from "./text-rows";

/** Transactions that stand still on purpose: what two of them do to each other is then no matter of luck. */

/** Lets every save stop at its end, with all of its rows written and none of them committed, until it is let go. */
export async function holdSaves(): Promise<{ letGo(): Promise<void> }> {
  const client = await pool().connect();
  await client.query("begin");
  await client.query("select 1 from counters for update");
  return {
    async letGo() {
      await client.query("rollback");
      client.release();
    },
  };
}

/** Waits until so many transactions wait for somebody else's rows, or until `work` has ended without waiting. */
export async function untilWaiting(count: number, work?: Promise<unknown>): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work?.then(end, end);
  while (!ended) {
    const row = await textRow<{ waiting: number }>(
      db,
      sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((row?.waiting ?? 0) >= count) return;
    await pause(5);
  }
}
