import {
  categories,
  componentLinks,
  components,
  counters,
  languages,
  projects,
  translations,
} from "@/lib/generated/tables";
import { named, pick, subquery, unionAll } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asMoment, asNumber, counted, noneOf, orNull, rowCount } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { eachNumber, NUMBERS } from "../counters/counters";
import {
  COUNTERS,
  type CounterRow,
  countersOf,
  noCounters,
  readCounter,
  readCounters,
} from "../counters/read-counters";
import { inWorkOrder, type OrderedBy } from "../counters/work-order";
import { namedLanguage, type TypedLanguage } from "../languages/named-language";

const [c, p, t] = [components.as("c"), projects.as("p"), translations.as("t")];
const [k, l] = [counters.as("k"), languages.as("l")];

/**
 * Numbers of projects, categories and languages as an actor may know them: without the components that it may not see. Where it
 * sees all of them, and that is nearly everywhere, these are the stored counters; elsewhere they are summed up.
 */

/** Sums of the counters `k` as columns of the same names. */
const SUMS = named({
  ...eachNumber((name) => asNumber(sql`sum(${k[name]})::bigint`)),
  lastChange: orNull(asMoment(sql`max(${k.lastChange})`)),
  lastAuthorId: orNull(asNumber(sql`(array_agg(${k.lastAuthorId} order by ${k.lastChange} desc nulls last))[1]`)),
});

/** What holds components: the same component is in one project and may be shown in others; a category is in one. */
type Holder = "project" | "category";

/** Members with their component `c` and its project `p`, which say who may see it. */
const placed = (m: ReturnType<typeof members>) =>
  sql`${m} join ${c} on ${c.id} = ${m.componentId} join ${p} on ${p.id} = ${c.projectId}`;

/** Counters of visible projects or categories, as far as the actor may know them, by id. */
export async function visibleCounters(
  actor: Actor,
  holder: Holder,
  ids: readonly number[],
): Promise<Map<number, CounterRow>> {
  const [stored, hidden] = await Promise.all([readCounters(holder, ids), partlyHidden(actor, holder, ids)]);
  if (hidden.length === 0) return stored;
  const m = members(holder, hidden);
  const sums = subquery(
    "k",
    sql`
      select ${pick(m, "holder")}, ${SUMS} from ${placed(m)}
      join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0
      where ${visibleComponents(actor)} group by ${m.holder}`,
  );
  const rows = await db.rows(
    sql`select ${pick(sums, "holder")}, ${named({ counters: countersOf(sums) })} from ${sums}`,
  );
  for (const id of hidden) stored.delete(id);
  for (const row of rows) stored.set(row.holder, row.counters);
  return stored;
}

/**
 * Counters of visible projects or categories as rows `n`, as far as the actor may know them; none where nothing is counted.
 * @param hidden those of them that `partlyHidden` gives
 */
export function visibleRows(actor: Actor, holder: Holder, hidden: readonly number[]) {
  const stored = sql`
    select ${pick(k, "objectId", ...NUMBERS, "lastChange", "lastAuthorId")} from ${k}
    where ${k.scope} = ${holder} and ${k.languageId} = 0 and ${noneOf(k.objectId, hidden)}`;
  if (hidden.length === 0) return subquery("n", stored);
  const m = members(holder, hidden);
  return subquery(
    "n",
    unionAll(
      stored,
      sql`
        select ${named({ objectId: m.holder })}, ${SUMS} from ${placed(m)}
        join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0
        where ${visibleComponents(actor)} group by ${m.holder}`,
    ),
  );
}

/** The components of holders. */
function members(holder: Holder, ids: readonly number[]) {
  const [o, r, g] = [components.as("o"), componentLinks.as("r"), categories.as("g")];
  return subquery(
    "m",
    holder === "project"
      ? sql`
          select ${named({ holder: o.projectId, componentId: o.id })} from ${o} where ${anyOf(o.projectId, ids)}
          union select ${r.projectId}, ${r.componentId} from ${r} where ${anyOf(r.projectId, ids)}`
      : sql`
          select ${named({ holder: asNumber(sql`above`), componentId: o.id })} from ${o}, unnest(category_chain(${o.categoryId})) above
          where ${o.projectId} in (select ${g.projectId} from ${g} where ${anyOf(g.id, ids)}) and ${anyOf(asNumber(sql`above`), ids)}`,
  );
}

/** Those of the holders with a component that the actor may not see. */
export async function partlyHidden(actor: Actor, holder: Holder, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || (actor.isSuperuser && actor.tokenProjectId === undefined)) return [];
  const m = members(holder, ids);
  const rows = await db.rows(sql`
    select distinct ${pick(m, "holder")} from ${placed(m)} where ${c.removedAt} is null and not ${visibleComponents(actor)}`);
  return rows.map((row) => row.holder);
}

/** Counters of one visible project or category; all zero when nothing has been counted. */
export async function visibleCounter(actor: Actor, holder: Holder, id: number): Promise<CounterRow> {
  return (await visibleCounters(actor, holder, [id])).get(id) ?? noCounters();
}

/** Counters of the languages of projects, as rows `k`, from what the actor may see. */
function summedLanguages(actor: Actor, projectIds: readonly number[]) {
  const m = members("project", projectIds);
  return subquery(
    "k",
    sql`
      select ${named({ objectId: m.holder })}, ${pick(t, "languageId")}, ${SUMS} from ${placed(m)}
      join ${t} on ${t.componentId} = ${c.id}
      join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
      where ${visibleComponents(actor)} group by ${m.holder}, ${t.languageId}`,
  );
}

/** Counters of the languages of one project, as rows `k`: stored ones where the actor sees all of it. */
function languageCounters(actor: Actor, projectId: number, hidden: readonly number[]) {
  if (hidden.length > 0) return summedLanguages(actor, hidden);
  const stored = pick(k, "objectId", "languageId", "lastChange", "lastAuthorId", ...NUMBERS);
  return subquery(
    "k",
    sql`select ${stored} from ${k} where ${k.scope} = 'project-language' and ${k.objectId} = ${projectId}`,
  );
}

export interface ProjectLanguage {
  languageId: number;
  code: string;
  name: string;
  counters: CounterRow;
}

/**
 * Counters of the languages of a visible project that have at least one translation the actor may see, by name.
 * @param first codes of languages that come before the others
 */
export async function readProjectLanguages(
  actor: Actor,
  projectId: number,
  window: { limit: number; offset: number } = { limit: 10_000, offset: 0 },
  first: readonly string[] = [],
  order: OrderedBy = { order: "name", down: false },
  typed?: TypedLanguage,
): Promise<{ rows: ProjectLanguage[]; count: number }> {
  const hidden = await partlyHidden(actor, "project", [projectId]);
  const n = languageCounters(actor, projectId, hidden);
  const meant = typed ? namedLanguage(l, typed) : sql`true`;
  const [rows, all] = await Promise.all([
    db.rows(sql`
      select ${pick(n, "languageId")}, ${pick(l, "code", "name")}, ${named({ counters: countersOf(n) })} from ${n} join ${l} on ${l.id} = ${n.languageId}
      where ${n.translations} > 0 and ${meant} order by ${anyOf(l.code, first)} desc, ${inWorkOrder(n, order, sql`${l.name}`)}, ${l.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`
      select ${counted} from ${n} join ${l} on ${l.id} = ${n.languageId} where ${n.translations} > 0 and ${meant}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** Counters of one language of a visible project; undefined when it has none that the actor may see. */
export async function projectLanguageCounters(
  actor: Actor,
  projectId: number,
  languageId: number,
): Promise<CounterRow | undefined> {
  const hidden = await partlyHidden(actor, "project", [projectId]);
  const n = languageCounters(actor, projectId, hidden);
  const row = await db.one(
    sql`select ${named({ counters: countersOf(n) })} from ${n} where ${n.languageId} = ${languageId}`,
  );
  return row?.counters;
}

/** Counters of one language in several visible projects, by project id; those without a translation are left out. */
export async function languageInProjects(
  actor: Actor,
  languageId: number,
  projectIds: readonly number[],
): Promise<Map<number, CounterRow>> {
  const hidden = await partlyHidden(actor, "project", projectIds);
  const whole = projectIds.filter((id) => !hidden.includes(id));
  const n = summedLanguages(actor, hidden);
  const rows = await db.rows(
    unionAll(
      sql`
        select ${named({ id: k.objectId, counters: COUNTERS })} from ${k}
        where ${k.scope} = 'project-language' and ${anyOf(k.objectId, whole)} and ${k.languageId} = ${languageId} and ${k.translations} > 0`,
      sql`
        select ${named({ id: n.objectId, counters: countersOf(n) })} from ${n} where ${n.languageId} = ${languageId} and ${n.translations} > 0`,
    ),
  );
  return new Map(rows.map((row) => [row.id, row.counters]));
}

/** Counters of one language in all projects together, as far as the actor may know them; all zero when nothing has been counted. */
export async function visibleLanguageCounter(actor: Actor, languageId: number): Promise<CounterRow> {
  if (actor.isSuperuser && actor.tokenProjectId === undefined) return readCounter("language", languageId);
  const all = sql`
    ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}`;
  const [stored, hidden] = await Promise.all([
    readCounter("language", languageId),
    db.rows(sql`
      select ${pick(t, "id")} from ${all}
      where ${t.languageId} = ${languageId} and ${c.removedAt} is null and not ${visibleComponents(actor)} limit 1`),
  ]);
  if (hidden.length === 0) return stored;
  const n = subquery(
    "k",
    sql`
      select ${pick(t, "languageId")}, ${SUMS} from ${all}
      join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
      where ${t.languageId} = ${languageId} and ${visibleComponents(actor)} group by ${t.languageId}`,
  );
  const row = await db.one(sql`select ${named({ counters: countersOf(n) })} from ${n}`);
  return row?.counters ?? noCounters();
}

/** How many components and languages the actor may see in visible projects, by project id. */
export async function projectSizes(
  actor: Actor,
  projectIds: readonly number[],
): Promise<Map<number, { components: number; languages: number }>> {
  const hidden = await partlyHidden(actor, "project", projectIds);
  const n = summedLanguages(actor, hidden);
  const h = subquery(
    "h",
    sql`
      select ${pick(n, "objectId")}, ${named({ languages: asNumber(sql`(count(*) filter (where ${n.translations} > 0))::int`) })}
      from ${n} group by ${n.objectId}`,
  );
  const stored = sql`
    (select ${rowCount} from ${k} where ${k.scope} = 'project-language' and ${k.objectId} = ${p.id} and ${k.translations} > 0)`;
  const rows = await db.rows(sql`
    select ${pick(p, "id")}, ${named({
      components: asNumber(
        sql`(select ${rowCount} from ${c} where ${c.projectId} = ${p.id} and ${visibleComponents(actor)})`,
      ),
      languages: asNumber(sql`case when ${anyOf(p.id, hidden)} then coalesce(${h.languages}, 0) else ${stored} end`),
    })}
    from ${p} left join ${h} on ${h.objectId} = ${p.id} where ${anyOf(p.id, projectIds)}`);
  return new Map(rows.map((row) => [row.id, row]));
}
