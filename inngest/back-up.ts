import { makeBackup } from "@/lib/domain/backups/kept-backups";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** Saves the installation into a file. */
export const backUp = taskFunction(
  {
    id: "back-up",
    kind: "back-up",
    retries: 1,
    steps: { save: 100 },
  },
  async ({ task, step, report }) => step.run("save", () => makeBackup(task, (done, total) => report({ done, total }))),
);
