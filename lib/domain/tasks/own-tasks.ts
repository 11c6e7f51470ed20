import { type Tasks, tasks } from "@/lib/generated/tables";
import { assigned, type From } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, sqlNow } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { isFinal, type TaskRow } from "./tasks";

/** Tasks of whoever started them, until they have been looked at. */

/** For how long the end of a task is told on every page. */
const TOLD_MINUTES = 10;

/** Whether a task is the actor's and runs, or ended a moment ago and was not seen since. */
export const isTold = (t: From<Tasks>, actor: Actor): Sql => sql`
  (${t.userId} = ${actor.userId} and ${t.seenAt} is null
    and (${t.finishedAt} is null or ${t.finishedAt} > now() - make_interval(mins => ${TOLD_MINUTES}::int)))`;

/** Whether a task came to nothing: it failed, or ended by telling that it could not do its work. */
export const cameToNothing = (t: From<Tasks>) =>
  asFlag(sql`(${t.state} = 'failed' or (${t.state} = 'done' and ${t.result}->'result' = 'false'::jsonb))`);

/** The actor has seen how its tasks ended: some of them, or all when none are named. */
export async function seeTasks(actor: Actor, uuids?: readonly string[]): Promise<void> {
  if (actor.isAnonymous || actor.viewing || uuids?.length === 0) return;
  const which = uuids ? sql`and ${anyOf(tasks.id, uuids)}` : sql``;
  await db.run(sql`
    update ${tasks} set ${assigned(tasks, { seenAt: sqlNow })}
    where ${tasks.userId} = ${actor.userId} and ${tasks.seenAt} is null and ${tasks.finishedAt} is not null ${which}`);
}

/** Whoever is shown a task of theirs that has ended has seen it. */
export async function seeOwnTask(actor: Actor, task: Pick<TaskRow, "id" | "state" | "userId">): Promise<void> {
  if (task.userId === actor.userId && isFinal(task)) await seeTasks(actor, [task.id]);
}
