import { inTransaction } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denial, throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import { type Denial, NotFound } from "../errors";
import { cancelTask, findTask, isFinal, type TaskRow } from "../tasks/tasks";
import { findComponentById, scopeOf } from "./components";

/** A task the actor may look at: started by it, or of a component it may see. @throws NotFound */
export async function findVisibleTask(actor: Actor, uuid: string): Promise<TaskRow> {
  const task = await findTask(uuid);
  if (!task) throw new NotFound(refusal("taskMissingEnded"));
  if (task.userId !== null && task.userId === actor.userId) return task;
  if (actor.isSuperuser && actor.tokenProjectId === undefined) return task;
  if (task.componentId === null) throw new NotFound(refusal("taskMissingEnded"));
  await findComponentById(actor, task.componentId);
  return task;
}

/** Why the actor may not cancel a task that it sees. It takes `component.edit` on the task's component. */
async function cancelDenial(actor: Actor, task: TaskRow): Promise<Denial | undefined> {
  if (task.componentId === null)
    return actor.isSuperuser ? undefined : denied("missing-permission", refusal("denyCancelTask"));
  return denial(actor, "component.edit", scopeOf(await findComponentById(actor, task.componentId)));
}

/** Whether a task waits or runs and the actor, who sees it, may cancel it. */
export async function mayCancelTask(actor: Actor, task: TaskRow): Promise<boolean> {
  return !isFinal(task) && (await cancelDenial(actor, task)) === undefined;
}

/** Cancels a running task. Needs `component.edit` on its component; a finished task is left as it is. */
export async function cancelVisibleTask(actor: Actor, uuid: string): Promise<void> {
  const why = await cancelDenial(actor, await findVisibleTask(actor, uuid));
  if (why) throwDenial(why);
  await inTransaction((tx) => cancelTask(tx, uuid));
}
