import { performOperation } from "@/lib/domain/integrate/operations";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** One repository operation that a person, a client or the schedule asked for. */
export const repositoryOperation = taskFunction(
  {
    id: "repository-operation",
    kind: "repository-operation",
    concurrencyKey: "repository",
    retries: 2,
    steps: { perform: 100 },
  },
  async ({ data, task, step, report }) =>
    step.run("perform", () =>
      performOperation(data.repository, data.operation, (at, total, text) => report({ done: at, total }, text), {
        askedBy: data.askedBy,
        plan: data.plan,
        id: task,
      }),
    ),
);
