import { makeTranslationPlan } from "@/lib/domain/bulk/plan-translation";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** Makes a plan of automatic translation. */
export const planTranslation = taskFunction(
  {
    id: "plan-translation",
    kind: "plan-translation",
    concurrencyKey: "plan",
    retries: 4,
    steps: { make: 100 },
  },
  async ({ data, step, report }) =>
    step.run("make", () => makeTranslationPlan(data, (done, total) => report({ done, total }))),
);
