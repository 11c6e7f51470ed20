import type { Actor } from "@/lib/domain/access/actor";
import { findVisibleTask } from "@/lib/domain/components/task-access";
import { NotFound } from "@/lib/domain/errors";
import type { TaskKind } from "@/lib/domain/tasks/kinds";
import { taskView } from "@/lib/domain/tasks/task-view";
import { isFinal, type TaskRow } from "@/lib/domain/tasks/tasks";
import { counted } from "./numbers";
import type { TaskLook } from "./task-look";

/** Names of kinds of tasks, for people. */
const KINDS: Readonly<Record<TaskKind, string>> = {
  "create-component": "Import of the component",
  "repository-operation": "Repository operation",
  "update-repository": "Update from upstream",
  "add-language": "New language",
  "reformat-files": "Reformat files",
  "remove-file": "Removal of a file",
  "remove-objects": "Clean-up of removed objects",
  "run-addon": "Run of an add-on",
};

/** Names of operations on repositories. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  commit: "Commit",
  push: "Push",
  pull: "Update",
  reset: "Reset",
  cleanup: "Cleanup",
  "file-sync": "Write all files",
  "file-scan": "Read all files again",
};

/** What a task is called. */
export function taskTitle(task: { kind: string; payload: Record<string, unknown> }): string {
  const operation = typeof task.payload.operation === "string" ? OPERATIONS[task.payload.operation] : undefined;
  return operation ?? (KINDS as Readonly<Record<string, string>>)[task.kind] ?? task.kind;
}

/** A task as pages show it. */
export async function lookOf(task: TaskRow): Promise<TaskLook> {
  const view = await taskView(task);
  const failed = task.state === "failed" || (task.state === "done" && isRefusal(task.result));
  return {
    id: task.id,
    kind: task.kind,
    state: task.state,
    completed: isFinal(task),
    progress: view.progress,
    text: textOf(task, failed),
    failed,
    log: view.log,
  };
}

function isRefusal(result: unknown): boolean {
  return typeof result === "object" && result !== null && (result as { result?: unknown }).result === false;
}

function textOf(task: TaskRow, failed: boolean): string {
  const { result } = task;
  if (task.state === "pending") return "Waiting for its turn.";
  if (task.state === "cancelled") return "Cancelled.";
  const fields = typeof result === "object" && result !== null ? (result as Record<string, unknown>) : {};
  if (task.state === "running")
    return typeof fields.stage === "string" ? fields.stage : typeof fields.text === "string" ? fields.text : "Working.";
  if (typeof result === "string") return result;
  if (typeof fields.detail === "string") return fields.detail;
  if (typeof fields.files === "number" && typeof fields.strings === "number")
    return `Done: ${counted(fields.files, "file")}, ${counted(fields.strings, "string")}.`;
  return failed ? "It did not work; the log has the rest." : "Done.";
}

/** A task the actor may see, as pages show it; undefined when there is none. */
export async function loadTask(
  actor: Actor,
  uuid: string | null,
): Promise<{ look: TaskLook; title: string } | undefined> {
  if (uuid === null) return undefined;
  try {
    const task = await findVisibleTask(actor, uuid);
    return { look: await lookOf(task), title: taskTitle(task) };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
