import { db, sql } from "@/lib/platform/database";
import { isEmbedded, runsOfEvents } from "@/lib/platform/queue";
import { failTask, finishTask, markCancelled } from "./tasks";

const MOST = 500;

/**
 * Closes tasks whose run has ended without telling (its process died at the wrong moment) or does not exist. Gives
 * the number of tasks closed. With a real server only tasks of more than a week are closed, as its runs are not seen.
 */
export async function closeOrphans(): Promise<number> {
  const age = isEmbedded() ? "1 minute" : "7 days";
  const open = await db.rows<{ id: string; old: boolean }>(sql`
    select t.id, coalesce(o.sent_at, t.created_at) < now() - interval '15 minutes' as old
    from tasks t left join outbox_events o on o.id = t.id
    where t.state in ('pending', 'running') and t.created_at < now() - ${age}::interval
      and (o.id is null or o.sent_at < now() - interval '1 minute')
    order by t.created_at limit ${MOST}`);
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
          : failTask(task.id, run?.output?.error?.message ?? "The task was lost: nothing runs it any more.");
    if (await change) closed++;
  }
  return closed;
}

/** Removes sent events after a week and final tasks with their logs after two. */
export async function purgeTasks(): Promise<{ events: number; tasks: number }> {
  const events = await db.run(sql`delete from outbox_events where sent_at < now() - interval '7 days'`);
  const tasks = await db.run(sql`delete from tasks where finished_at < now() - interval '14 days'`);
  return { events, tasks };
}
