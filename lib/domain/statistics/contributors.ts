import { changes, components, projects, users } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, joinSql, sql } from "@/lib/platform/database";
import { anyOf, asMoment, asNumber, rowCount } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { actionCodes } from "../change-actions";

const [ch, u, c, p] = [changes.as("ch"), users.as("u"), components.as("c"), projects.as("p")];

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
    anyOf(ch.action, actionCodes("content")),
    sql`${ch.at} > now() - make_interval(days => ${days})`,
    visibleComponents(actor),
  ];
  if (filter.projectId !== undefined) parts.push(sql`${ch.projectId} = ${filter.projectId}`);
  if (filter.componentId !== undefined) parts.push(sql`${ch.componentId} = ${filter.componentId}`);
  if (filter.translationId !== undefined) parts.push(sql`${ch.translationId} = ${filter.translationId}`);
  if (filter.languageId !== undefined) parts.push(sql`${ch.languageId} = ${filter.languageId}`);
  return db.rows(sql`
    select ${pick(u, "username", "fullName")}, ${named({ changes: rowCount, lastAt: asMoment(sql`max(${ch.at})`) })}
    from ${ch} join ${u} on ${u.id} = coalesce(${ch.authorId}, ${ch.userId}) join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${joinSql(parts, " and ")} and not ${u.isAnonymous} group by ${u.id} order by changes desc, last_at desc limit ${limit}`);
}

/** Accepted texts of a person per week in places the actor may see, oldest first; weeks without any are 0. */
export async function weeklyActivity(actor: Actor, userId: number, weeks: number): Promise<number[]> {
  const rows = await db.rows(sql`
    select ${named({
      week: asNumber(sql`floor(extract(epoch from now() - ${ch.at}) / 604800)::int`),
      changes: rowCount,
    })}
    from ${ch} join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}
    where coalesce(${ch.authorId}, ${ch.userId}) = ${userId} and ${anyOf(ch.action, actionCodes("content"))}
      and ${ch.at} > now() - make_interval(weeks => ${weeks}) and ${visibleComponents(actor)} group by 1`);
  const series = Array.from({ length: weeks }, () => 0);
  for (const row of rows) if (row.week < weeks) series[weeks - 1 - row.week] = row.changes;
  return series;
}
