import { sourceUnits, units } from "@/lib/generated/tables";
import { adhocSql, joinSql, literal, rawSql, type Sql, sql } from "@/lib/platform/database";
import { parseQuery } from "@/lib/text/search-query/parse";
import { type FieldMatch, type Query, QueryError } from "@/lib/text/search-query/query";
import { Invalid } from "../errors";
import { hasEvent, isEvent, newestCondition } from "./internal/changes";
import { flagCondition } from "./internal/flags";
import { isPlace, placeCondition } from "./internal/places";
import { relatedCondition } from "./internal/related";
import { formsMatch, isIndexed, textMatch } from "./internal/texts";
import { numberMatch, stateMatch, stretchOf, within } from "./internal/values";
import { isCostly } from "./run-search";

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
    if (error instanceof QueryError) throw Invalid.field("q", error.message);
    throw error;
  }
  return { condition: conditionOf(tree).sql, costly: isCostly(tree), tree };
}

/** A condition, and what is known of it. */
export interface Condition {
  sql: Sql;
  /** Whether it reads the row of the source string. */
  ofSource: boolean;
  /** Whether an index finds the few strings that fulfil it. */
  indexed: boolean;
  /** Whether it is null of some strings. */
  nullable: boolean;
}

/**
 * The condition of a search.
 * @param scope a condition over u that all strings fulfil that are searched in: where it is given, alternatives are looked
 *   up one by one, each by its index, instead of walking over all these strings
 * @param most more strings than these are not wanted, whichever: no alternative has to bring more
 */
export function conditionOf(query: Query, scope?: Sql, most?: number): Condition {
  const condition = read(query, scope, most);
  return { ...condition, sql: adhocSql(condition.sql) };
}

function read(query: Query, scope: Sql | undefined, most?: number): Condition {
  switch (query.kind) {
    case "all":
      return made(rawSql("true"));
    case "text":
      return either(wordsOf(query.text), scope, most);
    case "not":
      return negated(conditionOf(query.query, scope));
    case "and":
      return all(query.queries, scope);
    case "or":
      return isEvent(query) ? made(hasEvent(query), { indexed: true }) : either(query.queries, scope, most);
    case "field":
      return isEvent(query) ? made(hasEvent(query), { indexed: true }) : fieldCondition(query.field, query.match);
  }
}

const made = (condition: Sql, known: Partial<Condition> = {}): Condition => ({
  sql: condition,
  ofSource: false,
  indexed: false,
  nullable: false,
  ...known,
});

/** A word or phrase is in the source, the target or the context. */
const wordsOf = (text: string): Query[] =>
  ["source", "target", "context"].map((field) => ({
    kind: "field",
    field,
    match: { kind: "text", how: "contains", text },
  }));

/** A condition over something missing is null, and "not null" is no answer. */
function negated(of: Condition): Condition {
  const condition = of.nullable ? sql`(not coalesce(${of.sql}, false))` : sql`(not ${of.sql})`;
  return { ...of, sql: condition, indexed: false, nullable: false };
}

/** What stands side by side, within brackets too. */
export const flattened = (queries: readonly Query[]): Query[] =>
  queries.flatMap((one) => (one.kind === "and" ? flattened(one.queries) : [one]));

/** What is asked of events is asked of one and the same. */
function all(queries: readonly Query[], scope: Sql | undefined): Condition {
  const flat = flattened(queries);
  const events = flat.filter(isEvent);
  const parts = flat.filter((one) => !isEvent(one)).map((one) => conditionOf(one, scope));
  if (events.length > 0) parts.push(made(hasEvent({ kind: "and", queries: events }), { indexed: true }));
  return side(parts);
}

/** Conditions side by side. */
const side = (parts: readonly Condition[]): Condition => ({
  sql: sql`(${joinSql(
    parts.map((part) => part.sql),
    " and ",
  )})`,
  ofSource: parts.some((part) => part.ofSource),
  indexed: parts.some((part) => part.indexed),
  nullable: parts.some((part) => part.nullable),
});

/** Strings that are looked up by one of some conditions: each by its own index. Inside, u and s are names of their own. */
function looked(arms: readonly Condition[], scope: Sql, most?: number): Condition {
  const cut = most === undefined ? rawSql("") : sql` limit ${literal(most)}`;
  const found = arms.map((arm) => sql`(select ${u.id} ${fromOf(arm)} where ${scope} and ${arm.sql}${cut})`);
  return made(sql`${u.id} in (${joinSql(found, " union all ")})`, { indexed: true });
}

function either(queries: readonly Query[], scope: Sql | undefined, most?: number): Condition {
  const parts = queries.map((one) => conditionOf(one, scope));
  if (scope && parts.every((part) => part.indexed)) return looked(parts, scope, most);
  return {
    sql: sql`(${joinSql(
      parts.map((part) => part.sql),
      " or ",
    )})`,
    ofSource: parts.some((part) => part.ofSource),
    indexed: false,
    nullable: parts.some((part) => part.nullable),
  };
}

/** What a condition is asked of: strings, with their source strings where it reads these. */
export function fromOf({ ofSource }: Condition): Sql {
  return ofSource ? sql`from ${u} join ${s} on ${s.id} = ${u.sourceId}` : sql`from ${u}`;
}

const TEXTS: Readonly<Record<string, Sql>> = {
  context: s.context,
  note: s.note,
  location: s.location,
  explanation: s.explanation,
};

/** Fields whose values few strings have. */
const RARE: ReadonlySet<string> = new Set(
  "comment resolved_comment comment_author suggestion suggestion_author label screenshot check dismissed_check".split(
    " ",
  ),
);

function fieldCondition(field: string, match: FieldMatch): Condition {
  if (field === "source")
    return made(formsMatch(s.sources, match), { ofSource: true, indexed: isIndexed(match), nullable: true });
  if (field === "target") return made(formsMatch(u.targets, match), { indexed: isIndexed(match), nullable: true });
  const column = TEXTS[field];
  if (column) return made(textMatch(column, match), { ofSource: true, indexed: isIndexed(match) });
  if (isPlace(field)) return made(placeCondition(field, match, u.translationId));
  const related = relatedCondition(field, match);
  if (related) return made(related, { indexed: RARE.has(field) });
  const flag = flagCondition(field, match.kind === "name" ? match.name : "");
  if (flag) return made(flag.condition, { ofSource: flag.ofSource });
  switch (field) {
    case "id":
      return made(numberMatch(u.id, match), { indexed: true });
    case "position":
      return made(numberMatch(u.position, match));
    case "priority":
      return made(numberMatch(s.priority, match), { ofSource: true });
    case "state":
      return made(stateMatch(u.state, match));
    case "pending":
      return made(match.kind === "boolean" && match.value ? u.pending : sql`(not ${u.pending})`);
    case "added":
      return made(within(u.createdAt, stretchOf(match)));
    case "last_changed":
    case "source_changed":
      return made(newestCondition(field, match));
    default:
      throw Invalid.field("q", `Strings cannot be searched by ${field}.`);
  }
}
