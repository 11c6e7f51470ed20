import { engineJobs, enginePauses, engineRuns, engineSteps } from "@/lib/generated/tables";
import { assigned, eachRow, named, pick } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asJson, asMoment, orNull } from "@/lib/platform/expressions";
import { present } from "../expressions";
import type { FunctionConfig } from "./config";
import { parseSchedule } from "./cron";
import { parseExpression } from "./expr";
import { type Answer, callFunction, describeError, type Handler, type Operation, type StoredError } from "./protocol";
import { registered, routeEnd, routeEvent, startRun } from "./router";
import {
  addDiscovery,
  addStepCall,
  addTimer,
  type EngineContext,
  endRun,
  type Job,
  memoise,
  RUN_COLUMNS,
  type Run,
  resolveStep,
  retryLater,
  type StepValue,
  sameClaim,
  settle,
  storable,
  takeAway,
  UNCLAIMED,
  UnstorableValue,
} from "./store";
import { parseWhen } from "./when";

/** What a claimed job does, and what each operation of an answer leads to. */

const [j, p] = [engineJobs.as("j"), enginePauses.as("p")];
const [r, s] = [engineRuns.as("r"), engineSteps.as("s")];

export interface Executor extends EngineContext {
  handler: Handler;
  signingKey: string;
  functions: ReadonlyMap<string, FunctionConfig>;
  checkpoint: boolean;
  /** Milliseconds until the next attempt, from the number of attempts made. */
  backoff(attempts: number): number;
  /** Runs a write again until the database takes it; gives up only when the process stops. */
  persist<T>(write: () => Promise<T>): Promise<T>;
}

/** Does what the job says and writes the outcome. */
export async function execute(engine: Executor, job: Job): Promise<void> {
  if (job.kind === "call") return executeCall(engine, job);
  if (job.kind === "event") return engine.persist(() => executeEvent(engine, job));
  if (job.kind === "cron") return engine.persist(() => executeCron(engine, job));
  const step = job.step ?? "";
  await engine.persist(() =>
    settle(engine, job, async (tx, run) => {
      if (job.kind === "timeout") await endWait(tx, engine, run, step);
      else if (await memoise(tx, run.id, step, { data: null })) await addDiscovery(tx, engine, run.id);
    }),
  );
}

/** The time of a wait is up: null for an event that did not come, an error for a function that did not answer. */
async function endWait(tx: Tx, engine: Executor, run: Run, step: string): Promise<void> {
  const pause = await tx.one(sql`
    select ${pick(p, "kind")} from ${p} where ${p.runId} = ${run.id} and ${p.step} = ${step} and ${p.kind} <> 'cancel'`);
  const late = { name: "InvokeTimeout", message: "The invoked function did not end in time." };
  await resolveStep(tx, engine, run, step, pause?.kind === "invoke" ? { error: late } : { data: null });
}

async function executeEvent(engine: Executor, job: Job): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await takeAway(tx, job))) return;
    const { event, ended } = job.payload;
    if (ended) await routeEnd(tx, engine, ended);
    if (event) await routeEvent(tx, engine, event, await registered(tx));
  });
}

/** One run for the instant, then the next future one: instants missed while nobody ran are not made up for. */
async function executeCron(engine: Executor, job: Job): Promise<void> {
  const cron = job.payload.cron ?? "";
  const config = engine.functions.get(job.fn ?? "");
  if (!config) return;
  await inTransaction(async (tx) => {
    const row = await tx.one(sql`select ${named({ now: asMoment(engine.clock.now) })}`);
    const now = row?.now ?? new Date();
    const next = parseSchedule(cron).next(new Date(Math.max(now.getTime(), job.runAt.getTime())));
    const rows = await tx.run(sql`
      update ${j} set ${assigned(j, { ...UNCLAIMED, runAt: next, attempt: 0 })} where ${sameClaim(job)}`);
    if (rows === 0) return;
    const idem = `cron:${cron}:${job.runAt.toISOString()}`;
    const event = { id: `${config.id}:${idem}`, name: "inngest/scheduled.timer", data: { cron }, ts: now.getTime() };
    await startRun(tx, engine, config, event, { idem });
  });
}

/** A job whose outcome the database refuses for good: its run fails; routing work without a run is tried again. */
export async function giveUp(engine: Executor, job: Job, cause: unknown): Promise<void> {
  const error = describeError(cause);
  if (job.runId !== null)
    await settle(engine, job, (tx, run) => endRun(tx, engine, run, { status: "failed", output: { error } }));
  else if (job.kind === "cron" || job.attempt < 5) await retryLater(engine, job, 60_000);
  else await inTransaction((tx) => takeAway(tx, job));
}

/** Values of a run's steps by their ids. */
const STEPS = orNull(
  asJson<Record<string, StepValue>>(
    sql`(select jsonb_object_agg(${s.id}, ${s.value}) from ${s} where ${s.runId} = ${r.id})`,
  ),
);

async function executeCall(engine: Executor, job: Job): Promise<void> {
  const config = engine.functions.get(job.fn ?? "");
  if (!config) return;
  if (job.attempt >= config.maxAttempts) return engine.persist(() => buryCall(engine, job));
  const loaded = await engine.persist(() =>
    inTransaction((tx) =>
      tx.one(sql`select ${RUN_COLUMNS}, ${named({ steps: STEPS })} from ${r} where ${r.id} = ${job.runId}`),
    ),
  );
  const [event] = loaded?.events ?? [];
  if (loaded?.status !== "running" || !event) {
    await engine.persist(() => settle(engine, job, async () => {}));
    return;
  }
  const ticket = `${job.id}.${job.gen}`;
  const answer = await callFunction(engine.handler, engine.signingKey, {
    fn: config.id,
    step: job.step,
    job: ticket,
    body: {
      version: 2,
      event,
      events: loaded.events,
      steps: loaded.steps ?? {},
      ctx: {
        run_id: loaded.id,
        attempt: job.attempt,
        max_attempts: config.maxAttempts,
        disable_immediate_execution: loaded.planOnly,
        use_api: false,
        stack: { stack: loaded.stack, current: loaded.stack.length },
        ...(engine.checkpoint ? { fn_id: config.id, qi_id: ticket } : {}),
      },
    },
  });
  await engine.persist(() => applyAnswer(engine, job, config, answer));
}

/** A job whose every attempt ended with the death of its process. */
async function buryCall(engine: Executor, job: Job): Promise<void> {
  const error = {
    name: "ProcessDied",
    message: `The process ended during each of ${job.attempt} attempts to run this${job.step ? " step" : ""}.`,
  };
  await settle(engine, job, async (tx, run) => {
    if (job.step === null) await endRun(tx, engine, run, { status: "failed", output: { error } });
    else if (await memoise(tx, run.id, job.step, { error })) await addDiscovery(tx, engine, run.id);
  });
}

async function applyAnswer(engine: Executor, job: Job, config: FunctionConfig, answer: Answer): Promise<void> {
  const attemptsLeft = job.attempt + 1 < config.maxAttempts;
  const delay = (answer.kind === "value" ? undefined : answer.retryAfter) ?? engine.backoff(job.attempt);
  if (answer.kind === "error" && answer.retry && attemptsLeft) {
    await retryLater(engine, job, delay);
    return;
  }
  if (answer.kind === "operations" && attemptsLeft && answer.operations.some((one) => one.op === "StepError")) {
    await keepFinished(job, answer.operations);
    await retryLater(engine, job, delay);
    return;
  }
  await settle(engine, job, async (tx, run) => {
    if (answer.kind === "error") await endRun(tx, engine, run, { status: "failed", output: { error: answer.error } });
    else if (answer.kind === "value") await complete(tx, engine, run, answer.value);
    else await applyOperations(tx, engine, run, answer.operations);
  });
}

/** Steps reported together with one that failed are done and stay done. */
async function keepFinished(job: Job, operations: Operation[]): Promise<void> {
  const finished = operations.filter((one) => one.op === "StepRun" || one.op === "Step");
  if (finished.length === 0) return;
  await inTransaction(async (tx) => {
    await tx.run(sql`select ${r.id} from ${r} where ${r.id} = ${job.runId} for update`);
    const mine = await tx.one(sql`select ${pick(j, "id")} from ${j} where ${sameClaim(job)}`);
    if (!mine) return;
    for (const step of finished) await memoise(tx, job.runId ?? "", step.id, { data: step.data ?? null });
  });
}

async function complete(tx: Tx, engine: Executor, run: Run, value: unknown): Promise<void> {
  try {
    storable("The function's result", value);
  } catch (error) {
    return fail(tx, engine, run, error as Error);
  }
  await endRun(tx, engine, run, { status: "completed", output: { data: value ?? null } });
}

async function fail(tx: Tx, engine: Executor, run: Run, error: StoredError): Promise<void> {
  const { name, message } = error;
  await endRun(tx, engine, run, { status: "failed", output: { error: { name, message } } });
}

const FINISHED = new Set(["StepRun", "Step", "StepError", "StepFailed", "RunComplete", "DiscoveryRequest"]);

async function applyOperations(tx: Tx, engine: Executor, run: Run, operations: Operation[]): Promise<void> {
  const waiting = operations.filter((one) => !FINISHED.has(one.op)).length;
  if (waiting > 1) await tx.run(sql`update ${r} set ${assigned(r, { planOnly: true })} where ${r.id} = ${run.id}`);
  let discover = false;
  for (const operation of operations) {
    try {
      const outcome = await applyOperation(tx, engine, run, operation);
      if (outcome === "ended") return;
      discover ||= outcome === "discover";
    } catch (error) {
      if (!(error instanceof UnstorableValue || error instanceof UnsupportedOperation)) throw error;
      return fail(tx, engine, run, error);
    }
  }
  // Everything reported may be known already, because a step ended while this call was under way.
  const outstanding = await tx.one(sql`
    select ${present} from ${j} where ${j.runId} = ${run.id}
    union all select ${present} from ${p} where ${p.runId} = ${run.id} and ${p.kind} <> 'cancel' limit 1`);
  if (discover || !outstanding) await addDiscovery(tx, engine, run.id);
}

/** An operation the embedded executor does not know, or one whose options it cannot read. */
class UnsupportedOperation extends Error {
  override readonly name = "UnsupportedOp";
}

type Outcome = "discover" | "wait" | "ended";

async function applyOperation(tx: Tx, engine: Executor, run: Run, operation: Operation): Promise<Outcome> {
  const { op, id } = operation;
  switch (op) {
    case "StepRun":
    case "Step":
      await memoise(tx, run.id, id, { data: operation.data ?? null });
      return "discover";
    case "StepError":
    case "StepFailed":
      await memoise(tx, run.id, id, { error: describeError(operation.error) });
      return "discover";
    case "DiscoveryRequest":
      return "discover";
    case "RunComplete":
      await complete(tx, engine, run, operation.data);
      return "ended";
    case "StepPlanned":
      await addStepCall(tx, engine, run.id, id);
      return "wait";
    case "Sleep": {
      const when = readOption(operation, () => parseWhen(String(operation.name ?? operation.opts?.duration)));
      await addTimer(tx, engine, { kind: "sleep", runId: run.id, step: id, when });
      return "wait";
    }
    case "WaitForEvent":
      await addWait(tx, engine, run, operation);
      return "wait";
    case "InvokeFunction":
      return invoke(tx, engine, run, operation);
    default:
      throw new UnsupportedOperation(`The embedded task engine does not support the operation ${op}.`);
  }
}

function readOption<T>(operation: Operation, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UnsupportedOperation(`Step "${operation.displayName ?? operation.id}": ${(error as Error).message}`);
  }
}

async function addPause(
  tx: Tx,
  run: Run,
  pause: { step: string; kind: "wait" | "invoke"; event: string; expression?: string },
): Promise<boolean> {
  const rows = await tx.run(sql`
    insert into ${p} ${eachRow(p, { runId: run.id, ...pause })}
    where not exists (select from ${s} where ${s.runId} = ${run.id} and ${s.id} = ${pause.step})
    on conflict do nothing`);
  return rows > 0;
}

async function addWait(tx: Tx, engine: Executor, run: Run, operation: Operation): Promise<void> {
  const expression = operation.opts?.if === undefined ? undefined : String(operation.opts.if);
  const when = readOption(operation, () => {
    if (expression) parseExpression(expression);
    return parseWhen(String(operation.opts?.timeout));
  });
  const event = String(operation.name);
  if (await addPause(tx, run, { step: operation.id, kind: "wait", event, expression }))
    await addTimer(tx, engine, { kind: "timeout", runId: run.id, step: operation.id, when });
}

async function invoke(tx: Tx, engine: Executor, run: Run, operation: Operation): Promise<Outcome> {
  const { function_id, payload, timeout } = (operation.opts ?? {}) as {
    function_id?: string;
    payload?: { data?: Record<string, unknown> };
    timeout?: string;
  };
  const when = readOption(operation, () => (timeout ? parseWhen(timeout) : undefined));
  const config = (await registered(tx)).find((one) => one.id === function_id);
  if (!config) {
    const error = { name: "FunctionNotFound", message: `There is no function "${function_id}" to invoke.` };
    await memoise(tx, run.id, operation.id, { error });
    return "discover";
  }
  const waits = { step: operation.id, kind: "invoke", event: "inngest/function.finished" } as const;
  if (!(await addPause(tx, run, waits))) return "wait";
  const idem = `invoke:${run.id}:${operation.id}`;
  const data = payload?.data ?? {};
  const event = { id: idem, name: "inngest/function.invoked", data, ts: Date.now() };
  await startRun(tx, engine, config, event, { idem, correlation: { run: run.id, step: operation.id } });
  if (when) await addTimer(tx, engine, { kind: "timeout", runId: run.id, step: operation.id, when });
  return "wait";
}
