import { db, joinSql, rawSql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { COUNTER_COLUMNS, type CounterRow } from "../counters/read-counters";

/** A translation with work in it, as lists of work show it. */
export interface WorkRow {
  translationId: number;
  projectName: string;
  projectSlug: string;
  componentName: string;
  componentSlug: string;
  categoryPath: string;
  languageId: number;
  languageCode: string;
  languageName: string;
  locked: boolean;
  counters: CounterRow;
}

const FROM = sql`
  from translations t join components c on c.id = t.component_id join projects p on p.id = c.project_id
  join languages l on l.id = t.language_id join counters k on k.scope = 'translation' and k.object_id = t.id and k.language_id = 0`;

const COLUMNS = sql`
  t.id as translation_id, p.name as project_name, p.slug as project_slug, c.name as component_name, c.slug as component_slug,
  category_path(c.category_id) as category_path, l.id as language_id, l.code as language_code, l.name as language_name, c.locked,
  ${COUNTER_COLUMNS} as counters`;

/**
 * Translations the actor may see with something left to do, most first.
 * @param filter languages and project to look in; all when left out
 */
export async function listWork(
  actor: Actor,
  filter: { languageIds?: readonly number[]; projectId?: number },
  limit: number,
): Promise<WorkRow[]> {
  const parts = [
    visibleComponents(actor),
    rawSql("not t.is_source and (k.total > k.translated or k.failing > 0 or k.suggestions > 0)"),
  ];
  if (filter.languageIds) parts.push(sql`t.language_id = any(${filter.languageIds}::int[])`);
  if (filter.projectId !== undefined) parts.push(sql`p.id = ${filter.projectId}`);
  return db.rows<WorkRow>(sql`
    select ${COLUMNS} ${FROM} where ${joinSql(parts, " and ")}
    order by (k.total - k.translated) desc, k.failing desc, t.id limit ${limit}`);
}

/** Sums of work over translations the actor may see. */
export interface WorkSums {
  empty: number;
  emptyWords: number;
  needsEditing: number;
  needsEditingWords: number;
  failing: number;
  failingWords: number;
  suggestions: number;
  comments: number;
}

/** What there is to do in some languages, over all visible components. */
export async function sumWork(actor: Actor, languageIds: readonly number[]): Promise<WorkSums> {
  const row = await db.one<WorkSums>(sql`
    select coalesce(sum(k.total - k.translated - k.fuzzy), 0)::int as empty,
      coalesce(sum(k.total_words - k.translated_words - k.fuzzy_words), 0)::int as empty_words,
      coalesce(sum(k.fuzzy), 0)::int as needs_editing, coalesce(sum(k.fuzzy_words), 0)::int as needs_editing_words,
      coalesce(sum(k.failing), 0)::int as failing, coalesce(sum(k.failing_words), 0)::int as failing_words,
      coalesce(sum(k.suggestions), 0)::int as suggestions, coalesce(sum(k.comments), 0)::int as comments
    ${FROM} where ${visibleComponents(actor)} and not t.is_source and t.language_id = any(${languageIds}::int[])`);
  return row as WorkSums;
}

/** How many projects, languages in use and people there are; of projects only the visible ones. */
export async function siteNumbers(actor: Actor): Promise<{ projects: number; languages: number; people: number }> {
  const row = await db.one<{ projects: number; languages: number; people: number }>(sql`
    select (select count(*)::int from projects p where ${visibleProjects(actor)}) as projects,
      (select count(*)::int from counters where scope = 'language' and translations > 0) as languages,
      (select count(*)::int from users where is_active and not is_bot and not is_anonymous) as people`);
  return row as { projects: number; languages: number; people: number };
}

/** The translation the actor changed last that still has something to do; undefined when there is none. */
export async function lastWorkedOn(actor: Actor): Promise<WorkRow | undefined> {
  return db.one<WorkRow>(sql`
    select ${COLUMNS} ${FROM}
    join (select ch.translation_id, max(ch.id) as newest from changes ch
      where ch.user_id = ${actor.userId} and ch.translation_id is not null and ch.at > now() - interval '180 days' group by 1) w on w.translation_id = t.id
    where ${visibleComponents(actor)} and not t.is_source and not c.locked and k.total > k.translated order by w.newest desc limit 1`);
}
