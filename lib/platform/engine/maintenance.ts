import { engineEvents, engineFunctions, engineJobs, engineRuns, engineSteps } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asJson, noneOf, orNull, sqlNow } from "@/lib/platform/expressions";
import { type EngineContext, endRun, lockRun, OWNER_LOCK, type Run, UNCLAIMED } from "./store";

/** What keeps the tables right when processes die, functions vanish and rows grow old. */

const [j, f, r] = [engineJobs.as("j"), engineFunctions.as("f"), engineRuns.as("r")];
const [e, s] = [engineEvents.as("e"), engineSteps.as("s")];

/**
 * Frees jobs whose process is gone: its lock has fallen, or the lease has run out. Each costs an attempt, so a step
 * that kills its process ends as failed. Gives the number of freed jobs.
 */
export async function reap(context: EngineContext): Promise<number> {
  return db.run(sql`
    update ${j} set ${assigned(j, { ...UNCLAIMED, attempt: sql`${j.attempt} + 1` })}
    where ${j.owner} is not null and ${j.owner} <> ${context.owner} and (${j.lease} < ${context.clock.now} or not exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${OWNER_LOCK} and objsubid = 2 and granted
        and objid = split_part(${j.owner}, ':', 1)::bigint::oid
        and database = (select oid from pg_database where datname = current_database())))`);
}

/** Renews the leases of the jobs in hand and gives back those a lost answer left in our name. */
export async function renew(context: EngineContext, inHand: number[]): Promise<void> {
  const lease = sql`${context.clock.now} + ${context.leaseMs} * interval '1 millisecond'`;
  await db.run(sql`
    update ${j} set ${assigned(j, { lease })} where ${j.owner} = ${context.owner} and ${anyOf(j.id, inHand)}`);
  await release(context, inHand);
}

/** Gives jobs back without a lost attempt, all of this process but the named ones. */
export async function release(context: EngineContext, except: number[] = []): Promise<void> {
  await db.run(sql`
    update ${j} set ${assigned(j, UNCLAIMED)} where ${j.owner} = ${context.owner} and ${noneOf(j.id, except)}`);
}

const UNKNOWN_AFTER = "10 minutes";

/** Says that this process still knows its functions, forgets those nobody has known for ten minutes. */
export async function refreshFunctions(context: EngineContext, known: string[]): Promise<void> {
  const { now } = context.clock;
  await db.run(sql`update ${f} set ${assigned(f, { updatedAt: now })} where ${anyOf(f.id, known)}`);
  await db.run(sql`delete from ${f} where ${f.updatedAt} < ${now} - ${UNKNOWN_AFTER}::interval`);
  await db.run(sql`delete from ${j} where ${j.kind} = 'cron' and ${j.fn} not in (select ${f.id} from ${f})`);
}

/** Fails runs whose function no process has known for ten minutes. */
export async function failUnknown(context: EngineContext, known: string[]): Promise<void> {
  const { now } = context.clock;
  const lost = await db.rows(sql`
    select distinct ${named({ runId: r.id, fn: r.fn })} from ${j} join ${r} on ${r.id} = ${j.runId}
    where ${j.kind} = 'call' and ${j.owner} is null and ${j.runAt} < ${now} - ${UNKNOWN_AFTER}::interval
      and ${noneOf(j.fn, known)}
      and ${j.fn} not in (select ${f.id} from ${f} where ${f.updatedAt} > ${now} - ${UNKNOWN_AFTER}::interval)
    order by ${r.id} limit 100`);
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
export async function purgeEngine(now: Sql = sqlNow): Promise<{ events: number; runs: number }> {
  // An idempotency expression holds for a day; afterwards the same value may start a run again.
  await db.run(sql`
    update ${r} set ${assigned(r, { idem: sql`'old:' || ${r.id}` })}
    where ${r.idem} like 'key:%' and ${r.startedAt} < ${now} - interval '1 day'`);
  await db.run(sql`
    delete from ${s} using ${r} where ${s.runId} = ${r.id} and ${r.endedAt} < ${now} - interval '1 day'`);
  const events = await db.run(sql`
    delete from ${e} where ${e.at} < ${now} - interval '1 day'
      and not exists (select from ${j} where ${j.dedupe} = 'event:' || ${e.id})`);
  const runs = await db.run(sql`delete from ${r} where ${r.endedAt} < ${now} - interval '14 days'`);
  return { events, runs };
}

/** How the runs that events have started ended, by event id; the newest of several. */
export async function runsOfEvents(ids: string[]): Promise<Map<string, Pick<Run, "id" | "status" | "output">>> {
  const output = orNull(asJson<NonNullable<Run["output"]>>(r.output));
  const rows = await db.rows(sql`
    select ${pick(r, "id", "idem", "status")}, ${named({ output })} from ${r}
    where ${anyOf(r.idem, ids)} order by ${r.startedAt}`);
  return new Map(rows.map(({ idem, ...run }) => [idem, run]));
}

/** Runs that have not ended. */
export async function unfinishedRuns(): Promise<number> {
  return db.prisma.engineRun.count({ where: { status: "running" } });
}

/** Ends all runs as cancelled, before a change to a real server. Gives their event ids. */
export async function abandonRuns(context: EngineContext): Promise<string[]> {
  const runs = await db.prisma.engineRun.findMany({
    where: { status: "running" },
    orderBy: { id: "asc" },
    select: { id: true, idem: true },
  });
  const error = { name: "Abandoned", message: "The task was abandoned when the executor was changed." };
  for (const run of runs) await endFrom(context, run.id, { status: "cancelled", output: { error } });
  return runs.map((run) => run.idem);
}
