import { performPlan } from "@/lib/domain/bulk/apply";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** Carries out a plan for many strings. */
export const bulkEdit = taskFunction(
  {
    id: "bulk-edit",
    kind: "bulk-edit",
    concurrencyKey: "plan",
    retries: 4,
    steps: { perform: 100 },
  },
  async ({ data, step, report }) =>
    step.run("perform", () => performPlan(data, (done, total) => report({ done, total }))),
);
