import { beginAgain } from "@/lib/domain/tasks/lost-runs";
import { attemptOf } from "@/lib/domain/tasks/outbox";
import { taskOf } from "@/lib/domain/tasks/task-middleware";
import { failTask, markCancelled } from "@/lib/domain/tasks/tasks";
import { inngest, isEmbedded } from "@/lib/platform/queue";

/** Closes the task of a run that ended without saying so itself: cancelled, or its process died every time. */
export const closeTask = inngest.createFunction(
  {
    id: "close-task",
    triggers: [{ event: "inngest/function.failed" }, { event: "inngest/function.cancelled" }],
    retries: 4,
  },
  async ({ event, step }) => {
    const data = event.data as { event?: { id?: string; data?: unknown }; error?: { message?: string } };
    const task = taskOf(data.event);
    if (!task) return false;
    const message = data.error?.message ?? "The task failed.";
    return step.run("close", () => {
      if (event.name === "inngest/function.cancelled") return markCancelled(task);
      // A task server gives up on what it cannot reach; the work itself would have failed the task.
      return isEmbedded() ? failTask(task, message) : beginAgain(task, attemptOf(data.event?.id), message);
    });
  },
);
