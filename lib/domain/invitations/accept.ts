import { users } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { type Connection, db, inTransaction, isDuplicate, sql, type Tx } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, loadActor } from "../access/actor";
import { can } from "../access/demand";
import { denied } from "../access/denied";
import { forgetTokens } from "../access/remembered-tokens";
import { Forbidden, foundOr, Invalid, NotFound, Unauthenticated } from "../errors";
import { findTeam, joinTeam, mayManageMembers } from "../teams/teams";
import { mailConfirmations } from "../users/confirm-address";
import { confirmEmail } from "../users/emails";
import type { Browser } from "../users/sessions";
import { throttleAnonymous } from "../users/sign-in";
import { insertUser, type UserRow } from "../users/users";
import { type InvitationRow, i, invitationOfCode } from "./internal/codes";

/** Accepting an invitation: by somebody who is signed in, or by a new account. */

/** Why a code opens nothing: never was or revoked, used, too late, or its maker may not invite any more. */
export type Refusal = "gone" | "used" | "expired" | "withdrawn";

/** What the holder of a code is invited to. */
export interface Invitation {
  row: InvitationRow;
  refusal?: Refusal;
}

/** The invitation of a code. Who has the code may know what it is about. */
export async function invitationOf(code: string): Promise<Invitation | { row?: undefined; refusal: Refusal }> {
  const row = await invitationOfCode(db, code);
  if (!row) return { refusal: "gone" };
  if (row.usedAt !== null) return { row, refusal: "used" };
  if (row.expired) return { row, refusal: "expired" };
  return (await stillMeant(row)) ? { row } : { row, refusal: "withdrawn" };
}

const SENTENCES: { readonly [why in Refusal]: `invitation${Capitalize<why>}` } = {
  gone: "invitationGone",
  used: "invitationUsed",
  expired: "invitationExpired",
  withdrawn: "invitationWithdrawn",
};

/** Nobody keeps a door open by links made earlier: whoever invited must be allowed to still. */
async function stillMeant(row: InvitationRow): Promise<boolean> {
  if (row.invitedBy === null) return true;
  const inviter = await loadActor(row.invitedBy);
  if (!inviter || (row.superuser && !inviter.isSuperuser)) return false;
  if (row.teamId === null || row.superuser) return can(inviter, "user.edit");
  const team = await foundOr(findTeam(inviter, row.teamId));
  return team !== undefined && (await mayManageMembers(inviter, team));
}

async function openInvitation(code: string): Promise<InvitationRow> {
  const { row, refusal: why } = await invitationOf(code);
  if (why || !row) throw new NotFound(refusal(SENTENCES[why ?? "gone"]));
  return row;
}

/** Uses a code up; two who try at one moment wait for each other here. */
async function takeCode(tx: Tx, row: InvitationRow): Promise<void> {
  const used = await tx.run(sql`
    update ${i} set ${assigned(i, { usedAt: sqlNow })} where ${i.id} = ${row.id} and ${i.usedAt} is null and ${i.expiresAt} > now()`);
  if (used === 0) throw new NotFound(refusal(SENTENCES.used));
}

/** Whether a mailed invitation went to the confirmed address of another account than this one. */
export async function isForAnother(row: InvitationRow, userId: number, on: Connection = db): Promise<boolean> {
  if (!row.byMail) return false;
  const owner = await on.one(sql`
    select ${pick(users, "id")} from ${users}
    where lower(${users.email}) = lower(${row.email}) and ${users.emailConfirmed} and ${users.isActive}`);
  return owner !== undefined && owner.id !== userId;
}

/** What an invitation gives somebody who has an account already; a bare account is nothing new. */
export const givesNothing = (row: InvitationRow): boolean => row.teamId === null && !row.superuser;

/**
 * Joins as whoever is signed in.
 * @throws NotFound for a code that is no good; Forbidden for somebody else's; Invalid when there is nothing to join
 */
export async function acceptInvitation(actor: Actor, code: string): Promise<InvitationRow> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInInvitation"));
  if (actor.isBot || actor.tokenProjectId !== undefined)
    throw new Forbidden(denied("not-supported", refusal("invitationsPeople")));
  const row = await openInvitation(code);
  if (givesNothing(row)) throw Invalid.field("", refusal("accountAlreadyNothing"));
  await inTransaction(async (tx) => {
    if (await isForAnother(row, actor.userId, tx))
      throw new Forbidden(denied("not-supported", refusal("invitationOther")));
    await takeCode(tx, row);
    await enter(tx, actor, row, { id: actor.userId, username: actor.username });
    if (row.byMail && row.email.toLowerCase() === actor.email?.toLowerCase()) await confirmEmail(tx, actor.userId);
  });
  forgetTokens();
  return row;
}

/** Puts somebody where the invitation leads. */
async function enter(tx: Tx, actor: Actor, row: InvitationRow, user: { id: number; username: string }): Promise<void> {
  if (row.superuser)
    await tx.run(sql`update ${users} set ${assigned(users, { isSuperuser: true })} where ${users.id} = ${user.id}`);
  if (row.teamId !== null)
    await joinTeam(tx, actor, { id: row.teamId, name: row.teamName ?? "", definingProjectId: row.projectId }, [user]);
}

export interface NewAccount {
  username: string;
  fullName: string;
  /** Of a mailed invitation the address is the one that it went to, whatever is written here. */
  email: string;
  password: string;
}

/**
 * Makes an account, whether registration is open or not, and joins. The address counts as confirmed when the code was
 * mailed to it.
 * @throws NotFound for a code that is no good, Invalid, Throttled
 */
export async function acceptWithNewAccount(
  actor: Actor,
  code: string,
  input: NewAccount,
  browser: Browser,
): Promise<{ user: UserRow; row: InvitationRow }> {
  await throttleAnonymous(browser);
  const row = await openInvitation(code);
  const email = row.byMail ? row.email : input.email.trim();
  try {
    const user = await inTransaction(async (tx) => {
      const made = await insertUser(tx, { ...input, email, emailConfirmed: row.byMail });
      await takeCode(tx, row);
      await enter(tx, { ...actor, userId: made.id }, row, made);
      if (!made.emailConfirmed) await mailConfirmations(tx, made);
      return made;
    });
    return { user, row };
  } catch (error) {
    if (isDuplicate(error)) throw Invalid.field("username", refusal("usernameMailAddress"), "unique");
    throw error;
  }
}
