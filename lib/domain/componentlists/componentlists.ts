import { componentListMembers, componentListRules, componentLists, components, projects } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, pick, row, unnest } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asText, counted, jsonList } from "@/lib/platform/expressions";
import { compilePattern } from "@/lib/text/flags/pattern";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";
import { forgetTokens } from "../access/remembered-tokens";
import { findComponentById } from "../components/components";
import { Invalid, NotFound } from "../errors";
import { type Marks, ownChanges } from "../stale";
import type { Window } from "../window";
import { assignToList } from "./auto-assign";

/** Lists of components, across projects. */

const l = componentLists.as("l");
const m = componentListMembers.as("m");
const r = componentListRules.as("r");
const c = components.as("c");
const p = projects.as("p");

const OWN_COLUMNS = pick(l, "id", "name", "slug", "showDashboard");

/** Members of a list, and how components come to be on it by themselves. */
const withMembers = (actor: Actor) =>
  named({
    components: jsonList(
      { projectSlug: p.slug, categoryPath: asText(sql`category_path(${c.categoryId})`), componentSlug: c.slug },
      c.id,
      sql`from ${m} join ${c} on ${c.id} = ${m.componentId} join ${p} on ${p.id} = ${c.projectId}
        where ${m.componentListId} = ${l.id} and ${visibleComponents(actor)}`,
    ),
    rules: jsonList(
      { projectMatch: r.projectMatch, componentMatch: r.componentMatch },
      r.id,
      sql`from ${r} where ${r.componentListId} = ${l.id}`,
    ),
  });

/** A list with those of its components that the actor may see. */
export type ComponentListRow = SelectedRow<typeof OWN_COLUMNS> & SelectedRow<ReturnType<typeof withMembers>>;

export interface ComponentListInput {
  name: string;
  slug: string;
  showDashboard: boolean;
  /** Which components come onto the list by themselves; left out means as they are. */
  rules?: readonly ListRule[];
}

/** Patterns for the slugs of projects and of components; a component must match both. */
export interface ListRule {
  projectMatch: string;
  componentMatch: string;
}

const MOST_RULES = 100;

/** @throws Invalid on `autoAssign` */
function refuseRules(rules: readonly ListRule[] | undefined): void {
  if (!rules) return;
  if (rules.length > MOST_RULES)
    throw Invalid.field("autoAssign", refusal("mostRules", { mostRules: MOST_RULES }), "max_length");
  for (const pattern of rules.flatMap(({ projectMatch, componentMatch }) => [projectMatch, componentMatch])) {
    if (pattern === "") throw Invalid.field("autoAssign", refusal("enterRegularExpression"), "blank");
    const compiled = compilePattern(pattern);
    if ("problem" in compiled) throw Invalid.field("autoAssign", compiled.problem);
  }
}

/** Sets the rules of a list, and puts the components on it that match. */
async function writeRules(tx: Tx, listId: number, rules: readonly ListRule[] | undefined): Promise<void> {
  if (!rules) return;
  await tx.run(sql`delete from ${r} where ${r.componentListId} = ${listId}`);
  if (rules.length === 0) return;
  const n = unnest("n", columnsOf(r, "projectMatch", "componentMatch"), rules);
  await tx.run(sql`
    insert into ${componentListRules} ${eachRow(componentListRules, {
      componentListId: listId,
      ...columnsOf(n, "projectMatch", "componentMatch"),
    })} from ${n}`);
  await assignToList(tx, listId);
  tx.afterCommit.push(forgetTokens);
}

/** All lists, by id, with the components the actor may see. */
export async function list(actor: Actor, window: Window): Promise<{ rows: ComponentListRow[]; count: number }> {
  const [rows, all] = await Promise.all([
    db.rows(sql`
      select ${OWN_COLUMNS}, ${withMembers(actor)} from ${l} order by ${l.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} from ${l}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A list by its slug. @throws NotFound */
export async function find(actor: Actor, slug: string): Promise<ComponentListRow> {
  const list = await db.one(sql`select ${OWN_COLUMNS}, ${withMembers(actor)} from ${l} where ${l.slug} = ${slug}`);
  if (!list) throw new NotFound(refusal("noComponentList", { slug }));
  return list;
}

/** Ids of the components on a list. @throws NotFound */
export async function memberIds(actor: Actor, slug: string): Promise<number[]> {
  const { id } = await find(actor, slug);
  const rows = await db.rows(sql`select ${pick(m, "componentId")} from ${m} where ${m.componentListId} = ${id}`);
  return rows.map(({ componentId }) => componentId);
}

function refuseSlug(slug: string): void {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(slug) || slug === "-") throw Invalid.field("slug", refusal("useOnlyLetters"));
}

function explainDuplicate(error: unknown): unknown {
  if (!isDuplicate(error)) return error;
  const field = (error as { constraint?: string }).constraint?.includes("slug") ? "slug" : "name";
  return Invalid.field(field, refusal("componentListExists", { field }), "unique");
}

/** Makes a list. Needs `componentlist.edit`. @throws Invalid */
export async function create(actor: Actor, input: ComponentListInput): Promise<ComponentListRow> {
  demand(actor, "componentlist.edit");
  refuseSlug(input.slug);
  refuseRules(input.rules);
  try {
    await inTransaction(async (tx) => {
      const { name, slug, showDashboard, rules } = input;
      const made = await tx.one(sql`
        insert into ${componentLists} ${row(componentLists, { name, slug, showDashboard })} returning ${pick(componentLists, "id")}`);
      await writeRules(tx, made?.id ?? 0, rules);
    });
  } catch (error) {
    throw explainDuplicate(error);
  }
  return find(actor, input.slug);
}

/**
 * Changes a list. Needs `componentlist.edit`.
 * @param seen marks of what a form showed: what was left as it was stays as others have saved it since
 * @throws Invalid, also for what somebody else has changed since it was seen; NotFound
 */
export async function update(
  actor: Actor,
  slug: string,
  wanted: Partial<ComponentListInput>,
  seen?: Marks,
): Promise<ComponentListRow> {
  const before = await find(actor, slug);
  demand(actor, "componentlist.edit");
  const input = seen ? ownChanges(seen, before, wanted) : wanted;
  const next = {
    name: input.name ?? before.name,
    slug: input.slug ?? before.slug,
    showDashboard: input.showDashboard ?? before.showDashboard,
  };
  refuseSlug(next.slug);
  refuseRules(input.rules);
  try {
    await inTransaction(async (tx) => {
      await tx.run(sql`update ${l} set ${assigned(l, next)} where ${l.id} = ${before.id}`);
      await writeRules(tx, before.id, input.rules);
    });
  } catch (error) {
    throw explainDuplicate(error);
  }
  return find(actor, next.slug);
}

/** Removes a list; its components stay. Needs `componentlist.edit`. @throws NotFound */
export async function remove(actor: Actor, slug: string): Promise<void> {
  const { id } = await find(actor, slug);
  demand(actor, "componentlist.edit");
  await db.run(sql`delete from ${l} where ${l.id} = ${id}`);
  forgetTokens();
}

/** Puts a component on a list; one that is there stays. Needs `componentlist.edit`. @throws Invalid on `component_id` */
export async function addComponent(actor: Actor, slug: string, componentId: number): Promise<ComponentListRow> {
  const list = await find(actor, slug);
  demand(actor, "componentlist.edit");
  try {
    await findComponentById(actor, componentId);
  } catch (error) {
    if (error instanceof NotFound)
      throw Invalid.field("componentId", refusal("noComponent", { componentId }), "does_not_exist");
    throw error;
  }
  const member = row(componentListMembers, { componentListId: list.id, componentId });
  await db.run(sql`insert into ${componentListMembers} ${member} on conflict do nothing`);
  forgetTokens();
  return find(actor, slug);
}

/**
 * Takes a component off a list. Needs `componentlist.edit`.
 * @param path slug of the component, or, where several on the list have it, project, categories and slug
 * @throws NotFound; Invalid for a slug that several components have
 */
export async function removeComponent(actor: Actor, slug: string, path: readonly string[]): Promise<void> {
  const list = await find(actor, slug);
  demand(actor, "componentlist.edit");
  const name = path.join("/");
  const [found, ...others] = await db.rows(sql`
    select ${pick(c, "id")} from ${m} join ${c} on ${c.id} = ${m.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${m.componentListId} = ${list.id} and ${c.removedAt} is null and (${path.length} = 1 and ${c.slug} = ${name}
      or concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug}) = ${name})`);
  if (!found) throw new NotFound(refusal("noComponentOnList", { name }));
  if (others.length > 0) throw Invalid.field("", refusal("severalComponentsList", { name }));
  await db.run(sql`delete from ${m} where ${m.componentListId} = ${list.id} and ${m.componentId} = ${found.id}`);
  forgetTokens();
}
