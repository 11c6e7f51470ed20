import { categories, components, counters, languages, projects, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { asNumber, asText } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { TranslationPlace } from "@/lib/urls/paths";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { COUNTERS_IF_ANY, type CounterRow, noCounters } from "../counters/read-counters";
import { NotFound } from "../errors";

const [t, c, p, k] = [translations.as("t"), components.as("c"), projects.as("p"), counters.as("k")];
const [g, l, sl] = [categories.as("g"), languages.as("l"), languages.as("sl")];

/** What a list of strings is of: a translation, or one language of all components of a category or a project. */
export type PlaceOfStrings =
  | { kind: "translation"; translationId: number }
  | { kind: "category"; categoryId: number; languageId: number }
  | { kind: "project"; projectId: number; languageId: number };

/** A translation in a list of strings, and how many strings it has. */
export interface ListedTranslation {
  id: number;
  total: number;
}

/** More components in one list are not opened. */
const MOST = 5000;

const LETTERS = { translation: "t", category: "c", project: "p" } as const;

/** A place in few letters, for addresses of the editor's own requests. */
export function placeKey(place: PlaceOfStrings): string {
  switch (place.kind) {
    case "translation":
      return `${LETTERS.translation}${place.translationId}`;
    case "category":
      return `${LETTERS.category}${place.categoryId}.${place.languageId}`;
    case "project":
      return `${LETTERS.project}${place.projectId}.${place.languageId}`;
  }
}

/** Reads what `placeKey` wrote. @throws NotFound for anything else */
export function readPlaceKey(key: string): PlaceOfStrings {
  const [, letter, first, second] = /^([tcp])(\d{1,9})(?:\.(\d{1,9}))?$/.exec(key) ?? [];
  const [id, languageId] = [Number(first), Number(second)];
  if (letter === LETTERS.translation && second === undefined) return { kind: "translation", translationId: id };
  if (letter === LETTERS.category && second !== undefined) return { kind: "category", categoryId: id, languageId };
  if (letter === LETTERS.project && second !== undefined) return { kind: "project", projectId: id, languageId };
  throw new NotFound(refusal("noListStrings"));
}

function within(place: PlaceOfStrings): Sql {
  switch (place.kind) {
    case "translation":
      return sql`${t.id} = ${place.translationId}`;
    case "category":
      return sql`
        ${t.languageId} = ${place.languageId} and ${place.categoryId} = any(category_chain(${c.categoryId}))
        and ${c.projectId} = (select ${g.projectId} from ${g} where ${g.id} = ${place.categoryId} and ${g.removedAt} is null)`;
    case "project":
      return sql`${t.languageId} = ${place.languageId} and ${c.projectId} = ${place.projectId}`;
  }
}

/**
 * The translations of a place that the actor may see, in the order of their strings: by category and name of the component.
 * @throws NotFound for a translation that is not there or may not be seen
 */
export async function translationsIn(actor: Actor, place: PlaceOfStrings): Promise<ListedTranslation[]> {
  const rows = await db.rows(sql`
    select ${pick(t, "id")}, ${named({ total: asNumber(sql`coalesce(${k.total}, 0)::int`) })}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
      left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
    where ${within(place)} and ${visibleComponents(actor)}
    order by coalesce(category_path(${c.categoryId}), ''), ${c.name}, ${t.id} limit ${MOST}`);
  if (rows.length === 0 && place.kind === "translation")
    throw new NotFound(refusal("translationUnseen", { translationId: place.translationId }));
  return rows;
}

/** A translation of a list as its strings are shown in rows. */
export interface ShownTranslation extends TranslationPlace {
  id: number;
  /** Name of the component. */
  component: string;
  sourceCode: string;
  sourceDirection: string;
  numbers: CounterRow;
}

/** The translations of a list with their names and numbers, in the order of the list. */
export async function describeList(actor: Actor, place: PlaceOfStrings): Promise<ShownTranslation[]> {
  const rows = await db.rows(sql`
    select ${pick(t, "id")}, ${named({
      projectSlug: p.slug,
      categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
      componentSlug: c.slug,
      languageCode: l.code,
      component: c.name,
      sourceCode: sl.code,
      sourceDirection: sl.direction,
      numbers: COUNTERS_IF_ANY,
    })}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId} join ${l} on ${l.id} = ${t.languageId}
      join ${sl} on ${sl.id} = ${c.sourceLanguageId}
      left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
    where ${within(place)} and ${visibleComponents(actor)}
    order by coalesce(category_path(${c.categoryId}), ''), ${c.name}, ${t.id} limit ${MOST}`);
  return rows.map((row) => ({ ...row, numbers: row.numbers ?? noCounters() }));
}

/** A language that strings of a place are in. */
export interface LanguageOfPlace {
  code: string;
  name: string;
  direction: string;
  /** Numbers of its strings. */
  total: number;
  translated: number;
}

/** The languages that the components of a project, a category or one component have, by name, as far as the actor may see. */
export async function languagesIn(
  actor: Actor,
  of: { projectId: number } | { categoryId: number } | { componentId: number },
): Promise<LanguageOfPlace[]> {
  const where =
    "componentId" in of
      ? sql`${c.id} = ${of.componentId}`
      : "categoryId" in of
        ? sql`${of.categoryId} = any(category_chain(${c.categoryId}))`
        : sql`${c.projectId} = ${of.projectId}`;
  return db.rows(sql`
    select ${pick(l, "code", "name", "direction")}, ${named({
      total: asNumber(sql`coalesce(sum(${k.total}), 0)::int`),
      translated: asNumber(sql`coalesce(sum(${k.translated}), 0)::int`),
    })}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId} join ${l} on ${l.id} = ${t.languageId}
      left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
    where ${where} and ${visibleComponents(actor)} group by ${l.code}, ${l.name}, ${l.direction} order by ${l.name}, ${l.code}`);
}
