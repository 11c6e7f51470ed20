import { z } from "zod";
import { environment } from "./environment";
import { taskServerAddress } from "./queue";

/**
 * What an Inngest server tells of itself, by the REST API under `/v1`: which functions it knows and how runs are. Answers
 * are kept there for some seconds, so what was just changed may be missing.
 */

const ANSWER_MS = 10_000;

/** The id of our client, which the server calls an app. */
const APP = "loquat";

/**
 * How a run is: `none` where no function took the event up, `alive` where something will still be done for it, `lost`
 * where the server says that it runs and has nothing to do for it, as after a crash of its queue.
 */
export type ServerRun = "none" | "alive" | "lost" | "completed" | "failed" | "cancelled";

const RUN = z.object({ run_id: z.string(), status: z.string(), ended_at: z.string().nullable() });
const RUNS = z.object({ data: z.array(RUN) });
const ONE_RUN = z.object({ data: RUN });
const JOBS = z.object({ data: z.array(z.unknown()) });
const FUNCTIONS = z.array(z.object({ id: z.string() }));

/** An answer that is none to what was asked. */
export class OtherAnswer extends Error {
  override readonly name = "OtherAnswer";

  constructor(
    readonly status: number,
    path: string,
  ) {
    super(`The task server answered ${status} to /v1/${path}.`);
  }
}

async function ask<Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer> {
  const { signingKey = "" } = environment().inngest;
  const response = await fetch(`${taskServerAddress()}/v1/${path}`, {
    headers: { authorization: `Bearer ${signingKey}` },
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: "manual",
  });
  const body: unknown = await response.json().catch(() => undefined);
  const read = schema.safeParse(body);
  if (response.ok && read.success) return read.data;
  throw new OtherAnswer(response.status, path);
}

/** How many of our functions the server knows. @throws Error when it does not tell */
export async function knownFunctions(): Promise<number> {
  return (await ask(`apps/${APP}/functions`, FUNCTIONS)).length;
}

const ENDED: Readonly<Record<string, ServerRun>> = {
  Completed: "completed",
  Skipped: "completed",
  Failed: "failed",
  Overflowed: "failed",
  Cancelled: "cancelled",
};

/**
 * How a run is that has called us, or that an event has started.
 * @param runId as it was in the call
 * @param sentAs what the server answered each time it took the event; only one of them has a run, as its id counts once
 * @throws Error when it does not tell
 */
export async function runOnServer(runId: string | null, sentAs: readonly string[]): Promise<ServerRun> {
  if (runId !== null) {
    // A server that has lost all of it answers an error; it has nothing to do for the run either.
    const known = await ask(`runs/${encodeURIComponent(runId)}`, ONE_RUN).catch(() => undefined);
    return known ? stateOf(known.data) : queued(runId);
  }
  for (const event of sentAs) {
    const { data } = await ask(`events/${encodeURIComponent(event)}/runs`, RUNS);
    const run = data.at(-1);
    if (run) return stateOf(run);
  }
  return "none";
}

/** A run whose attempt failed is called failed before it has ended. */
function stateOf({ run_id, status, ended_at }: z.infer<typeof RUN>): ServerRun | Promise<ServerRun> {
  return (ended_at === null ? undefined : ENDED[status]) ?? queued(run_id);
}

async function queued(runId: string): Promise<ServerRun> {
  const { data } = await ask(`runs/${encodeURIComponent(runId)}/jobs`, JOBS);
  return data.length > 0 ? "alive" : "lost";
}
