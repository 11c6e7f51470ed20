import type { TextKey, Texts } from "#texts";
import type { Actor } from "@/lib/domain/access/actor";
import { findVisibleTask } from "@/lib/domain/components/task-access";
import { NotFound, worded } from "@/lib/domain/errors";
import { linesOf } from "@/lib/domain/integrate/operations";
import type { TaskKind } from "@/lib/domain/tasks/kinds";
import { hasFailed } from "@/lib/domain/tasks/manage-tasks";
import type { LineSaid } from "@/lib/domain/tasks/said-line";
import { readLog } from "@/lib/domain/tasks/task-view";
import { isFinal, type TaskRow } from "@/lib/domain/tasks/tasks";
import { urls } from "@/lib/urls";
import { sentenceWords } from "./error-words";
import { failureWords, lineWords, stageWords } from "./log-words";
import { OPERATION_NAMES } from "./operation-names";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import type { TaskSummary } from "./task-summary";

/** Names of kinds of tasks. */
export const TASK_NAMES: Readonly<Record<TaskKind, TextKey>> = {
  "create-component": "tasks.kind.createComponent",
  "repository-operation": "tasks.kind.repositoryOperation",
  "plan-operation": "tasks.kind.planOperation",
  "undo-operation": "tasks.kind.undoOperation",
  "bulk-edit": "tasks.kind.bulkEdit",
  "plan-translation": "tasks.kind.planTranslation",
  "follow-flags": "tasks.kind.followFlags",
  "update-repository": "tasks.kind.updateRepository",
  "add-language": "tasks.kind.addLanguage",
  "take-texts": "tasks.kind.takeTexts",
  "reformat-files": "tasks.kind.reformatFiles",
  "remove-file": "tasks.kind.removeFile",
  "remove-objects": "tasks.kind.removeObjects",
  "run-addon": "tasks.kind.runAddon",
  "back-up": "tasks.kind.backUp",
  "make-demo": "tasks.kind.makeDemo",
};

/** What a task is called. */
export function taskTitle(t: Texts, task: { kind: string; payload: Record<string, unknown> }): string {
  const operation = typeof task.payload.operation === "string" ? OPERATION_NAMES[task.payload.operation] : undefined;
  const key = operation ?? (TASK_NAMES as Readonly<Record<string, TextKey>>)[task.kind];
  return key ? t(key) : task.kind;
}

/** A task as pages show it. */
export async function summarizeTask(task: TaskRow): Promise<TaskSummary> {
  const [t, log] = await Promise.all([getTexts(), readLog(task.id)]);
  const completed = isFinal(task);
  const failed = hasFailed(task);
  return {
    id: task.id,
    stateAddress: path(urls.task(task.id).state),
    kind: task.kind,
    state: task.state,
    completed,
    progress: completed ? 100 : task.progress,
    text: textOf(t, task, log.findLast(({ said }) => said?.what === "failed")?.said),
    failed,
    log: log.map((line) => lineWords(t, line)).join("\n"),
  };
}

/** What a task is at, what came out of it, or why it failed. @param failure what its log tells of that */
export function textOf(
  t: Texts,
  task: Pick<TaskRow, "kind" | "state" | "result">,
  failure: LineSaid | null | undefined,
): string {
  const { result } = task;
  if (task.state === "pending") return t("tasks.waiting");
  if (task.state === "cancelled") return t("tasks.cancelled");
  const fields = typeof result === "object" && result !== null ? (result as Record<string, unknown>) : {};
  if (task.state === "running")
    return typeof fields.stage === "string"
      ? stageWords(t, fields.stage)
      : typeof fields.text === "string"
        ? fields.text
        : t("tasks.running");
  if (typeof result === "string") return failureWords(t, result, failure);
  if (typeof fields.detail === "string")
    return linesOf(fields)
      .map((line) => sentenceWords(t, worded(line)))
      .join("\n");
  if (typeof fields.files === "number" && typeof fields.strings === "number")
    return t("tasks.imported", { files: fields.files, strings: fields.strings });
  if (task.kind === "bulk-edit" && task.state === "done") return bulkText(t, fields);
  if (task.kind === "back-up" && task.state === "done")
    return t("tasks.backedUp", { rows: Number(fields.rows ?? 0), uploads: Number(fields.uploads ?? 0) });
  if (task.kind === "follow-flags" && task.state === "done")
    return t("tasks.flagsFollowed", { checked: Number(fields.checked ?? 0), changed: Number(fields.changed ?? 0) });
  return hasFailed(task) ? t("tasks.failed") : t("tasks.done");
}

function bulkText(t: Texts, { changed, skipped }: Record<string, unknown>): string {
  const left = Object.values((skipped ?? {}) as Record<string, number>).reduce((sum, count) => sum + count, 0);
  return t("tasks.bulkEdited", { count: Number(changed ?? 0), left });
}

/** A task the actor may see, as pages show it; undefined when there is none. */
export async function loadTask(
  actor: Actor,
  uuid: string | null,
): Promise<{ task: TaskSummary; title: string } | undefined> {
  if (uuid === null) return undefined;
  try {
    const task = await findVisibleTask(actor, uuid);
    return { task: await summarizeTask(task), title: taskTitle(await getTexts(), task) };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
