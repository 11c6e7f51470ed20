import { componentLinks, projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, visibleProjects } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { relocate } from "../counters/relocate";
import { Invalid, NotFound } from "../errors";
import { findProject, PROJECT_COLUMNS, type ProjectRow } from "../projects/projects";
import type { Window } from "../window";
import { type ComponentRow, scopeOf } from "./components";

/** Components shown in further projects, where they count as well. */

const [x, p] = [componentLinks.as("x"), projects.as("p")];

/** Projects a component is shared with, by id: all for those with `component.edit`, else those the actor may see. */
export async function listLinks(
  actor: Actor,
  component: ComponentRow,
  window: Window,
): Promise<{ rows: ProjectRow[]; count: number }> {
  const all = can(actor, "component.edit", scopeOf(component));
  const from = sql`
    from ${x} join ${p} on ${p.id} = ${x.projectId}
    where ${x.componentId} = ${component.id} and ${all ? sql`${p.removedAt} is null` : visibleProjects(actor)}`;
  const [rows, found] = await Promise.all([
    db.rows(sql`select ${PROJECT_COLUMNS} ${from} order by ${p.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${from}`),
  ]);
  return { rows, count: found?.count ?? 0 };
}

/**
 * Shows a component in another project. Needs `component.edit` here and `project.edit` there.
 * @throws Invalid on `project_slug` or `category_id`; Forbidden
 */
export async function addLink(
  actor: Actor,
  component: ComponentRow,
  input: { projectSlug: string; categoryId: number | null },
): Promise<void> {
  demand(actor, "component.edit", scopeOf(component));
  const project = await targetProject(actor, input.projectSlug);
  demand(actor, "project.edit", { project });
  if (project.id === component.projectId) throw Invalid.field("projectSlug", refusal("componentAlreadyBelongs"));
  if (
    input.categoryId !== null &&
    (await db.prisma.category.count({ where: { id: input.categoryId, projectId: project.id, removedAt: null } })) === 0
  )
    throw Invalid.field("categoryId", refusal("categoryMissing", { project: project.name }), "does_not_exist");
  try {
    await inTransaction(async (tx) => {
      await relocate(tx, [component.id], async () => {
        await tx.prisma.componentLink.create({
          data: { componentId: component.id, projectId: project.id, categoryId: input.categoryId },
        });
      });
      await record(tx, actor, [
        {
          action: ACTION.COMPONENT_SETTING_CHANGED,
          projectId: component.projectId,
          componentId: component.id,
          target: project.slug,
          details: { setting: "links" },
        },
      ]);
    });
  } catch (error) {
    if (isDuplicate(error)) throw Invalid.field("projectSlug", refusal("componentAlreadyShared"), "unique");
    throw error;
  }
}

async function targetProject(actor: Actor, slug: string): Promise<ProjectRow> {
  try {
    return await findProject(actor, slug);
  } catch (error) {
    if (error instanceof NotFound) throw Invalid.field("projectSlug", refusal("noProject", { slug }), "does_not_exist");
    throw error;
  }
}

/** Shows a component in a project no longer. Needs `component.edit`. @throws NotFound */
export async function removeLink(actor: Actor, component: ComponentRow, projectSlug: string): Promise<void> {
  demand(actor, "component.edit", scopeOf(component));
  await inTransaction(async (tx) => {
    const link = await tx.one(sql`
      select ${pick(x, "projectId")} from ${x} join ${p} on ${p.id} = ${x.projectId}
      where ${x.componentId} = ${component.id} and ${p.slug} = ${projectSlug} for update of x`);
    if (!link) throw new NotFound(refusal("notShared", { component: component.name, projectSlug }));
    await relocate(tx, [component.id], async () => {
      await tx.prisma.componentLink.deleteMany({ where: { componentId: component.id, projectId: link.projectId } });
    });
    await record(tx, actor, [
      {
        action: ACTION.COMPONENT_SETTING_CHANGED,
        projectId: component.projectId,
        componentId: component.id,
        old: projectSlug,
        details: { setting: "links" },
      },
    ]);
  });
}
