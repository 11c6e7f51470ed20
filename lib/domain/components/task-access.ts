import { inTransaction } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { Forbidden, NotFound } from "../errors";
import { cancelTask, findTask, type TaskRow } from "../tasks/tasks";
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

/** Cancels a running task. Needs `component.edit` on its component; a finished task is left as it is. */
export async function cancelVisibleTask(actor: Actor, uuid: string): Promise<void> {
  const task = await findVisibleTask(actor, uuid);
  if (task.componentId === null) {
    if (!actor.isSuperuser) throw new Forbidden(denied("missing-permission", refusal("denyCancelTask")));
  } else demand(actor, "component.edit", scopeOf(await findComponentById(actor, task.componentId)));
  await inTransaction((tx) => cancelTask(tx, uuid));
}
