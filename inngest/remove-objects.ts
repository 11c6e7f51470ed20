import { removeMarked } from "@/lib/domain/repository/remove-marked";
import { taskFunction } from "@/lib/domain/tasks/task-function";

/** Takes the rows of removed projects and components out of the database. */
export const removeObjects = taskFunction(
  { id: "remove-objects", kind: "remove-objects", steps: { remove: 100 } },
  async ({ step }) => step.run("remove", () => removeMarked()),
);
