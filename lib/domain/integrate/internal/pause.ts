import { alerts, components } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";

const [c, a] = [components.as("c"), alerts.as("a")];

/** Work that nobody asked for, on a repository with which something failed, is paused: by the lock that the failure made. */

/** Hours after which it is tried again, as a server that was down tells nobody when it is back. */
const PAUSE = 1;

/** Whether automatic work on a repository is paused. */
export function pausedCondition(repositoryId: Sql): Sql {
  return sql`exists (
    select from ${c} join ${a} on ${a.componentId} = ${c.id} and ${a.kind} in ('MergeFailure', 'PushFailure')
    where ${c.repositoryId} = ${repositoryId} and ${c.lockedAuto} and ${c.removedAt} is null
      and ${a.updatedAt} > now() - make_interval(hours => ${PAUSE}))`;
}

/** The same of one repository. */
export async function isPaused(repositoryId: number): Promise<boolean> {
  const row = await db.one(sql`select ${named({ paused: asFlag(pausedCondition(sql`${repositoryId}::int`)) })}`);
  return row?.paused === true;
}
