import { db, inTransaction, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type ComponentRow, placeOf } from "../components/components";
import { relocate } from "../counters/relocate";
import { demandCategory, demandFree, holdProjects } from "./level";

/** Where a component is to stand, and under which name. */
export interface ComponentStand {
  categoryId?: number | null;
  name?: string;
  slug?: string;
}

function standOf(component: ComponentRow, wanted: ComponentStand) {
  return {
    categoryId: wanted.categoryId === undefined ? component.categoryId : wanted.categoryId,
    name: wanted.name ?? component.name,
    slug: wanted.slug ?? component.slug,
  };
}

/**
 * Asks whether a component may stand there, before anything is written. Needs `component.edit`.
 * @throws Invalid on `category`, `name` or `slug`; Forbidden
 */
export async function demandStand(actor: Actor, component: ComponentRow, wanted: ComponentStand): Promise<void> {
  demand(actor, "component.edit", placeOf(component));
  const next = standOf(component, wanted);
  await demandCategory(db, component.projectId, next.categoryId);
  await demandFree(db, { projectId: component.projectId, categoryId: next.categoryId }, next, {
    componentId: component.id,
  });
}

/**
 * Puts a component into another category of its project, or (null) into none, and the numbers above it with it. Needs
 * `component.edit`; staying where it is changes nothing.
 * @throws Invalid on `category`, `name` or `slug`; Forbidden
 */
export async function moveComponent(actor: Actor, component: ComponentRow, categoryId: number | null): Promise<void> {
  demand(actor, "component.edit", placeOf(component));
  if (categoryId === component.categoryId) return;
  await inTransaction(async (tx) => {
    await holdProjects(tx, [component.projectId]);
    await demandCategory(tx, component.projectId, categoryId);
    await demandFree(tx, { projectId: component.projectId, categoryId }, component, { componentId: component.id });
    await relocate(tx, [component.id], async () => {
      await tx.run(sql`update components set category_id = ${categoryId} where id = ${component.id}`);
    });
    const path = await tx.one<{ path: string | null }>(sql`select category_path(${categoryId}::int) as path`);
    await record(tx, actor, [
      {
        action: ACTION.MOVED_COMPONENT,
        projectId: component.projectId,
        componentId: component.id,
        old: component.categoryPath,
        target: path?.path ?? "",
      },
    ]);
  });
}
