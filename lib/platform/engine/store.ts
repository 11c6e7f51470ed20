import { inTransaction, rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import type { EventBody, StoredError } from "./protocol";
import type { When } from "./when";

/**
 * The tables of the engine and the rules that keep them right:
 * - every outcome of a job is one transaction that locks the run's row, then takes the job away where its `gen` is
 *   still the claimed one; if somebody else has claimed it since, nothing is written;
 * - a step's value is inserted once and never changed;
 * - at most one discovery per (run, number of known steps), because the dedupe key holds both;
 * - the run's row is locked before a job's row, several runs in the order of their ids.
 */

export const CHANNEL = "loquat_engine";

/** First halves of the advisory locks; the second half of an owner's lock is the number its name begins with. */
export const CLAIM_LOCK = 70_411;
export const OWNER_LOCK = 70_412;

export const LARGEST_VALUE = 4 * 1024 * 1024;

export type FaultPoint = "before-claim" | "after-claim" | "before-settle" | "after-settle" | "in-checkpoint" | "in-end";

/** What every engine function needs to know of its surroundings. */
export interface EngineContext {
  /** "<number>:<random>", the number being the second half of an advisory lock held while the process lives. */
  owner: string;
  /** The present as SQL: the database's clock, which a test may move. */
  clock: { now: Sql };
  leaseMs: number;
  /** Called at points where a crash must do no harm; a test ends the process there. */
  fault(point: FaultPoint): void | Promise<void>;
}

/** The surroundings of a process that only sends events. */
export const SENDER: EngineContext = {
  owner: "0:sender",
  clock: { now: rawSql("now()") },
  leaseMs: 0,
  fault() {},
};

export interface Job {
  id: number;
  gen: number;
  kind: "call" | "sleep" | "timeout" | "event" | "cron";
  runId: string | null;
  step: string | null;
  fn: string | null;
  payload: { event?: EventBody; ended?: string; cron?: string };
  attempt: number;
  runAt: Date;
}

export interface Run {
  id: string;
  fn: string;
  status: "running" | "completed" | "failed" | "cancelled";
  events: EventBody[];
  stack: string[];
  planOnly: boolean;
  /** The step of another run that waits for this one. */
  correlation: { run: string; step: string } | null;
  output: { data?: unknown; error?: StoredError } | null;
}

export type StepValue = { data: unknown } | { error: StoredError };

/** A value cannot be kept; the run that made it fails with this error. */
export class UnstorableValue extends Error {
  override readonly name = "UnstorableValue";
}

/** JSON text of a value for a `jsonb` column. @throws UnstorableValue above 4 MB or with characters `jsonb` refuses */
export function storable(what: string, value: unknown): string {
  const text = JSON.stringify(value ?? null);
  if (Buffer.byteLength(text) > LARGEST_VALUE)
    throw new UnstorableValue(`${what} is larger than 4 MB; return ids and counts, not contents.`);
  // Whole surrogate pairs are written unescaped, so an escaped surrogate is half a pair.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text))
    throw new UnstorableValue(`${what} contains a NUL character or half a surrogate pair.`);
  return text;
}

/** Locks a run's row. */
export function lockRun(tx: Tx, id: string): Promise<Run | undefined> {
  return tx.one<Run>(sql`
    select id, fn, status, events, stack, plan_only, correlation, output from engine_runs where id = ${id} for update`);
}

/** Wakes the loops of all processes after the commit; a hint only. */
export async function wake(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_notify(${CHANNEL}, '')`);
}

/**
 * Claims due jobs, at most `slots`, of functions this process knows. The advisory lock makes counting per key exact;
 * candidates are ranked per key, so one claim never takes more than a key allows.
 */
export async function claim(context: EngineContext, known: string[], slots: number): Promise<Job[]> {
  await context.fault("before-claim");
  const { now } = context.clock;
  const jobs = await inTransaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${CLAIM_LOCK}, 0)`);
    return tx.rows<Job>(sql`
      with leased as (
        select key, count(*) as n from engine_jobs, unnest(keys) as key where owner is not null group by key
      ), due as (
        select id, keys, limits, run_at from engine_jobs
        where owner is null and run_at <= ${now} and (fn is null or fn = any(${known}::text[]))
      ), ranked as (
        select due.id, b.key, b.most, row_number() over (partition by b.key order by due.run_at, due.id) as place
        from due, unnest(due.keys, due.limits) as b(key, most)
      ), blocked as (
        select ranked.id from ranked left join leased using (key) where ranked.place + coalesce(leased.n, 0) > ranked.most
      ), picked as (
        select id from engine_jobs
        where id in (select id from due) and id not in (select id from blocked) and owner is null
        order by run_at, id limit ${slots} for update skip locked
      )
      update engine_jobs as j
      set owner = ${context.owner}, gen = j.gen + 1, lease = ${now} + ${context.leaseMs} * interval '1 millisecond'
      from picked where j.id = picked.id
      returning j.id, j.gen, j.kind, j.run_id, j.step, j.fn, j.payload, j.attempt, j.run_at`);
  });
  if (jobs.length > 0) await context.fault("after-claim");
  return jobs;
}

/**
 * Takes the job away and lets `work` write its outcome, in one transaction. False when somebody else has the job by
 * now; nothing is written then. `work` is left out when the run has ended.
 */
export async function settle(
  context: EngineContext,
  job: Job,
  work: (tx: Tx, run: Run) => Promise<void>,
): Promise<boolean> {
  await context.fault("before-settle");
  const settled = await inTransaction(async (tx) => {
    const run = await lockRun(tx, job.runId ?? "");
    if ((await tx.run(sql`delete from engine_jobs where id = ${job.id} and gen = ${job.gen}`)) === 0) return false;
    if (run?.status === "running") await work(tx, run);
    return true;
  });
  await context.fault("after-settle");
  return settled;
}

/** Gives the job back for another attempt after so many milliseconds. False when somebody else has it by now. */
export async function retryLater(context: EngineContext, job: Job, delayMs: number): Promise<boolean> {
  await context.fault("before-settle");
  const rearmed = await inTransaction(async (tx) => {
    await lockRun(tx, job.runId ?? "");
    const rows = await tx.run(sql`
      update engine_jobs set owner = null, lease = null, attempt = ${job.attempt + 1},
        run_at = ${context.clock.now} + ${delayMs} * interval '1 millisecond'
      where id = ${job.id} and gen = ${job.gen}`);
    if (rows > 0) await wake(tx);
    return rows > 0;
  });
  await context.fault("after-settle");
  return rearmed;
}

/** Keeps a step's value unless it has one. True when it is new. The run must be locked. */
export async function memoise(tx: Tx, runId: string, step: string, value: StepValue): Promise<boolean> {
  const text = storable("The value of a step", value);
  const rows = await tx.run(sql`
    insert into engine_steps (run_id, id, value) values (${runId}, ${step}, ${text}::jsonb) on conflict do nothing`);
  if (rows === 0) return false;
  await tx.run(sql`update engine_runs set stack = array_append(stack, ${step}) where id = ${runId}`);
  return true;
}

/**
 * Queues a discovery and, when nothing else of the run is outstanding, ends its plan-only phase. A discovery still in
 * flight counts as outstanding: two calls that may execute must never overlap.
 */
export async function addDiscovery(tx: Tx, context: EngineContext, runId: string): Promise<void> {
  await tx.run(sql`
    insert into engine_jobs (dedupe, kind, run_id, fn, keys, limits, run_at)
    select 'call:' || id || ':' || cardinality(stack), 'call', id, fn, keys, limits, ${context.clock.now}
    from engine_runs where id = ${runId} on conflict (dedupe) do nothing`);
  await tx.run(sql`
    update engine_runs set plan_only = false
    where id = ${runId} and plan_only
      and not exists (select from engine_pauses where run_id = ${runId} and kind <> 'cancel')
      and (select count(*) from engine_jobs where run_id = ${runId}) <= 1`);
  await wake(tx);
}

/** Queues a call that runs exactly one planned step, unless the step has a value or a call already. */
export async function addStepCall(tx: Tx, context: EngineContext, runId: string, step: string): Promise<void> {
  await tx.run(sql`
    insert into engine_jobs (dedupe, kind, run_id, step, fn, keys, limits, run_at)
    select 'step:' || id || ':' || ${step}::text, 'call', id, ${step}, fn, keys, limits, ${context.clock.now}
    from engine_runs r
    where id = ${runId} and not exists (select from engine_steps s where s.run_id = r.id and s.id = ${step})
    on conflict (dedupe) do nothing`);
  await wake(tx);
}

/** The instant of a `When` as SQL. */
export function instant(context: EngineContext, when: When): Sql {
  if ("at" in when) return sql`${when.at.toISOString()}::timestamptz`;
  return sql`(${context.clock.now} + ${when.ms} * interval '1 millisecond')`;
}

/** Queues the end of a sleep or the timeout of a wait, unless the step has a value or a timer already. */
export async function addTimer(
  tx: Tx,
  context: EngineContext,
  timer: { kind: "sleep" | "timeout"; runId: string; step: string; when: When },
): Promise<void> {
  await tx.run(sql`
    insert into engine_jobs (dedupe, kind, run_id, step, run_at)
    select ${`${timer.kind}:${timer.runId}:${timer.step}`}, ${timer.kind}, ${timer.runId}, ${timer.step},
      ${instant(context, timer.when)}
    where not exists (select from engine_steps where run_id = ${timer.runId} and id = ${timer.step})
    on conflict (dedupe) do nothing`);
  await wake(tx);
}

/** Queues routing work for any process with functions. */
export async function addEventJob(
  tx: Tx,
  context: EngineContext,
  dedupe: string,
  payload: Job["payload"],
): Promise<void> {
  await tx.run(sql`
    insert into engine_jobs (dedupe, kind, payload, run_at)
    values (${`event:${dedupe}`}, 'event', ${storable("An event", payload)}::jsonb, ${context.clock.now})
    on conflict (dedupe) do nothing`);
  await wake(tx);
}

/** Gives a waiting step its value and goes on. False when it no longer waits. The run must be locked. */
export async function resolveStep(
  tx: Tx,
  context: EngineContext,
  run: { id: string },
  step: string,
  value: StepValue,
): Promise<boolean> {
  const kinds = await tx.rows(sql`
    delete from engine_pauses where run_id = ${run.id} and step = ${step} and kind <> 'cancel' returning kind`);
  if (kinds.length === 0) return false;
  await tx.run(sql`delete from engine_jobs where dedupe = ${`timeout:${run.id}:${step}`}`);
  await memoise(tx, run.id, step, value);
  await addDiscovery(tx, context, run.id);
  return true;
}

/** Ends a run: its jobs and pauses go and whoever waits for its end is told, all in the caller's transaction. */
export async function endRun(
  tx: Tx,
  context: EngineContext,
  run: Run,
  end: { status: "completed" | "failed" | "cancelled"; output: NonNullable<Run["output"]> },
): Promise<void> {
  await tx.run(sql`
    update engine_runs set status = ${end.status}, ended_at = ${context.clock.now},
      output = ${storable("The function's result", end.output)}::jsonb
    where id = ${run.id}`);
  await tx.run(sql`delete from engine_jobs where run_id = ${run.id}`);
  await tx.run(sql`delete from engine_pauses where run_id = ${run.id}`);
  await context.fault("in-end");
  const awaited =
    run.correlation !== null || end.status !== "completed" || (await isAwaited(tx, "inngest/function.finished"));
  if (awaited) await addEventJob(tx, context, `ended:${run.id}`, { ended: run.id });
  else await wake(tx);
}

async function isAwaited(tx: Tx, event: string): Promise<boolean> {
  const triggers = JSON.stringify({ triggers: [{ event }] });
  const row = await tx.one<{ awaited: boolean }>(sql`
    select exists (select from engine_functions where configuration @> ${triggers}::jsonb)
      or exists (select from engine_pauses where event = ${event}) as awaited`);
  return row?.awaited ?? false;
}
