import { tasks } from "@/lib/generated/tables";
import { sql, type Tx } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { createTask } from "../tasks/tasks";
import type { AddonEvent } from "./addon";
import { type AddonRow, addonsNear } from "./installed";
import { findAddonType } from "./registry";

/** Wanting a run: a row first, and one task however often it is wanted before it has begun. */

/** Starts a run in the background, unless one for the same event waits already. Gives its task's id, or undefined. */
export async function queueRun(
  tx: Tx,
  row: Pick<AddonRow, "id" | "componentId" | "projectId">,
  event: AddonEvent,
  where: { componentId?: number; projectId?: number; userId?: number } = {},
): Promise<string | undefined> {
  const payload = { addon: row.id, event, ...(where.componentId ? { component: where.componentId } : {}) };
  const waits = await tx.one(sql`
    select ${present} from ${tasks} where ${tasks.kind} = 'run-addon' and ${tasks.state} = 'pending'
      and ${tasks.payload} = ${JSON.stringify(payload)}::jsonb limit 1`);
  if (waits) return undefined;
  const task = await createTask(tx, {
    kind: "run-addon",
    payload,
    userId: where.userId,
    projectId: where.projectId ?? row.projectId ?? undefined,
    componentId: where.componentId ?? row.componentId ?? undefined,
  });
  return task.id;
}

/** Starts every add-on that listens to an event of a component: its own, its project's, its repository's. */
export async function notifyAddons(
  tx: Tx,
  component: { id: number; projectId: number; repositoryId: number },
  event: AddonEvent,
): Promise<void> {
  for (const row of await addonsNear(component.repositoryId, tx)) {
    const addon = findAddonType(row.name);
    if (!addon?.on.includes(event)) continue;
    if (row.componentId !== component.id && row.projectId !== component.projectId && !addon.wholeRepository) continue;
    // What acts on a whole repository or project is not told which of its components it was.
    const whole = addon.wholeRepository || addon.wholeProject;
    await queueRun(tx, row, event, { componentId: whole ? undefined : component.id, projectId: component.projectId });
  }
}
