import { changes } from "@/lib/generated/tables";
import { cte, defined, named, pick } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { asJson, asNumber, asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import {
  before,
  type ChangeFilter,
  type ChangeRow,
  changesById,
  conditions,
  isMark,
  markOf,
  PLACES,
  visibleChanges,
} from "./list";

/**
 * The history as acts: what one operation, one import or one sitting of a person changed is one entry. A page reads a
 * part of the ledger of limited length and folds it, so that it costs the same however long the ledger is.
 */

const ch = changes.as("ch");

/** Lines that a page reads: few, and many where an act is so long that few do not fill it. */
const PARTS = [1000, 5000] as const;
const ACTS = 50;
/** With fewer acts a page looks empty, and more lines are read. */
const FEW = 8;
/** Lines of an act that are given with it. */
export const GIVEN = 20;
/** Lines of an operation that are counted. */
export const MOST_COUNTED = 1000;

/** Some lines of the ledger that belong together. */
export interface Act {
  /** Its operation, where one is kept with the lines. */
  operation: string | null;
  /** The newest lines, at least one. */
  rows: ChangeRow[];
  /** How many lines there are; one more than `MOST_COUNTED` stands for more. */
  count: number;
  /** How many languages of components its lines are about. */
  translations: number;
  actions: number[];
}

export interface HistoryPage {
  acts: Act[];
  /** Where the next page begins; undefined at the end. */
  next?: string;
  /** Moment up to which lines were looked through, when there may be more. */
  until?: Date;
}

export interface HistoryQuery {
  filter: ChangeFilter;
  /** `next` of the page before. */
  after?: string;
  /** Every line by itself. */
  each?: boolean;
}

/** Conditions that have an index of the ledger, the narrowest first. */
const WALKED = [
  "unitId",
  "operationId",
  "translationId",
  "username",
  "componentId",
  "projectId",
  "languageId",
] as const;

/** What a part of the ledger is read by, and what is then asked of each line: only so is a part as long as it says. */
function split(actor: Actor, filter: ChangeFilter): { walk: Sql[]; rest: Sql[] } {
  const { after, before: until, ...others } = filter;
  const by = WALKED.find((name) => others[name] !== undefined);
  const walk: ChangeFilter = { after, before: until, ...(by ? { [by]: others[by] } : {}) };
  const rest = { ...others, ...(by ? { [by]: undefined } : {}) };
  return { walk: conditions(actor, walk), rest: conditions(actor, rest) };
}

const all = (parts: readonly Sql[]): Sql => joinSql([sql`true`, ...parts], " and ");

/** What folds lines into one act: an operation, strings that a person saves in one language, what a job does in a component. */
const KEY = asText(sql`case
  when ${ch.operationId} is not null then 'o' || ${ch.operationId}
  when ${ch.unitId} is not null and ${ch.userId} is not null and ${ch.cause} in ('person', 'api')
    then 's' || ${ch.userId} || '-' || coalesce(${ch.translationId}, 0)
  when ${ch.componentId} is not null and ${ch.cause} not in ('person', 'api')
    then 'c' || ${ch.componentId} || '-' || ${ch.action} || '-' || ${ch.cause} || '-' || coalesce(${ch.userId}, 0)
  else 'l' || ${ch.id} end
  || case when ${ch.operationId} is null then '-' || (${ch.at} at time zone 'UTC')::date else '' end`);

const EACH = asText(sql`'l' || ${ch.id}`);

/** Reads one page of the history, newest first. @returns only what the actor may see */
export async function readHistory(actor: Actor, query: HistoryQuery): Promise<HistoryPage> {
  const after = query.after && isMark(query.after) ? query.after : undefined;
  const given = { ...query, after };
  let found = await foldPart(actor, given, PARTS[0]);
  if (found.acts.length < FEW && found.more) found = await foldPart(actor, given, PARTS[1]);
  const ids = found.acts.flatMap((act) => act.ids);
  const operations = query.each ? [] : found.acts.flatMap((act) => act.operation ?? []);
  const [rows, counts] = await Promise.all([changesById(actor, ids), countLines(actor, query.filter, operations)]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const acts = found.acts.flatMap(({ ids, ...act }): Act[] => {
    const given = ids.flatMap((id) => known.get(id) ?? []);
    if (given.length === 0) return [];
    return [{ ...act, rows: given, count: counts.get(act.operation ?? "") ?? act.count }];
  });
  return { acts, next: found.next, until: found.full || !found.next ? undefined : momentOf(found.next) };
}

const momentOf = (mark: string): Date =>
  new Date(mark.replace(/^(....)(..)(..)(..)(..)(..)(...).*$/, "$1-$2-$3T$4:$5:$6.$7Z"));

const READ = [
  "id",
  "at",
  "action",
  "cause",
  "operationId",
  "userId",
  "projectId",
  "componentId",
  "translationId",
  "languageId",
  "unitId",
] as const;

/** One part of the ledger as acts, and where it ends. */
async function foldPart(actor: Actor, { filter, after, each = false }: HistoryQuery, length: number) {
  const { walk, rest } = split(actor, filter);
  const further = after === undefined ? [] : [before(after)];
  const seen = visibleChanges(actor);
  const read = cte(
    "ch",
    sql`
      select ${pick(ch, ...READ)}, ${named({ mark: markOf(ch) })} from ${ch}
      where ${all([...walk, ...further])} order by ${ch.at} desc, ${ch.id} desc limit ${length}`,
  );
  // An operation stands where its newest line does: what is left of it on later pages belongs to that act.
  const told =
    after === undefined || each
      ? sql`false`
      : sql`exists (
          select from ${ch} ${PLACES}
          where ${ch.operationId} = o.operation_id and not ${before(after)} and ${all([...conditions(actor, filter), seen])})`;
  const key = each ? EACH : KEY;
  const row = await db.one(sql`
    with ${defined(read)},
    told as (
      select o.operation_id from (select distinct operation_id from ${read} where operation_id is not null) o where ${told}),
    kept as (
      select ${ch.id}, ${ch.at}, mark, ${ch.operationId}, ${ch.action}, ${ch.translationId}, ${key} as key
      from ${read} ${PLACES}
      where ${all([...rest, seen])}
        and (${ch.operationId} is null or ${ch.operationId} not in (select operation_id from told))),
    parted as (
      select *, case when key like 'o%' or lag(at) over lines - at <= interval '1 hour' then 0 else 1 end as parts
      from kept window lines as (partition by key order by at desc, id desc)),
    numbered as (select *, sum(parts) over (partition by key order by at desc, id desc) as sitting from parted),
    placed as (select *, row_number() over (partition by key, sitting order by at desc, id desc) as place from numbered),
    begun as (select *, count(*) filter (where place = 1) over (order by at desc, id desc) as act from placed),
    acts as (
      select max(mark) as newest, min(operation_id::text) as operation, count(*)::int as count,
        count(distinct translation_id)::int as translations,
        array_agg(id order by place) filter (where place <= ${GIVEN}) as ids,
        array_agg(distinct action::int) as actions
      from begun where act <= ${ACTS} group by key, sitting)
    select ${named({
      acts: asJson<FoldedAct[]>(sql`coalesce((select jsonb_agg(to_jsonb(acts) order by newest desc) from acts), '[]')`),
      /** The last line of the page, when more acts begin behind it. */
      cut: orNull(
        asText(
          sql`(select min(mark) from begun where act <= ${ACTS} and exists (select from begun where act > ${ACTS}))`,
        ),
      ),
      lines: asNumber(sql`(select count(*)::int from ${read})`),
      last: orNull(asText(sql`(select min(mark) from ${read})`)),
    })}`);
  const more = row?.lines === length;
  return {
    acts: row?.acts ?? [],
    full: row?.cut !== null,
    more,
    next: row?.cut ?? (more ? (row?.last ?? undefined) : undefined),
  };
}

interface FoldedAct {
  operation: string | null;
  count: number;
  translations: number;
  ids: number[];
  actions: number[];
}

/** How many lines of operations match, as far as they are counted. */
async function countLines(
  actor: Actor,
  filter: ChangeFilter,
  operations: readonly string[],
): Promise<Map<string, number>> {
  if (operations.length === 0) return new Map();
  const rows = await db.rows(sql`
    select ${named({
      id: asText(sql`o.id`),
      count: asNumber(sql`(
        select count(*)::int from (
          select from ${ch} ${PLACES}
          where ${ch.operationId} = o.id::uuid and ${all([...conditions(actor, filter), visibleChanges(actor)])}
          limit ${MOST_COUNTED + 1}) lines)`),
    })} from unnest(${operations}::text[]) as o(id)`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
