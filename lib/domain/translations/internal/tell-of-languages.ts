import { languageRequests, notices, users } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { membersWhoMay } from "../../access/people-who-see";
import { anyPerson, type TellingPlace, tellPeople } from "../../users/tell-people";

/** Notices of requests for languages and of their answers. */

const [n, u, q] = [notices.as("n"), users.as("u"), languageRequests.as("q")];

/** Tells those who add languages there that somebody asks; superusers where nobody else can answer. */
export async function tellOfLanguageRequest(tx: Tx, place: TellingPlace): Promise<void> {
  const answers = sql`(${u.id} in ${membersWhoMay("component.edit")} and ${u.id} in ${membersWhoMay("translation.add")})`;
  const who = sql`(${answers} or (${u.isSuperuser} and not ${anyPerson(answers)}))`;
  await tellPeople(tx, "LanguageRequestNotification", place, who);
}

/** Tells those who asked what the answer is. */
export async function tellLanguageAnswer(
  tx: Tx,
  notification: "LanguageAddedNotification" | "LanguageDeclinedNotification",
  { projectId, componentId, translationId }: TellingPlace,
  who: Sql,
): Promise<void> {
  await tellPeople(tx, notification, { projectId, componentId, translationId }, who);
}

/** What nobody has to answer any more is done for all who were told of it. */
export async function settleLanguageNotices(tx: Tx, projectId: number): Promise<void> {
  await tx.run(sql`
    update ${n} set ${assigned(n, { doneAt: sqlNow })}
    where ${n.projectId} = ${projectId} and ${n.notification} = 'LanguageRequestNotification' and ${n.doneAt} is null
      and not exists (
        select from ${q} where ${q.projectId} = ${projectId} and ${q.componentId} is not distinct from ${n.componentId}
          and ${q.declinedAt} is null)`);
}
