import { componentsOfRun, runAddon as run } from "@/lib/domain/addon-runs/run-addon";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** One run of an add-on, over each component that it reaches. */
export const runAddon = taskFunction(
  {
    id: "run-addon",
    kind: "run-addon",
    concurrencyKey: "addon",
    retries: 4,
    steps: { plan: 5, run: 95 },
  },
  async ({ data, step }) => {
    const components = await step.run("plan", () => componentsOfRun(data.addon, data.component, data.project));
    const runs = [];
    for (const component of components)
      runs.push(await step.run(`run-${component}`, () => run(data.addon, data.event, component)));
    return { done: runs.filter((one) => one.done).length, failed: runs.filter((one) => !one.done).length };
  },
);
