import { accessRequests, notices, users } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { hasTeamWith } from "../../access/people-who-see";
import { anyPerson, tellPeople } from "../../users/tell-people";

/** Notices of requests for access and of their answers. */

const [n, u, a] = [notices.as("n"), users.as("u"), accessRequests.as("a")];

const MANAGES = hasTeamWith("project.permissions");

/** Tells those who manage the members of a project that somebody asks; superusers where nobody else can answer. */
export async function tellOfRequest(tx: Tx, projectId: number): Promise<void> {
  const who = sql`(${MANAGES} or (${u.isSuperuser} and not ${anyPerson(MANAGES)}))`;
  await tellPeople(tx, "AccessRequestNotification", { projectId }, who);
}

/** Tells whoever asked what the answer is. */
export async function tellAnswer(
  tx: Tx,
  projectId: number,
  userId: number,
  answer: "granted" | "declined",
): Promise<void> {
  const notification = answer === "granted" ? "AccessGrantedNotification" : "AccessDeclinedNotification";
  await tellPeople(tx, notification, { projectId }, sql`${u.id} = ${userId}`);
}

/** What nobody has to answer any more is done for all who were told of it. */
export async function settleNotices(tx: Tx, projectId: number): Promise<void> {
  await tx.run(sql`
    update ${n} set ${assigned(n, { doneAt: sql`now()` })}
    where ${n.projectId} = ${projectId} and ${n.notification} = 'AccessRequestNotification' and ${n.doneAt} is null
      and not exists (select from ${a} where ${a.projectId} = ${projectId} and ${a.declinedAt} is null)`);
}
