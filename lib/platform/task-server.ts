import { signedRequest } from "./engine/protocol";
import { environment } from "./environment";
import { log } from "./log";
import { isEmbedded, type QueueFunction, sendEvents, serveFunctions, taskServerAddress } from "./queue";
import { knownFunctions, OtherAnswer } from "./task-server-api";

/**
 * A real Inngest server: it calls only functions that were registered with it, and drops the events of all others. So
 * whoever serves functions registers them at each start, and now and then, for a server that has lost its memory.
 */

/** What keeps the server from calling our functions, for a person: one line that says what to mend. */
export class TaskServerProblem extends Error {
  override readonly name = "TaskServerProblem";
}

const ANSWER_MS = 10_000;
const LOOK_MS = 5_000;
/** Registered again even though the server says that it knows all of them: it may call them at an old address. */
const AGAIN_MS = 600_000;

/** Counts for nothing: no function waits for it. */
const GREETING = "loquat/functions.registered";

const named = () => `The task server at ${taskServerAddress()}`;

/** Where the server reaches us. */
const origin = () => environment().inngest.serveOrigin ?? environment().baseUrl;

/** @throws TaskServerProblem when nobody answers there */
async function expectServer(): Promise<void> {
  try {
    await fetch(`${taskServerAddress()}/health`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" });
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name;
    throw new TaskServerProblem(`${named()} does not answer (${cause}). Check INNGEST_BASE_URL and that it runs.`);
  }
}

/** @throws TaskServerProblem when our signing key is not the one of the server */
async function expectKey(): Promise<void> {
  await knownFunctions().catch((error: unknown) => {
    // A server that does not tell what it knows shows it when functions are registered.
    if (!(error instanceof OtherAnswer) || (error.status !== 401 && error.status !== 403)) return;
    throw new TaskServerProblem(`${named()} refuses INNGEST_SIGNING_KEY. Use the key that it was started with.`);
  });
}

/**
 * Registers functions with the server, after a look at whether it is there and takes our keys.
 * @throws TaskServerProblem
 */
export async function registerFunctions(functions: readonly QueueFunction[]): Promise<void> {
  const { signingKey = "" } = environment().inngest;
  await expectServer();
  await expectKey();
  const address = `${origin()}/api/inngest`;
  const answer = await serveFunctions(functions)(signedRequest(address, signingKey, "PUT", {}));
  if (answer.status >= 300) {
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
    throw new TaskServerProblem(
      `${named()} did not take the functions (${answer.status}): ${(message ?? "").slice(0, 300)}`,
    );
  }
  try {
    await sendEvents([{ name: GREETING, data: { address } }]);
  } catch (error) {
    throw new TaskServerProblem(
      `${named()} refuses events: ${(error as Error).message.slice(0, 300).replace(/\.$/, "")}. Check INNGEST_EVENT_KEY.`,
    );
  }
}

interface Registration {
  /** Undefined while the functions are registered. */
  problem?: string;
}

// Next gives routes a copy of this module of their own.
const slot = Symbol.for("loquat.task-server");
const store = globalThis as { [slot]?: Registration };

/** Why the server does not run our functions; undefined when it does, or when none is asked to. */
export const taskServerProblem = (): string | undefined => store[slot]?.problem;

/**
 * Registers functions until it works, again where the server has forgotten some, and every ten minutes. What is wrong is
 * said once, in one line. With the embedded engine it does nothing.
 * @returns ends it
 */
export function keepRegistered(functions: readonly QueueFunction[]): () => void {
  if (isEmbedded()) return () => {};
  const state: Registration = { problem: `${named()} has not answered yet.` };
  store[slot] = state;
  let said: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  let registeredAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    await expectServer();
    const isRecent = performance.now() - registeredAt < AGAIN_MS;
    if (isRecent && state.problem === undefined && (await knowsAll(functions.length))) return;
    await registerFunctions(functions);
    registeredAt = performance.now();
  };
  const attempt = async () => {
    state.problem = await look().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (over) return;
    if (state.problem !== undefined && state.problem !== said) log.error({ part: "tasks" }, state.problem);
    if (state.problem === undefined && said !== "")
      log.info({ part: "tasks" }, `${named()} runs ${functions.length} functions of ${origin()}.`);
    said = state.problem ?? "";
    timer = setTimeout(attempt, LOOK_MS);
    timer.unref();
  };
  void attempt();
  return () => {
    over = true;
    clearTimeout(timer);
    store[slot] = undefined;
  };
}

/** A server that does not tell what it knows is taken at its word for the ten minutes. */
const knowsAll = (wanted: number): Promise<boolean> =>
  knownFunctions().then(
    (known) => known >= wanted,
    () => true,
  );
