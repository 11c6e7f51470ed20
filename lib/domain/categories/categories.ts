import { categories, components as componentTable, projects } from "@/lib/generated/tables";
import { assigned, combined, cte, defined, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, joinSql, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asNumber, asNumbers, asText, counted, sqlNow } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand, type PermissionScope, visibleProjects } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { holdDefaults } from "../components/component-defaults";
import { subtractComponents } from "../counters/relocate";
import { Forbidden, Invalid, NotFound } from "../errors";
import { findProject, type ProjectRow } from "../projects/projects";
import { recordSaves } from "../settings/record-saves";
import { type Marks, ownChanges } from "../stale";
import { createTask } from "../tasks/tasks";
import type { Window } from "../window";
import { moveToProject } from "./internal/move-to-project";
import { demandCategory, demandUniqueName, lockProjects } from "./internal/siblings";

/** Categories: levels between a project and its components. */

/** How deep categories nest. */
const DEEPEST = 3;

const [g, p, c] = [categories.as("g"), projects.as("p"), componentTable.as("c")];

const COLUMNS = combined(
  pick(g, "id", "projectId", "parentId", "name", "slug"),
  pick(p, "accessControl"),
  named({
    projectSlug: p.slug,
    projectName: p.name,
    /** Slugs from the outermost category to this one, joined by "/". */
    path: asText(sql`category_path(${g.id})`),
  }),
);

export type CategoryRow = SelectedRow<typeof COLUMNS>;

export interface CategoryInput {
  name: string;
  slug: string;
  /** Slug. */
  project: string;
  parentId: number | null;
}

const FROM = sql`from ${g} join ${p} on ${p.id} = ${g.projectId}`;

const visible = (actor: Actor): Sql => sql`(${g.removedAt} is null and ${visibleProjects(actor)})`;

/** Categories the actor may know of, by id; of one project when given, all levels of it. */
export async function listCategories(
  actor: Actor,
  filter: { projectId?: number; words?: string },
  window: Window,
): Promise<{ rows: CategoryRow[]; count: number }> {
  const parts = [visible(actor)];
  if (filter.projectId !== undefined) parts.push(sql`${g.projectId} = ${filter.projectId}`);
  if (filter.words !== undefined) {
    const like = typedPattern(filter.words);
    parts.push(sql`(${g.name} ilike ${like} or ${g.slug} ilike ${like})`);
  }
  const where = joinSql(parts, " and ");
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${COLUMNS} ${FROM} where ${where} order by ${g.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} ${FROM} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A category the actor may know of. @throws NotFound */
export async function findCategory(actor: Actor, id: number): Promise<CategoryRow> {
  const category = await db.one(sql`select ${COLUMNS} ${FROM} where ${g.id} = ${id} and ${visible(actor)}`);
  if (!category) throw new NotFound(refusal("categoryUnseen", { id }));
  return category;
}

/** The project of a category as permissions see it. */
export function categoryProject(row: CategoryRow): PermissionScope["project"] {
  return { id: row.projectId, accessControl: row.accessControl, name: row.projectName };
}

/** The project that a category is to stand in. @throws Invalid on `project` when the actor does not manage it */
async function managedProject(actor: Actor, slug: string): Promise<ProjectRow> {
  try {
    const project = await findProject(actor, slug);
    demand(actor, "project.edit", { project });
    return project;
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden)
      throw Invalid.field("project", refusal("projectUnseen", { slug }), "does_not_exist");
    throw error;
  }
}

function refuseSlug(slug: string): void {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(slug) || slug === "-") throw Invalid.field("slug", refusal("useOnlyLetters"));
}

/** Levels below and including a category; 0 for one that does not exist yet. */
async function heightOf(tx: Tx, id: number | undefined): Promise<number> {
  if (id === undefined) return 1;
  const found = await tx.one(sql`
    with recursive below(id, level) as (
      select ${id}::int, 1 union all select ${g.id}, level + 1 from ${g} join below b on ${g.parentId} = b.id where level < 10)
    select ${named({ height: asNumber(sql`max(level)::int`) })} from below`);
  return found?.height ?? 1;
}

/** @throws Invalid on `category` for a parent of another project, itself, or too deep a place */
async function demandParent(tx: Tx, projectId: number, parentId: number | null, id?: number): Promise<void> {
  if (parentId === null) return;
  await demandCategory(tx, projectId, parentId);
  const chain = await tx.one(sql`select ${named({ chain: asNumbers(sql`category_chain(${parentId}::int)`) })}`);
  const above = chain?.chain ?? [];
  if (id !== undefined && above.includes(id)) throw Invalid.field("category", refusal("categoryNotMoved"), "invalid");
  if (above.length + (await heightOf(tx, id)) > DEEPEST)
    throw Invalid.field("category", refusal("categoriesNestedMost", { deepest: DEEPEST }), "invalid");
}

/** Makes a category. Needs `project.edit` in its project. @throws Invalid */
export async function createCategory(actor: Actor, input: CategoryInput): Promise<CategoryRow> {
  const project = await managedProject(actor, input.project);
  refuseSlug(input.slug);
  const id = await inTransaction(async (tx) => {
    await lockProjects(tx, [project.id]);
    await demandParent(tx, project.id, input.parentId);
    await demandUniqueName(tx, { projectId: project.id, categoryId: input.parentId }, input);
    const { parentId, name, slug } = input;
    const made = await tx.one(sql`
      insert into ${g} ${row(g, { projectId: project.id, parentId, name, slug })} returning ${pick(g, "id")}`);
    return made?.id ?? 0;
  });
  return findCategory(actor, id);
}

/** What people set of a category. */
const STORED = pick(g, "name", "slug", "parentId", "projectId");

/**
 * Renames or moves a category with everything in it, also into another project. Needs `project.edit` in both.
 * @param moved gives the components inside what they follow where they then stand
 * @param seen marks of what a form showed: what was left as it was stays as others have saved it since
 * @throws Invalid, NotFound, Forbidden
 */
export async function updateCategory(
  actor: Actor,
  id: number,
  wanted: Partial<CategoryInput>,
  moved: (tx: Tx, componentIds: readonly number[]) => Promise<void>,
  seen?: Marks,
): Promise<CategoryRow> {
  const before = await findCategory(actor, id);
  demand(actor, "project.edit", { project: categoryProject(before) });
  const input = seen ? ownChanges(seen, { ...before, project: before.projectSlug }, wanted) : wanted;
  const project = await managedProject(actor, input.project ?? before.projectSlug);
  const sameProject = project.id === before.projectId;
  const next = {
    name: input.name ?? before.name,
    slug: input.slug ?? before.slug,
    parentId: input.parentId === undefined ? (sameProject ? before.parentId : null) : input.parentId,
  };
  refuseSlug(next.slug);
  await inTransaction(async (tx) => {
    await holdDefaults(tx);
    await lockProjects(tx, [before.projectId, project.id]);
    const held = await tx.one(sql`select ${STORED} from ${g} where ${g.id} = ${id} for no key update`);
    await demandParent(tx, project.id, next.parentId, id);
    await demandUniqueName(tx, { projectId: project.id, categoryId: next.parentId }, next, { categoryId: id });
    if (next.parentId !== before.parentId || !sameProject)
      await moved(
        tx,
        await moveToProject(tx, { categoryId: id, from: before.projectId, to: project.id, parentId: next.parentId }),
      );
    await tx.run(sql`update ${g} set ${assigned(g, { name: next.name, slug: next.slug })} where ${g.id} = ${id}`);
    const after = { ...next, projectId: project.id };
    await tell(tx, actor, before, after);
    if (held) await recordSaves(tx, actor, [{ topic: "category", categoryId: id, before: held, after }]);
  });
  return findCategory(actor, id);
}

async function tell(
  tx: Tx,
  actor: Actor,
  before: CategoryRow,
  after: { slug: string; parentId: number | null; projectId: number },
): Promise<void> {
  const path = await tx.one(sql`select ${named({ path: asText(sql`category_path(${before.id}::int)`) })}`);
  const line = {
    projectId: after.projectId,
    old: before.path,
    target: path?.path ?? "",
    details: { category: before.id },
  };
  if (after.slug !== before.slug) await record(tx, actor, [{ ...line, action: ACTION.CATEGORY_RENAMED }]);
  if (after.parentId !== before.parentId || after.projectId !== before.projectId)
    await record(tx, actor, [{ ...line, action: ACTION.CATEGORY_MOVED }]);
}

/** What a row is changed to that is going to be removed: its names become free. */
const removedNames = (id: Sql) => ({
  removedAt: sqlNow,
  slug: sql`'removed-' || ${id}`,
  name: sql`'removed ' || ${id}`,
});

/** Hides a category with all that is in it at once; the rows go in the background. Needs `project.edit`. */
export async function removeCategory(actor: Actor, id: number): Promise<void> {
  const category = await findCategory(actor, id);
  demand(actor, "project.edit", { project: categoryProject(category) });
  await inTransaction(async (tx) => {
    await lockProjects(tx, [category.projectId]);
    const told = pick(c, "id", "slug", "projectId");
    const gone = cte(
      "gone",
      sql`select ${told} from ${c}
        where ${c.removedAt} is null and ${c.projectId} = ${category.projectId} and ${id}::int = any(category_chain(${c.categoryId}))`,
    );
    const e = cte(
      "every",
      sql`select ${told} from ${gone} as c union
        (select ${told} from ${c} join ${gone} on ${c.linkedComponentId} = ${gone.id} where ${c.removedAt} is null)`,
    );
    const components = await tx.rows(sql`
      with ${defined(gone, e)},
        marked as (update ${c} set ${assigned(c, removedNames(c.id))} from ${e} where ${c.id} = ${e.id})
      select ${pick(e, "id", "slug", "projectId")} from ${e} order by ${e.id}`);
    await subtractComponents(
      tx,
      components.map(({ id: componentId }) => componentId),
    );
    // All or none: names become free at once.
    await tx.run(sql`
      update ${g} set ${assigned(g, removedNames(g.id))}
      where ${g.projectId} = ${category.projectId} and ${g.removedAt} is null and ${id}::int = any(category_chain(${g.id}))`);
    await record(tx, actor, [
      {
        action: ACTION.CATEGORY_REMOVED,
        projectId: category.projectId,
        target: category.path,
        details: { category: id },
      },
      ...components.map((component) => ({
        action: ACTION.COMPONENT_REMOVED,
        projectId: component.projectId,
        componentId: component.id,
        target: component.slug,
      })),
    ]);
    await createTask(tx, { kind: "remove-objects", payload: {}, userId: ledgerUser(actor) ?? undefined });
  });
}
