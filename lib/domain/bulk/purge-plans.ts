import { bulkPlans } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";

/** Days for which a plan is kept: one that nobody has carried out, and one whose operation can be undone. */
const KEPT_DAYS = { made: 1, started: 30 } as const;

/** Removes plans that nobody needs any more. Gives their number. */
export function purgePlans(): Promise<number> {
  const days = sql`case when ${bulkPlans.taskId} is null then ${KEPT_DAYS.made}::int else ${KEPT_DAYS.started}::int end`;
  return db.run(sql`delete from ${bulkPlans} where ${bulkPlans.createdAt} < now() - make_interval(days => ${days})`);
}
