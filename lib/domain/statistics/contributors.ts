import { components, projects, pseudonyms, users } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, joinSql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { knowsWhose } from "../access/pseudonym";
import { actionCodes } from "../change-actions";
import { dailyChanges } from "../changes/tallies";
import { dateOf } from "./activity";

const [u, c, p, ps] = [users.as("u"), components.as("c"), projects.as("p"), pseudonyms.as("ps")];

const DAY = 86_400_000;

/** Somebody who has worked somewhere lately. */
export interface Contributor {
  /** None of somebody who goes by a pseudonym there, for whoever is not signed in. */
  username: string | null;
  fullName: string;
  /** Accepted texts in the period. */
  changes: number;
  /** Day of the last one, as a date in UTC. */
  lastDay: string;
}

/** People who changed in the last days (today is one) what translations say that the actor may see, most active first. */
export async function listContributors(
  actor: Actor,
  filter: { projectId?: number; componentId?: number; languageId?: number },
  days: number,
  limit: number,
): Promise<Contributor[]> {
  const ch = dailyChanges(dateOf(Date.now() - (days - 1) * DAY), { words: false });
  const parts = [anyOf(ch.action, actionCodes("content")), visibleComponents(actor)];
  if (filter.projectId !== undefined) parts.push(sql`${c.projectId} = ${filter.projectId}`);
  if (filter.componentId !== undefined) parts.push(sql`${ch.componentId} = ${filter.componentId}`);
  if (filter.languageId !== undefined) parts.push(sql`${ch.languageId} = ${filter.languageId}`);
  return db.rows(sql`
    select ${named({
      username: orNull(asText(sql`case when ${ps.name} is null then ${u.username} end`)),
      fullName: asText(sql`coalesce(${ps.name}, ${u.fullName})`),
      changes: asNumber(sql`sum(${ch.lines})::int`),
      lastDay: asText(sql`max(${ch.day})::text`),
    })}
    from ${ch} join ${u} on ${u.id} = ${ch.userId} join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}
      left join ${ps} on ${actor.isAnonymous} and ${ps.userId} = ${u.id} and ${ps.projectId} = ${p.id}
    where ${joinSql(parts, " and ")} and not ${u.isAnonymous} group by ${u.id}, ${ps.name} order by changes desc, last_day desc, ${u.id} limit ${limit}`);
}

/** Accepted texts of a person per week in places the actor may see, oldest first, today in the last one; weeks without any are 0. */
export async function weeklyActivity(actor: Actor, userId: number, weeks: number): Promise<number[]> {
  const today = dateOf(Date.now());
  const ch = dailyChanges(dateOf(Date.now() - (7 * weeks - 1) * DAY), { words: false });
  const rows = await db.rows(sql`
    select ${named({
      week: asNumber(sql`((${today}::text::date - ${ch.day}) / 7)::int`),
      changes: asNumber(sql`sum(${ch.lines})::int`),
    })}
    from ${ch} join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${ch.userId} = ${userId} and ${anyOf(ch.action, actionCodes("content"))} and ${visibleComponents(actor)}
      and ${knowsWhose(actor, sql`${userId}`, sql`${p.id}`)} group by 1`);
  const series = Array.from({ length: weeks }, () => 0);
  for (const { week, changes } of rows) if (week >= 0 && week < weeks) series[weeks - 1 - week] = changes;
  return series;
}
