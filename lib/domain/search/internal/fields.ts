import { sourceUnits, units } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { FieldMatch } from "@/lib/text/search-query/query";
import { Invalid } from "../../errors";
import { newestCondition, newestLookup } from "./changes";
import { flagCondition } from "./flags";
import { isPlace, placeCondition } from "./places";
import { OF_SOURCE, relatedCondition } from "./related";
import { formsMatch, isIndexed, textMatch } from "./texts";
import { numberMatch, stateMatch, stretchOf, within } from "./values";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** What each field asks of a string. */

/** A condition over u, and s where it says so, and what is known of it. */
export interface Condition {
  sql: Sql;
  /** Whether it reads the row of the source string. */
  ofSource: boolean;
  /** Whether an index finds the few strings that fulfil it. */
  indexed: boolean;
  /** Whether it is null of some strings. */
  nullable: boolean;
  /** The same over s alone, where it says the same of a string in all languages. */
  source?: Sql;
  /** A statement that gives ids of strings, one more than once, and what else has to hold of them: together as much as `sql`. */
  lookup?: { ids: Sql; rest: Sql };
}

export const made = (condition: Sql, known: Partial<Condition> = {}): Condition => ({
  sql: condition,
  ofSource: false,
  indexed: false,
  nullable: false,
  ...known,
});

/** One that reads nothing but the row of the source string. */
const ofSource = (condition: Sql, known: Partial<Condition> = {}): Condition =>
  made(condition, { ofSource: true, source: condition, ...known });

const TEXTS: Readonly<Record<string, Sql>> = {
  context: s.context,
  note: s.note,
  location: s.location,
};

/** Fields whose values few strings have. */
const RARE: ReadonlySet<string> = new Set(
  "comment resolved_comment comment_author suggestion suggestion_author label screenshot check dismissed_check".split(
    " ",
  ),
);

/**
 * Ways in which a string has what a field asks for, where it has it in its own right or by its source: each is found by an
 * index of its own. Undefined for other fields.
 */
export function waysOf(field: string, match: FieldMatch): Condition[] | undefined {
  if (field === "explanation")
    return [
      ofSource(textMatch(s.explanation, match), { indexed: isIndexed(match) }),
      // Few translations have one, those of terms: an index of these alone is short.
      made(sql`(${u.explanation} <> '' and ${textMatch(u.explanation, match)})`, { indexed: true }),
    ];
  if (field === "has" && match.kind === "name" && match.name === "explanation")
    return [
      ofSource(sql`(${s.explanation} <> '')`, { indexed: true }),
      made(sql`(${u.explanation} <> '')`, { indexed: true }),
    ];
  return undefined;
}

/** The condition of a field that is about no events, and has one way only. @throws Invalid on `q` */
export function fieldCondition(field: string, match: FieldMatch): Condition {
  if (field === "source") return ofSource(formsMatch(s.sources, match), { indexed: isIndexed(match), nullable: true });
  if (field === "target") return made(formsMatch(u.targets, match), { indexed: isIndexed(match), nullable: true });
  const column = TEXTS[field];
  if (column) return ofSource(textMatch(column, match), { indexed: isIndexed(match) });
  if (isPlace(field)) return made(placeCondition(field, match, u.translationId));
  const related = relatedCondition(field, match);
  if (related) {
    const source = OF_SOURCE.has(field) ? relatedCondition(field, match, s.id) : undefined;
    return made(related, { indexed: RARE.has(field), source });
  }
  const flag = flagCondition(field, match.kind === "name" ? match.name : "");
  if (flag) return made(flag.condition, { ofSource: flag.ofSource, source: flag.source });
  switch (field) {
    case "id":
      return made(numberMatch(u.id, match), { indexed: true });
    case "position":
      return made(numberMatch(u.position, match));
    case "priority":
      return ofSource(numberMatch(s.priority, match));
    case "state":
      return made(stateMatch(u.state, match));
    case "pending":
      return made(match.kind === "boolean" && match.value ? u.pending : sql`(not ${u.pending})`);
    case "added":
      return made(within(u.createdAt, stretchOf(match)));
    case "last_changed":
      return made(newestCondition(match, u.id), { lookup: newestLookup(match, u.id) });
    case "source_changed":
      return made(newestCondition(match, u.sourceId), { source: newestCondition(match, s.id) });
    default:
      throw Invalid.field("q", refusal("stringsNotSearched", { field }));
  }
}

/** A condition over something missing is null, and "not null" is no answer. */
export function negated(of: Condition): Condition {
  const not = (condition: Sql) => (of.nullable ? sql`(not coalesce(${condition}, false))` : sql`(not ${condition})`);
  return made(not(of.sql), { ofSource: of.ofSource, source: of.source && not(of.source) });
}
