import type { Actor } from "@/lib/domain/access/actor";
import { demand } from "@/lib/domain/access/demand";
import { type ComponentRow, listComponents, setLock } from "@/lib/domain/components/components";
import type { RepositoryOperation } from "@/lib/domain/integrate/operation-task";
import { type OperationAnswer, projectRepositoryStatus, runOperation } from "@/lib/domain/integrate/operations";
import type { ProjectRow } from "@/lib/domain/projects/projects";

/** What a project does by having all its components do it. */

async function* componentsOf(actor: Actor, project: ProjectRow) {
  const limit = 500;
  for (let offset = 0; ; offset += limit) {
    const { rows, count } = await listComponents(actor, { project }, { limit, offset });
    yield* rows.filter((component) => component.projectId === project.id);
    if (offset + limit >= count) return;
  }
}

/** Whether all components of a project are locked; false without any. */
export async function projectIsLocked(actor: Actor, project: ProjectRow): Promise<boolean> {
  let any = false;
  for await (const component of componentsOf(actor, project)) {
    if (!component.locked) return false;
    any = true;
  }
  return any;
}

/** Locks or unlocks all components of a project that the caller may see. Needs `project.edit`. */
export async function lockProject(actor: Actor, project: ProjectRow, locked: boolean): Promise<boolean> {
  demand(actor, "project.edit", { project });
  for await (const component of componentsOf(actor, project))
    if (component.locked !== locked) await setLock(actor, component, locked);
  return locked;
}

/** Runs an operation on every repository that a component of the project owns. */
export async function operateOnProject(
  actor: Actor,
  project: ProjectRow,
  operation: RepositoryOperation,
): Promise<OperationAnswer> {
  // Asked first, so that a project without components tells nothing to those who may not know.
  await projectRepositoryStatus(actor, project);
  const components: ComponentRow[] = [];
  for await (const component of componentsOf(actor, project))
    if (component.linkedComponentId === null) components.push(component);
  return runOperation(actor, { components }, operation);
}
