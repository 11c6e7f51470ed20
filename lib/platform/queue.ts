import { type GetStepTools, Inngest, type InngestFunction, NonRetriableError } from "inngest";
import { serve } from "inngest/edge";
import { engineFetch } from "./engine/api";
import { Engine, type EngineOptions } from "./engine/engine";
import { engineSigningKey } from "./engine/keys";
import { abandonRuns as abandon, purgeEngine, runsOfEvents, unfinishedRuns } from "./engine/maintenance";
import { SENDER } from "./engine/store";
import { environment } from "./environment";
import { log } from "./log";

/**
 * The one door to Inngest. Functions are written once; whether the embedded engine or a real server runs them is
 * decided here, by the environment: `INNGEST_BASE_URL` or `INNGEST_DEV` mean a server.
 */

export { Middleware, NonRetriableError, RetryAfterError } from "inngest";
export { purgeEngine, runsOfEvents, unfinishedRuns };

export type QueueFunction = InngestFunction.Any;
export type StepTools = GetStepTools<typeof inngest>;

export interface QueueEvent {
  /** Makes the event count once, however often it is sent. */
  id?: string;
  name: string;
  data: Record<string, unknown>;
}

/** True when tasks run on our own engine. */
export function isEmbedded(): boolean {
  const { baseUrl, dev } = environment().inngest;
  return !baseUrl && !isDevServer(dev);
}

function isDevServer(dev: string | undefined): boolean {
  return dev !== undefined && dev !== "" && !/^(0|false|no|off)$/i.test(dev);
}

/** Address of the server that runs tasks. */
export function taskServerAddress(): string {
  const { baseUrl, dev } = environment().inngest;
  return baseUrl ?? (dev?.includes("://") ? dev : "http://localhost:8288");
}

interface Shared {
  engine?: Engine;
  signingKey?: string;
}

// Next gives instrumentation and routes separate copies of this module.
const slot = Symbol.for("loquat.engine");
const store = globalThis as { [slot]?: Shared };
store[slot] ??= {};
const shared: Shared = store[slot];

const quiet = () => {};
const logger = {
  debug: quiet,
  info: quiet,
  warn: (...parts: unknown[]) => report("warn", parts),
  error: (...parts: unknown[]) => report("error", parts),
};

function report(level: "info" | "warn" | "error", parts: unknown[]): void {
  if (environment().mode === "test") return;
  const text = parts.map((part) => (typeof part === "string" ? part : readable(part))).join(" ");
  // What a registration answered is told by whoever registers.
  if (text.includes("unpack register response") || (/signature/i.test(text) && wasJustSaid(text))) return;
  log[level]({ part: "tasks" }, text);
}

const SAID_AGAIN_MS = 60_000;
let last = { text: "", at: 0 };

/** Whoever sends one badly signed call after the other must not fill the log. */
function wasJustSaid(text: string): boolean {
  const now = Date.now();
  if (text === last.text && now - last.at < SAID_AGAIN_MS) return true;
  last = { text, at: now };
  return false;
}

function readable(part: unknown): string {
  const error = (part as { err?: unknown } | null)?.err ?? part;
  if (!(error instanceof Error)) return JSON.stringify(error);
  // Anybody can send a wrong signature, and whoever ends a task said why: that is a line of the log, not a stack.
  const isSaid = error instanceof NonRetriableError || /signature/i.test(error.message);
  return isSaid ? error.message : (error.stack ?? error.message);
}

/** The client. Its options are read when used, because modules are loaded before the environment is known. */
export const inngest = new Inngest({
  id: "loquat",
  aiMetadata: false,
  logger,
  internalLogger: logger,
  get isDev() {
    return !isEmbedded() && isDevServer(environment().inngest.dev);
  },
  get baseUrl() {
    return isEmbedded() ? "http://loquat.engine" : taskServerAddress();
  },
  get eventKey() {
    return isEmbedded() ? "embedded" : environment().inngest.eventKey;
  },
  get signingKey() {
    return isEmbedded() ? shared.signingKey : environment().inngest.signingKey;
  },
  fetch: (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
    if (!isEmbedded()) return globalThis.fetch(input, init);
    return (shared.engine?.fetch ?? engineFetch(SENDER))(input, init);
  },
});

/**
 * Sends events; embedded, this needs the database only.
 * @returns what the executor calls each
 * @throws Error when the executor refuses them or cannot be reached
 */
export async function sendEvents(events: readonly QueueEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  return (await inngest.send(events.map((event) => ({ ...event })))).ids;
}

/** The handler of `/api/inngest`. Unsigned or wrongly signed requests are answered 401 in both modes. */
export function serveFunctions(functions: readonly QueueFunction[]): (request: Request) => Promise<Response> {
  let handler: ((request: Request) => Promise<Response>) | undefined;
  return async (request) => {
    if (isEmbedded()) shared.signingKey ??= await engineSigningKey();
    // The package would print a stack for each of these: what carries no signature at all is not worth a line.
    const open = !isEmbedded() && isDevServer(environment().inngest.dev);
    if (request.method === "POST" && !open && !request.headers.has("x-inngest-signature"))
      return Response.json({ message: "Unauthorized" }, { status: 401 });
    handler ??= serve({ client: inngest, functions: [...functions], streaming: false, enableUnauthedSync: false });
    return handler(request);
  };
}

/**
 * Starts the embedded engine with these functions; with a real server there is nothing to start.
 * @throws UnsupportedFunctions listing all options the engine cannot honour
 * @throws Error when a real server is configured while the embedded engine has unfinished runs
 */
export async function startEngine(
  functions: readonly QueueFunction[],
  options: Partial<Omit<EngineOptions, "handler" | "signingKey">> = {},
): Promise<void> {
  if (!isEmbedded()) {
    const left = await unfinishedRuns();
    if (left === 0) return;
    throw new Error(
      `A task server is configured, but the embedded engine still has ${left} unfinished run(s). Start without INNGEST_BASE_URL and INNGEST_DEV until they are done, or abandon them.`,
    );
  }
  if (shared.engine) throw new Error("The task engine is already running in this process.");
  shared.signingKey ??= await engineSigningKey();
  const engine = new Engine({
    log: (message) => report("info", [message]),
    ...options,
    handler: serveFunctions(functions),
    signingKey: shared.signingKey,
  });
  await engine.start();
  shared.engine = engine;
}

/** Stops the engine: no new work, at most `graceMs` for the work in hand, the rest is given back. */
export async function stopEngine(graceMs = 20_000): Promise<void> {
  const { engine } = shared;
  await engine?.stop(graceMs);
  shared.engine = undefined;
}

/** Ends all runs of the embedded engine as cancelled. Gives the ids of the events that had started them. */
export function abandonRuns(): Promise<string[]> {
  return abandon(SENDER);
}
