import { categories, componentDefaults, components, projects } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { type Connection, db, joinSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asJson, asNumbers, asText, rowCount } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { isSharedSetting, type SharedSetting, type SharedValues, USUAL_SETTINGS } from "./shared-settings";

/**
 * What settings of components are where they follow what is above them: the innermost category that says something, then
 * the project, then the installation, then what Loquat itself begins with.
 */

const [d, c, p, g] = [componentDefaults.as("d"), components.as("c"), projects.as("p"), categories.as("g")];

/** Where defaults are kept: of a category, of a project, or (both null) of the installation. */
export interface DefaultsPlace {
  projectId: number | null;
  categoryId: number | null;
}

export const SITE: DefaultsPlace = { projectId: null, categoryId: null };

/** Where a component stands. */
export interface Standing {
  projectId: number;
  categoryId: number | null;
}

/** A value that comes from above, and from where; nothing there says anything when `from` is undefined. */
export interface Resolved {
  value: unknown;
  from: DefaultsPlace | undefined;
}

/** What a setting is where a component stands. */
export type Resolver = (standing: Standing, name: SharedSetting) => Resolved;

/**
 * Keeps defaults as they are until the transaction ends, for who writes what follows them; or from everybody else, for who
 * changes them. To be taken before rows are locked.
 */
export async function holdDefaults(tx: Tx, { alone = false } = {}): Promise<void> {
  await tx.run(
    alone
      ? sql`select pg_advisory_xact_lock(hashtext('component defaults'))`
      : sql`select pg_advisory_xact_lock_shared(hashtext('component defaults'))`,
  );
}

const standsAt = (place: DefaultsPlace): Sql =>
  sql`${d.projectId} is not distinct from ${place.projectId}::int and ${d.categoryId} is not distinct from ${place.categoryId}::int`;

/** What is set at a place itself. */
export async function defaultsAt(on: Pick<Connection, "rows">, place: DefaultsPlace): Promise<SharedValues> {
  const rows = await on.rows(sql`
    select ${pick(d, "name")}, ${named({ value: asJson<unknown>(d.value) })} from ${d} where ${standsAt(place)} order by ${d.name}`);
  return Object.fromEntries(rows.filter(({ name }) => isSharedSetting(name)).map(({ name, value }) => [name, value]));
}

const keyOf = ({ projectId, categoryId }: DefaultsPlace): string => `${projectId ?? ""}/${categoryId ?? ""}`;

/**
 * Reads all that is set above components, in two statements however many they are.
 * @param instead what a place is taken to say, in place of what is stored
 */
export async function defaultsResolver(
  on: Pick<Connection, "rows">,
  standings: readonly Standing[],
  instead?: { place: DefaultsPlace; values: SharedValues },
): Promise<Resolver> {
  const projectIds = [...new Set(standings.map(({ projectId }) => projectId))];
  const levels = [...new Set(standings.flatMap(({ categoryId }) => (categoryId === null ? [] : [categoryId])))];
  const chains = new Map<number, number[]>();
  if (levels.length > 0)
    for (const { id, chain } of await on.rows(sql`
      select ${pick(g, "id")}, ${named({ chain: asNumbers(sql`category_chain(${g.id})`) })} from ${g} where ${anyOf(g.id, levels)}`))
      chains.set(id, chain);
  const rows = await on.rows(sql`
    select ${pick(d, "projectId", "categoryId", "name")}, ${named({ value: asJson<unknown>(d.value) })} from ${d}
    where (${d.projectId} is null and ${d.categoryId} is null) or ${anyOf(d.projectId, projectIds)}
      or ${anyOf(d.categoryId, [...new Set([...chains.values()].flat())])}`);
  const said = new Map<string, Map<string, unknown>>();
  for (const { name, value, ...place } of rows) {
    const there = said.get(keyOf(place)) ?? new Map<string, unknown>();
    said.set(keyOf(place), there.set(name, value));
  }
  if (instead) said.set(keyOf(instead.place), new Map(Object.entries(instead.values)));
  return ({ projectId, categoryId }, name) => {
    const places: DefaultsPlace[] = [
      ...(categoryId === null ? [] : (chains.get(categoryId) ?? [])).map((id) => ({ projectId: null, categoryId: id })),
      { projectId, categoryId: null },
      SITE,
    ];
    for (const from of places) {
      const there = said.get(keyOf(from));
      if (there?.has(name)) return { value: there.get(name), from };
    }
    return { value: USUAL_SETTINGS[name], from: undefined };
  };
}

/** A condition on `c`: components that stand at a place or below it. */
export const isBelow = ({ projectId, categoryId }: DefaultsPlace): Sql =>
  joinSql(
    [
      sql`${c.removedAt} is null`,
      ...(projectId === null ? [] : [sql`${c.projectId} = ${projectId}`]),
      ...(categoryId === null
        ? []
        : [
            sql`${c.categoryId} in (with recursive below(id) as (
              select ${categoryId}::int union select ${g.id} from ${g} join below on ${g.parentId} = below.id) select id from below)`,
          ]),
    ],
    " and ",
  );

/** How many components at a place or below it follow what is above them in which setting, of those that the actor may know of. */
export async function countFollowers(actor: Actor, place: DefaultsPlace): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(sql`
    select ${named({ name: asText(sql`n.name`), count: rowCount })}
    from ${c} join ${p} on ${p.id} = ${c.projectId}, unnest(${c.inherited}) as n(name)
    where ${isBelow(place)} and ${visibleComponents(actor)} group by n.name`);
  return new Map(rows.map(({ name, count }) => [name, count]));
}
