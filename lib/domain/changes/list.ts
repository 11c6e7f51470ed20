import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { actionCodes } from "../change-actions";
import { NotFound } from "../errors";
import { pageSql, type Window } from "../window";
import { type Level, talliedChanges } from "./tallies";

export interface ChangeRow {
  id: number;
  at: Date;
  action: number;
  cause: string;
  userId: number | null;
  username: string | null;
  userName: string | null;
  authorId: number | null;
  authorUsername: string | null;
  projectId: number | null;
  projectSlug: string | null;
  projectName: string | null;
  componentId: number | null;
  componentSlug: string | null;
  componentName: string | null;
  categoryPath: string | null;
  translationId: number | null;
  languageCode: string | null;
  languageName: string | null;
  unitId: number | null;
  unitIdHash: string | null;
  target: string;
  old: string;
  details: Record<string, unknown>;
  /** Place in commit order, for our own followers. */
  cursor: string;
  /** Which the outside gets before it. */
  epoch: string;
}

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
}

const COLUMNS = sql`
  ch.id, ch.at, ch.action, ch.cause, ch.user_id, u.username, u.full_name as user_name, ch.author_id, au.username as author_username,
  ch.project_id, p.slug as project_slug, p.name as project_name, ch.component_id, c.slug as component_slug, c.name as component_name,
  category_path(c.category_id) as category_path, t.id as translation_id, l.code as language_code, l.name as language_name,
  un.id as unit_id, s.id_hash::text as unit_id_hash, ch.target, ch.old, ch.details, ch.tx::text || '-' || ch.id as cursor,
  ledger_epoch() as epoch`;

/** What tells who may see changes. */
const PLACES = sql`
  left join projects p on p.id = ch.project_id
  left join components c on c.id = ch.component_id`;

const FROM = sql`from changes ch ${PLACES}`;

const JOINS = sql`
  ${FROM}
  left join users u on u.id = ch.user_id
  left join users au on au.id = ch.author_id
  left join translations t on t.id = ch.translation_id
  left join languages l on l.id = coalesce(t.language_id, ch.language_id)
  left join units un on un.id = ch.unit_id
  left join source_units s on s.id = un.source_id`;

/** What the actor may see: changes of visible projects and components, and those of neither for superusers. */
function visibleChanges(actor: Actor): Sql {
  return sql`(
    (ch.component_id is not null and c.id is not null and ${visibleComponents(actor)})
    or (ch.component_id is null and ch.project_id is not null and p.id is not null and ${visibleProjects(actor)})
    or (ch.component_id is null and ch.project_id is null and (ch.user_id = ${actor.userId} or ${actor.isSuperuser}))
    or (c.id is null and ch.component_id is not null and p.id is not null and ${visibleProjects(actor)}))`;
}

function conditions(filter: ChangeFilter): Sql[] {
  const parts: Sql[] = [];
  if (filter.projectId !== undefined) parts.push(sql`ch.project_id = ${filter.projectId}`);
  if (filter.componentId !== undefined) parts.push(sql`ch.component_id = ${filter.componentId}`);
  if (filter.translationId !== undefined) parts.push(sql`ch.translation_id = ${filter.translationId}`);
  if (filter.languageId !== undefined) parts.push(sql`ch.language_id = ${filter.languageId}`);
  if (filter.unitId !== undefined) parts.push(sql`ch.unit_id = ${filter.unitId}`);
  if (filter.username !== undefined)
    parts.push(sql`ch.user_id = (select id from users where lower(username) = lower(${filter.username}))`);
  if (filter.actions && filter.actions.length > 0) parts.push(sql`ch.action = any(${filter.actions}::smallint[])`);
  if (filter.content) parts.push(sql`ch.action = any(${actionCodes("content")}::smallint[])`);
  if (filter.after) parts.push(sql`ch.at >= ${filter.after}`);
  if (filter.before) parts.push(sql`ch.at <= ${filter.before}`);
  return parts;
}

const NEWEST_FIRST = sql`order by ch.at desc, ch.id desc`;

const selectFirst = (where: Sql, limit: number): Promise<ChangeRow[]> =>
  db.rows<ChangeRow>(sql`select ${COLUMNS} ${JOINS} where ${where} ${NEWEST_FIRST} ${pageSql({ limit, offset: 0 })}`);

/** A later page is planned anew each time, so that the statement which finds it should be a small one. */
async function selectLater(where: Sql, window: Window): Promise<ChangeRow[]> {
  const found = await db.rows<{ id: number }>(
    sql`select ch.id ${FROM} where ${where} ${NEWEST_FIRST} ${pageSql(window)}`,
  );
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  return db.rows<ChangeRow>(sql`select ${COLUMNS} ${JOINS} where ch.id = any(${ids}::bigint[]) ${NEWEST_FIRST}`);
}

/** The level of the tallies that tells what a filter asks for; none does for a time or a string. */
function levelOf(filter: ChangeFilter): Level | undefined {
  if (filter.unitId !== undefined || filter.after || filter.before) return undefined;
  if (filter.translationId !== undefined || filter.languageId !== undefined) return "everything";
  if (filter.username !== undefined) return "person";
  return filter.content || (filter.actions && filter.actions.length > 0) ? "action" : "place";
}

async function countChanges(filter: ChangeFilter, where: Sql): Promise<number> {
  const level = levelOf(filter);
  const counted = await db.one<{ count: number }>(
    level === undefined
      ? sql`select count(*) as count ${FROM} where ${where}`
      : sql`select coalesce(sum(ch.lines), 0)::bigint as count from ${talliedChanges(level)} ${PLACES} where ${where}`,
  );
  return counted?.count ?? 0;
}

/** Changes, newest first, with the number of all that fit. */
export async function listChanges(
  actor: Actor,
  filter: ChangeFilter,
  window: Window,
): Promise<{ rows: ChangeRow[]; count: number }> {
  const where = joinSql([...conditions(filter), visibleChanges(actor)], " and ");
  const [rows, count] = await Promise.all([
    window.offset === 0 ? selectFirst(where, window.limit) : selectLater(where, window),
    countChanges(filter, where),
  ]);
  return { rows, count };
}

/** Newest changes without a count, for pages and feeds. */
export async function recentChanges(actor: Actor, filter: ChangeFilter, limit: number): Promise<ChangeRow[]> {
  return selectFirst(joinSql([...conditions(filter), visibleChanges(actor)], " and "), limit);
}

/** One change. @throws NotFound */
export async function findChange(actor: Actor, id: number): Promise<ChangeRow> {
  const row = await db.one<ChangeRow>(sql`select ${COLUMNS} ${JOINS} where ch.id = ${id} and ${visibleChanges(actor)}`);
  if (!row) throw new NotFound(`There is no change ${id}.`);
  return row;
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
  if (!match) throw new Error(`${cursor} is not a cursor.`);
  const where = joinSql([...conditions(filter), visibleChanges(actor)], " and ");
  return db.rows<ChangeRow>(sql`
    select ${COLUMNS} ${JOINS}
    where (ch.tx, ch.id) > (${match[1]}::text::xid8, ${match[2]}::bigint)
      and ch.tx < ledger_horizon() and ${where}
    order by ch.tx, ch.id limit ${limit}`);
}
