import { invitations, projects, teams } from "@/lib/generated/tables";
import { assigned, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, type PermissionScope } from "../access/demand";
import { denied } from "../access/denied";
import { projectsWith } from "../access/permission-conditions";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Forbidden, Invalid, NotFound } from "../errors";
import { type Part, partOf } from "../teams/team-members";
import { findStaffedTeam } from "../teams/teams";
import { profileProblems } from "../users/users";
import { pageSql, type Window } from "../window";
import { DAYS, type InvitationRow, i, invitationsWhere, newCode } from "./internal/codes";
import { countInvitation, demandMailer, mailInvitation } from "./internal/invitation-mail";

/**
 * Invitations: by a link in a mail, or by a link that whoever invites hands on. The two are never one: what is mailed is
 * shown to nobody, so that it proves the address.
 */

export type { InvitationRow };

const p = projects.as("p");

export interface InvitationInput {
  /** Needed for a mail; with a link it only says whom it is for. */
  email: string;
  /** Null invites to the installation alone. */
  teamId: number | null;
  superuser?: boolean;
  byMail: boolean;
}

/** What came of it: the link when it was not mailed. */
export interface Invited {
  id: number;
  link?: string;
}

/** How long those that nobody used are kept for sending again. */
const KEPT_DAYS = 30;

/** Whether the actor may invite to a team, or to the installation. @throws Forbidden, NotFound */
async function demandInviting(actor: Actor, teamId: number | null, superuser: boolean): Promise<void> {
  if (teamId !== null) await findStaffedTeam(actor, teamId);
  if (teamId === null || superuser) demand(actor, "user.edit");
  if (superuser && (!actor.isSuperuser || actor.tokenProjectId !== undefined))
    throw new Forbidden(denied("missing-permission", refusal("inviteSuperusers")));
}

function refuseAddress(email: string): void {
  const wrong = profileProblems({ username: "anybody", fullName: "Anybody", email }).find(
    ({ path }) => path === "email",
  );
  if (wrong) throw new Invalid([wrong]);
}

/**
 * Invites somebody to a team, or to the installation. An earlier invitation of the same address to the same team ends.
 * @throws Invalid, Forbidden, NotFound; Throttled after many
 */
export async function invite(actor: Actor, input: InvitationInput): Promise<Invited> {
  const { teamId, byMail, superuser = false } = input;
  const email = input.email.trim();
  await demandInviting(actor, teamId, superuser);
  if (byMail && email === "") throw Invalid.field("email", refusal("enterAddressInvitation"), "required");
  if (email !== "") refuseAddress(email);
  if (byMail) demandMailer();
  await countInvitation(actor, byMail ? email : undefined);
  const { code, codeHash } = newCode();
  const id = await inTransaction(async (tx) => {
    await tx.run(sql`
      delete from ${i} where ${i.usedAt} is null and (${i.expiresAt} < now() - make_interval(days => ${KEPT_DAYS}::int)
        or (${email} <> '' and lower(${i.email}) = lower(${email}) and ${i.teamId} is not distinct from ${teamId}::int))`);
    const values = { email, teamId, superuser, byMail, codeHash, invitedBy: ledgerUser(actor), expiresAt: EXPIRES };
    const made = await tx.one(
      sql`insert into ${invitations} ${row(invitations, values)} returning ${pick(invitations, "id")}`,
    );
    if (!made) throw new Error("The invitation was not stored.");
    if (byMail) await mailCode(tx, actor, made.id, code);
    await tellLedger(tx, actor, teamId);
    return made.id;
  });
  return byMail ? { id } : { id, link: urls.invitation(code) };
}

const EXPIRES = sql`now() + make_interval(days => ${DAYS}::int)`;

async function mailCode(tx: Tx, actor: Actor, id: number, code: string): Promise<void> {
  const made = await tx.one(invitationsWhere(sql`${i.id} = ${id}`));
  if (made) await mailInvitation(tx, actor, made, code);
}

/** Without the address: the history of a project may be read by anybody. */
async function tellLedger(tx: Tx, actor: Actor, teamId: number | null): Promise<void> {
  const team = await tx.one(
    sql`select ${pick(teams, "name", "definingProjectId")} from ${teams} where ${teams.id} = ${teamId}`,
  );
  const details = team ? { group: team.name } : {};
  await record(tx, actor, [{ action: ACTION.USER_INVITED, projectId: team?.definingProjectId ?? null, details }]);
}

type ProjectPlace = PermissionScope["project"];

/** What a list of invitations is about: one team, the teams of one project, or those of no team. */
export type InvitationPlace = { teamId: number } | { project: ProjectPlace } | "site";

/** Invitations that nobody has used yet, newest first. @throws Forbidden, NotFound */
export async function listInvitations(
  actor: Actor,
  place: InvitationPlace,
  { before, limit }: { before?: number; limit: number },
): Promise<Part<InvitationRow>> {
  const at =
    place === "site"
      ? sql`${i.teamId} is null`
      : "teamId" in place
        ? sql`${i.teamId} = ${place.teamId}`
        : sql`${i.teamId} in (select ${teams.id} from ${teams} where ${teams.definingProjectId} = ${place.project.id})`;
  await demandPlace(actor, place);
  const older = before === undefined ? sql`` : sql`and ${i.id} < ${before}`;
  const found = await db.rows(
    invitationsWhere(sql`${i.usedAt} is null and ${at} ${older}`, sql`order by ${i.id} desc limit ${limit + 1}`),
  );
  return partOf(found, limit, (last) => String(last.id));
}

/** Invitations that nobody has used yet and that the actor may send again, to whatever they are; newest first. */
export async function pendingInvitations(actor: Actor, limit: number): Promise<Part<InvitationRow>> {
  if (actor.isAnonymous) return { rows: [] };
  const site = can(actor, "user.edit") ? sql`${i.teamId} is null` : sql`false`;
  const ofProjects = sql`(${p.id} is not null and ${projectsWith(actor, "project.permissions")})`;
  const everything = actor.isSuperuser && actor.tokenProjectId === undefined;
  const where = everything ? sql`true` : sql`(${site} or ${ofProjects})`;
  const found = await db.rows(
    invitationsWhere(sql`${i.usedAt} is null and ${where}`, sql`order by ${i.id} desc limit ${limit + 1}`),
  );
  return partOf(found, limit, (last) => String(last.id));
}

/** Invitations of one team that nobody has used yet, newest first. @throws Forbidden, NotFound */
export async function invitationsOfTeam(
  actor: Actor,
  teamId: number,
  window: Window,
): Promise<{ rows: InvitationRow[]; count: number }> {
  await findStaffedTeam(actor, teamId);
  const where = sql`${i.usedAt} is null and ${i.teamId} = ${teamId}`;
  const [rows, all] = await Promise.all([
    db.rows(invitationsWhere(where, sql`order by ${i.id} desc ${pageSql(window)}`)),
    db.one(sql`select ${counted} from ${i} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

async function demandPlace(actor: Actor, place: InvitationPlace): Promise<void> {
  if (place === "site") demand(actor, "user.edit");
  else if ("teamId" in place) await findStaffedTeam(actor, place.teamId);
  else demand(actor, "project.permissions", place);
}

/** An invitation that waits and that the actor may manage. @throws NotFound, Forbidden */
async function findInvitation(actor: Actor, id: number): Promise<InvitationRow> {
  const gone = () => new NotFound(refusal("invitationMissingUsed"));
  const found = await db.one(invitationsWhere(sql`${i.id} = ${id} and ${i.usedAt} is null`));
  if (!found) throw gone();
  await demandInviting(actor, found.teamId, found.superuser).catch((error: unknown) => {
    // Nobody is told of invitations to teams that they do not know of.
    throw error instanceof NotFound ? gone() : error;
  });
  return found;
}

/** Mails a new code to the address; the former one ends. @throws Invalid without an address; Throttled, NotFound, Forbidden */
export async function sendInvitationAgain(actor: Actor, id: number): Promise<InvitationRow> {
  const found = await findInvitation(actor, id);
  if (found.email === "") throw Invalid.field("", refusal("invitationNoAddress"));
  demandMailer();
  await countInvitation(actor, found.email);
  await renew(actor, found, true);
  return found;
}

/** Makes a new link; the former one, or the one in the mail, ends. @throws NotFound, Forbidden, Throttled */
export async function renewInvitationLink(actor: Actor, id: number): Promise<string> {
  const found = await findInvitation(actor, id);
  await countInvitation(actor, undefined);
  return urls.invitation(await renew(actor, found, false));
}

async function renew(actor: Actor, found: InvitationRow, byMail: boolean): Promise<string> {
  const { code, codeHash } = newCode();
  await inTransaction(async (tx) => {
    // Whoever invites now answers for it.
    const values = { codeHash, byMail, invitedBy: ledgerUser(actor), sentAt: sql`now()`, expiresAt: EXPIRES };
    const changed = await tx.run(
      sql`update ${i} set ${assigned(i, values)} where ${i.id} = ${found.id} and ${i.usedAt} is null`,
    );
    if (changed === 0) throw new NotFound(refusal("invitationUsedRevoked"));
    if (byMail) await mailCode(tx, actor, found.id, code);
  });
  return code;
}

/** Ends an invitation. @throws NotFound, Forbidden */
export async function revokeInvitation(actor: Actor, id: number): Promise<void> {
  const found = await findInvitation(actor, id);
  await db.run(sql`delete from ${i} where ${i.id} = ${found.id} and ${i.usedAt} is null`);
}
