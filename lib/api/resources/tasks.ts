import { z } from "zod";
import type { TaskView } from "@/lib/domain/tasks/task-view";
import { type Answer, endpoint, schema } from "../endpoint";

/** All the outside sees of background tasks; the contract 3.13 and 4.16. */

export const Task = schema(
  "Task",
  z.object({
    completed: z.boolean(),
    progress: z.int(),
    result: z
      .unknown()
      .describe(
        "Of what reads files: the ID of the `component`, and what went wrong. The error's text when it failed.",
      ),
    log: z.string().describe("Lines, each with the path of what the task works on before it."),
  }),
);

const params = z.object({ uuid: z.string().max(60) });

export const listTasks = endpoint({
  method: "GET",
  path: "/api/tasks/",
  since: "4.4",
  tag: "Tasks",
  summary: "Tasks cannot be listed",
  description: "Always answers 404: a task is found through the task_url of the object it works for.",
  answer: z.never(),
});
export const readTask = endpoint({
  method: "GET",
  path: "/api/tasks/{uuid}/",
  since: "4.4",
  tag: "Tasks",
  summary: "Background task",
  params,
  answer: Task,
});
export const cancelTask = endpoint({
  method: "DELETE",
  path: readTask.path,
  since: "4.4",
  tag: "Tasks",
  summary: "Cancel a background task",
  description: "A task that has ended is not changed.",
  permission: "component.edit",
  params,
});

/** What a task ended with; the lines that pages say in other words are those of its detail. */
function plainResult(result: unknown): unknown {
  if (typeof result !== "object" || result === null || !("told" in result)) return result ?? null;
  const { told: _, ...plain } = result;
  return plain;
}

/** A task as the outside sees it. */
export function presentTask(view: TaskView): Answer<typeof Task> {
  return { completed: view.completed, progress: view.progress, result: plainResult(view.result), log: view.log };
}
