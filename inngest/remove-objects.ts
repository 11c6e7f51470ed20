import { sweepDemoFolders } from "@/lib/domain/demo/sweep-folders";
import { taskFunction } from "@/lib/domain/tasks/task-function";
import { removeMarked } from "@/lib/domain/working-copy/remove-marked";

/** Takes the rows of removed projects and components out of the database, and then the folders that only they used. */
export const removeObjects = taskFunction(
  { id: "remove-objects", kind: "remove-objects", steps: { remove: 95, folders: 5 } },
  async ({ step }) => {
    const removed = await step.run("remove", () => removeMarked());
    await step.run("folders", () => sweepDemoFolders());
    return removed;
  },
);
