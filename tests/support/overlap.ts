import { setTimeout as pause } from "node:timers/promises";
import { named } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";

/**
 * Runs works that really overlap: all of them begin while `lock` holds rows that they need, and go on when as many wait
 * as there are works.
 */
export async function overlapping<T>(
  lock: Sql,
  works: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  let running: Promise<PromiseSettledResult<T>[]> | undefined;
  await inTransaction(async (tx) => {
    await tx.run(lock);
    running ??= Promise.allSettled(works.map((work) => work()));
    const waiting = named({
      count: asNumber(sql`count(*)::int`),
    });
    for (let at = 0; at < 200; at++) {
      const found = await db.one(sql`
        select ${waiting} from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      if ((found?.count ?? 0) >= works.length) return;
      await pause(20);
    }
    throw new Error("The works do not wait for the lock.");
  });
  return (await running) ?? [];
}
