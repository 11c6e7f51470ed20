import { literal, rawSql, type Sql, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { dateBounds } from "@/lib/text/search-query/dates";
import type { Comparison, DateValue, FieldMatch } from "@/lib/text/search-query/query";

/** Numbers, states and moments as columns are compared with. */

const COMPARISONS: Record<"=" | Comparison, Sql> = {
  "=": rawSql("="),
  ">": rawSql(">"),
  ">=": rawSql(">="),
  "<": rawSql("<"),
  "<=": rawSql("<="),
};

/** A number as a column or an expression is compared with. */
export function numberMatch(column: Sql, match: FieldMatch): Sql {
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

/** Whether 0 is a number that is asked for. */
export function takesZero(match: FieldMatch): boolean {
  switch (match.kind) {
    case "numbers":
      return match.values.includes(0);
    case "number-range":
      return match.from <= 0 && match.to >= 0;
    case "number":
      return {
        "=": match.value === 0,
        ">": match.value < 0,
        ">=": match.value <= 0,
        "<": match.value > 0,
        "<=": match.value >= 0,
      }[match.how];
    default:
      return false;
  }
}

/** States 10 to 12 are one family: they all need editing. */
export function stateMatch(column: Sql, match: FieldMatch): Sql {
  if (match.kind === "state-range")
    return sql`${column} between ${literal(match.from)} and ${literal(match.to === STATE.NEEDS_EDITING ? STATE.NEEDS_CHECKING : match.to)}`;
  if (match.kind !== "state") return rawSql("false");
  const { how, state } = match;
  if (state === STATE.NEEDS_EDITING && how === "=")
    return sql`${column} between ${literal(STATE.NEEDS_EDITING)} and ${literal(STATE.NEEDS_CHECKING)}`;
  if (state === STATE.NEEDS_EDITING && (how === ">" || how === "<="))
    return sql`${column} ${COMPARISONS[how]} ${literal(STATE.NEEDS_CHECKING)}`;
  return sql`${column} ${COMPARISONS[how]} ${literal(state)}`;
}

/** A stretch of time: from a moment on, until another; open where there is none. */
export interface Stretch {
  from?: Date;
  until?: Date;
}

/** The stretch that a search asks for. */
export function stretchOf(match: FieldMatch, now = new Date()): Stretch {
  const bounds = (date: DateValue) => dateBounds(date, now);
  if (match.kind === "date-range") return { from: bounds(match.from).start, until: bounds(match.to).end };
  if (match.kind !== "date") return { from: new Date(0), until: new Date(0) };
  const { start, end } = bounds(match.date);
  return {
    ">": { from: end },
    ">=": { from: start },
    "<": { until: start },
    "<=": { until: end },
    "=": { from: start, until: end },
  }[match.how];
}

/** A moment that lies in a stretch. */
export function within(column: Sql, { from, until }: Stretch): Sql {
  if (from && until) return sql`(${column} >= ${from} and ${column} < ${until})`;
  return from ? sql`${column} >= ${from}` : sql`${column} < ${until}`;
}
