import { taskOf } from "@/lib/domain/tasks/task-middleware";
import { failTask, markCancelled } from "@/lib/domain/tasks/tasks";
import { inngest } from "@/lib/platform/queue";

/** Closes the task of a run that ended without saying so itself: cancelled, or its process died every time. */
export const closeTask = inngest.createFunction(
  {
    id: "close-task",
    triggers: [{ event: "inngest/function.failed" }, { event: "inngest/function.cancelled" }],
    retries: 4,
  },
  async ({ event, step }) => {
    const data = event.data as { event?: { data?: unknown }; error?: { message?: string } };
    const task = taskOf(data.event);
    if (!task) return false;
    return step.run("close", () =>
      event.name === "inngest/function.cancelled"
        ? markCancelled(task)
        : failTask(task, data.error?.message ?? "The task failed."),
    );
  },
);
