import { sourceUnits, units } from "@/lib/generated/tables";
import { adhocSql, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { parseQuery } from "@/lib/text/search-query/parse";
import { type Query, QueryError } from "@/lib/text/search-query/query";
import { Invalid } from "../errors";
import { hasEvent, isEvent } from "./internal/changes";
import { type Condition, fieldCondition, made, negated, waysOf } from "./internal/fields";
import { isCostly } from "./run-search";

export type { Condition } from "./internal/fields";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Searches as conditions over the aliases u and s of `UNIT_FROM`. */

/** The condition of a search, and whether it goes through the gate. */
export interface Search {
  condition: Sql;
  costly: boolean;
  tree: Query;
}

/**
 * The condition of a search; the empty search is everything.
 * @throws Invalid on `q` with a sentence about what cannot be understood
 */
export function searchCondition(query: string): Sql {
  return readSearch(query).condition;
}

/** The same with what it may cost. @throws Invalid on `q` */
export function readSearch(query: string): Search {
  let tree: Query;
  try {
    tree = parseQuery(query);
  } catch (error) {
    if (error instanceof QueryError) throw Invalid.field("q", error.said);
    throw error;
  }
  return { condition: conditionOf(tree).sql, costly: isCostly(tree), tree };
}

/**
 * The condition of a search.
 * @param scope a condition over u that all strings fulfil that are searched in: where it is given, alternatives are looked
 *   up one by one, each by its index, instead of walking over all these strings
 */
export function conditionOf(query: Query, scope?: Sql): Condition {
  const condition = read(query, scope);
  return { ...condition, sql: adhocSql(condition.sql) };
}

function read(query: Query, scope: Sql | undefined): Condition {
  switch (query.kind) {
    case "all":
      return made(rawSql("true"), { source: rawSql("true") });
    case "not":
      return negated(conditionOf(query.query, scope));
    default: {
      if (isEvent(query)) return eventOf(query);
      if (query.kind === "field" && !waysOf(query.field, query.match)) return fieldCondition(query.field, query.match);
      const parts = alternativesOf(query, scope);
      const [only] = parts;
      if (parts.length === 1 && only) return only;
      return scope && parts.every((part) => part.indexed) ? looked(parts, scope) : either(parts);
    }
  }
}

/** An index finds the events, and by them their strings. */
function eventOf(query: Query): Condition {
  const { condition, ids } = hasEvent(query);
  return made(condition, { indexed: true, lookup: { ids, rest: rawSql("true") } });
}

/** More alternatives than these are not looked up one by one. */
const MOST_ALTERNATIVES = 8;

/**
 * What a search asks, as alternatives: a string is found when it fulfils one of them. A word is in the texts of the source
 * string or in the translation; two words are both in the source, both in the translation, or one here and one there. Each
 * asks things side by side that the database can find by the rarest of them.
 * @param scope as in `conditionOf`
 */
export function alternativesOf(query: Query, scope?: Sql): Condition[] {
  switch (query.kind) {
    case "text":
      return wordIn(query.text);
    case "or":
      if (isEvent(query)) return [eventOf(query)];
      return query.queries.flatMap((one) => alternativesOf(one, scope));
    case "and":
      return isEvent(query) ? [eventOf(query)] : together(query.queries, scope);
    case "field":
      return waysOf(query.field, query.match) ?? [conditionOf(query, scope)];
    default:
      return [conditionOf(query, scope)];
  }
}

/** A word or phrase is in the source or the context, or in the target. */
function wordIn(text: string): Condition[] {
  const [source, context, target] = ["source", "context", "target"].map((field) =>
    fieldCondition(field, { kind: "text", how: "contains", text }),
  ) as [Condition, Condition, Condition];
  return [either([source, context]), target];
}

/** What stands side by side, within brackets too. */
export const flattened = (queries: readonly Query[]): Query[] =>
  queries.flatMap((one) => (one.kind === "and" ? flattened(one.queries) : [one]));

const lengthOf = (query: Query) => (query.kind === "text" ? query.text.length : 0);

/** Alternatives of what stands side by side. What is asked of events is asked of one and the same. */
function together(queries: readonly Query[], scope: Sql | undefined): Condition[] {
  const flat = flattened(queries);
  const events = flat.filter(isEvent);
  const others = flat.filter((one) => !isEvent(one)).sort((a, b) => lengthOf(b) - lengthOf(a));
  const parts = others.map((one) => alternativesOf(one, scope));
  if (events.length > 0) parts.push([eventOf({ kind: "and", queries: events })]);
  const plain = parts.filter((part) => part.length === 1).flat();
  let found: Condition[][] = [plain];
  // Long words are rare ones: they come first.
  for (const part of parts) {
    if (part.length === 1) continue;
    if (part.every(({ indexed }) => indexed) && found.length * part.length <= MOST_ALTERNATIVES)
      found = found.flatMap((before) => part.map((one) => [...before, one]));
    else found = found.map((before) => [...before, either(part)]);
  }
  return found.map(side);
}

/** What all of some conditions ask, or any of them; undefined where one of them does not ask it. */
const joined = (parts: readonly (Sql | undefined)[], separator: " and " | " or "): Sql | undefined => {
  const some = parts.filter((part) => part !== undefined);
  return some.length === parts.length ? sql`(${joinSql(some, separator)})` : undefined;
};

/** Conditions side by side. */
export function side(parts: readonly Condition[]): Condition {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const event = parts.find(({ lookup }) => lookup);
  const rest = parts.filter((part) => part !== event);
  return {
    sql:
      joined(
        parts.map((part) => part.sql),
        " and ",
      ) ?? rawSql("true"),
    ofSource: parts.some((part) => part.ofSource),
    indexed: parts.some((part) => part.indexed),
    nullable: parts.some((part) => part.nullable),
    source: joined(
      parts.map((part) => part.source),
      " and ",
    ),
    // Where something else may be rarer, the database decides.
    lookup:
      event?.lookup && !rest.some(({ indexed }) => indexed)
        ? {
            ids: event.lookup.ids,
            rest: joined([event.lookup.rest, ...rest.map((part) => part.sql)], " and ") ?? rawSql("true"),
          }
        : undefined,
  };
}

/** Any of some conditions. */
export function either(parts: readonly Condition[]): Condition {
  return {
    sql:
      joined(
        parts.map((part) => part.sql),
        " or ",
      ) ?? rawSql("false"),
    ofSource: parts.some((part) => part.ofSource),
    indexed: parts.every((part) => part.indexed && part.ofSource),
    nullable: parts.some((part) => part.nullable),
    source: joined(
      parts.map((part) => part.source),
      " or ",
    ),
  };
}

/** A select of strings. @param most no more than these, whichever @param columns what is selected of u */
export function selectStrings(condition: Condition, scope: Sql, most?: number, columns: Sql = u.id): Sql {
  const cut = most === undefined ? rawSql("") : sql` limit ${most}`;
  return adhocSql(sql`select ${columns} ${fromOf(condition)} where ${scope} and ${condition.sql}${cut}`);
}

/** Strings that are looked up by one of some conditions: each by its own index. Inside, u and s are names of their own. */
function looked(arms: readonly Condition[], scope: Sql): Condition {
  const found = arms.map((arm) => sql`(${selectStrings(arm, scope)})`);
  return made(sql`${u.id} in (${joinSql(found, " union all ")})`, {
    indexed: true,
    source: joined(
      arms.map((arm) => arm.source),
      " or ",
    ),
  });
}

/** What a condition is asked of: strings, with their source strings where it reads these. */
export function fromOf({ ofSource }: Condition): Sql {
  return ofSource ? sql`from ${u} join ${s} on ${s.id} = ${u.sourceId}` : sql`from ${u}`;
}
