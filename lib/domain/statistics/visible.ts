import { db, rawSql, type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { NUMBERS } from "../counters/counters";
import { COUNTER_COLUMNS, type CounterRow, noCounters, readCounters } from "../counters/read-counters";

/**
 * Numbers of projects and categories as an actor may know them: without the components that it may not see. Where it
 * sees all of them, and that is nearly everywhere, these are the stored counters; elsewhere they are summed up.
 */

/** Sums of the counters `k` as columns of the same names. */
const SUMS = rawSql(
  `${NUMBERS.map((name) => `sum(k.${name})::bigint as ${name}`).join(", ")}, max(k.last_change) as last_change,
    (array_agg(k.last_author_id order by k.last_change desc nulls last))[1] as last_author_id`,
);

/** What holds components: the same component is in one project and may be shown in others; a category is in one. */
type Holder = "project" | "category";

/** The components of holders as `m(holder, component_id)`, joined to `c` and `p`, which say who may see them. */
function members(holder: Holder, ids: readonly number[]): Sql {
  const held =
    holder === "project"
      ? sql`select o.project_id as holder, o.id as component_id from components o where o.project_id = any(${ids}::int[])
          union select l.project_id, l.component_id from component_links l where l.project_id = any(${ids}::int[])`
      : sql`select k as holder, o.id from components o, unnest(category_chain(o.category_id)) k
          where o.project_id in (select project_id from categories where id = any(${ids}::int[])) and k = any(${ids}::int[])`;
  return sql`(${held}) as m(holder, component_id) join components c on c.id = m.component_id join projects p on p.id = c.project_id`;
}

/** Those of the holders with a component that the actor may not see. */
async function partlyHidden(actor: Actor, holder: Holder, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || (actor.isSuperuser && actor.tokenProjectId === undefined)) return [];
  const rows = await db.rows<{ id: number }>(sql`
    select distinct m.holder as id from ${members(holder, ids)} where c.removed_at is null and not ${visibleComponents(actor)}`);
  return rows.map((row) => row.id);
}

/** Counters of visible projects or categories, as far as the actor may know them, by id. */
export async function visibleCounters(
  actor: Actor,
  holder: Holder,
  ids: readonly number[],
): Promise<Map<number, CounterRow>> {
  const [stored, hidden] = await Promise.all([readCounters(holder, ids), partlyHidden(actor, holder, ids)]);
  if (hidden.length === 0) return stored;
  const rows = await db.rows<{ holder: number; counters: CounterRow }>(sql`
    select k.holder, ${COUNTER_COLUMNS} as counters from (
      select m.holder, ${SUMS} from ${members(holder, hidden)}
      join counters k on k.scope = 'component' and k.object_id = c.id and k.language_id = 0
      where ${visibleComponents(actor)} group by m.holder) k`);
  for (const id of hidden) stored.delete(id);
  for (const row of rows) stored.set(row.holder, row.counters);
  return stored;
}

/** Counters of one visible project or category; all zero when nothing has been counted. */
export async function visibleCounter(actor: Actor, holder: Holder, id: number): Promise<CounterRow> {
  return (await visibleCounters(actor, holder, [id])).get(id) ?? noCounters();
}

/** Counters of the languages of projects, as rows `k`, from what the actor may see. */
function summedLanguages(actor: Actor, projectIds: readonly number[]): Sql {
  return sql`(
    select m.holder as object_id, t.language_id, ${SUMS} from ${members("project", projectIds)}
    join translations t on t.component_id = c.id
    join counters k on k.scope = 'translation' and k.object_id = t.id and k.language_id = 0
    where ${visibleComponents(actor)} group by m.holder, t.language_id) k`;
}

/** Counters of the languages of one project, as rows `k`: stored ones where the actor sees all of it. */
async function languageCounters(actor: Actor, projectId: number): Promise<Sql> {
  const [hidden] = await partlyHidden(actor, "project", [projectId]);
  return hidden === undefined
    ? sql`(select * from counters where scope = 'project-language' and object_id = ${projectId}) k`
    : summedLanguages(actor, [projectId]);
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
): Promise<{ rows: ProjectLanguage[]; count: number }> {
  const from = sql`from ${await languageCounters(actor, projectId)}`;
  const [rows, counted] = await Promise.all([
    db.rows<ProjectLanguage>(sql`
      select k.language_id, l.code, l.name, ${COUNTER_COLUMNS} as counters ${from} join languages l on l.id = k.language_id
      where k.translations > 0 order by l.code = any(${first}::text[]) desc, l.name, l.id limit ${window.limit} offset ${window.offset}`),
    db.one<{ count: number }>(sql`select count(*)::int as count ${from} where k.translations > 0`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** Counters of one language of a visible project; undefined when it has none that the actor may see. */
export async function projectLanguageCounters(
  actor: Actor,
  projectId: number,
  languageId: number,
): Promise<CounterRow | undefined> {
  const row = await db.one<{ counters: CounterRow }>(sql`
    select ${COUNTER_COLUMNS} as counters from ${await languageCounters(actor, projectId)} where k.language_id = ${languageId}`);
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
  const rows = await db.rows<{ id: number; counters: CounterRow }>(sql`
    select k.object_id as id, ${COUNTER_COLUMNS} as counters from counters k
    where k.scope = 'project-language' and k.object_id = any(${whole}::int[]) and k.language_id = ${languageId} and k.translations > 0
    union all select k.object_id, ${COUNTER_COLUMNS} from ${summedLanguages(actor, hidden)}
    where k.language_id = ${languageId} and k.translations > 0`);
  return new Map(rows.map((row) => [row.id, row.counters]));
}

/** How many components and languages the actor may see in visible projects, by project id. */
export async function projectSizes(
  actor: Actor,
  projectIds: readonly number[],
): Promise<Map<number, { components: number; languages: number }>> {
  const hidden = await partlyHidden(actor, "project", projectIds);
  const rows = await db.rows<{ id: number; components: number; languages: number }>(sql`
    select p.id, (select count(*)::int from components c where c.project_id = p.id and ${visibleComponents(actor)}) as components,
      case when p.id = any(${hidden}::int[]) then coalesce(h.languages, 0) else
        (select count(*)::int from counters k where k.scope = 'project-language' and k.object_id = p.id and k.translations > 0) end as languages
    from projects p left join (select k.object_id, (count(*) filter (where k.translations > 0))::int as languages
      from ${summedLanguages(actor, hidden)} group by 1) h on h.object_id = p.id
    where p.id = any(${projectIds}::int[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
