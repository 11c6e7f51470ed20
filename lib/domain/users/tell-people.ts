import { components, notices, projects, subscriptions, users, watches } from "@/lib/generated/tables";
import { assigned, names } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { IS_A_READER, IS_NOT_BLOCKED } from "../access/people-who-see";
import type { AskedNotification } from "./subscriptions";

/**
 * Notices of requests and of their answers. They come of no line of the ledger, which everybody reads who sees the project:
 * they are written with what they tell of, and mailed as other notices are.
 */

const [n, s, w, given] = [notices.as("n"), subscriptions.as("s"), watches.as("w"), notices.as("excluded")];
const [u, p, c] = [users.as("u"), projects.as("p"), components.as("c")];

/** What a notice is about: a project, a component of it, a language of that. */
export interface TellingPlace {
  projectId: number;
  componentId?: number | null;
  translationId?: number | null;
}

/** How often somebody wants to be told, over `u` and `p`: as the most specific subscription says, at once where there is none. */
const frequencyFor = (notification: AskedNotification, componentId: number | null): Sql => sql`coalesce((
  select ${s.frequency} from ${s} where ${s.userId} = ${u.id} and ${s.notification} = ${notification}
    and (${s.scope} in (0, 20) or (${s.scope} = 30 and ${s.projectId} = ${p.id})
      or (${s.scope} = 40 and ${s.componentId} = ${componentId}::int)
      or (${s.scope} = 10 and exists (select from ${w} where ${w.userId} = ${u.id} and ${w.projectId} = ${p.id})))
  order by ${s.scope} desc limit 1), 1)`;

/**
 * Tells some people. What comes on one day in one place is one notice while it waits.
 * @param who a condition over `u`, `p` and, where the place is a component, `c`
 */
export async function tellPeople(
  tx: Tx,
  notification: AskedNotification,
  place: TellingPlace,
  who: Sql,
): Promise<void> {
  const { projectId, componentId = null, translationId = null } = place;
  await tx.run(sql`
    insert into ${n} (${names(n, "userId", "notification", "frequency", "projectId", "componentId", "translationId", "day", "count", "changes", "lastAt", "unmailed")})
    select told.id, ${notification}, told.frequency, ${projectId}, ${componentId}::int, ${translationId}::int,
      (now() at time zone 'UTC')::date, 1, '{}', now(), 1
    from (
      select ${u.id}, ${frequencyFor(notification, componentId)} as frequency
      from ${u} join ${p} on ${p.id} = ${projectId} left join ${c} on ${c.id} = ${componentId}::int
      where ${IS_A_READER} and ${IS_NOT_BLOCKED} and ${who}) told
    where told.frequency > 0
    on conflict (${names(n, "userId", "notification", "frequency", "day", "projectId", "componentId", "translationId")}) where ${n.doneAt.bare} is null
    do update set ${assigned(n, { count: sql`${n.count} + 1`, unmailed: sql`${n.unmailed} + 1`, lastAt: given.lastAt })}`);
}

/** People who would be told if this condition chose them, as rows to ask of: over `u`, `p` and `c`. */
export const anyPerson = (who: Sql): Sql => sql`exists (
  select from ${u} where ${IS_A_READER} and ${IS_NOT_BLOCKED} and ${who})`;
