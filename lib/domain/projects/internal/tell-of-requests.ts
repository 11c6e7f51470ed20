import { accessRequests, notices, projects, subscriptions, users, watches } from "@/lib/generated/tables";
import { assigned, names } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { hasTeamWith, IS_A_READER, IS_NOT_BLOCKED } from "../../access/people-who-see";
import type { ACCESS_NOTIFICATIONS } from "../../users/subscriptions";

/**
 * Notices of requests for access and of their answers. They come of no line of the ledger, which everybody reads who sees the
 * project: they are written with what they tell of, and mailed as other notices are.
 */

type AccessNotification = (typeof ACCESS_NOTIFICATIONS)[number];

const [n, s, w, given] = [notices.as("n"), subscriptions.as("s"), watches.as("w"), notices.as("excluded")];
const [u, p, a] = [users.as("u"), projects.as("p"), accessRequests.as("a")];

/** How often somebody wants to be told, over `u` and `p`: as the most specific subscription says, at once where there is none. */
const frequencyFor = (notification: AccessNotification): Sql => sql`coalesce((
  select ${s.frequency} from ${s} where ${s.userId} = ${u.id} and ${s.notification} = ${notification}
    and (${s.scope} in (0, 20) or (${s.scope} = 30 and ${s.projectId} = ${p.id})
      or (${s.scope} = 10 and exists (select from ${w} where ${w.userId} = ${u.id} and ${w.projectId} = ${p.id})))
  order by ${s.scope} desc limit 1), 1)`;

/** Tells some people, over `u` and `p`. What comes on one day is one notice while it waits. */
async function tell(tx: Tx, notification: AccessNotification, projectId: number, who: Sql): Promise<void> {
  await tx.run(sql`
    insert into ${n} (${names(n, "userId", "notification", "frequency", "projectId", "day", "count", "changes", "lastAt", "unmailed")})
    select told.id, ${notification}, told.frequency, ${projectId}, (now() at time zone 'UTC')::date, 1, '{}', now(), 1
    from (
      select ${u.id}, ${frequencyFor(notification)} as frequency from ${u} join ${p} on ${p.id} = ${projectId}
      where ${IS_A_READER} and ${IS_NOT_BLOCKED} and ${who}) told
    where told.frequency > 0
    on conflict (${names(n, "userId", "notification", "frequency", "day", "projectId", "componentId", "translationId")}) where ${n.doneAt.bare} is null
    do update set ${assigned(n, { count: sql`${n.count} + 1`, unmailed: sql`${n.unmailed} + 1`, lastAt: given.lastAt })}`);
}

const MANAGES = hasTeamWith("project.permissions");

/** Tells those who manage the members of a project that somebody asks; superusers where nobody else can answer. */
export async function tellOfRequest(tx: Tx, projectId: number): Promise<void> {
  const anybody = sql`exists (select from ${u} where ${IS_A_READER} and ${IS_NOT_BLOCKED} and ${MANAGES})`;
  await tell(tx, "AccessRequestNotification", projectId, sql`(${MANAGES} or (${u.isSuperuser} and not ${anybody}))`);
}

/** Tells whoever asked what the answer is. */
export async function tellAnswer(
  tx: Tx,
  projectId: number,
  userId: number,
  answer: "granted" | "declined",
): Promise<void> {
  const notification = answer === "granted" ? "AccessGrantedNotification" : "AccessDeclinedNotification";
  await tell(tx, notification, projectId, sql`${u.id} = ${userId}`);
}

/** What nobody has to answer any more is done for all who were told of it. */
export async function settleNotices(tx: Tx, projectId: number): Promise<void> {
  await tx.run(sql`
    update ${n} set ${assigned(n, { doneAt: sql`now()` })}
    where ${n.projectId} = ${projectId} and ${n.notification} = 'AccessRequestNotification' and ${n.doneAt} is null
      and not exists (select from ${a} where ${a.projectId} = ${projectId} and ${a.declinedAt} is null)`);
}
