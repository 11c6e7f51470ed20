import { z } from "zod";
import { inngest, NonRetriableError, type QueueFunction, type StepTools } from "@/lib/platform/queue";
import { followWaiting } from "@/lib/platform/waiting";
import { eventOf, type Payload, TASK_KINDS, type TaskKind } from "./kinds";
import { type Report, type StepWeights, taskMiddleware, taskOf } from "./task-middleware";
import { beginTask, CANCEL_EVENT } from "./tasks";

export interface TaskFunctionOptions<K extends TaskKind> {
  /** Never renamed in place: runs in flight know it. An incompatible rewrite gets a new id. */
  id: string;
  /** The kind of the tasks it does. A payload that is not of the kind fails the task at once. */
  kind: K;
  /** Attempts after the first, per step; 4 when not given. */
  retries?: Retries;
  /** A member of the payload: runs with the same value do not execute at the same time, across functions. Politeness, not safety. */
  concurrencyKey?: keyof Payload<K> & string;
  /** Names of the steps and how much of the whole each is; progress is made from it. */
  steps: StepWeights;
}

type Retries = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20;

export interface TaskContext<K extends TaskKind> {
  /** The task's uuid. */
  task: string;
  data: Payload<K>;
  step: StepTools;
  /** For use inside a step: code between steps runs at every call. */
  report: Report;
}

/**
 * A function that does a task's work: it marks the row running, logs its steps, keeps the returned value as the
 * task's result and the last error as its failure, and ends when the task is cancelled. Each `step.run` is one
 * idempotent domain call and returns ids or counts.
 */
export function taskFunction<K extends TaskKind>(
  options: TaskFunctionOptions<K>,
  work: (context: TaskContext<K>) => Promise<unknown>,
): QueueFunction {
  const { id, kind, retries, concurrencyKey, steps } = options;
  const event = eventOf(kind);
  return inngest.createFunction(
    {
      id,
      triggers: [{ event }],
      ...(retries === undefined ? {} : { retries }),
      ...(concurrencyKey ? { concurrency: limitsBy(concurrencyKey) } : {}),
      priority: { run: "event.data.priority" },
      cancelOn: [{ event: CANCEL_EVENT, match: "data.task" }],
      middleware: [taskMiddleware(steps)],
    },
    async (context) => {
      const task = taskOf(context.event);
      if (!task) throw new NonRetriableError(`The event ${event} names no task.`);
      const data = readPayload(kind, context.event.data);
      // It may have been cancelled before the run began, or between two calls.
      if (!(await beginTask(task, context.runId))) return null;
      const { report } = context as unknown as { report: Report };
      return work({ task, data, step: followedSteps(context.step as StepTools, report), report });
    },
  );
}

/** Steps that tell how far a transfer is while they wait for somebody's server, and end it when the task is cancelled. */
function followedSteps(step: StepTools, report: Report): StepTools {
  const follow = async (text: string): Promise<boolean> => {
    try {
      await report(0, text);
      return true;
    } catch (error) {
      return !(error instanceof NonRetriableError);
    }
  };
  const run = ((id: string, work: () => Promise<unknown>) =>
    step.run(id, () => followWaiting(follow, work))) as StepTools["run"];
  return Object.assign(Object.create(step) as StepTools, { run });
}

/** Tasks of repositories at one Git server at once: one that never answers does not take the place of others. */
const MOST_PER_HOST = 4;

/** At most two limits for a function, says the server. */
function limitsBy(member: string): Limit | [Limit, Limit] {
  // "string(…)" because the server's expressions do not add a number to a text.
  const byMember: Limit = { limit: 1, key: `"${member}-" + string(event.data.${member})`, scope: "env" };
  if (member !== "repository") return byMember;
  return [byMember, { limit: MOST_PER_HOST, key: `"host-" + string(event.data.host)`, scope: "env" }];
}

interface Limit {
  limit: number;
  key: string;
  scope: "env";
}

const SCHEMAS: { readonly [K in TaskKind]: z.ZodType<Payload<K>> } = TASK_KINDS;

function readPayload<K extends TaskKind>(kind: K, data: unknown): Payload<K> {
  const read = SCHEMAS[kind].safeParse(data);
  if (read.success) return read.data;
  throw new NonRetriableError(`The payload of this ${kind} task cannot be used: ${z.prettifyError(read.error)}`);
}
