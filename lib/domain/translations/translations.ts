import { components, counters, languages, plurals, projects, translations, users } from "@/lib/generated/tables";
import { combined, named, otherwise, pick, within } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql, together } from "@/lib/platform/database";
import { anyOf, asFlag, asText, counted, subselect } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { type PermissionScope, visibleComponents } from "../access/demand";
import {
  addressOf,
  atPlaces,
  type ComponentPlace,
  type ComponentRow,
  componentsById,
  scopeOf,
} from "../components/components";
import { COUNTERS_IF_ANY, noCounters } from "../counters/read-counters";
import { inWorkOrder, type OrderedBy } from "../counters/work-order";
import { NotFound } from "../errors";
import { type LanguageRow, languagesById } from "../languages/languages";
import { namedLanguage, type TypedLanguage } from "../languages/named-language";
import { workflowColumns, workflowJoin } from "../projects/language-workflow";
import { commitNameIn } from "../users/commit-identity";
import type { Window } from "../window";

const [a, t, c, p] = [users.as("a"), translations.as("t"), components.as("c"), projects.as("p")];
const [q, k, l] = [plurals.as("q"), counters.as("k"), languages.as("l")];

const COLUMNS = combined(
  pick(
    t,
    "id",
    "componentId",
    "languageId",
    "languageCode",
    "filename",
    "isSource",
    "revision",
    "checkFlags",
    "fileWanted",
  ),
  within("plural", pick(q, "id", "source", "number", "formula", "type", "categories")),
  within("workflow", named(workflowColumns({ c, p }))),
  named({
    isTemplate: asFlag(sql`${t.isSource} and ${c.template} <> '' and ${t.filename} = ${c.template}`),
    lastAuthor: subselect(asText(commitNameIn(sql`${c.projectId}`)), sql`from ${a} where ${a.id} = ${k.lastAuthorId}`),
  }),
  otherwise({ counters: COUNTERS_IF_ANY }, { counters: noCounters }),
);

type Bare = SelectedRow<typeof COLUMNS>;

export interface TranslationRow extends Bare {
  language: LanguageRow;
  component: ComponentRow;
}

const FROM = sql`
  from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId} join ${q} on ${q.id} = ${t.pluralId}
  left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0 ${workflowJoin({ t, c })}`;

/**
 * Translations the actor may know of; of one component when given, and of languages that were typed. By id, or in an order, the source language last.
 */
export async function listTranslations(
  actor: Actor,
  filter: { component?: ComponentRow; projectId?: number; languageId?: number; typed?: TypedLanguage },
  window: Window,
  order?: OrderedBy,
): Promise<{ rows: TranslationRow[]; count: number }> {
  const parts = [visibleComponents(actor)];
  if (filter.component) parts.push(sql`${t.componentId} = ${filter.component.id}`);
  if (filter.projectId !== undefined) parts.push(sql`${c.projectId} = ${filter.projectId}`);
  if (filter.languageId !== undefined) parts.push(sql`${t.languageId} = ${filter.languageId}`);
  if (filter.typed)
    parts.push(sql`${t.languageId} in (select ${l.id} from ${l} where ${namedLanguage(l, filter.typed)})`);
  return list(actor, joinSql(parts, " and "), window, order ? ordered(order, filter) : t.id, filter.component);
}

/** By languages in a component, by components in a language. */
function ordered(order: OrderedBy, { component }: { component?: ComponentRow }): Sql {
  const name = component ? sql`(select ${l.name} from ${l} where ${l.id} = ${t.languageId})` : sql`${c.name}`;
  return sql`${t.isSource}, ${inWorkOrder(k, order, name)}, ${t.id}`;
}

async function complete(actor: Actor, rows: Bare[], component?: ComponentRow): Promise<TranslationRow[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map((row) => row.componentId))];
  const [languages, components] = await Promise.all([
    languagesById([...new Set(rows.map((row) => row.languageId))]),
    component ? [component] : componentsById(actor, ids),
  ]);
  const componentOf = new Map(components.map((found) => [found.id, found]));
  return rows.map((row) => ({
    ...row,
    language: languages.get(row.languageId) as LanguageRow,
    component: componentOf.get(row.componentId) as ComponentRow,
  }));
}

async function list(actor: Actor, where: Sql, window: Window, order: Sql, component?: ComponentRow) {
  const [rows, all] = await together(() =>
    Promise.all([
      db.rows(
        sql`select ${COLUMNS} ${FROM} where ${where} order by ${order} limit ${window.limit} offset ${window.offset}`,
      ),
      db.one(sql`
        select ${counted} from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId} where ${where}`),
    ]),
  );
  return { rows: await complete(actor, rows, component), count: all?.count ?? 0 };
}

/** Translations by id, as far as the actor may know of them, in the order of their ids. */
export async function translationsById(actor: Actor, ids: readonly number[]): Promise<TranslationRow[]> {
  if (ids.length === 0) return [];
  const where = sql`${visibleComponents(actor)} and ${anyOf(t.id, ids)}`;
  return (await list(actor, where, { limit: ids.length, offset: 0 }, t.id)).rows;
}

/** One language of a component. @throws NotFound */
export async function findTranslation(
  actor: Actor,
  component: ComponentRow,
  languageCode: string,
): Promise<TranslationRow> {
  const row = await find(
    actor,
    sql`${visibleComponents(actor)} and ${t.componentId} = ${component.id} and ${inLanguage(languageCode)}`,
    component,
  );
  if (!row) throw noTranslation(component, languageCode);
  return row;
}

const inLanguage = (code: string) =>
  sql`${t.languageId} = (select ${languages.id} from ${languages} where ${languages.code} = ${code})`;

/** What is said of a translation that is not there. */
export const noTranslation = (component: { name: string }, languageCode: string) =>
  new NotFound(refusal("noTranslationInto", { component: component.name, languageCode }));

/** The same by its address, looked up while its component still is; undefined where either is missing. */
export async function translationAt(
  actor: Actor,
  { projectSlug, ...place }: ComponentPlace,
  languageCode: string,
  lookedUp: Promise<ComponentRow | undefined>,
): Promise<TranslationRow | undefined> {
  const where = sql`${visibleComponents(actor)} and ${atPlaces(projectSlug, [place])} and ${inLanguage(languageCode)}`;
  const [rows, component] = await Promise.all([
    db.rows(sql`select ${COLUMNS} ${FROM} where ${where} limit 1`),
    lookedUp,
  ]);
  return component && (await complete(actor, rows, component))[0];
}

async function find(actor: Actor, where: Sql, component?: ComponentRow): Promise<TranslationRow | undefined> {
  const rows = await db.rows(sql`select ${COLUMNS} ${FROM} where ${where} limit 1`);
  return (await complete(actor, rows, component))[0];
}

/** A translation by id. @throws NotFound */
export async function findTranslationById(actor: Actor, id: number): Promise<TranslationRow> {
  const row = await find(actor, sql`${visibleComponents(actor)} and ${t.id} = ${id}`);
  if (!row) throw new NotFound(refusal("translationUnseen", { translationId: id }));
  return row;
}

/** A translation as permissions see it. */
export function translationScope(translation: Pick<TranslationRow, "languageId" | "component">): PermissionScope {
  return { ...scopeOf(translation.component), languageId: translation.languageId };
}

/** A translation as an address sees it. */
export function translationAddress(translation: Pick<TranslationRow, "component" | "language">) {
  return { ...addressOf(translation.component), languageCode: translation.language.code };
}
