import { db, joinSql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { actionCodes } from "../change-actions";

/** Somebody who has worked somewhere lately. */
export interface Contributor {
  username: string;
  fullName: string;
  /** Accepted texts in the period. */
  changes: number;
  lastAt: Date;
}

/** People who changed in the last days what translations say that the actor may see, most active first. */
export async function listContributors(
  actor: Actor,
  filter: { projectId?: number; componentId?: number; translationId?: number; languageId?: number },
  days: number,
  limit: number,
): Promise<Contributor[]> {
  const parts = [
    sql`ch.action = any(${actionCodes("content")}::smallint[])`,
    sql`ch.at > now() - make_interval(days => ${days})`,
    visibleComponents(actor),
  ];
  if (filter.projectId !== undefined) parts.push(sql`ch.project_id = ${filter.projectId}`);
  if (filter.componentId !== undefined) parts.push(sql`ch.component_id = ${filter.componentId}`);
  if (filter.translationId !== undefined) parts.push(sql`ch.translation_id = ${filter.translationId}`);
  if (filter.languageId !== undefined) parts.push(sql`ch.language_id = ${filter.languageId}`);
  return db.rows<Contributor>(sql`
    select u.username, u.full_name, count(*)::int as changes, max(ch.at) as last_at
    from changes ch join users u on u.id = coalesce(ch.author_id, ch.user_id) join components c on c.id = ch.component_id join projects p on p.id = c.project_id
    where ${joinSql(parts, " and ")} and not u.is_anonymous group by u.id order by changes desc, last_at desc limit ${limit}`);
}

/** Accepted texts of a person per week in places the actor may see, oldest first; weeks without any are 0. */
export async function weeklyActivity(actor: Actor, userId: number, weeks: number): Promise<number[]> {
  const rows = await db.rows<{ week: number; changes: number }>(sql`
    select floor(extract(epoch from now() - ch.at) / 604800)::int as week, count(*)::int as changes
    from changes ch join components c on c.id = ch.component_id join projects p on p.id = c.project_id
    where coalesce(ch.author_id, ch.user_id) = ${userId} and ch.action = any(${actionCodes("content")}::smallint[])
      and ch.at > now() - make_interval(weeks => ${weeks}) and ${visibleComponents(actor)} group by 1`);
  const series = Array.from({ length: weeks }, () => 0);
  for (const row of rows) if (row.week < weeks) series[weeks - 1 - row.week] = row.changes;
  return series;
}
