import {
  changes,
  components,
  languages,
  projects,
  sourceUnits,
  translations,
  units,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asJson, asNumber, asText, hashText, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { knowsWhose, pseudonymOf, withoutAccount } from "../access/pseudonym";
import { actionCodes } from "../change-actions";
import { NotFound } from "../errors";
import { pageSql, type Window } from "../window";
import { type Level, talliedChanges } from "./tallies";

const [p, c, ch, u] = [projects.as("p"), components.as("c"), changes.as("ch"), users.as("u")];
const [au, t, l, un] = [users.as("au"), translations.as("t"), languages.as("l"), units.as("un")];
const s = sourceUnits.as("s");

export interface ChangeFilter {
  projectId?: number;
  componentId?: number;
  translationId?: number;
  languageId?: number;
  unitId?: number;
  username?: string;
  actions?: number[];
  after?: Date;
  before?: Date;
  /** Only changes of what a translation says. */
  content?: boolean;
  /** With all categories below it. */
  categoryId?: number;
  operationId?: string;
}

/** The place of a line in lists that are newest first, as a text that sorts like it. */
export const markOf = ({ at, id }: Pick<typeof ch, "at" | "id">) =>
  asText(sql`to_char(${at} at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || lpad(${id}::text, 19, '0')`);

const MARK = /^(\d{14})(\d{6})(\d{19})$/;

/** Whether a text is such a place. */
export const isMark = (text: string): boolean => MARK.test(text);

/** Lines `ch` that are older than the one at a place. */
export function before(mark: string): Sql {
  const [, second, micros, id] = MARK.exec(mark) ?? [];
  const at = sql`(to_timestamp(${second}::text || '+00', 'YYYYMMDDHH24MISSTZH') + ${`${micros} microseconds`}::text::interval)`;
  // The first comparison is the one that an index without ids goes by.
  return sql`(${ch.at} <= ${at} and (${ch.at}, ${ch.id}) < (${at}, ${id}::text::bigint))`;
}

const COLUMNS = combined(
  pick(ch, "id", "at", "action", "cause", "userId", "authorId", "projectId", "componentId", "target", "old"),
  pick(outer(u), "username"),
  named({
    userName: orNull(u.fullName),
    authorUsername: orNull(au.username),
    pseudonym: pseudonymOf(sql`${ch.userId}`, sql`${ch.projectId}`),
    authorPseudonym: pseudonymOf(sql`${ch.authorId}`, sql`${ch.projectId}`),
    projectSlug: orNull(p.slug),
    projectName: orNull(p.name),
    componentSlug: orNull(c.slug),
    componentName: orNull(c.name),
    categoryPath: orNull(asText(sql`category_path(${c.categoryId})`)),
    translationId: orNull(t.id),
    languageCode: orNull(l.code),
    languageName: orNull(l.name),
    unitId: orNull(un.id),
    unitIdHash: orNull(hashText(s.idHash)),
    /** The first source form of its string. */
    source: orNull(asText(sql`${s.sources}[1]`)),
    operationId: orNull(asText(sql`${ch.operationId}::text`)),
    details: asJson<Record<string, unknown>>(ch.details),
    /** Place in lists, newest first. */
    mark: markOf(ch),
    /** Place in commit order, for our own followers. */
    cursor: asText(sql`${ch.tx}::text || '-' || ${ch.id}`),
    /** Which the outside gets before it. */
    epoch: asText(sql`ledger_epoch()`),
  }),
);

export type ChangeRow = SelectedRow<typeof COLUMNS>;

/** What tells who may see changes. */
export const PLACES = sql`
  left join ${p} on ${p.id} = ${ch.projectId}
  left join ${c} on ${c.id} = ${ch.componentId}`;

const FROM = sql`from ${ch} ${PLACES}`;

const JOINS = sql`
  ${FROM}
  left join ${u} on ${u.id} = ${ch.userId}
  left join ${au} on ${au.id} = ${ch.authorId}
  left join ${t} on ${t.id} = ${ch.translationId}
  left join ${l} on ${l.id} = coalesce(${t.languageId}, ${ch.languageId})
  left join ${un} on ${un.id} = ${ch.unitId}
  left join ${s} on ${s.id} = ${un.sourceId}`;

const NEWEST_FIRST = sql`order by ${ch.at} desc, ${ch.id} desc`;

/** Lines as an actor may read them: whoever is not signed in sees pseudonyms alone where there are any. */
function readable(actor: Actor, rows: ChangeRow[]): ChangeRow[] {
  if (!actor.isAnonymous) return rows;
  return rows.map((row) => ({
    ...withoutAccount(actor, row),
    userName: row.pseudonym ?? row.userName,
    ...(row.authorPseudonym === null ? {} : { authorId: null, authorUsername: null }),
  }));
}

/** Who did it, and whose text it is, in what leaves Loquat: pseudonyms before user names. */
export const namesOutside = (row: ChangeRow): { user: string | null; author: string | null } => ({
  user: row.pseudonym ?? row.username ?? row.userName,
  author: row.authorPseudonym ?? row.authorUsername,
});

const select = async (actor: Actor, rest: Sql): Promise<ChangeRow[]> =>
  readable(actor, await db.rows(sql`select ${COLUMNS} ${JOINS} where ${rest}`));

const selectFirst = (actor: Actor, where: Sql, limit: number): Promise<ChangeRow[]> =>
  select(actor, sql`${where} ${NEWEST_FIRST} ${pageSql({ limit, offset: 0 })}`);

/** Changes, newest first, with the number of all that fit. */
export async function listChanges(
  actor: Actor,
  filter: ChangeFilter,
  window: Window,
): Promise<{ rows: ChangeRow[]; count: number }> {
  const where = joinSql([...conditions(actor, filter), visibleChanges(actor)], " and ");
  const [rows, count] = await Promise.all([
    window.offset === 0 ? selectFirst(actor, where, window.limit) : selectLater(actor, where, window),
    countChanges(filter, where),
  ]);
  return { rows, count };
}

/** What the actor may see, of lines `ch` beside `PLACES`: changes of visible projects and components, and those of neither for superusers. */
export function visibleChanges(actor: Actor): Sql {
  return sql`(
    (${ch.componentId} is not null and ${c.id} is not null and ${visibleComponents(actor)})
    or (${ch.componentId} is null and ${ch.projectId} is not null and ${p.id} is not null and ${visibleProjects(actor)})
    or (${ch.componentId} is null and ${ch.projectId} is null and (${ch.userId} = ${actor.userId} or ${actor.isSuperuser}))
    or (${c.id} is null and ${ch.componentId} is not null and ${p.id} is not null and ${visibleProjects(actor)}))`;
}

/** What a filter says of lines `ch` beside `PLACES`. */
export function conditions(actor: Actor, filter: ChangeFilter): Sql[] {
  const parts: Sql[] = [];
  if (filter.projectId !== undefined) parts.push(sql`${ch.projectId} = ${filter.projectId}`);
  if (filter.componentId !== undefined) parts.push(sql`${ch.componentId} = ${filter.componentId}`);
  if (filter.translationId !== undefined) parts.push(sql`${ch.translationId} = ${filter.translationId}`);
  if (filter.languageId !== undefined) parts.push(sql`${ch.languageId} = ${filter.languageId}`);
  if (filter.unitId !== undefined) parts.push(sql`${ch.unitId} = ${filter.unitId}`);
  if (filter.username !== undefined)
    parts.push(
      sql`${ch.userId} = (select ${users.id} from ${users} where lower(${users.username}) = lower(${filter.username}))`,
    );
  // Else asking for a person would tell whose the pseudonym is.
  if (filter.username !== undefined) parts.push(knowsWhose(actor, sql`${ch.userId}`, sql`${ch.projectId}`));
  if (filter.actions && filter.actions.length > 0) parts.push(anyOf(ch.action, filter.actions));
  if (filter.content) parts.push(anyOf(ch.action, actionCodes("content")));
  if (filter.categoryId !== undefined) parts.push(sql`${filter.categoryId} = any(category_chain(${c.categoryId}))`);
  if (filter.operationId !== undefined) parts.push(sql`${ch.operationId} = ${filter.operationId}::uuid`);
  if (filter.after) parts.push(sql`${ch.at} >= ${filter.after}`);
  // A line is stored with microseconds and told with milliseconds: the whole of its last one is within.
  if (filter.before) parts.push(sql`${ch.at} < ${new Date(filter.before.getTime() + 1)}`);
  return parts;
}

/** A later page is planned anew each time, so that the statement which finds it should be a small one. */
async function selectLater(actor: Actor, where: Sql, window: Window): Promise<ChangeRow[]> {
  const found = await db.rows(sql`select ${pick(ch, "id")} ${FROM} where ${where} ${NEWEST_FIRST} ${pageSql(window)}`);
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  return select(actor, sql`${anyOf(ch.id, ids)} ${NEWEST_FIRST}`);
}

/** The level of the tallies that tells what a filter asks for; none does for a time or a string. */
function levelOf(filter: ChangeFilter): Level | undefined {
  if (filter.unitId !== undefined || filter.operationId !== undefined || filter.after || filter.before)
    return undefined;
  if (filter.translationId !== undefined || filter.languageId !== undefined) return "everything";
  if (filter.username !== undefined) return "person";
  return filter.content || (filter.actions && filter.actions.length > 0) ? "action" : "place";
}

async function countChanges(filter: ChangeFilter, where: Sql): Promise<number> {
  const finest = levelOf(filter);
  const all = await db.one(
    finest === undefined
      ? sql`select ${named({ count: asNumber(sql`count(*)`) })} ${FROM} where ${where}`
      : sumOfLines(finest, where),
  );
  return all?.count ?? 0;
}

function sumOfLines(level: Level, where: Sql) {
  const ledger = talliedChanges(level);
  const count = asNumber(sql`coalesce(sum(${ledger.lines}), 0)::bigint`);
  return sql`select ${named({ count })} from ${ledger} ${PLACES} where ${where}`;
}

/**
 * Newest changes without a count, for pages and feeds.
 * @param behind the last one of the part before, to go on
 */
export async function recentChanges(
  actor: Actor,
  filter: ChangeFilter,
  limit: number,
  behind?: Pick<ChangeRow, "mark">,
): Promise<ChangeRow[]> {
  const further = behind ? [before(behind.mark)] : [];
  return selectFirst(actor, joinSql([...conditions(actor, filter), ...further, visibleChanges(actor)], " and "), limit);
}

/** One change. @throws NotFound */
export async function findChange(actor: Actor, id: number): Promise<ChangeRow> {
  const [row] = await select(actor, sql`${ch.id} = ${id} and ${visibleChanges(actor)}`);
  if (!row) throw new NotFound(refusal("noChange", { id }));
  return row;
}

/** Some changes, as far as the actor may see them, newest first. */
export async function changesById(actor: Actor, ids: readonly number[]): Promise<ChangeRow[]> {
  if (ids.length === 0) return [];
  return select(actor, sql`${anyOf(ch.id, ids)} and ${visibleChanges(actor)} ${NEWEST_FIRST}`);
}

/**
 * Changes after a cursor in commit order, oldest first. Only lines of finished transactions below the oldest running
 * one are given, so that nothing can appear before a cursor that has been handed out.
 * @param cursor as `ChangeRow.cursor`; "0-0" begins at the first line
 */
export async function followChanges(
  actor: Actor,
  cursor: string,
  filter: ChangeFilter,
  limit: number,
): Promise<ChangeRow[]> {
  const match = /^(\d{1,20})-(\d{1,18})$/.exec(cursor);
  if (!match) throw new Error(`${cursor} is not a valid cursor.`);
  const [tx, id] = match.slice(1);
  const where = joinSql([...conditions(actor, filter), visibleChanges(actor)], " and ");
  return select(
    actor,
    sql`
      (${ch.tx}, ${ch.id}) > (${tx}::text::xid8, ${id}::bigint)
      and ${ch.tx} < ledger_horizon() and ${where}
    order by ${ch.tx}, ${ch.id} limit ${limit}`,
  );
}
