import { changes, units, users } from "@/lib/generated/tables";
import { joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { among } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { FieldMatch, Query } from "@/lib/text/search-query/query";
import { ACTION, ACTIONS, actionCodes } from "../../change-actions";
import { Invalid } from "../../errors";
import { type Stretch, stretchOf, within } from "./values";

const [ch, cu, u] = [changes.as("ch"), users.as("cu"), units.as("u")];

/** What the history says of a string. */

/** Changes of what a string says, those that a file brought among them. */
export const CONTENT_CODES: readonly number[] = [
  ...actionCodes("content"),
  ACTION.STRING_UPDATED_IN_THE_REPOSITORY,
  ACTION.STRING_UPDATED_IN_THE_UPLOAD,
  ACTION.TRANSLATION_UPDATED_BY_SOURCE_UPLOAD,
];

const CONTENT = among(ch.action, ...CONTENT_CODES);

/** Fields that ask for one event: all of them that stand side by side ask for the same. */
const EVENTS: ReadonlySet<string> = new Set(["changed", "change_time", "change_action", "changed_by"]);

/** A label as searches write it. */
export const searchForm = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries(ACTIONS).map(([code, info]) => [searchForm(info.name), Number(code)]),
);

/** The code of an action by its label or its form in searches. @throws Invalid on `q` */
export function actionCode(match: FieldMatch): number {
  const name = match.kind === "name" ? match.name : "";
  const code = CODES.get(searchForm(name));
  if (code === undefined) throw Invalid.field("q", refusal("changeActionUnknown", { name: name.slice(0, 60) }));
  return code;
}

/** Whether a search asks for nothing but an event. */
export function isEvent(query: Query): boolean {
  switch (query.kind) {
    case "field":
      return EVENTS.has(query.field);
    case "and":
    case "or":
      return query.queries.every(isEvent);
    default:
      return false;
  }
}

/** Whether an event is asked for by its action, whichever way it is found: then it may be one that changes no text. */
function namesAction(query: Query): boolean {
  switch (query.kind) {
    case "field":
      return query.field === "change_action";
    case "and":
      return query.queries.some(namesAction);
    case "or":
      return query.queries.every(namesAction);
    default:
      return false;
  }
}

function eventCondition(query: Query, given: boolean): Sql {
  const named = given || namesAction(query);
  switch (query.kind) {
    case "and":
    case "or":
      return sql`(${joinSql(
        query.queries.map((one) => eventCondition(one, named)),
        query.kind === "and" ? " and " : " or ",
      )})`;
    case "field":
      return fieldCondition(query.field, query.match, named);
    default:
      return rawSql("false");
  }
}

function fieldCondition(field: string, match: FieldMatch, named: boolean): Sql {
  const ofContent = (condition: Sql) => (named ? condition : sql`(${CONTENT} and ${condition})`);
  switch (field) {
    case "change_action":
      return sql`${ch.action} = ${actionCode(match)}`;
    case "change_time":
      return within(ch.at, stretchOf(match));
    case "changed":
      return ofContent(within(ch.at, stretchOf(match)));
    default:
      return ofContent(authorCondition(match, named));
  }
}

function authorCondition(match: FieldMatch, named: boolean): Sql {
  const name = match.kind === "name" ? match.name : "";
  const nobody = sql`(${ch.authorId} is null and ${ch.userId} is null)`;
  if (name === "") return named ? nobody : sql`${ch.authorId} is null`;
  const person = sql`(select ${cu.id} from ${cu} where lower(${cu.username}) = lower(${name}) limit 1)`;
  // Who did something that changes no text is its user.
  return named
    ? sql`(${ch.authorId} = ${person} or (${ch.authorId} is null and ${ch.userId} = ${person}))`
    : sql`${ch.authorId} = ${person}`;
}

/** A statement that gives the string of each event. */
const idsOf = (event: Sql): Sql =>
  sql`select ${ch.unitId} as id from ${ch} where ${ch.unitId} is not null and ${event}`;

/** Strings that have an event of this kind: as a condition, and as a statement that gives the string of each event. */
export function hasEvent(query: Query): { condition: Sql; ids: Sql } {
  const event = eventCondition(query, false);
  return {
    condition: sql`exists (select from ${ch} where ${ch.unitId} = ${u.id} and ${event})`,
    ids: idsOf(event),
  };
}

/** Whether the newest change of a string, its own or that of its source, lies in a stretch of time. @param of its id */
export function newestCondition(match: FieldMatch, of: Sql): Sql {
  const stretch = stretchOf(match);
  return sql`(${some(of, within(ch.at, stretch))} and ${noneBehind(stretch, of)})`;
}

/** The same as a statement that gives the string of each change in the stretch, and what else has to hold. */
export function newestLookup(match: FieldMatch, of: Sql): { ids: Sql; rest: Sql } {
  const stretch = stretchOf(match);
  return { ids: idsOf(sql`${CONTENT} and ${within(ch.at, stretch)}`), rest: noneBehind(stretch, of) };
}

const some = (of: Sql, part: Sql) =>
  sql`exists (select from ${ch} where ${ch.unitId} = ${of} and ${CONTENT} and ${part})`;

const noneBehind = ({ until }: Stretch, of: Sql) =>
  until ? sql`not ${some(of, within(ch.at, { from: until }))}` : rawSql("true");
