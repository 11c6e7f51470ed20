import type { z } from "zod";
import { inngest, NonRetriableError, type QueueFunction, type StepTools } from "@/lib/platform/queue";
import { type Report, type StepWeights, taskMiddleware, taskOf } from "./task-middleware";
import { beginTask, CANCEL_EVENT } from "./tasks";

export interface TaskFunctionOptions<P> {
  /** Never renamed in place: runs in flight know it. An incompatible rewrite gets a new id. */
  id: string;
  /** "loquat/<kind>" of `createTask`. */
  event: `loquat/${string}`;
  /** What the event's data must look like; anything else fails the task at once. */
  payload: z.ZodType<P>;
  /** Attempts after the first, per step; 4 when not given. */
  retries?: Retries;
  /** A member of the payload: runs with the same value do not execute at the same time, across functions. Politeness, not safety. */
  concurrencyKey?: keyof P & string;
  /** Names of the steps and how much of the whole each is; progress is made from it. */
  steps: StepWeights;
}

type Retries = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20;

export interface TaskContext<P> {
  /** The task's uuid. */
  task: string;
  data: P;
  step: StepTools;
  /** For use inside a step: code between steps runs at every call. */
  report: Report;
}

/**
 * A function that does a task's work: it marks the row running, logs its steps, keeps the returned value as the
 * task's result and the last error as its failure, and ends when the task is cancelled. Each `step.run` is one
 * idempotent domain call and returns ids or counts.
 */
export function taskFunction<P>(
  options: TaskFunctionOptions<P>,
  work: (context: TaskContext<P>) => Promise<unknown>,
): QueueFunction {
  const { id, event, payload, retries, concurrencyKey, steps } = options;
  // "string(…)" because the server's expressions do not add a number to a text.
  const key = `"${concurrencyKey}-" + string(event.data.${concurrencyKey})`;
  return inngest.createFunction(
    {
      id,
      triggers: [{ event }],
      ...(retries === undefined ? {} : { retries }),
      ...(concurrencyKey ? { concurrency: [{ limit: 1, key, scope: "env" as const }] } : {}),
      cancelOn: [{ event: CANCEL_EVENT, match: "data.task" }],
      middleware: [taskMiddleware(steps)],
    },
    async (context) => {
      const task = taskOf(context.event);
      if (!task) throw new NonRetriableError(`The event ${event} names no task.`);
      const data = payload.safeParse(context.event.data);
      if (!data.success) throw new NonRetriableError(`The task's payload cannot be used: ${data.error.message}`);
      // It may have been cancelled before the run began, or between two calls.
      if (!(await beginTask(task, context.runId))) return null;
      const { report } = context as unknown as { report: Report };
      return work({ task, data: data.data, step: context.step as StepTools, report });
    },
  );
}
