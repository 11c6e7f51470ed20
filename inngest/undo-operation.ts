import { taskFunction } from "@/lib/domain/tasks/task-function";
import { performUndo } from "@/lib/domain/undo/undo";

/** Takes back what an operation changed, or tells what that would do. */
export const undoOperation = taskFunction(
  {
    id: "undo-operation",
    kind: "undo-operation",
    concurrencyKey: "operation",
    retries: 4,
    steps: { perform: 100 },
  },
  async ({ data, step, report }) =>
    step.run("perform", () => performUndo(data, (done, total, text) => report({ done, total }, text))),
);
