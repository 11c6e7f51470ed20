import { taskFunction } from "@/lib/domain/tasks/task-function";
import { followFlags as follow } from "@/lib/domain/units/follow-flags";

/** Brings strings in line with flags of their project or component that have changed. */
export const followFlags = taskFunction(
  {
    id: "follow-flags",
    kind: "follow-flags",
    concurrencyKey: "project",
    retries: 4,
    steps: { follow: 100 },
  },
  async ({ data, step, report }) => step.run("follow", () => follow(data, (done, total) => report({ done, total }))),
);
