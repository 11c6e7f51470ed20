import { engineFunctions, engineJobs, enginePauses, engineRuns, engineSteps } from "@/lib/generated/tables";
import { assigned, combined, cte, defined, eachRow, named, names, pick, row } from "@/lib/platform/columns";
import { inTransaction, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asJson, asNumber, asText, orNull, sqlNow } from "@/lib/platform/expressions";
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
  clock: { now: sqlNow },
  leaseMs: 0,
  fault() {},
};

const [j, e, r] = [engineJobs.as("j"), engineJobs.as("e"), engineRuns.as("r")];
const [p, s, f] = [enginePauses.as("p"), engineSteps.as("s"), engineFunctions.as("f")];

const JOB_COLUMNS = combined(
  pick(j, "id", "gen", "kind", "runId", "step", "fn", "attempt", "runAt"),
  named({ payload: asJson<{ event?: EventBody; ended?: string; cron?: string }>(j.payload) }),
);

export type Job = SelectedRow<typeof JOB_COLUMNS>;

/** Columns of a run, over the alias `r`. */
export const RUN_COLUMNS = combined(
  pick(r, "id", "fn", "status", "stack", "planOnly"),
  named({
    events: asJson<EventBody[]>(r.events),
    /** The step of another run that waits for this one. */
    correlation: orNull(asJson<{ run: string; step: string }>(r.correlation)),
    output: orNull(asJson<{ data?: unknown; error?: StoredError }>(r.output)),
  }),
);

export type Run = SelectedRow<typeof RUN_COLUMNS>;

/** The row of a job, over the alias `j`, unless somebody else has claimed the job since. */
export const sameClaim = ({ id, gen }: Pick<Job, "id" | "gen">): Sql => sql`${j.id} = ${id} and ${j.gen} = ${gen}`;

/** The instant by which due jobs are ordered: a run with priority counts as if it had begun earlier. */
const ahead = (job: { runAt: Sql; priority: Sql }): Sql => sql`${job.runAt} - ${job.priority} * interval '1 second'`;

/** What a job is when nobody has claimed it. */
export const UNCLAIMED = { owner: null, lease: null } as const;

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
  return tx.one(sql`select ${RUN_COLUMNS} from ${r} where ${r.id} = ${id} for update`);
}

/** Wakes the loops of all processes after the commit; a hint only. */
export async function wake(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_notify(${CHANNEL}, '')`);
}

/**
 * Claims due jobs, at most `slots`, of functions this process knows. The advisory lock makes counting per key exact;
 * candidates are ranked per key, so one claim never takes more than a key allows. Runs with priority go first.
 */
export async function claim(context: EngineContext, known: string[], slots: number): Promise<Job[]> {
  await context.fault("before-claim");
  const { now } = context.clock;
  const jobs = await inTransaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${CLAIM_LOCK}, 0)`);
    const leased = cte(
      "leased",
      sql`select ${named({ key: asText(sql`key`), n: asNumber(sql`count(*)`) })}
        from ${e}, unnest(${e.keys}) as key where ${e.owner} is not null group by key`,
    );
    const due = cte(
      "due",
      sql`select ${pick(e, "id", "keys", "limits", "runAt", "priority")} from ${e}
        where ${e.owner} is null and ${e.runAt} <= ${now} and (${e.fn} is null or ${anyOf(e.fn, known)})`,
    );
    const place = asNumber(sql`row_number() over (partition by b.key order by ${ahead(due)}, ${due.id})`);
    const ranked = cte(
      "ranked",
      sql`select ${named({ id: due.id, key: asText(sql`b.key`), most: asNumber(sql`b.most`), place })}
        from ${due}, unnest(${due.keys}, ${due.limits}) as b(key, most)`,
    );
    const blocked = cte(
      "blocked",
      sql`select ${pick(ranked, "id")} from ${ranked} left join ${leased} on ${leased.key} = ${ranked.key}
        where ${ranked.place} + coalesce(${leased.n}, 0) > ${ranked.most}`,
    );
    const picked = cte(
      "picked",
      sql`select ${pick(e, "id")} from ${e}
        where ${e.id} in (select ${due.id} from ${due}) and ${e.id} not in (select ${blocked.id} from ${blocked}) and ${e.owner} is null
        order by ${ahead(e)}, ${e.id} limit ${slots} for update skip locked`,
    );
    const claimed = {
      owner: context.owner,
      gen: sql`${j.gen} + 1`,
      lease: sql`${now} + ${context.leaseMs} * interval '1 millisecond'`,
    };
    return tx.rows(sql`
      with ${defined(leased, due, ranked, blocked, picked)}
      update ${j} set ${assigned(j, claimed)} from ${picked} where ${j.id} = ${picked.id} returning ${JOB_COLUMNS}`);
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
    if (!(await takeAway(tx, job))) return false;
    if (run?.status === "running") await work(tx, run);
    return true;
  });
  await context.fault("after-settle");
  return settled;
}

/** Takes a job away, as its outcome is written. False when somebody else has it by now. */
export async function takeAway(tx: Tx, job: Job): Promise<boolean> {
  return (await tx.run(sql`delete from ${j} where ${sameClaim(job)}`)) > 0;
}

/** Gives the job back for another attempt after so many milliseconds. False when somebody else has it by now. */
export async function retryLater(context: EngineContext, job: Job, delayMs: number): Promise<boolean> {
  await context.fault("before-settle");
  const rearmed = await inTransaction(async (tx) => {
    await lockRun(tx, job.runId ?? "");
    const runAt = sql`${context.clock.now} + ${delayMs} * interval '1 millisecond'`;
    const rows = await tx.run(sql`
      update ${j} set ${assigned(j, { ...UNCLAIMED, attempt: job.attempt + 1, runAt })} where ${sameClaim(job)}`);
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
    insert into ${s} ${row(s, { runId, id: step, value: sql`${text}::jsonb` })} on conflict do nothing`);
  if (rows === 0) return false;
  const stack = sql`array_append(${r.stack}, ${step})`;
  await tx.run(sql`update ${r} set ${assigned(r, { stack })} where ${r.id} = ${runId}`);
  return true;
}

/** What every call of a run has. */
const callOf = ({ clock }: EngineContext) => ({
  runId: r.id,
  fn: r.fn,
  keys: r.keys,
  limits: r.limits,
  priority: r.priority,
  runAt: clock.now,
});

/**
 * Queues a discovery and, when nothing else of the run is outstanding, ends its plan-only phase. A discovery still in
 * flight counts as outstanding: two calls that may execute must never overlap.
 */
export async function addDiscovery(tx: Tx, context: EngineContext, runId: string): Promise<void> {
  const dedupe = sql`'call:' || ${r.id} || ':' || cardinality(${r.stack})`;
  await tx.run(sql`
    insert into ${j} ${eachRow(j, { dedupe, kind: "call", ...callOf(context) })}
    from ${r} where ${r.id} = ${runId} on conflict (${names(j, "dedupe")}) do nothing`);
  await tx.run(sql`
    update ${r} set ${assigned(r, { planOnly: false })}
    where ${r.id} = ${runId} and ${r.planOnly}
      and not exists (select from ${p} where ${p.runId} = ${runId} and ${p.kind} <> 'cancel')
      and (select count(*) from ${j} where ${j.runId} = ${runId}) <= 1`);
  await wake(tx);
}

/** Queues a call that runs exactly one planned step, unless the step has a value or a call already. */
export async function addStepCall(tx: Tx, context: EngineContext, runId: string, step: string): Promise<void> {
  const dedupe = sql`'step:' || ${r.id} || ':' || ${step}::text`;
  await tx.run(sql`
    insert into ${j} ${eachRow(j, { dedupe, kind: "call", step, ...callOf(context) })}
    from ${r} where ${r.id} = ${runId} and not exists (select from ${s} where ${s.runId} = ${r.id} and ${s.id} = ${step})
    on conflict (${names(j, "dedupe")}) do nothing`);
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
  const { kind, runId, step, when } = timer;
  const job = { dedupe: `${kind}:${runId}:${step}`, kind, runId, step, runAt: instant(context, when) };
  await tx.run(sql`
    insert into ${j} ${eachRow(j, job)}
    where not exists (select from ${s} where ${s.runId} = ${runId} and ${s.id} = ${step})
    on conflict (${names(j, "dedupe")}) do nothing`);
  await wake(tx);
}

/** Queues routing work for any process with functions. */
export async function addEventJob(
  tx: Tx,
  context: EngineContext,
  dedupe: string,
  payload: Job["payload"],
): Promise<void> {
  const text = storable("An event", payload);
  const job = {
    dedupe: `event:${dedupe}`,
    kind: "event",
    payload: sql`${text}::jsonb`,
    runAt: context.clock.now,
  } as const;
  await tx.run(sql`insert into ${j} ${row(j, job)} on conflict (${names(j, "dedupe")}) do nothing`);
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
  const waits = await tx.run(sql`
    delete from ${p} where ${p.runId} = ${run.id} and ${p.step} = ${step} and ${p.kind} <> 'cancel'`);
  if (waits === 0) return false;
  await tx.run(sql`delete from ${j} where ${j.dedupe} = ${`timeout:${run.id}:${step}`}`);
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
  const output = sql`${storable("The function's result", end.output)}::jsonb`;
  const ended = { status: end.status, endedAt: context.clock.now, output };
  await tx.run(sql`update ${r} set ${assigned(r, ended)} where ${r.id} = ${run.id}`);
  await tx.run(sql`delete from ${j} where ${j.runId} = ${run.id}`);
  await tx.run(sql`delete from ${p} where ${p.runId} = ${run.id}`);
  await context.fault("in-end");
  const awaited =
    run.correlation !== null || end.status !== "completed" || (await isAwaited(tx, "inngest/function.finished"));
  if (awaited) await addEventJob(tx, context, `ended:${run.id}`, { ended: run.id });
  else await wake(tx);
}

async function isAwaited(tx: Tx, event: string): Promise<boolean> {
  const triggers = JSON.stringify({ triggers: [{ event }] });
  const awaited = asFlag(sql`
    exists (select from ${f} where ${f.configuration} @> ${triggers}::jsonb)
      or exists (select from ${p} where ${p.event} = ${event})`);
  return (await tx.one(sql`select ${named({ awaited })}`))?.awaited ?? false;
}
