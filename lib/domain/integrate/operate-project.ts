import { projects, components as table } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";
import { type ComponentRow, componentsById } from "../components/components";
import type { ProjectRow } from "../projects/projects";
import type { RepositoryOperation } from "./operation-task";
import { PERMISSION } from "./operations";

const [c, p] = [table.as("c"), projects.as("p")];

/**
 * The components of a project that own a repository, as far as the actor may see them: what an operation on the project
 * is about. @throws Forbidden for whom may not do it in the project, also where there is no component to ask it of
 */
export async function ownersOfProject(
  actor: Actor,
  project: ProjectRow,
  operation: RepositoryOperation,
): Promise<ComponentRow[]> {
  demand(actor, PERMISSION[operation], { project });
  const owners = await db.rows(sql`
    select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.projectId} = ${project.id} and ${c.linkedComponentId} is null and ${visibleComponents(actor)}`);
  return componentsById(
    actor,
    owners.map(({ id }) => id),
  );
}
