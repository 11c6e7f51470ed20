import { components, projects, tasks } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { createTask } from "../tasks/tasks";
import type { Addon, AddonEvent } from "./addon";
import { botAddress } from "./bot";
import { type AddonRow, addonsNear, isEverywhere } from "./installed";
import { isQuiet } from "./internal/automation-quiet";
import { findAddonType } from "./registry";
import { openConfiguration } from "./settings-secrets";

/** Wanting a run: a row first, and one task however often it is wanted before it has begun. */

type Wanted = Pick<AddonRow, "id" | "componentId" | "projectId">;

const [c, p] = [components.as("c"), projects.as("p")];

/**
 * Starts a run in the background, unless one for the same event waits already: over one component, over those of one
 * project, or over all that the add-on reaches, project by project.
 */
export async function queueRun(
  tx: Tx,
  row: Wanted,
  event: AddonEvent,
  where: { componentId?: number; within?: number; projectId?: number; userId?: number } = {},
): Promise<void> {
  if (isEverywhere(row) && where.componentId === undefined && where.within === undefined) {
    const found = await tx.rows(sql`
      select ${pick(p, "id")} from ${p} where ${p.removedAt} is null
        and exists (select from ${c} where ${c.projectId} = ${p.id} and ${c.removedAt} is null) order by ${p.id}`);
    for (const { id } of found) await queueRun(tx, row, event, { ...where, within: id, projectId: id });
    return;
  }
  const payload = {
    ...{ addon: row.id, event },
    ...(where.componentId ? { component: where.componentId } : {}),
    ...(where.within ? { project: where.within } : {}),
  };
  const waits = await tx.one(sql`
    select ${present} from ${tasks} where ${tasks.kind} = 'run-addon' and ${tasks.state} = 'pending'
      and ${tasks.payload} = ${JSON.stringify(payload)}::jsonb limit 1`);
  if (waits) return;
  await createTask(tx, {
    kind: "run-addon",
    payload,
    userId: where.userId,
    projectId: where.projectId ?? row.projectId ?? undefined,
    componentId: where.componentId ?? row.componentId ?? undefined,
  });
}

/**
 * Whether an event starts an add-on with its settings.
 * @param authors addresses of those whose commits the event is about, where it is about commits
 */
export function isStarted(addon: Addon, row: AddonRow, event: AddonEvent, authors?: readonly string[]): boolean {
  if (addon.isAutomation && (isQuiet() || authors?.every((address) => address === botAddress(addon)))) return false;
  if (!addon.wants) return true;
  const read = addon.settings.safeParse(openConfiguration(row));
  return read.success && addon.wants(read.data, event);
}

/**
 * Starts every add-on that listens to an event of a component: its own, its project's, its repository's, those of all.
 * @param authors addresses of those whose commits the event is about, where it is about commits
 */
export async function notifyAddons(
  tx: Tx,
  component: { id: number; projectId: number; repositoryId: number },
  event: AddonEvent,
  authors?: readonly string[],
): Promise<void> {
  for (const row of await addonsNear(component.repositoryId, tx)) {
    const addon = findAddonType(row.name);
    if (!addon?.on.includes(event) || !isStarted(addon, row, event, authors)) continue;
    const here = row.componentId === component.id || row.projectId === component.projectId || isEverywhere(row);
    if (!here && !addon.wholeRepository) continue;
    // What acts on a whole repository or project is not told which of its components it was.
    const whole = addon.wholeRepository || addon.wholeProject;
    await queueRun(tx, row, event, {
      componentId: whole ? undefined : component.id,
      within: whole && isEverywhere(row) ? component.projectId : undefined,
      projectId: component.projectId,
    });
  }
}
