import { beginUpdate, secondsUntilUpdate } from "@/lib/domain/integrate/due-commits";
import { performOperation } from "@/lib/domain/integrate/operations";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/**
 * A pull that a code host or the schedule wants. Pulls of one repository keep a distance: what is said meanwhile is
 * answered by the one that follows.
 */
export const updateRepository = taskFunction(
  {
    id: "update-repository",
    kind: "update-repository",
    concurrencyKey: "repository",
    retries: 2,
    steps: { look: 1, pull: 99 },
  },
  async ({ data, task, step, report }) => {
    const seconds = await step.run("look", () => secondsUntilUpdate(data.repository));
    if (seconds > 0) await step.sleep("keep-a-distance", `${seconds}s`);
    return step.run("pull", async () => {
      await beginUpdate(data.repository);
      return performOperation(data.repository, "pull", (at, total, text) => report({ done: at, total }, text), {
        id: task,
      });
    });
  },
);
