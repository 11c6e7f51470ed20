import { checkPlan, performPlan } from "@/lib/domain/integrate/plan-operation";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** What one repository operation would do. */
export const planOperation = taskFunction(
  {
    id: "plan-operation",
    kind: "plan-operation",
    concurrencyKey: "repository",
    retries: 2,
    steps: { plan: 100 },
  },
  async ({ data, step }) =>
    step.run("plan", async () =>
      data.check === undefined
        ? performPlan(data.repository, data.operation, data.component)
        : { stale: await checkPlan(data.repository, data.check) },
    ),
);
