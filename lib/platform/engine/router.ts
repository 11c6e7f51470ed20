import { randomUUID } from "node:crypto";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { bucketsOf, type FunctionConfig } from "./config";
import { evaluate } from "./expr";
import type { EventBody } from "./protocol";
import {
  addDiscovery,
  addEventJob,
  type EngineContext,
  endRun,
  instant,
  lockRun,
  type Run,
  resolveStep,
  storable,
} from "./store";
import { parseWhen } from "./when";

/** From events to what they cause: runs, resumed waits, cancellations, results of invoked functions. */

/** All registered functions; the table, not this process, is the authority. */
export async function registered(tx: Tx): Promise<FunctionConfig[]> {
  const rows = await tx.rows<{ configuration: FunctionConfig }>(sql`select configuration from engine_functions`);
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
  const rows = await tx.run(sql`
    insert into engine_events (id, name, body) values (${event.id}, ${event.name}, ${storable("An event", event)}::jsonb)
    on conflict do nothing`);
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
  const correlation = options.correlation ? JSON.stringify(options.correlation) : null;
  const rows = await tx.run(sql`
    insert into engine_runs (id, fn, idem, events, correlation, keys, limits, started_at)
    values (${id}, ${config.id}, ${options.idem ?? own}, ${storable("An event", [event])}::jsonb, ${correlation}::jsonb,
      ${keys}::text[], ${limits}::int[], ${context.clock.now})
    on conflict (fn, idem) do nothing`);
  if (rows === 0) return;
  for (const [index, cancel] of config.cancel.entries()) {
    const until = cancel.timeout ? instant(context, parseWhen(cancel.timeout)) : sql`null::timestamptz`;
    await tx.run(sql`
      insert into engine_pauses (run_id, step, kind, event, expression, scope)
      values (${id}, ${String(index)}, 'cancel', ${cancel.event}, ${cancel.if ?? null}, jsonb_build_object('until', ${until}))`);
  }
  await addDiscovery(tx, context, id);
}

interface Pause {
  runId: string;
  step: string;
  kind: "wait" | "cancel";
  expression: string | null;
}

async function resumePauses(tx: Tx, context: EngineContext, event: EventBody): Promise<void> {
  const pauses = await tx.rows<Pause>(sql`
    select run_id, step, kind, expression from engine_pauses
    where event = ${event.name} and kind in ('wait', 'cancel')
      and ((scope ->> 'until') is null or (scope ->> 'until')::timestamptz > ${context.clock.now})
    order by run_id, step`);
  for (const pause of pauses) {
    const first = await tx.one<{ event: EventBody }>(sql`
      select events -> 0 as event from engine_runs where id = ${pause.runId}`);
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
  const run = await tx.one<Run>(sql`
    select id, fn, status, events, correlation, output from engine_runs where id = ${runId}`);
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
