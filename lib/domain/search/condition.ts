import {
  comments,
  components,
  findings,
  labels,
  languages,
  projects,
  screenshots,
  screenshotUnits,
  sourceUnitLabels,
  sourceUnits,
  suggestions,
  translations,
  units,
  users,
} from "@/lib/generated/tables";
import { adhocSql, joinSql, literal, rawSql, type Sql, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { dateBounds } from "@/lib/text/search-query/dates";
import { parseQuery } from "@/lib/text/search-query/parse";
import {
  type Comparison,
  type DateValue,
  type FieldMatch,
  type Query,
  QueryError,
} from "@/lib/text/search-query/query";
import { Invalid } from "../errors";
import { changeCondition } from "./internal/changes";
import { flagCondition } from "./internal/flags";
import { anyText, nameIs, textMatch } from "./internal/texts";
import { isCostly } from "./run-search";

const [sl, su, cm, cu] = [sourceUnitLabels.as("sl"), units.as("su"), comments.as("cm"), users.as("cu")];
const [sg, lb, xu, x] = [suggestions.as("sg"), labels.as("lb"), screenshotUnits.as("xu"), screenshots.as("x")];
const [f, au] = [findings.as("f"), users.as("au")];

const [u, s, t, l, c, p] = [
  units.as("u"),
  sourceUnits.as("s"),
  translations.as("t"),
  languages.as("l"),
  components.as("c"),
  projects.as("p"),
];

/** Searches as conditions over the aliases of `UNIT_FROM`: u, s, t, l, q, c and p. */

/** The condition of a search, and whether it goes through the gate. */
export interface Search {
  condition: Sql;
  costly: boolean;
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
  return { condition: adhocSql(condition(tree)), costly: isCostly(tree) };
}

function condition(query: Query): Sql {
  switch (query.kind) {
    case "all":
      return rawSql("true");
    case "text":
      return anyText(query.text);
    case "not":
      // A condition over something missing is null, and "not null" is no answer.
      return sql`(not coalesce(${condition(query.query)}, false))`;
    case "and":
      return sql`(${joinSql(query.queries.map(condition), " and ")})`;
    case "or":
      return sql`(${joinSql(query.queries.map(condition), " or ")})`;
    case "field":
      return fieldCondition(query.field, query.match);
  }
}

const COMPARISONS: Record<"=" | Comparison, Sql> = {
  "=": rawSql("="),
  ">": rawSql(">"),
  ">=": rawSql(">="),
  "<": rawSql("<"),
  "<=": rawSql("<="),
};

/** A number as a column or an expression is compared with. */
function numberMatch(column: Sql, match: FieldMatch): Sql {
  switch (match.kind) {
    case "numbers":
      return sql`${column} = any(${match.values}::bigint[])`;
    case "number":
      return sql`${column} ${COMPARISONS[match.how]} ${match.value}::bigint`;
    case "number-range":
      return sql`${column} between ${match.from}::bigint and ${match.to}::bigint`;
    default:
      return rawSql("false");
  }
}

/** States 10 to 12 are one family: they all need editing. */
function stateMatch(column: Sql, match: FieldMatch): Sql {
  if (match.kind === "state-range")
    return sql`${column} between ${match.from} and ${match.to === STATE.NEEDS_EDITING ? STATE.NEEDS_CHECKING : match.to}`;
  if (match.kind !== "state") return rawSql("false");
  const { how, state } = match;
  if (state === STATE.NEEDS_EDITING && how === "=")
    return sql`${column} between ${literal(STATE.NEEDS_EDITING)} and ${literal(STATE.NEEDS_CHECKING)}`;
  if (state === STATE.NEEDS_EDITING && (how === ">" || how === "<="))
    return sql`${column} ${COMPARISONS[how]} ${literal(STATE.NEEDS_CHECKING)}`;
  return sql`${column} ${COMPARISONS[how]} ${state}`;
}

/** A moment as a column or an expression is compared with. */
export function dateMatch(column: Sql, match: FieldMatch, now = new Date()): Sql {
  const bounds = (date: DateValue) => dateBounds(date, now);
  if (match.kind === "date-range")
    return sql`(${column} >= ${bounds(match.from).start} and ${column} < ${bounds(match.to).end})`;
  if (match.kind !== "date") return rawSql("false");
  const { start, end } = bounds(match.date);
  switch (match.how) {
    case ">":
      return sql`${column} >= ${end}`;
    case ">=":
      return sql`${column} >= ${start}`;
    case "<":
      return sql`${column} < ${start}`;
    case "<=":
      return sql`${column} < ${end}`;
    default:
      return sql`(${column} >= ${start} and ${column} < ${end})`;
  }
}

const TEXT_LISTS: Readonly<Record<string, Sql>> = { source: s.sources, target: u.targets };

const TEXTS: Readonly<Record<string, Sql>> = {
  context: s.context,
  note: s.note,
  location: s.location,
  explanation: s.explanation,
};

const NUMBERS: Readonly<Record<string, Sql>> = {
  id: u.id,
  priority: s.priority,
  position: u.position,
  labels_count: sql`(select count(*) from ${sl} where ${sl.sourceId} = ${s.id})`,
};

const STATES: Readonly<Record<string, Sql>> = {
  state: u.state,
  source_state: sql`(select ${su.state} from ${su} where ${su.id} = ${s.id})`,
};

const COMMENTS = sql`${cm.sourceId} = ${s.id} and (${cm.translationId} is null or ${cm.translationId} = ${t.id})`;

/** Texts and names of things that belong to a string. */
function relatedCondition(field: string, match: FieldMatch): Sql | undefined {
  switch (field) {
    case "comment":
    case "resolved_comment":
      return sql`exists (select 1 from ${cm} where ${COMMENTS} and ${cm.resolved} = ${field === "resolved_comment"} and ${textMatch(cm.text, match)})`;
    case "comment_author":
      return sql`exists (select 1 from ${cm} join ${cu} on ${cu.id} = ${cm.userId} where ${COMMENTS} and ${nameIs(cu.username, match)})`;
    case "suggestion":
      return sql`exists (select 1 from ${sg}, unnest(${sg.targets}) as form where ${sg.unitId} = ${u.id} and ${textMatch(rawSql("form"), match)})`;
    case "suggestion_author":
      return sql`exists (select 1 from ${sg} join ${au} on ${au.id} = ${sg.userId} where ${sg.unitId} = ${u.id} and ${nameIs(au.username, match)})`;
    case "label":
      return sql`exists (select 1 from ${sl} join ${lb} on ${lb.id} = ${sl.labelId} where ${sl.sourceId} = ${s.id} and ${textMatch(lb.name, match)})`;
    case "screenshot":
      return sql`exists (select 1 from ${xu} join ${x} on ${x.id} = ${xu.screenshotId} where ${xu.sourceId} = ${s.id} and ${textMatch(x.name, match)})`;
    case "check":
    case "dismissed_check":
      return sql`exists (select 1 from ${f} where ${f.unitId} = ${u.id} and ${f.dismissed} = ${field === "dismissed_check"} and ${f.check} = ${nameOf(match)})`;
    default:
      return undefined;
  }
}

const nameOf = (match: FieldMatch): string => (match.kind === "name" ? match.name : "");

/** Where in the tree a string hangs. */
function placeCondition(field: string, match: FieldMatch): Sql | undefined {
  switch (field) {
    case "language":
      return sql`${l.code} = ${nameOf(match)}`;
    case "project":
      return sql`${p.slug} = ${nameOf(match)}`;
    case "component":
      return componentCondition(match);
    case "path": {
      const path = nameOf(match).replace(/^\/+|\/+$/g, "");
      const full = sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug}, ${l.code})`;
      return sql`(${full} = ${path} or starts_with(${full}, ${`${path}/`}))`;
    }
    default:
      return undefined;
  }
}

/** A component by its slug as a whole, or by a part of its name. */
function componentCondition(match: FieldMatch): Sql {
  if (match.kind !== "text") return rawSql("false");
  if (match.how === "contains") return sql`(${c.slug} = ${match.text} or ${textMatch(c.name, match)})`;
  return sql`(${textMatch(c.slug, match)} or ${textMatch(c.name, match)})`;
}

function fieldCondition(field: string, match: FieldMatch): Sql {
  const list = TEXT_LISTS[field];
  if (list) return sql`exists (select 1 from unnest(${list}) as form where ${textMatch(rawSql("form"), match)})`;
  const column = TEXTS[field];
  if (column) return textMatch(column, match);
  const number = NUMBERS[field];
  if (number) return numberMatch(number, match);
  const state = STATES[field];
  if (state) return stateMatch(state, match);
  if (field === "pending") return sql`${u.pending} = ${match.kind === "boolean" && match.value}`;
  if (field === "added") return dateMatch(u.createdAt, match);
  const found =
    placeCondition(field, match) ??
    relatedCondition(field, match) ??
    changeCondition(field, match, dateMatch) ??
    flagCondition(field, nameOf(match));
  if (found) return found;
  throw Invalid.field("q", `Strings cannot be searched by ${field}.`);
}
