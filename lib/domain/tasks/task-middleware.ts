import { Middleware } from "@/lib/platform/queue";
import { logText } from "./internal/log-text";
import { type Amount, advance, logLine, report, type Share } from "./internal/progress";
import { type LineSaid, whyOf } from "./said-line";
import { beginTask, failTask, finishTask } from "./tasks";

/**
 * Keeps the task's row in step with the run, from inside the SDK, so that it is the same with either executor. Hooks
 * may come twice after a crash: states only move forward and each line has a key.
 */

/** Names of steps and how much of the whole each is, in the order in which they run. */
export type StepWeights = Record<string, number>;

/** Says how far the present step is: percent of the step, or how many of how many. */
export type Report = (amount: Amount, text?: string) => Promise<void>;

interface Seen {
  ctx: { runId: string; event: { data?: unknown }; attempt: number };
}

/** The task an event belongs to. */
export function taskOf(event: { data?: unknown } | undefined): string | undefined {
  const task = (event?.data as { task?: unknown } | undefined)?.task;
  return typeof task === "string" ? task : undefined;
}

/** A middleware class for a function with these steps; it also puts `report` into the function's context. */
export function taskMiddleware(weights: StepWeights): Middleware.Class {
  const shares = sharesOf(weights);

  return class TaskMiddleware extends Middleware.BaseMiddleware {
    readonly id = "loquat:task";
    /** One request runs at most one step. */
    private step: string | undefined;

    override transformFunctionInput(arg: Middleware.TransformFunctionInputArgs): Middleware.TransformFunctionInputArgs {
      const task = taskOf(arg.ctx.event);
      const tell: Report = async (amount, text) => {
        if (task) await report(task, amount, text, shares.get(this.step ?? ""));
      };
      return { ...arg, ctx: Object.assign({}, arg.ctx, { report: tell }) };
    }

    private async line(
      seen: Seen,
      what: string,
      level: "info" | "warning" | "error",
      line: { text: string; said?: LineSaid },
    ): Promise<void> {
      const task = taskOf(seen.ctx.event);
      if (task) await logLine(task, `${seen.ctx.runId}:${what}:${seen.ctx.attempt}`, level, line);
    }

    override async onRunStart(arg: Middleware.OnRunStartArgs): Promise<void> {
      const task = taskOf(arg.ctx.event);
      if (task) await beginTask(task, arg.ctx.runId);
    }

    override async onStepStart(arg: Middleware.OnStepStartArgs): Promise<void> {
      this.step = arg.stepInfo.options.id;
      const attempt = arg.ctx.attempt + 1;
      await this.line(arg, `${arg.stepInfo.hashedId}:start`, "info", {
        text: `${this.step}: started${attempt > 1 ? `, attempt ${attempt}` : ""}`,
        said: { step: this.step, what: "started", attempt },
      });
    }

    override async onStepComplete(arg: Middleware.OnStepCompleteArgs): Promise<void> {
      const name = arg.stepInfo.options.id;
      await this.line(arg, `${arg.stepInfo.hashedId}:end`, "info", {
        text: `${name}: done`,
        said: { step: name, what: "done" },
      });
      const share = shares.get(name);
      const task = taskOf(arg.ctx.event);
      if (task && share) await advance(task, share.from + share.size).catch(() => {});
    }

    override async onStepError(arg: Middleware.OnStepErrorArgs): Promise<void> {
      const level = arg.isFinalAttempt ? "error" : "warning";
      const name = arg.stepInfo.options.id;
      const { message } = arg.error;
      await this.line(arg, `${arg.stepInfo.hashedId}:error`, level, {
        text: `${name}: ${message}`,
        // A page shows it as well: without what lets somebody in.
        said: { step: name, what: "failed", message: logText(message), why: whyOf(arg.error) },
      });
    }

    override async onRunComplete(arg: Middleware.OnRunCompleteArgs): Promise<void> {
      const task = taskOf(arg.ctx.event);
      if (task) await finishTask(task, arg.output);
    }

    override async onRunError(arg: Middleware.OnRunErrorArgs): Promise<void> {
      const task = taskOf(arg.ctx.event);
      if (!task || !arg.isFinalAttempt) return;
      await this.line(arg, "end", "error", { text: arg.error.message });
      await failTask(task, arg.error.message);
    }
  };
}

function sharesOf(weights: StepWeights): Map<string, Share> {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = new Map<string, Share>();
  let from = 0;
  for (const [step, weight] of Object.entries(weights)) {
    const size = (weight / total) * 100;
    shares.set(step, { from, size });
    from += size;
  }
  return shares;
}
