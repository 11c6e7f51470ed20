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

/** Whether a task failed; it may also end by itself and tell that it could not do its work. */
export function hasFailed({ state, result }: Pick<TaskRow, "state" | "result">): boolean {
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

export const TASK_ACTS = ["cancel", "retry"] as const;
export type TaskAct = (typeof TASK_ACTS)[number];

const MOST = 200;

/**
 * Cancels tasks, or does the work of those again that failed. Those for which that makes no sense are left. Needs
 * `management.use`.
 * @throws Invalid without a task, or with more than 200
 */
export async function actOnTasks(
  actor: Actor,
  uuids: readonly string[],
  act: TaskAct,
): Promise<{ done: number; left: number }> {
  demand(actor, "management.use");
  const asked = [...new Set(uuids)];
  if (asked.length === 0) throw Invalid.field("", refusal("tickLeastRow"), "required");
  if (asked.length > MOST) throw Invalid.field("", refusal("tickMostRows", { most: MOST }));
  let done = 0;
  for (const uuid of asked)
    try {
      await (act === "retry" ? retryTask(actor, uuid) : stopTask(actor, uuid));
      done += 1;
    } catch (error) {
      if (!(error instanceof Conflict || error instanceof Invalid || error instanceof NotFound)) throw error;
    }
  return { done, left: asked.length - done };
}

/** Cancels a task that waits or runs. Needs `management.use`. @throws NotFound; Conflict when it has ended */
export async function stopTask(actor: Actor, uuid: string): Promise<void> {
  demand(actor, "management.use");
  if (isFinal(await found(uuid))) throw new Conflict(refusal("taskEndedAlready"));
  await inTransaction((tx) => cancelTask(tx, uuid));
}
