import { outboxEvents, tasks } from "@/lib/generated/tables";
import { named, outer, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";
import { isEmbedded, runsOfEvents } from "@/lib/platform/queue";
import { failTask, finishTask, markCancelled } from "./tasks";

const [t, o] = [tasks.as("t"), outer(outboxEvents.as("o"))];

const MOST = 500;

/**
 * Closes tasks whose run has ended without telling (its process died at the wrong moment) or does not exist. Gives
 * the number of tasks closed. A real server is asked about its runs (`lost-runs.ts`); here only tasks of more than a week
 * are closed.
 */
export async function closeOrphans(): Promise<number> {
  const age = isEmbedded() ? "1 minute" : "7 days";
  const old = asFlag(sql`coalesce(${o.sentAt}, ${t.createdAt}) < now() - interval '15 minutes'`);
  const open = await db.rows(sql`
    select ${pick(t, "id")}, ${named({ old })} from ${t} left join ${o} on ${o.id} = ${t.id}
    where ${t.state} in ('pending', 'running') and ${t.createdAt} < now() - ${age}::interval
      and (${o.id} is null or ${o.sentAt} < now() - interval '1 minute')
    order by ${t.createdAt} limit ${MOST}`);
  const runs = await runsOfEvents(open.map((task) => task.id));
  let closed = 0;
  for (const task of open) {
    const run = runs.get(task.id);
    if (run?.status === "running" || (!run && !task.old)) continue;
    const change =
      run?.status === "completed"
        ? finishTask(task.id, run.output?.data)
        : run?.status === "cancelled"
          ? markCancelled(task.id)
          : failTask(task.id, run?.output?.error?.message ?? "The task was lost and is no longer running.");
    if (await change) closed++;
  }
  return closed;
}

/** Removes sent events after a week and final tasks with their logs after two. */
export async function purgeTasks(): Promise<{ events: number; tasks: number }> {
  const sent = await db.run(sql`delete from ${outboxEvents} where ${outboxEvents.sentAt} < now() - interval '7 days'`);
  const final = await db.run(sql`delete from ${t} where ${t.finishedAt} < now() - interval '14 days'`);
  return { events: sent, tasks: final };
}
