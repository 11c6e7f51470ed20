import { z } from "zod";
import { parseSchedule } from "./cron";
import { evaluate, parseExpression } from "./expr";
import { parseWhen } from "./when";

/** What the engine knows of one function; made from its registration and kept in `engine_functions`. */
export interface FunctionConfig {
  id: string;
  triggers: Trigger[];
  maxAttempts: number;
  concurrency: Limit[];
  /** Expression whose value may start one run in 24 hours. */
  idempotency?: string;
  cancel: { event: string; if?: string; timeout?: string }[];
  /** Expression for the seconds that a run goes ahead of those that began with it; below zero it lets others pass. */
  priority?: string;
}

export type Trigger = { event: string; expression?: string } | { cron: string };

export interface Limit {
  limit: number;
  key?: string;
  scope: "fn" | "env";
}

const limit = z.object({
  limit: z.number().int().min(1),
  key: z.string().optional(),
  scope: z.enum(["fn", "env", "account"]).default("fn"),
});

const registration = z.object({
  id: z.string().min(1),
  triggers: z.array(
    z.object({
      event: z.string().optional(),
      expression: z.string().optional(),
      cron: z.string().optional(),
      jitter: z.string().optional(),
    }),
  ),
  steps: z.record(
    z.string(),
    z.object({
      runtime: z.object({ type: z.string() }),
      retries: z.object({ attempts: z.number().int().min(0).max(20).optional() }).optional(),
    }),
  ),
  concurrency: z.union([z.number().int().min(1), limit, z.array(limit).max(2)]).optional(),
  idempotency: z.string().optional(),
  cancel: z
    .array(z.object({ event: z.string(), if: z.string().optional(), timeout: z.string().optional() }))
    .default([]),
  priority: z.object({ run: z.string().optional() }).optional(),
});

type Registration = z.infer<typeof registration>;

const UNSUPPORTED = ["batchEvents", "rateLimit", "throttle", "debounce", "timeouts", "singleton"];
const DEFAULT_RETRIES = 4;

/** Functions cannot be run by the embedded executor; `problems` names each function and option. */
export class UnsupportedFunctions extends Error {
  override readonly name = "UnsupportedFunctions";
  constructor(readonly problems: readonly string[]) {
    super(`The embedded task engine cannot run these functions:\n- ${problems.join("\n- ")}`);
  }
}

/**
 * Reads what `serve()` answered to the in-band registration.
 * @throws UnsupportedFunctions listing all problems at once
 */
export function readRegistration(answer: unknown): FunctionConfig[] {
  const { functions, inspection } = answer as {
    functions: Record<string, unknown>[];
    inspection?: { extra?: { is_streaming?: boolean } };
  };
  const problems: string[] = [];
  if (inspection?.extra?.is_streaming) problems.push("streaming (INNGEST_STREAMING) is not supported; unset it");
  const configs = functions.flatMap((entry) => {
    const at = String(entry.id);
    for (const option of UNSUPPORTED)
      if (entry[option] !== undefined && entry[option] !== null)
        problems.push(`${at}: the option "${option}" is not supported`);
    const read = registration.safeParse(entry);
    if (!read.success) {
      for (const issue of read.error.issues) problems.push(`${at}: ${issue.path.join(".")}: ${issue.message}`);
      return [];
    }
    problems.push(...problemsOf(read.data).map((problem) => `${at}: ${problem}`));
    return [shape(read.data)];
  });
  if (problems.length > 0) throw new UnsupportedFunctions(problems);
  return configs;
}

function problemsOf(entry: Registration): string[] {
  const found: string[] = [];
  const attempt = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      found.push((error as Error).message);
    }
  };
  for (const trigger of entry.triggers) {
    const { cron, event, expression } = trigger;
    if (trigger.jitter) found.push('the trigger option "jitter" is not supported');
    if (cron) attempt(() => parseSchedule(cron));
    if (event?.includes("*")) found.push(`the event name "${event}" has a wildcard, which is not supported`);
    if (expression) attempt(() => parseExpression(expression));
  }
  if (Object.values(entry.steps).some((step) => step.runtime.type !== "http"))
    found.push("the connect runtime is not supported");
  for (const { key } of limits(entry)) if (key) attempt(() => parseExpression(key));
  for (const expression of [entry.idempotency, entry.priority?.run])
    if (expression) attempt(() => parseExpression(expression));
  for (const { if: condition, timeout } of entry.cancel) {
    if (condition) attempt(() => parseExpression(condition));
    if (timeout) attempt(() => parseWhen(timeout));
  }
  return found;
}

function limits(entry: Registration): Limit[] {
  const given = entry.concurrency;
  if (given === undefined) return [];
  if (typeof given === "number") return [{ limit: given, scope: "fn" }];
  // Here there is one environment and one account, so both scopes are the same bucket.
  return (Array.isArray(given) ? given : [given]).map((one) => ({
    ...one,
    scope: one.scope === "fn" ? "fn" : "env",
  }));
}

function shape(entry: Registration): FunctionConfig {
  const retries = Object.values(entry.steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES;
  return {
    id: entry.id,
    triggers: entry.triggers.flatMap((trigger): Trigger[] => {
      if (trigger.cron) return [{ cron: trigger.cron }];
      if (trigger.event) return [{ event: trigger.event, expression: trigger.expression }];
      return [];
    }),
    maxAttempts: retries + 1,
    concurrency: limits(entry),
    idempotency: entry.idempotency,
    cancel: entry.cancel,
    priority: entry.priority?.run,
  };
}

/** The farthest a run may go ahead or stay behind, in seconds, as on the server; so nobody waits for ever. */
const MOST_AHEAD = 600;

/** How many seconds a run goes ahead of others. What is not a number is 0. */
export function priorityOf(config: FunctionConfig, event: unknown): number {
  const value = config.priority === undefined ? 0 : evaluate(config.priority, { event });
  if (typeof value !== "number" || Number.isNaN(value)) return 0;
  return Math.trunc(Math.min(MOST_AHEAD, Math.max(-MOST_AHEAD, value)));
}

/** The buckets a run's calls are counted in, and how many may execute at once in each. */
export function bucketsOf(config: FunctionConfig, event: unknown): { keys: string[]; limits: number[] } {
  const keys: string[] = [];
  const counts: number[] = [];
  for (const { limit: most, key, scope } of config.concurrency) {
    const value = key === undefined ? "" : String(evaluate(key, { event }));
    keys.push(scope === "fn" ? `fn:${config.id}:${value}` : `env:${value}`);
    counts.push(most);
  }
  return { keys, limits: counts };
}
