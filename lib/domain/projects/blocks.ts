import { userBlocks, users } from "@/lib/generated/tables";
import { assigned, combined, named, names, outer, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql } from "@/lib/platform/database";
import { counted, sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { personNamed } from "../access/find-person";
import { forgetTokens } from "../access/remembered-tokens";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { keepingAdministrator } from "../teams/last-administrator";
import { type Asked, type Part, partOf } from "../teams/team-members";
import type { ProjectRow } from "./projects";

/** People whom a project shuts out: they read what everybody may, and do nothing. All of it needs `project.permissions`. */

const [b, u, by] = [userBlocks.as("b"), users.as("u"), outer(users.as("by"))];

const BLOCK = combined(
  pick(u, "id", "username", "fullName"),
  pick(b, "expiresAt", "note", "createdAt"),
  named({ blockedByName: by.fullName, blockedByUsername: by.username }),
);

export type BlockRow = SelectedRow<typeof BLOCK>;

const FROM = sql`from ${b} join ${u} on ${u.id} = ${b.userId} left join ${by} on ${by.id} = ${b.blockedBy}`;
const HOLDS = sql`(${b.expiresAt} is null or ${b.expiresAt} > now())`;

/** Those who are shut out now, by user name. */
export async function listBlocks(
  actor: Actor,
  project: ProjectRow,
  { after, limit }: Omit<Asked, "words">,
): Promise<Part<BlockRow>> {
  demand(actor, "project.permissions", { project });
  const found = await db.rows(sql`
    select ${BLOCK} ${FROM} where ${b.projectId} = ${project.id} and ${HOLDS} and ${u.username} > ${after}
    order by ${u.username} limit ${limit + 1}`);
  return partOf(found, limit, (found) => found.username);
}

/** How many are shut out now. */
export async function countBlocks(actor: Actor, project: ProjectRow): Promise<number> {
  demand(actor, "project.permissions", { project });
  const all = await db.one(sql`select ${counted} ${FROM} where ${b.projectId} = ${project.id} and ${HOLDS}`);
  return all?.count ?? 0;
}

/** How somebody is shut out, by user name. @throws NotFound for somebody who is not */
export async function findBlockOf(actor: Actor, project: ProjectRow, username: string): Promise<BlockRow> {
  demand(actor, "project.permissions", { project });
  const found = await db.one(sql`
    select ${BLOCK} ${FROM} where ${b.projectId} = ${project.id} and lower(${u.username}) = lower(${username}) and ${HOLDS}`);
  if (!found) throw new NotFound(refusal("notBlocked", { username }));
  return found;
}

/** How somebody is shut out; undefined when they are not. */
export async function findBlock(actor: Actor, project: ProjectRow, userId: number): Promise<BlockRow | undefined> {
  demand(actor, "project.permissions", { project });
  return db.one(sql`
    select ${BLOCK} ${FROM} where ${b.projectId} = ${project.id} and ${b.userId} = ${userId} and ${HOLDS}`);
}

/**
 * Shuts somebody out, at once and until a moment or for good; whoever is shut out already is from now on until then.
 * @throws Invalid for oneself, a superuser, or the last one who manages the members
 */
export async function blockPerson(
  actor: Actor,
  project: ProjectRow,
  username: string,
  { until, note }: { until: Date | null; note: string },
): Promise<{ username: string }> {
  demand(actor, "project.permissions", { project });
  const person = await personNamed(actor, username, false);
  if (person.id === actor.userId) throw Invalid.field("username", refusal("notBlockYourself"));
  if (until !== null && until.getTime() <= Date.now()) throw Invalid.field("until", refusal("chooseDayNot"));
  await inTransaction(async (tx) => {
    const superuser = await tx.one(
      sql`select ${pick(u, "id")} from ${u} where ${u.id} = ${person.id} and ${u.isSuperuser}`,
    );
    if (superuser)
      throw Invalid.field("username", refusal("administersInstallationProject", { username: person.username }));
    const values = { expiresAt: until, note: note.trim(), blockedBy: ledgerUser(actor), createdAt: sqlNow };
    await keepingAdministrator(tx, project.id, false, () =>
      tx.run(sql`
        insert into ${b} ${row(b, { userId: person.id, projectId: project.id, ...values })}
        on conflict (${names(b, "userId", "projectId")}) do update set ${assigned(b, values)}`),
    );
    const details = { username: person.username, blocked: true, ...(until ? { until: until.toISOString() } : {}) };
    await record(tx, actor, [{ action: ACTION.USER_ACCESS_CHANGED, projectId: project.id, details }]);
  });
  forgetTokens();
  return person;
}

/** Lets somebody in again. @throws NotFound for somebody who is not shut out */
export async function unblockPerson(actor: Actor, project: ProjectRow, userId: number): Promise<void> {
  demand(actor, "project.permissions", { project });
  await inTransaction(async (tx) => {
    const gone = await tx.one(sql`
      delete from ${b} using ${u} where ${b.userId} = ${userId} and ${b.projectId} = ${project.id} and ${u.id} = ${b.userId}
      returning ${pick(u, "username")}`);
    if (!gone) throw new NotFound(refusal("personNotBlocked"));
    const details = { username: gone.username, blocked: false };
    await record(tx, actor, [{ action: ACTION.USER_ACCESS_CHANGED, projectId: project.id, details }]);
  });
  forgetTokens();
}
