import { counters, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick, Typed, typeOf, unnest } from "@/lib/platform/columns";
import { adhocSql, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, counted, rowCount } from "@/lib/platform/expressions";
import type { Query } from "@/lib/text/search-query/query";
import { pageSql, type Window } from "../window";
import { alternativesOf, type Condition, conditionOf, either, fromOf, selectStrings, side } from "./condition";
import { made } from "./internal/fields";
import { countedIn, OF_SOURCES, type ReadySearch } from "./ready-search";
import type { Reading } from "./run-search";

const [u, s] = [units.as("u"), sourceUnits.as("s")];
const [t, k, ks] = [translations.as("t"), counters.as("k"), counters.as("ks")];

/**
 * The second step of finding strings: reads strings of the translations that the first one (`ready-search.ts`) has found, and
 * needs no joins for their places and rights.
 */

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
 * Strings that a search finds.
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
