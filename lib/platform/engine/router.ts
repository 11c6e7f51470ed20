import { randomUUID } from "node:crypto";
import { engineEvents, engineFunctions, enginePauses, engineRuns } from "@/lib/generated/tables";
import { named, names, pick, row } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asJson } from "@/lib/platform/expressions";
import { bucketsOf, type FunctionConfig, priorityOf } from "./config";
import { evaluate } from "./expr";
import type { EventBody } from "./protocol";
import {
  addDiscovery,
  addEventJob,
  type EngineContext,
  endRun,
  instant,
  lockRun,
  RUN_COLUMNS,
  type Run,
  resolveStep,
  storable,
} from "./store";
import { parseWhen } from "./when";

/** From events to what they cause: runs, resumed waits, cancellations, results of invoked functions. */

const [f, p, r] = [engineFunctions.as("f"), enginePauses.as("p"), engineRuns.as("r")];
const e = engineEvents.as("e");

/** All registered functions; the table, not this process, is the authority. */
export async function registered(tx: Tx): Promise<FunctionConfig[]> {
  const rows = await tx.rows(sql`
    select ${named({ configuration: asJson<FunctionConfig>(f.configuration) })} from ${f}`);
  return rows.map((row) => row.configuration);
}

/**
 * Accepts one event from outside, in a transaction of its own; a known id is accepted and does nothing. An event
 * that no registered function listens to is left to a process with functions, whose own may be newer.
 */
export async function acceptEvent(context: EngineContext, event: EventBody): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    const functions = await registered(tx);
    if (functions.some((config) => triggersOf(config, event).length > 0))
      await routeEvent(tx, context, event, functions);
    else await addEventJob(tx, context, event.id, { event });
  });
}

/** False when the id is known. */
async function insertEvent(tx: Tx, event: EventBody): Promise<boolean> {
  const { id, name } = event;
  const body = sql`${storable("An event", event)}::jsonb`;
  const rows = await tx.run(sql`insert into ${e} ${row(e, { id, name, body })} on conflict do nothing`);
  return rows > 0;
}

function triggersOf(config: FunctionConfig, event: EventBody) {
  return config.triggers.filter((trigger) => "event" in trigger && trigger.event === event.name);
}

/** Starts runs, resumes waits and cancels, as the event says. */
export async function routeEvent(
  tx: Tx,
  context: EngineContext,
  event: EventBody,
  functions: FunctionConfig[],
): Promise<void> {
  for (const config of functions) {
    const matches = triggersOf(config, event).some(
      (trigger) => !("expression" in trigger && trigger.expression) || evaluate(trigger.expression, { event }) === true,
    );
    if (matches) await startRun(tx, context, config, event);
  }
  await resumePauses(tx, context, event);
}

/** Creates a run and its first discovery; nothing when this (function, identity) has run already. */
export async function startRun(
  tx: Tx,
  context: EngineContext,
  config: FunctionConfig,
  event: EventBody,
  options: { idem?: string; correlation?: Run["correlation"] } = {},
): Promise<void> {
  const id = randomUUID();
  const own = config.idempotency === undefined ? event.id : `key:${String(evaluate(config.idempotency, { event }))}`;
  const { keys, limits } = bucketsOf(config, event);
  const events = sql`${storable("An event", [event])}::jsonb`;
  const { idem = own, correlation } = options;
  const priority = priorityOf(config, event);
  const run = { id, fn: config.id, idem, events, correlation, keys, limits, priority, startedAt: context.clock.now };
  const rows = await tx.run(sql`
    insert into ${r} ${row(r, run)} on conflict (${names(r, "fn", "idem")}) do nothing`);
  if (rows === 0) return;
  for (const [index, cancel] of config.cancel.entries()) {
    const when = cancel.timeout ? parseWhen(cancel.timeout) : undefined;
    const until = when ? instant(context, when) : sql`null::timestamptz`;
    const scope = sql`jsonb_build_object('until', ${until})`;
    const { event, if: expression } = cancel;
    const pause = { runId: id, step: String(index), kind: "cancel", event, expression, scope } as const;
    await tx.run(sql`insert into ${p} ${row(p, pause)}`);
  }
  await addDiscovery(tx, context, id);
}

async function resumePauses(tx: Tx, context: EngineContext, event: EventBody): Promise<void> {
  const pauses = await tx.rows(sql`
    select ${pick(p, "runId", "step", "kind", "expression")} from ${p}
    where ${p.event} = ${event.name} and ${p.kind} in ('wait', 'cancel')
      and ((${p.scope} ->> 'until') is null or (${p.scope} ->> 'until')::timestamptz > ${context.clock.now})
    order by ${p.runId}, ${p.step}`);
  for (const pause of pauses) {
    const first = await tx.one(sql`
      select ${named({ event: asJson<EventBody>(sql`${r.events} -> 0`) })} from ${r} where ${r.id} = ${pause.runId}`);
    if (!first) continue;
    if (pause.expression && evaluate(pause.expression, { event: first.event, async: event }) !== true) continue;
    const run = await lockRun(tx, pause.runId);
    if (run?.status !== "running") continue;
    if (pause.kind === "wait") await resolveStep(tx, context, run, pause.step, { data: event });
    else await endRun(tx, context, run, { status: "cancelled", output: {} });
  }
}

/** Tells those who wait for a run's end: the run that invoked it, and functions that listen to the internal events. */
export async function routeEnd(tx: Tx, context: EngineContext, runId: string): Promise<void> {
  const run = await tx.one(sql`select ${RUN_COLUMNS} from ${r} where ${r.id} = ${runId}`);
  if (!run) return;
  const error = run.output?.error ?? { name: "Cancelled", message: `The function ${run.fn} was cancelled.` };
  const failed = run.status !== "completed";
  if (run.correlation) {
    const waiting = await lockRun(tx, run.correlation.run);
    const value = failed ? { error } : { data: run.output?.data ?? null };
    if (waiting?.status === "running") await resolveStep(tx, context, waiting, run.correlation.step, value);
  }
  const [event] = run.events;
  // What listens to the end of runs must not listen to its own end, or one failure would go on for ever.
  if (!event || INTERNAL_ENDS.includes(event.name)) return;
  const functions = await registered(tx);
  const data = {
    function_id: run.fn,
    run_id: run.id,
    event,
    events: run.events,
    _inngest: { status: run.status === "completed" ? "Completed" : run.status === "failed" ? "Failed" : "Cancelled" },
  };
  const ts = Date.now();
  const emit = (name: string, id: string, more: Record<string, unknown>) =>
    routeEvent(tx, context, { id, name, ts, data: { ...data, ...more } }, functions);
  if (run.status === "failed") await emit("inngest/function.failed", run.id, { error });
  if (run.status === "cancelled") await emit("inngest/function.cancelled", run.id, { error });
  await emit("inngest/function.finished", `${run.id}-end`, failed ? { error } : { result: run.output?.data ?? null });
}

const INTERNAL_ENDS = ["inngest/function.failed", "inngest/function.finished", "inngest/function.cancelled"];
