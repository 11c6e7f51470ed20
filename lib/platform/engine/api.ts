import { createHash, randomUUID } from "node:crypto";
import { engineJobs } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import type { EventBody, Operation } from "./protocol";
import { acceptEvent } from "./router";
import { type EngineContext, endRun, lockRun, memoise, SENDER, UnstorableValue } from "./store";

/** The server's answers to what the SDK sends: events and checkpoints. Anything else is answered 501. */

const MOST_EVENTS = 5000;

/** A `fetch` for the SDK's client that answers in this process, from the database alone. */
export function engineFetch(context: EngineContext = SENDER): typeof globalThis.fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const body = typeof init?.body === "string" ? init.body : "";
    try {
      if (pathname.startsWith("/e/")) return await receiveEvents(context, JSON.parse(body), new Headers(init?.headers));
      if (/^\/v1\/checkpoint\/[^/]+\/async$/.test(pathname)) return await checkpoint(context, JSON.parse(body));
    } catch (error) {
      const { message } = error as Error;
      return Response.json({ ids: [], status: 500, error: message }, { status: 500 });
    }
    return Response.json({ error: `The embedded task engine does not support ${pathname}.` }, { status: 501 });
  };
}

async function receiveEvents(context: EngineContext, body: unknown, headers: Headers): Promise<Response> {
  const refuse = (error: string) => Response.json({ ids: [], status: 400, error }, { status: 400 });
  const list = Array.isArray(body) ? body : [body];
  if (list.length > MOST_EVENTS) return refuse(`More than ${MOST_EVENTS} events at once.`);
  const seed = headers.get("x-inngest-event-id-seed") ?? randomUUID();
  const events: EventBody[] = [];
  for (const [index, entry] of list.entries()) {
    const { name, data, id, ts } = (entry ?? {}) as Partial<EventBody>;
    if (typeof name !== "string" || name === "" || name.length > 200) return refuse("An event has no usable name.");
    if (name.startsWith("inngest/")) return refuse(`Events named inngest/… are internal; "${name}" is refused.`);
    if (typeof data !== "object" || data === null) return refuse(`The event "${name}" has no data.`);
    // A retry of the same sending carries the same seed, so it gives the same ids.
    const derived = createHash("sha256").update(`${seed} ${index}`).digest("hex").slice(0, 32);
    const own = typeof id === "string" && id !== "" && id.length <= 200 ? id : derived;
    events.push({ id: own, name, data, ts: typeof ts === "number" ? ts : Date.now() });
  }
  for (const event of events) await acceptEvent(context, event);
  return Response.json({ ids: events.map((event) => event.id), status: 200 });
}

interface CheckpointBody {
  run_id: string;
  qi_id: string;
  steps: Operation[];
}

const j = engineJobs.as("j");

/** Keeps steps that a call in flight has done. 409 tells the SDK that the job is no longer this call's. */
async function checkpoint(context: EngineContext, body: CheckpointBody): Promise<Response> {
  const [job, gen] = body.qi_id.split(".").map(Number);
  if (body.steps.some((step) => step.op !== "StepRun" && step.op !== "Step"))
    return Response.json({ error: "Only finished steps can be checkpointed." }, { status: 400 });
  const kept = await inTransaction(async (tx) => {
    const run = await lockRun(tx, body.run_id);
    const mine = await tx.one(
      sql`select ${pick(j, "id")} from ${j} where ${j.id} = ${job} and ${j.gen} = ${gen} and ${j.runId} = ${body.run_id}`,
    );
    if (!mine || run?.status !== "running") return false;
    try {
      for (const step of body.steps) await memoise(tx, run.id, step.id, { data: step.data ?? null });
    } catch (error) {
      if (!(error instanceof UnstorableValue)) throw error;
      await endRun(tx, context, run, {
        status: "failed",
        output: { error: { name: error.name, message: error.message } },
      });
      return false;
    }
    await context.fault("in-checkpoint");
    return true;
  });
  return kept ? Response.json({}) : Response.json({ error: "stale" }, { status: 409 });
}
