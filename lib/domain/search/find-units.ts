import { components, counters, projects, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick, Typed, typeOf, unnest } from "@/lib/platform/columns";
import { adhocSql, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, counted, orNull, rowCount } from "@/lib/platform/expressions";
import type { Query } from "@/lib/text/search-query/query";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { pageSql, type Window } from "../window";
import {
  alternativesOf,
  type Condition,
  conditionOf,
  either,
  flattened,
  fromOf,
  selectStrings,
  side,
} from "./condition";
import { countedSources, countedStrings } from "./internal/counted";
import { made } from "./internal/fields";
import { withoutHidden } from "./internal/hidden-people";
import { isPlace, placeCondition } from "./internal/places";
import type { Reading } from "./run-search";

const [u, s] = [units.as("u"), sourceUnits.as("s")];
const [t, c, p, k] = [translations.as("t"), components.as("c"), projects.as("p"), counters.as("k")];
const [st, ks] = [translations.as("st"), counters.as("ks")];

export { countedStrings } from "./internal/counted";

/**
 * Finds strings in two steps. The first one asks which translations there are to search in: those the actor may see, at
 * the places that the search names, without those whose counters say that nothing is found there. The second one reads
 * strings of these alone, and needs no joins for their places and rights.
 */

/** A translation that is searched in. */
export interface SearchedTranslation {
  id: number;
  /** Strings in it. */
  total: number;
  /** How many of them are found, where its counters tell. */
  fitting: number | null;
}

/** A search that is ready to run. */
export interface ReadySearch {
  translations: readonly SearchedTranslation[];
  /** How many strings are found, where the counters tell. */
  count: number | undefined;
  /** What is asked of a string beside its place; undefined for nothing. */
  rest: Query | undefined;
}

/** Parts of a search that are about places, and all others. */
function divided(tree: Query): { places: Query[]; rest: Query[] } {
  const parts = flattened([tree]).filter((part) => part.kind !== "all");
  const ofPlaces = (part: Query): boolean => {
    if (part.kind === "field") return isPlace(part.field);
    if (part.kind === "not") return ofPlaces(part.query);
    return (part.kind === "and" || part.kind === "or") && part.queries.every(ofPlaces);
  };
  return { places: parts.filter(ofPlaces), rest: parts.filter((part) => !ofPlaces(part)) };
}

function placeSql(query: Query): Sql {
  switch (query.kind) {
    case "field":
      return placeCondition(query.field, query.match, t.id);
    case "not":
      return sql`(not ${placeSql(query.query)})`;
    case "and":
    case "or":
      return sql`(${joinSql(query.queries.map(placeSql), query.kind === "and" ? " and " : " or ")})`;
    default:
      return rawSql("true");
  }
}

const asOne = (queries: readonly Query[]): Query | undefined => {
  const [only] = queries;
  return queries.length > 1 ? { kind: "and", queries: [...queries] } : only;
};

/**
 * The first step.
 * @param where a condition over t, c and p: where else it is searched in
 */
export async function readySearch(on: Reading, actor: Actor, tree: Query, where: Sql): Promise<ReadySearch> {
  const { places, rest } = divided(await withoutHidden(on, actor, tree));
  // Of parts that the counters know, one is enough to leave translations out.
  const known = rest.flatMap((part) => countedStrings(part) ?? [])[0];
  const sources = rest.flatMap((part) => countedSources(part) ?? [])[0];
  const asMany = sources && asManyAs(sources);
  const fits = rest.length === 0 ? sql`coalesce(${k.total}, 0)` : (known ?? (rest.length === 1 ? asMany : undefined));
  const fitting = fits ?? rawSql("null");
  const rows = await on.rows(
    sql`
    select ${pick(t, "id")}, ${named({ total: asNumber(sql`coalesce(${k.total}, 0)`), fitting: orNull(asNumber(sql`${fitting}::bigint`)) })}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
      left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0 ${sources ? OF_SOURCES : rawSql("")}
    where ${adhocSql(joinSql([visibleComponents(actor), where, ...places.map(placeSql)], " and "))}
      and ${sources ? sql`(${ks.total} is null or ${sources} > 0)` : rawSql("true")} order by ${t.id}`,
  );
  const found = known || rest.length === 0 ? rows.filter(({ fitting }) => (fitting ?? 0) > 0) : rows;
  const whole = rest.length <= 1 && fits !== undefined && found.every((row) => row.fitting !== null);
  return {
    translations: found,
    count: whole ? found.reduce((sum, row) => sum + (row.fitting ?? 0), 0) : undefined,
    rest: asOne(rest),
  };
}

/** With the counters of the source language of the component of t. */
const OF_SOURCES = sql`left join ${st} on ${st.componentId} = ${t.componentId} and ${st.isSource}
  left join ${ks} on ${ks.scope} = 'translation' and ${ks.objectId} = ${st.id} and ${ks.languageId} = 0`;

/**
 * How many strings of each translation a search finds, as far as the counters tell; undefined where they do not tell it of
 * all of them. Those without any counters are left out.
 */
export async function countsTold(
  on: Reading,
  ids: readonly number[],
  tree: Query,
): Promise<ReadonlyMap<number, number> | undefined> {
  const sources = countedSources(tree);
  const told = countedStrings(tree) ?? (sources && asManyAs(sources));
  if (!told) return undefined;
  const rows = await on.rows(sql`
    select ${pick(t, "id")}, ${named({ total: orNull(asNumber(adhocSql(sql`(${told})::bigint`))) })} from ${t}
      join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0 ${sources ? OF_SOURCES : rawSql("")}
    where ${anyOf(t.id, ids)}`);
  const known = rows.flatMap(({ id, total }): [number, number][] => (total === null ? [] : [[id, total]]));
  return known.length === rows.length ? new Map(known) : undefined;
}

/** What holds for so many source strings holds for as many strings of a language that has all of them; null of others. */
const asManyAs = (sources: Sql): Sql => sql`case when ${k.total} = ${ks.total} then ${sources} end`;

/** In more translations strings are not looked up one translation after the other. */
const FEW_TRANSLATIONS = 20;

/**
 * A condition over u: strings of these translations.
 * @param looked whether what else is asked is looked up in indexes: of very many translations, the index of texts would be
 *   gone through for each of them
 */
export function inTranslations(ids: readonly number[], looked = false): Sql {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return sql`${u.translationId} = ${only}`;
  return looked && ids.length > FEW_TRANSLATIONS
    ? sql`${u.translationId} + 0 = any(${ids}::int[])`
    : anyOf(u.translationId, ids);
}

/** How many strings translations have. */
export const countedIn = (translations: readonly SearchedTranslation[]): number =>
  translations.reduce((sum, { total }) => sum + total, 0);

/** The first translations of a search, with no more strings than that; one at least. */
export function firstOf(ready: ReadySearch, most: number): ReadySearch {
  let strings = 0;
  const beyond = ready.translations.findIndex(({ total }) => {
    strings += total;
    return strings > most;
  });
  return beyond < 0 ? ready : { ...ready, translations: ready.translations.slice(0, Math.max(1, beyond)) };
}

/** Whether the texts of very many strings are read one by one, as no index knows what is looked for. */
export function readsTexts({ translations, rest, count }: ReadySearch): boolean {
  if (rest === undefined || count !== undefined || countedIn(translations) <= READ_AT_ONCE) return false;
  if (!looksForText(rest)) return false;
  const parts = alternativesOf(rest);
  return !areIndexed(parts) && parts.every(({ lookup }) => lookup === undefined);
}

function looksForText(query: Query): boolean {
  switch (query.kind) {
    case "all":
      return false;
    case "text":
      return true;
    case "field":
      return query.match.kind === "text";
    case "not":
      return looksForText(query.query);
    default:
      return query.queries.some(looksForText);
  }
}

const areIndexed = (parts: readonly Condition[]): boolean => parts.every(({ indexed }) => indexed);

/** Ids of strings in the order of their ids, and how many are found in all. */
export interface FoundUnits {
  ids: number[];
  /** Exact, or `most` for that many or more. */
  count: number;
}

/** Of so many strings texts are read at once, all of them where nothing else helps. */
const READ_AT_ONCE = 100_000;
/** More are not gathered before they are counted: what is gathered is written down. */
const GATHERED = 10_000;

/**
 * The second step.
 * @param most strings are counted up to this number; without it all are counted
 */
export async function foundUnits(on: Reading, ready: ReadySearch, window: Window, most?: number): Promise<FoundUnits> {
  const { translations, rest = { kind: "all" } } = ready;
  if (translations.length === 0) return { ids: [], count: 0 };
  if (ready.count !== undefined) return { ids: await walk(on, ready, window), count: ready.count };
  const ids = translations.map(({ id }) => id);
  const parts = alternativesOf(rest, inTranslations(ids, true));
  const scope = inTranslations(ids, areIndexed(parts));
  if (most === undefined && parts.every(({ source }) => source)) return ofSources(on, ready, rest, window);
  const strings = countedIn(translations);
  const told = strings > FEW ? await byEvents(on, parts, scope, window, most) : undefined;
  if (told && (most === undefined || told.count < most)) return told;
  const few = strings <= READ_AT_ONCE;
  const cut = most ?? (few ? undefined : GATHERED);
  const asked =
    (few ? readOnce(ids, parts, scope, cut) : undefined) ??
    stringsOf(parts, scope, { most: cut, apart: areIndexed(parts) || readsTexts(ready) });
  const found = told ?? (await gather(on, asked, window));
  if (cut === undefined || found.count < cut) return found;
  // What was gathered of very many are any of them, not the first ones.
  return { ids: await walk(on, ready, window), count: most ?? sumOf(await countsOf(on, ids, parts)) };
}

/**
 * A select of strings of several languages that reads each source string once, not once in every language. Undefined where
 * indexes find the strings, or where nothing or everything is told by the source strings.
 */
function readOnce(
  ids: readonly number[],
  parts: readonly Condition[],
  scope: Sql,
  most: number | undefined,
): Sql | undefined {
  const [told, others] = [parts.filter(({ source }) => source), parts.filter(({ source }) => !source)];
  if (areIndexed(parts) || ids.length === 1 || told.length === 0 || others.length === 0) return undefined;
  const { source = rawSql("false") } = either(told);
  const other = either(others);
  const hits = sql`(select ${s.id} from ${s}
    where ${s.componentId} in (select ${t.componentId} from ${t} where ${anyOf(t.id, ids)}) and ${source})`;
  return adhocSql(sql`
    select ${u.id} ${fromOf(other)} left join ${hits} as hit on hit.id = ${u.sourceId}
    where ${scope} and (hit.id is not null or ${other.sql})${most === undefined ? rawSql("") : sql` limit ${most}`}`);
}

/** What is asked of source strings alone: these are counted, and the languages that have them. */
async function ofSources(on: Reading, ready: ReadySearch, rest: Query, window: Window): Promise<FoundUnits> {
  const condition = conditionOf(rest);
  const found = await countOfSources(
    on,
    ready.translations.map(({ id }) => id),
    condition,
  );
  const translations = ready.translations.flatMap(({ id, total }) => {
    const fitting = found.get(id) ?? 0;
    return fitting > 0 ? [{ id, total, fitting }] : [];
  });
  const count = translations.reduce((sum, { fitting }) => sum + fitting, 0);
  if (count === 0) return { ids: [], count };
  const scope = inTranslations(translations.map(({ id }) => id));
  const ids =
    count < GATHERED
      ? (await gather(on, stringsOf([condition], scope), window)).ids
      : await walk(on, { translations, count, rest }, window);
  return { ids, count };
}

/** How many strings of each translation are found by what is asked of source strings. */
async function countOfSources(
  on: Reading,
  ids: readonly number[],
  { source, ...condition }: Condition,
): Promise<ReadonlyMap<number, number>> {
  const places = await on.rows(sql`
    select ${pick(t, "id", "componentId")}, ${named({ complete: asFlag(sql`coalesce(${k.total} = ${ks.total}, false)`) })} from ${t}
      left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0 ${OF_SOURCES}
    where ${anyOf(t.id, ids)}`);
  // A translation has a string of its own for each source string, or, of some formats, for those that its file names.
  const complete = places.filter((place) => place.complete);
  const partial = places.flatMap((place) => (place.complete ? [] : [place.id]));
  const inComponents =
    complete.length === 0
      ? []
      : await countSources(
          on,
          complete.map(({ componentId }) => componentId),
          adhocSql(source ?? rawSql("true")),
        );
  const inOthers = partial.length === 0 ? new Map() : await countStrings(on, partial, [made(condition.sql, condition)]);
  const ofComponent = new Map(inComponents.map(({ componentId, count }) => [componentId, count]));
  return new Map([
    ...complete.map(({ id, componentId }): [number, number] => [id, ofComponent.get(componentId) ?? 0]),
    ...inOthers,
  ]);
}

function countSources(on: Reading, componentIds: readonly number[], asked: Sql) {
  return on.rows(sql`
    select ${pick(s, "componentId")}, ${counted} from ${s} where ${anyOf(s.componentId, [...new Set(componentIds)])} and ${asked}
    group by ${s.componentId}`);
}

/** Rows that may be read to have the first strings of each translation. */
const MOST_READ = 50_000;

/** Strings in their order, until the page is full. */
async function walk(
  on: Reading,
  { translations, rest = { kind: "all" } }: ReadySearch,
  window: Window,
): Promise<number[]> {
  const condition = conditionOf(rest);
  const ids = translations.map(({ id }) => id);
  const wanted = window.offset + window.limit;
  const read = translations.reduce(
    (sum, { total, fitting }) =>
      sum + (fitting === null ? total : Math.min(total, (wanted * total) / Math.max(1, fitting))),
    0,
  );
  if (ids.length > 1 && read <= MOST_READ) {
    // Translations that came late are not behind all earlier strings.
    const o = unnest(
      "o",
      { translationId: u.translationId },
      ids.map((translationId) => ({ translationId })),
    );
    const rows = await on.rows(sql`
      select ${pick(u, "id")} from ${o}, lateral (
        select ${u.id} ${fromOf(condition)} where ${u.translationId} = ${o.translationId} and ${condition.sql} order by ${u.id} limit ${wanted}) u
      order by ${u.id} ${pageSql(window)}`);
    return rows.map(({ id }) => id);
  }
  const rows = await on.rows(
    sql`select ${pick(u, "id")} ${fromOf(condition)} where ${inTranslations(ids, condition.indexed)} and ${condition.sql} order by ${u.id} ${pageSql(window)}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * How many strings of each translation are found; those without any are left out. By source strings is counted what these
 * tell, and string by string what they do not.
 * @param parts alternatives, as `alternativesOf` gives them
 */
export async function countsOf(
  on: Reading,
  ids: readonly number[],
  parts: readonly Condition[],
): Promise<ReadonlyMap<number, number>> {
  const told = parts.filter((part) => part.source);
  // One language alone has no more strings than there are source strings: read once, they are as well read together.
  const readAnyway = ids.length === 1 && !areIndexed(parts);
  if (told.length === 0 || readAnyway) return countStrings(on, ids, parts);
  const { source = rawSql("false"), ...whole } = either(told);
  const counts = await countOfSources(on, ids, { ...whole, source });
  if (told.length === parts.length) return counts;
  const untold = made(sql`not exists (select from ${s} where ${s.id} = ${u.sourceId} and ${source})`);
  const others = parts.filter((part) => !part.source).map((part) => side([part, untold]));
  const more = await countStrings(on, ids, others);
  return new Map(ids.map((id) => [id, (counts.get(id) ?? 0) + (more.get(id) ?? 0)]));
}

const sumOf = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

async function countStrings(
  on: Reading,
  ids: readonly number[],
  parts: readonly Condition[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await countByLanguage(
    on,
    stringsOf(parts, inTranslations(ids, areIndexed(parts)), { columns: sql`${u.id}, ${u.translationId}` }),
  );
  return new Map(rows.map(({ translationId, count }) => [translationId, count]));
}

function countByLanguage(on: Reading, foundStrings: Sql) {
  return on.rows(
    sql`select ${pick(u, "translationId")}, ${counted} from (${foundStrings}) as u group by ${u.translationId}`,
  );
}

/** How strings are selected. */
interface Selecting {
  /** No more than these, whichever. */
  most?: number | undefined;
  /** What is selected of u; the id is among them. */
  columns?: Sql;
  /** Whether each condition is looked for on its own, as is best where indexes find all. */
  apart?: boolean;
}

/** A select of strings that fulfil one of some conditions. */
export function stringsOf(
  parts: readonly Condition[],
  scope: Sql,
  { most, columns = u.id, apart = areIndexed(parts) }: Selecting = {},
): Sql {
  const arms = apart ? parts : [either(parts)];
  const [only] = arms;
  if (only && arms.length === 1) return selectStrings(only, scope, most, columns);
  const all = joinSql(
    arms.map((arm) => sql`(${selectStrings(arm, scope, most, columns)})`),
    " union all ",
  );
  return distinct(all, most === undefined ? rawSql("") : sql` limit ${most}`);
}

const distinct = (foundStrings: Sql, tail: Sql): Sql => sql`select distinct arm.* from (${foundStrings}) as arm${tail}`;

/** All that is found at once, without an order: for the page and for the count. */
async function gather(on: Reading, foundStrings: Sql, window: Window): Promise<FoundUnits> {
  return (await on.one(sql`with found as materialized (${foundStrings}) select ${foundOf(window)}`)) ?? NONE;
}

const NONE: FoundUnits = { ids: [], count: 0 };

/** What `found` holds: how many, and the page. */
const foundOf = (window: Window) =>
  named({
    count: asNumber(sql`(select ${rowCount} from found)`),
    ids: new Typed<number[]>(
      sql`array(select found.id from found order by found.id ${pageSql(window)})`,
      typeOf("int8[]"),
    ),
  });

/** Events that are read to see whether there are few. */
const MOST_EVENTS = 20_000;
/** Of fewer strings all are asked, without looking at the history first. */
const FEW = 10_000;

/** Strings by what the history says, if it is not much: undefined where there are more events, or no events are asked for. */
async function byEvents(
  on: Reading,
  [part, ...others]: readonly Condition[],
  scope: Sql,
  window: Window,
  most?: number,
): Promise<FoundUnits | undefined> {
  if (!part?.lookup || others.length > 0) return undefined;
  const { ids, rest } = part.lookup;
  const found = await ofEvents(on, adhocSql(ids), part.ofSource, adhocSql(rest), scope, window, most);
  if (!found || (found.events > MOST_EVENTS && (most === undefined || found.count < most))) return undefined;
  return { ids: found.ids, count: found.count };
}

function ofEvents(
  on: Reading,
  foundEvents: Sql,
  ofSource: boolean,
  rest: Sql,
  scope: Sql,
  window: Window,
  most?: number,
) {
  const from = ofSource ? sql`${u} join ${s} on ${s.id} = ${u.sourceId}` : sql`${u}`;
  const cut = most === undefined ? rawSql("") : sql` limit ${most}`;
  // Without the offset, a long list of translations makes all strings be read.
  return on.one(
    sql`
    with events as materialized (${foundEvents} limit ${MOST_EVENTS + 1}),
      found as materialized (
        select ${u.id} from (select ${u.id}, ${u.translationId} from (select distinct events.id from events) as event, ${from}
          where ${u.id} = event.id and ${rest} offset 0) as u
        where ${scope}${cut})
    select ${named({ events: asNumber(sql`(select ${rowCount} from events)`) })}, ${foundOf(window)}`,
  );
}
