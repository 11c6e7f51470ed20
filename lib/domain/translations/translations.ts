import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { type Place, visibleComponents } from "../access/demand";
import { addressOf, type ComponentRow, componentsById, placeOf } from "../components/components";
import { COUNTER_COLUMNS, type CounterRow, noCounters } from "../counters/read-counters";
import { NotFound } from "../errors";
import { type LanguageRow, languagesById, type PluralRow } from "../languages/languages";
import type { Window } from "../window";

export interface TranslationRow {
  id: number;
  componentId: number;
  languageId: number;
  languageCode: string;
  filename: string;
  isSource: boolean;
  isTemplate: boolean;
  revision: string;
  checkFlags: string;
  fileWanted: boolean;
  plural: PluralRow;
  lastAuthor: string | null;
  language: LanguageRow;
  component: ComponentRow;
  counters: CounterRow;
}

type Bare = Omit<TranslationRow, "language" | "component" | "counters"> & { counterRow: CounterRow | null };

const COLUMNS = sql`
  t.id, t.component_id, t.language_id, t.language_code, t.filename, t.is_source, t.is_source and c.template <> '' and t.filename = c.template as is_template,
  t.revision, t.check_flags, t.file_wanted,
  jsonb_build_object('id', q.id, 'source', q.source, 'number', q.number, 'formula', q.formula, 'type', q.type, 'categories', q.categories) as plural,
  case when k.scope is null then null else ${COUNTER_COLUMNS} end as counter_row,
  (select coalesce(nullif(a.full_name, ''), a.username) from users a where a.id = k.last_author_id) as last_author`;

const FROM = sql`
  from translations t join components c on c.id = t.component_id join projects p on p.id = c.project_id join plurals q on q.id = t.plural_id
  left join counters k on k.scope = 'translation' and k.object_id = t.id and k.language_id = 0`;

async function complete(actor: Actor, rows: Bare[], component?: ComponentRow): Promise<TranslationRow[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map((row) => row.componentId))];
  const [languages, components] = await Promise.all([
    languagesById([...new Set(rows.map((row) => row.languageId))]),
    component ? [component] : componentsById(actor, ids),
  ]);
  const componentOf = new Map(components.map((found) => [found.id, found]));
  return rows.map(({ counterRow, ...row }) => ({
    ...row,
    language: languages.get(row.languageId) as LanguageRow,
    component: componentOf.get(row.componentId) as ComponentRow,
    counters: counterRow ?? noCounters(),
  }));
}

async function list(actor: Actor, where: Sql, window: Window, order: Sql, component?: ComponentRow) {
  const [rows, counted] = await Promise.all([
    db.rows<Bare>(
      sql`select ${COLUMNS} ${FROM} where ${where} order by ${order} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`
      select count(*)::int as count from translations t join components c on c.id = t.component_id join projects p on p.id = c.project_id where ${where}`),
  ]);
  return { rows: await complete(actor, rows, component), count: counted?.count ?? 0 };
}

async function find(actor: Actor, where: Sql, component?: ComponentRow): Promise<TranslationRow | undefined> {
  const rows = await db.rows<Bare>(sql`select ${COLUMNS} ${FROM} where ${where} limit 1`);
  return (await complete(actor, rows, component))[0];
}

/** Translations the actor may know of, by id or by their languages' names, the source language last; of one component when given. */
export async function listTranslations(
  actor: Actor,
  filter: { component?: ComponentRow; projectId?: number; languageId?: number },
  window: Window,
  order: "id" | "language" = "id",
): Promise<{ rows: TranslationRow[]; count: number }> {
  const parts = [visibleComponents(actor)];
  if (filter.component) parts.push(sql`t.component_id = ${filter.component.id}`);
  if (filter.projectId !== undefined) parts.push(sql`c.project_id = ${filter.projectId}`);
  if (filter.languageId !== undefined) parts.push(sql`t.language_id = ${filter.languageId}`);
  const by =
    order === "id" ? sql`t.id` : sql`t.is_source, (select l.name from languages l where l.id = t.language_id), t.id`;
  return list(actor, joinSql(parts, " and "), window, by, filter.component);
}

/** Translations by id, as far as the actor may know of them, in the order of their ids. */
export async function translationsById(actor: Actor, ids: readonly number[]): Promise<TranslationRow[]> {
  if (ids.length === 0) return [];
  const where = sql`${visibleComponents(actor)} and t.id = any(${ids}::int[])`;
  return (await list(actor, where, { limit: ids.length, offset: 0 }, sql`t.id`)).rows;
}

/** One language of a component. @throws NotFound */
export async function findTranslation(
  actor: Actor,
  component: ComponentRow,
  languageCode: string,
): Promise<TranslationRow> {
  const row = await find(
    actor,
    sql`${visibleComponents(actor)} and t.component_id = ${component.id}
      and t.language_id = (select id from languages where code = ${languageCode})`,
    component,
  );
  if (!row) throw new NotFound(`${component.name} has no translation into ${languageCode}.`);
  return row;
}

/** A translation by id. @throws NotFound */
export async function findTranslationById(actor: Actor, id: number): Promise<TranslationRow> {
  const row = await find(actor, sql`${visibleComponents(actor)} and t.id = ${id}`);
  if (!row) throw new NotFound(`There is no translation ${id}, or you may not see it.`);
  return row;
}

/** A translation as permissions see it. */
export function translationPlace(translation: Pick<TranslationRow, "languageId" | "component">): Place {
  return { ...placeOf(translation.component), languageId: translation.languageId };
}

/** A translation as an address sees it. */
export function translationAddress(translation: Pick<TranslationRow, "component" | "language">) {
  return { ...addressOf(translation.component), languageCode: translation.language.code };
}
