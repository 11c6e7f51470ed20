import { components, counters, projects, translations, units } from "@/lib/generated/tables";
import { named, pick, Typed, typeOf, unnest } from "@/lib/platform/columns";
import { adhocSql, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, counted, orNull, rowCount } from "@/lib/platform/expressions";
import type { Query } from "@/lib/text/search-query/query";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { pageSql, type Window } from "../window";
import { conditionOf, flattened, fromOf } from "./condition";
import { countedStrings } from "./internal/counted";
import { isPlace, placeCondition } from "./internal/places";
import type { Reading } from "./run-search";

const u = units.as("u");
const [t, c, p, k] = [translations.as("t"), components.as("c"), projects.as("p"), counters.as("k")];

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
  const { places, rest } = divided(tree);
  // Of parts that the counters know, one is enough to leave translations out.
  const known = rest.flatMap((part) => countedStrings(part) ?? [])[0];
  const fits = rest.length === 0 ? sql`coalesce(${k.total}, 0)` : known;
  const fitting = fits ?? rawSql("null");
  const rows = await on.rows(
    sql`
    select ${pick(t, "id")}, ${named({ total: asNumber(sql`coalesce(${k.total}, 0)`), fitting: orNull(asNumber(sql`${fitting}::bigint`)) })}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
      left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
    where ${adhocSql(joinSql([visibleComponents(actor), where, ...places.map(placeSql)], " and "))} order by ${t.id}`,
  );
  const found = fits ? rows.filter(({ fitting }) => (fitting ?? 0) > 0) : rows;
  const whole = rest.length === 0 || (rest.length === 1 && known !== undefined);
  return {
    translations: found,
    count: whole ? found.reduce((sum, row) => sum + (row.fitting ?? 0), 0) : undefined,
    rest: asOne(rest),
  };
}

/** A condition over u: strings of these translations. */
export function inTranslations(ids: readonly number[]): Sql {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? sql`${u.translationId} = ${only}` : anyOf(u.translationId, ids);
}

/** Ids of strings in the order of their ids, and how many are found in all. */
export interface FoundUnits {
  ids: number[];
  /** Exact, or `most` for that many or more. */
  count: number;
}

/** More are not gathered before they are counted: what is gathered is written down. */
const GATHERED = 100_000;

/**
 * The second step.
 * @param most strings are counted up to this number; without it all are counted
 */
export async function foundUnits(on: Reading, ready: ReadySearch, window: Window, most?: number): Promise<FoundUnits> {
  const { translations, rest = { kind: "all" } } = ready;
  if (translations.length === 0) return { ids: [], count: 0 };
  if (ready.count !== undefined) return { ids: await walk(on, ready, window), count: ready.count };
  const scope = inTranslations(translations.map(({ id }) => id));
  const cut = most ?? GATHERED;
  const found = await gather(on, rest, scope, window, cut);
  if (found.count < cut) return found;
  // What was gathered of very many are any of them, not the first ones.
  const ids = await walk(on, ready, window);
  return { ids, count: most ?? (await countAll(on, rest, scope)) };
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
    sql`select ${pick(u, "id")} ${fromOf(condition)} where ${inTranslations(ids)} and ${condition.sql} order by ${u.id} ${pageSql(window)}`,
  );
  return rows.map(({ id }) => id);
}

async function countAll(on: Reading, rest: Query, scope: Sql): Promise<number> {
  const condition = conditionOf(rest, scope);
  const row = await on.one(sql`select ${counted} ${fromOf(condition)} where ${scope} and ${condition.sql}`);
  return row?.count ?? 0;
}

/** All that is found at once, without an order: for the page and for the count. */
async function gather(on: Reading, rest: Query, scope: Sql, window: Window, most: number): Promise<FoundUnits> {
  const condition = conditionOf(rest, scope, most);
  const row = await on.one(
    sql`
    with found as materialized (select ${u.id} ${fromOf(condition)} where ${scope} and ${condition.sql} limit ${most})
    select ${named({
      count: asNumber(sql`(select ${rowCount} from found)`),
      ids: new Typed<number[]>(
        sql`array(select found.id from found order by found.id ${pageSql(window)})`,
        typeOf("int8[]"),
      ),
    })}`,
  );
  return { ids: row?.ids ?? [], count: row?.count ?? 0 };
}
