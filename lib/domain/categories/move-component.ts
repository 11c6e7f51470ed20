import { named } from "@/lib/platform/columns";
import { db, sql, type Tx } from "@/lib/platform/database";
import { asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import type { ChangeLine } from "../changes/record";
import { type ComponentRow, scopeOf } from "../components/components";
import { relocate } from "../counters/relocate";
import { demandCategory, demandUniqueName, lockProjects } from "./internal/siblings";

/** Where a component is to stand, and under which name. */
export interface ComponentTarget {
  categoryId?: number | null;
  name?: string;
  slug?: string;
}

function targetOf(component: ComponentRow, wanted: ComponentTarget) {
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
export async function demandTarget(actor: Actor, component: ComponentRow, wanted: ComponentTarget): Promise<void> {
  demand(actor, "component.edit", scopeOf(component));
  const next = targetOf(component, wanted);
  await demandCategory(db, component.projectId, next.categoryId);
  await demandUniqueName(db, { projectId: component.projectId, categoryId: next.categoryId }, next, {
    componentId: component.id,
  });
}

/**
 * Moves a component into another category of its project, or (null) into none, inside a transaction: the numbers above it
 * go with it. What may be asked before has been asked by `demandTarget`, and is asked again while nobody else can change it.
 * @param write puts it there; its name and slug may change with it
 * @returns the line for the ledger
 * @throws Invalid on `category`, `name` or `slug`
 */
export async function moveComponent(
  tx: Tx,
  component: ComponentRow,
  wanted: ComponentTarget,
  write: () => Promise<void>,
): Promise<ChangeLine> {
  const { id, projectId } = component;
  const next = targetOf(component, wanted);
  await lockProjects(tx, [projectId]);
  await demandCategory(tx, projectId, next.categoryId);
  await demandUniqueName(tx, { projectId, categoryId: next.categoryId }, next, { componentId: id });
  await relocate(tx, [id], write);
  const path = await tx.one(sql`
    select ${named({ path: orNull(asText(sql`category_path(${next.categoryId}::int)`)) })}`);
  return {
    action: ACTION.MOVED_COMPONENT,
    projectId,
    componentId: id,
    old: component.categoryPath,
    target: path?.path ?? "",
  };
}
