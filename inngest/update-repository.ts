import { z } from "zod";
import { beginUpdate } from "@/lib/domain/repository/due";
import { performOperation } from "@/lib/domain/repository/operations";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** A pull that a code host or the schedule wants. */
export const updateRepository = taskFunction(
  {
    id: "update-repository",
    event: "loquat/update-repository",
    payload: z.object({ repository: z.int() }),
    concurrencyKey: "repository",
    retries: 2,
    steps: { pull: 100 },
  },
  async ({ data, step, report }) =>
    step.run("pull", async () => {
      await beginUpdate(data.repository);
      return performOperation(data.repository, "pull", (at, total, text) => report({ done: at, total }, text));
    }),
);
