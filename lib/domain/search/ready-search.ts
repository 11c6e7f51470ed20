import { components, counters, projects, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { adhocSql, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, orNull } from "@/lib/platform/expressions";
import type { Query } from "@/lib/text/search-query/query";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { flattened } from "./condition";
import { countedSources, countedStrings } from "./internal/counted";
import { withoutHidden } from "./internal/hidden-people";
import { isPlace, placeCondition } from "./internal/places";
import type { Reading } from "./run-search";

export { countedStrings } from "./internal/counted";

const [t, c, p, k] = [translations.as("t"), components.as("c"), projects.as("p"), counters.as("k")];
const [st, ks] = [translations.as("st"), counters.as("ks")];

/**
 * The first step of finding strings: which translations there are to search in. Those the actor may see, at the places that
 * the search names, without those whose counters say that nothing is found there.
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
 * Finds the translations of a search.
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
export const OF_SOURCES = sql`left join ${st} on ${st.componentId} = ${t.componentId} and ${st.isSource}
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
