import { db, isDuplicate, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";
import { forgetTokens } from "../access/remembered-tokens";
import { findComponentById } from "../components/components";
import { Invalid, NotFound } from "../errors";
import type { Window } from "../window";

/** Lists of components, across projects. */

export interface ComponentListRow {
  id: number;
  name: string;
  slug: string;
  showDashboard: boolean;
  /** Those the actor may see. */
  components: { projectSlug: string; categoryPath: string; componentSlug: string }[];
  rules: { projectMatch: string; componentMatch: string }[];
}

export interface ComponentListInput {
  name: string;
  slug: string;
  showDashboard: boolean;
}

const columns = (actor: Actor) => sql`
  l.id, l.name, l.slug, l.show_dashboard,
  coalesce((select jsonb_agg(jsonb_build_object('projectSlug', p.slug, 'categoryPath', category_path(c.category_id), 'componentSlug', c.slug) order by c.id)
    from component_list_members m join components c on c.id = m.component_id join projects p on p.id = c.project_id
    where m.component_list_id = l.id and ${visibleComponents(actor)}), '[]') as components,
  coalesce((select jsonb_agg(jsonb_build_object('projectMatch', r.project_match, 'componentMatch', r.component_match) order by r.id)
    from component_list_rules r where r.component_list_id = l.id), '[]') as rules`;

/** All lists, by id, with the components the actor may see. */
export async function list(actor: Actor, window: Window): Promise<{ rows: ComponentListRow[]; count: number }> {
  const [rows, counted] = await Promise.all([
    db.rows<ComponentListRow>(
      sql`select ${columns(actor)} from component_lists l order by l.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count from component_lists`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** A list by its slug. @throws NotFound */
export async function find(actor: Actor, slug: string): Promise<ComponentListRow> {
  const row = await db.one<ComponentListRow>(
    sql`select ${columns(actor)} from component_lists l where l.slug = ${slug}`,
  );
  if (!row) throw new NotFound(`There is no component list ${slug}.`);
  return row;
}

/** Ids of the components on a list. @throws NotFound */
export async function memberIds(actor: Actor, slug: string): Promise<number[]> {
  const { id } = await find(actor, slug);
  const rows = await db.rows<{ id: number }>(
    sql`select component_id as id from component_list_members where component_list_id = ${id}`,
  );
  return rows.map((row) => row.id);
}

function refuseSlug(slug: string): void {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(slug) || slug === "-")
    throw Invalid.field("slug", "Use letters, digits, - and _ only, at most 100 characters, and not - alone.");
}

function explainDuplicate(error: unknown): unknown {
  if (!isDuplicate(error)) return error;
  const field = (error as { constraint?: string }).constraint?.includes("slug") ? "slug" : "name";
  return Invalid.field(field, `A component list with this ${field} exists.`, "unique");
}

/** Makes a list. Needs `componentlist.edit`. @throws Invalid */
export async function create(actor: Actor, input: ComponentListInput): Promise<ComponentListRow> {
  demand(actor, "componentlist.edit");
  refuseSlug(input.slug);
  try {
    await db.run(
      sql`insert into component_lists (name, slug, show_dashboard) values (${input.name}, ${input.slug}, ${input.showDashboard})`,
    );
  } catch (error) {
    throw explainDuplicate(error);
  }
  return find(actor, input.slug);
}

/** Changes a list. Needs `componentlist.edit`. @throws Invalid, NotFound */
export async function update(
  actor: Actor,
  slug: string,
  input: Partial<ComponentListInput>,
): Promise<ComponentListRow> {
  const before = await find(actor, slug);
  demand(actor, "componentlist.edit");
  const next = {
    name: input.name ?? before.name,
    slug: input.slug ?? before.slug,
    showDashboard: input.showDashboard ?? before.showDashboard,
  };
  refuseSlug(next.slug);
  try {
    await db.run(sql`
      update component_lists set name = ${next.name}, slug = ${next.slug}, show_dashboard = ${next.showDashboard} where id = ${before.id}`);
  } catch (error) {
    throw explainDuplicate(error);
  }
  return find(actor, next.slug);
}

/** Removes a list; its components stay. Needs `componentlist.edit`. @throws NotFound */
export async function remove(actor: Actor, slug: string): Promise<void> {
  const row = await find(actor, slug);
  demand(actor, "componentlist.edit");
  await db.run(sql`delete from component_lists where id = ${row.id}`);
  forgetTokens();
}

/** Puts a component on a list; one that is there stays. Needs `componentlist.edit`. @throws Invalid on `component_id` */
export async function addComponent(actor: Actor, slug: string, componentId: number): Promise<ComponentListRow> {
  const row = await find(actor, slug);
  demand(actor, "componentlist.edit");
  try {
    await findComponentById(actor, componentId);
  } catch (error) {
    if (error instanceof NotFound)
      throw Invalid.field("component_id", `There is no component ${componentId}.`, "does_not_exist");
    throw error;
  }
  await db.run(sql`
    insert into component_list_members (component_list_id, component_id) values (${row.id}, ${componentId}) on conflict do nothing`);
  forgetTokens();
  return find(actor, slug);
}

/**
 * Takes a component off a list. Needs `componentlist.edit`.
 * @param path slug of the component, or, where several on the list have it, project, categories and slug
 * @throws NotFound; Invalid for a slug that several components have
 */
export async function removeComponent(actor: Actor, slug: string, path: readonly string[]): Promise<void> {
  const row = await find(actor, slug);
  demand(actor, "componentlist.edit");
  const name = path.join("/");
  const found = await db.rows<{ id: number }>(sql`
    select c.id from component_list_members m join components c on c.id = m.component_id join projects p on p.id = c.project_id
    where m.component_list_id = ${row.id} and c.removed_at is null
      and (${path.length} = 1 and c.slug = ${name} or concat_ws('/', p.slug, nullif(category_path(c.category_id), ''), c.slug) = ${name})`);
  if (found.length === 0) throw new NotFound(`There is no component ${name} on this list.`);
  if (found.length > 1)
    throw Invalid.field("", `Several components on this list are called ${name}: name one as project%252F${name}.`);
  await db.run(
    sql`delete from component_list_members where component_list_id = ${row.id} and component_id = ${found[0]?.id}`,
  );
  forgetTokens();
}
