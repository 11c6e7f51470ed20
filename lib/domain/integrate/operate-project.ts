import { projects, components as table } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { componentsById } from "../components/components";
import type { ProjectRow } from "../projects/projects";
import type { RepositoryOperation } from "./operation-task";
import { type OperationAnswer, projectRepositoryStatus, runOperation } from "./operations";

const [c, p] = [table.as("c"), projects.as("p")];

/**
 * Runs an operation on every repository that a component of the project owns, as far as the actor may see it. Permission
 * is asked on every component that shares such a repository.
 */
export async function operateOnProject(
  actor: Actor,
  project: ProjectRow,
  operation: RepositoryOperation,
): Promise<OperationAnswer> {
  // Asked first, so that a project without components tells nothing to those who may not know.
  await projectRepositoryStatus(actor, project);
  const owners = await db.rows(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.projectId} = ${project.id} and ${c.linkedComponentId} is null and ${visibleComponents(actor)}`);
  const components = await componentsById(
    actor,
    owners.map(({ id }) => id),
  );
  return runOperation(actor, { components }, operation);
}
