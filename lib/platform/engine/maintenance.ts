import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { type EngineContext, endRun, lockRun, OWNER_LOCK, type Run } from "./store";

/** What keeps the tables right when processes die, functions vanish and rows grow old. */

/**
 * Frees jobs whose process is gone: its lock has fallen, or the lease has run out. Each costs an attempt, so a step
 * that kills its process ends as failed. Gives the number of freed jobs.
 */
export async function reap(context: EngineContext): Promise<number> {
  return db.run(sql`
    update engine_jobs set owner = null, lease = null, attempt = attempt + 1
    where owner is not null and owner <> ${context.owner} and (lease < ${context.clock.now} or not exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${OWNER_LOCK} and objsubid = 2 and granted
        and objid = split_part(owner, ':', 1)::bigint::oid
        and database = (select oid from pg_database where datname = current_database())))`);
}

/** Renews the leases of the jobs in hand and gives back those a lost answer left in our name. */
export async function renew(context: EngineContext, inHand: number[]): Promise<void> {
  await db.run(sql`
    update engine_jobs set lease = ${context.clock.now} + ${context.leaseMs} * interval '1 millisecond'
    where owner = ${context.owner} and id = any(${inHand}::bigint[])`);
  await release(context, inHand);
}

/** Gives jobs back without a lost attempt, all of this process but the named ones. */
export async function release(context: EngineContext, except: number[] = []): Promise<void> {
  await db.run(sql`
    update engine_jobs set owner = null, lease = null
    where owner = ${context.owner} and id <> all(${except}::bigint[])`);
}

const UNKNOWN_AFTER = "10 minutes";

/** Says that this process still knows its functions, forgets those nobody has known for ten minutes. */
export async function refreshFunctions(context: EngineContext, known: string[]): Promise<void> {
  const { now } = context.clock;
  await db.run(sql`update engine_functions set updated_at = ${now} where id = any(${known}::text[])`);
  await db.run(sql`delete from engine_functions where updated_at < ${now} - ${UNKNOWN_AFTER}::interval`);
  await db.run(sql`
    delete from engine_jobs where kind = 'cron' and fn not in (select id from engine_functions)`);
}

/** Fails runs whose function no process has known for ten minutes. */
export async function failUnknown(context: EngineContext, known: string[]): Promise<void> {
  const { now } = context.clock;
  const lost = await db.rows<{ runId: string; fn: string }>(sql`
    select distinct run_id, fn from engine_jobs
    where kind = 'call' and owner is null and run_at < ${now} - ${UNKNOWN_AFTER}::interval
      and fn <> all(${known}::text[])
      and fn not in (select id from engine_functions where updated_at > ${now} - ${UNKNOWN_AFTER}::interval)
    order by run_id limit 100`);
  for (const { runId, fn } of lost) {
    const message = `No running process has known the function "${fn}" for ten minutes; it was removed or renamed.`;
    await endFrom(context, runId, { status: "failed", output: { error: { name: "UnknownFunction", message } } });
  }
}

async function endFrom(context: EngineContext, runId: string, end: Parameters<typeof endRun>[3]): Promise<boolean> {
  return inTransaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run?.status !== "running") return false;
    await endRun(tx, context, run, end);
    return true;
  });
}

/** Removes what nobody needs any more: events after a day, ended runs with their steps after two weeks. */
export async function purgeEngine(now: Sql = sql`now()`): Promise<{ events: number; runs: number }> {
  // An idempotency expression holds for a day; afterwards the same value may start a run again.
  await db.run(sql`
    update engine_runs set idem = 'old:' || id where idem like 'key:%' and started_at < ${now} - interval '1 day'`);
  await db.run(sql`
    delete from engine_steps s using engine_runs r
    where s.run_id = r.id and r.ended_at < ${now} - interval '1 day'`);
  const events = await db.run(sql`
    delete from engine_events e where at < ${now} - interval '1 day'
      and not exists (select from engine_jobs j where j.dedupe = 'event:' || e.id)`);
  const runs = await db.run(sql`delete from engine_runs where ended_at < ${now} - interval '14 days'`);
  return { events, runs };
}

/** How the runs that events have started ended, by event id; the newest of several. */
export async function runsOfEvents(ids: string[]): Promise<Map<string, Pick<Run, "id" | "status" | "output">>> {
  const rows = await db.rows<Pick<Run, "id" | "status" | "output"> & { idem: string }>(sql`
    select id, idem, status, output from engine_runs where idem = any(${ids}::text[]) order by started_at`);
  return new Map(rows.map(({ idem, ...run }) => [idem, run]));
}

/** Runs that have not ended. */
export async function unfinishedRuns(): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*)::int as count from engine_runs where status = 'running'`);
  return row?.count ?? 0;
}

/** Ends all runs as cancelled, before a change to a real server. Gives their event ids. */
export async function abandonRuns(context: EngineContext): Promise<string[]> {
  const runs = await db.rows<{ id: string; idem: string }>(sql`
    select id, idem from engine_runs where status = 'running' order by id`);
  const error = { name: "Abandoned", message: "The task was abandoned when the executor was changed." };
  for (const run of runs) await endFrom(context, run.id, { status: "cancelled", output: { error } });
  return runs.map((run) => run.idem);
}
