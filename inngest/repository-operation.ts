import { z } from "zod";
import { performOperation, REPOSITORY_OPERATIONS } from "@/lib/domain/repository/operations";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** One repository operation that a person, a client or the schedule asked for. */
export const repositoryOperation = taskFunction(
  {
    id: "repository-operation",
    event: "loquat/repository-operation",
    payload: z.object({ repository: z.int(), operation: z.enum(REPOSITORY_OPERATIONS), askedBy: z.int().nullish() }),
    concurrencyKey: "repository",
    retries: 2,
    steps: { perform: 100 },
  },
  async ({ data, step, report }) =>
    step.run("perform", () =>
      performOperation(
        data.repository,
        data.operation,
        (at, total, text) => report({ done: at, total }, text),
        data.askedBy,
      ),
    ),
);
