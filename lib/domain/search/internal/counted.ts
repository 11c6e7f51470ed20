import { counters } from "@/lib/generated/tables";
import { joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import type { FieldMatch, Query } from "@/lib/text/search-query/query";

const [k, ks] = [counters.as("k"), counters.as("ks")];

/** Searches that the counters of a translation answer: how many of its strings are found need not be counted again. */

const count = (column: Sql): Sql => sql`coalesce(${column}, 0)`;
const difference = (...columns: Sql[]): Sql => sql`(${joinSql(columns.map(count), " - ")})`;

type Counters = typeof k;

/** States that are counted apart, with one that stands for each. */
const statesOf = (of: Counters): readonly { states: readonly number[]; counted: Sql }[] => [
  { states: [STATE.EMPTY], counted: difference(of.total, of.translated, of.fuzzy) },
  { states: [STATE.NEEDS_EDITING, STATE.NEEDS_REWRITING, STATE.NEEDS_CHECKING], counted: count(of.fuzzy) },
  { states: [STATE.TRANSLATED], counted: difference(of.translated, of.approved, of.readonly) },
  { states: [STATE.APPROVED], counted: count(of.approved) },
  { states: [STATE.READ_ONLY], counted: count(of.readonly) },
];

/** Whether a state is one that is asked for; as `stateMatch` says it to the database. */
function takes(match: FieldMatch, state: number): boolean {
  const family = (of: number) => (of === STATE.NEEDS_EDITING ? STATE.NEEDS_CHECKING : of);
  if (match.kind === "state-range") return state >= match.from && state <= family(match.to);
  if (match.kind !== "state") return false;
  switch (match.how) {
    case "=":
      return state >= match.state && state <= family(match.state);
    case ">":
      return state > family(match.state);
    case ">=":
      return state >= match.state;
    case "<":
      return state < match.state;
    case "<=":
      return state <= family(match.state);
  }
}

function countOfStates(wanted: (state: number) => boolean, of: Counters = k): Sql | undefined {
  const parts: Sql[] = [];
  for (const { states, counted } of statesOf(of)) {
    const some = states.filter(wanted);
    if (some.length === 0) continue;
    if (some.length < states.length) return undefined;
    parts.push(counted);
  }
  return parts.length === 0 ? rawSql("0") : sql`(${joinSql(parts, " + ")})`;
}

const IS: Readonly<Record<string, (state: number) => boolean>> = {
  translated: (state) => state >= STATE.TRANSLATED,
  untranslated: (state) => state < STATE.TRANSLATED,
  approved: (state) => state === STATE.APPROVED,
  "read-only": (state) => state === STATE.READ_ONLY,
  "needs-editing": (state) => state >= STATE.NEEDS_EDITING && state <= STATE.NEEDS_CHECKING,
};

const HAS: Readonly<Record<string, Sql>> = {
  suggestion: k.suggestions,
  comment: k.comments,
  check: k.failing,
};

/** How many strings of a translation a search finds, over the alias k of its counters; undefined where they do not tell. */
export function countedStrings(query: Query): Sql | undefined {
  switch (query.kind) {
    case "all":
      return count(k.total);
    case "not": {
      const others = countedStrings(query.query);
      return others && sql`(${count(k.total)} - ${others})`;
    }
    case "field":
      return countedField(query.field, query.match);
    default:
      return undefined;
  }
}

/** How many source strings of a component a search finds, over the alias ks of the counters of its source language. */
export function countedSources(query: Query): Sql | undefined {
  if (query.kind === "not") {
    const others = countedSources(query.query);
    return others && sql`(${count(ks.total)} - ${others})`;
  }
  const { kind } = query;
  if (kind !== "field" || query.field !== "source_state") return undefined;
  return countOfStates((state) => takes(query.match, state), ks);
}

function countedField(field: string, match: FieldMatch): Sql | undefined {
  if (field === "state") return countOfStates((state) => takes(match, state));
  if (field === "pending") {
    const pending = count(k.pending);
    return match.kind === "boolean" && match.value ? pending : sql`(${count(k.total)} - ${pending})`;
  }
  if (match.kind !== "name") return undefined;
  if (field === "is") {
    if (match.name === "pending") return count(k.pending);
    const states = Object.hasOwn(IS, match.name) ? IS[match.name] : undefined;
    return states && countOfStates(states);
  }
  if (field !== "has") return undefined;
  if (match.name === "translation") return countOfStates((state) => state >= STATE.TRANSLATED);
  const column = Object.hasOwn(HAS, match.name) ? HAS[match.name] : undefined;
  return column && count(column);
}
