import { outboxEvents, tasks } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf, sqlNow } from "@/lib/platform/expressions";
import { isEmbedded } from "@/lib/platform/queue";
import { runOnServer } from "@/lib/platform/task-server-api";
import { logLine } from "./internal/progress";
import { nudgeRelay } from "./outbox";
import { failTask, finishTask, markCancelled } from "./tasks";

/**
 * Tasks whose runs a task server has lost: it dropped an event that came before our functions were registered, its queue
 * is gone after a crash, or it gave up because nobody answered here for long. Our own engine loses none.
 */

const [t, o] = [tasks.as("t"), outboxEvents.as("o")];

/** Runs of one task, until it counts as failed: what kills its process each time must not do so for ever. */
export const MOST_ATTEMPTS = 5;

/** Tasks that are asked about at a time, and how many at once. */
const MOST = 500;
const AT_ONCE = 10;

/**
 * Begins a task again whose run is gone; fails it with the message after the last attempt. The steps it has done are done
 * again, which changes nothing.
 * @returns false where this attempt is over already, or the task is final
 */
export async function beginAgain(uuid: string, attempt: number, message: string): Promise<boolean> {
  if (attempt >= MOST_ATTEMPTS) return failTask(uuid, message);
  const begun = await inTransaction(async (tx) => {
    const values = { attempt: attempt + 1, sentAt: null, sentAs: [] };
    const rows = await tx.run(sql`
      update ${o} set ${assigned(o, values)} where ${o.id} = ${uuid} and ${o.attempt} = ${attempt}
        and exists (select from ${t} where ${t.id} = ${o.id} and ${t.state} in ('pending', 'running'))`);
    if (rows === 0) return false;
    const waiting = { state: "pending", runId: null, heardAt: sqlNow } as const;
    await tx.run(sql`update ${t} set ${assigned(t, waiting)} where ${t.id} = ${uuid}`);
    nudgeRelay(tx);
    return true;
  });
  if (begun)
    await logLine(uuid, `again:${attempt}`, "warning", {
      text: `The task server lost the run; it begins again, attempt ${attempt + 1}.`,
      said: { what: "begun again", attempt: attempt + 1 },
    });
  return begun;
}

/**
 * Asks the task server about open tasks of which nothing was heard for a minute: begins those again whose runs are gone,
 * and closes those whose runs ended without our being told. Gives how many of either.
 */
export async function recoverLostRuns(): Promise<{ begun: number; closed: number }> {
  if (isEmbedded()) return { begun: 0, closed: 0 };
  const silent = await db.rows(sql`
    select ${pick(o, "id", "attempt", "sentAs")}, ${pick(t, "runId")} from ${t} join ${o} on ${o.id} = ${t.id}
    where ${t.state} in ('pending', 'running') and ${t.heardAt} < now() - interval '1 minute'
      and ${o.sentAt} < now() - interval '1 minute'
    order by ${t.heardAt} limit ${MOST}`);
  let [begun, closed] = [0, 0];
  const heard: string[] = [];
  const again: string[] = [];
  const settle = async ({ id, attempt, runId, sentAs }: (typeof silent)[number]): Promise<void> => {
    const run = await runOnServer(runId, sentAs);
    heard.push(id);
    if (run === "alive") return;
    if (run === "none") again.push(id);
    else if (run === "completed" || run === "cancelled") {
      if (await (run === "completed" ? finishTask(id, null) : markCancelled(id))) closed++;
    } else if (await beginAgain(id, attempt, `The task server lost the run ${attempt} times.`)) begun++;
  };
  for (let from = 0; from < silent.length; from += AT_ONCE)
    await Promise.all(silent.slice(from, from + AT_ONCE).map(settle));
  await db.run(sql`update ${t} set ${assigned(t, { heardAt: sqlNow })} where ${anyOf(t.id, heard)}`);
  if (again.length > 0) {
    // Its id makes it count once, should a run have begun since.
    await db.run(sql`update ${o} set ${assigned(o, { sentAt: null })} where ${anyOf(o.id, again)}`);
    await inTransaction(async (tx) => nudgeRelay(tx));
  }
  return { begun: begun + again.length, closed };
}
