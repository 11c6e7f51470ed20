import { taskFunction } from "@/lib/domain/tasks/task-function";
import { removeMarked } from "@/lib/domain/working-copy/remove-marked";

/** Takes the rows of removed projects and components out of the database. */
export const removeObjects = taskFunction(
  { id: "remove-objects", kind: "remove-objects", steps: { remove: 100 } },
  async ({ step }) => step.run("remove", () => removeMarked()),
);
