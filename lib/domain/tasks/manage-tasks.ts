import { inTransaction } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Conflict, Invalid, NotFound } from "../errors";
import { TASK_KINDS, type TaskKind } from "./kinds";
import { cancelTask, createTask, findTask, isFinal, type NewTask, type TaskRow } from "./tasks";

/** What administrators do with background tasks. */

async function found(uuid: string): Promise<TaskRow> {
  const task = await findTask(uuid);
  if (!task) throw new NotFound(refusal("taskMissingEnded"));
  return task;
}

/** Whether a task ended without having done its work, and its work is still known here. */
export function canRetry(task: Pick<TaskRow, "kind" | "state" | "result">): boolean {
  return Object.hasOwn(TASK_KINDS, task.kind) && (task.state === "cancelled" || hasFailed(task));
}

/** A task may also end by itself and tell that it could not do its work. */
function hasFailed({ state, result }: Pick<TaskRow, "state" | "result">): boolean {
  const refused = typeof result === "object" && result !== null && (result as { result?: unknown }).result === false;
  return state === "failed" || (state === "done" && refused);
}

/**
 * Does the work of a task that failed or was cancelled once more, as a new task that the actor started. Gives its id. Needs
 * `management.use`.
 * @throws NotFound; Conflict when it has not failed; Invalid when it is of another release
 */
export async function retryTask(actor: Actor, uuid: string): Promise<string> {
  demand(actor, "management.use");
  const task = await found(uuid);
  if (!isFinal(task)) throw new Conflict(refusal("taskNotEnded"));
  const schema = TASK_KINDS[task.kind as TaskKind];
  const payload = schema?.safeParse(task.payload);
  if (!payload?.success) throw Invalid.field("", refusal("taskEarlierRelease"));
  if (!canRetry(task)) throw new Conflict(refusal("taskDoneWork"));
  const { projectId, componentId, translationId } = task;
  const again = await inTransaction((tx) =>
    createTask(tx, {
      kind: task.kind,
      payload: payload.data,
      userId: actor.userId,
      projectId: projectId ?? undefined,
      componentId: componentId ?? undefined,
      translationId: translationId ?? undefined,
    } as NewTask),
  );
  return again.id;
}

/** Cancels a task that waits or runs. Needs `management.use`. @throws NotFound; Conflict when it has ended */
export async function stopTask(actor: Actor, uuid: string): Promise<void> {
  demand(actor, "management.use");
  if (isFinal(await found(uuid))) throw new Conflict(refusal("taskEndedAlready"));
  await inTransaction((tx) => cancelTask(tx, uuid));
}
