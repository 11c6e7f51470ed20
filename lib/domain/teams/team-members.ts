import { teamMembers, users } from "@/lib/generated/tables";
import { combined, pick } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { personMatches, personNamed } from "../access/find-person";
import { forgetTokens } from "../access/remembered-tokens";
import { Invalid, NotFound } from "../errors";
import { keepingAdministrator } from "./last-administrator";
import { findStaffedTeam, findTeam, joinTeam, leaveTeam } from "./teams";

/** Members of one team, for those who may manage them. */

const [m, u] = [teamMembers.as("m"), users.as("u")];

const MEMBER = combined(pick(u, "id", "username", "fullName", "isBot", "isActive"), pick(m, "isAdmin"));

export type TeamMemberRow = SelectedRow<typeof MEMBER>;

/** A part of a list, and the key behind which the next one begins. */
export interface Part<Row> {
  rows: Row[];
  next?: string;
}

/** What a list is asked for: words in names, and the key of the last row before. */
export interface Asked {
  words: string;
  after: string;
  limit: number;
}

/** A list of one row more than wanted, as a part. */
export function partOf<Row>(found: Row[], limit: number, key: (row: Row) => string): Part<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return found.length > limit && last ? { rows, next: key(last) } : { rows };
}

/** Members by user name. @throws NotFound, Forbidden */
export async function listTeamMembers(actor: Actor, teamId: number, asked: Asked): Promise<Part<TeamMemberRow>> {
  await findStaffedTeam(actor, teamId);
  const words = asked.words.trim() ? sql`and ${personMatches(actor, asked.words)}` : sql``;
  const found = await db.rows(sql`
    select ${MEMBER} from ${m} join ${u} on ${u.id} = ${m.userId}
    where ${m.teamId} = ${teamId} and ${u.username} > ${asked.after} ${words} order by ${u.username} limit ${asked.limit + 1}`);
  return partOf(found, asked.limit, (row) => row.username);
}

/** Puts somebody into a team. @throws Invalid on `username`; NotFound, Forbidden */
export async function addTeamMember(
  actor: Actor,
  teamId: number,
  login: string,
  admin = false,
): Promise<{ username: string }> {
  const team = await findStaffedTeam(actor, teamId);
  const user = await personNamed(actor, login);
  await inTransaction((tx) => joinTeam(tx, actor, team, [user], admin));
  forgetTokens();
  return user;
}

/**
 * Takes somebody out of a team, unless it is the last one who may manage the members of its project.
 * @throws NotFound for somebody who is no member; Invalid on `last`; Forbidden
 */
export async function removeTeamMember(actor: Actor, teamId: number, userId: number): Promise<{ username: string }> {
  return dropMember(actor, await findStaffedTeam(actor, teamId), userId);
}

/**
 * Takes many out of a team at once, unless nobody would manage the members of its project any more.
 * @returns how many were in it
 * @throws Invalid without anybody, or on `last`: nothing is changed then; NotFound, Forbidden
 */
export async function removeTeamMembers(actor: Actor, teamId: number, userIds: readonly number[]): Promise<number> {
  const team = await findStaffedTeam(actor, teamId);
  if (userIds.length === 0) throw Invalid.field("", refusal("tickLeastRow"), "required");
  const gone = await inTransaction((tx) =>
    keepingAdministrator(tx, team.definingProjectId, false, async () => {
      const found = await tx.rows(sql`
        select ${pick(u, "id", "username")} from ${m} join ${u} on ${u.id} = ${m.userId}
        where ${m.teamId} = ${team.id} and ${anyOf(u.id, [...userIds])} order by ${u.id}`);
      await leaveTeam(tx, actor, team, found);
      return found.length;
    }),
  );
  forgetTokens();
  return gone;
}

/** Leaves a team that one was put into. @throws NotFound; Invalid on `last`, or for a built-in team of everybody */
export async function leaveOwnTeam(actor: Actor, teamId: number): Promise<void> {
  const team = await findTeam(actor, teamId);
  if (team.builtin && team.definingProjectId === null)
    throw Invalid.field("", refusal("builtTeamInstallation", { team: team.name }));
  await dropMember(actor, team, actor.userId);
}

async function dropMember(
  actor: Actor,
  team: Parameters<typeof leaveTeam>[2],
  userId: number,
): Promise<{ username: string }> {
  const user = await db.one(sql`
    select ${pick(u, "id", "username")} from ${m} join ${u} on ${u.id} = ${m.userId}
    where ${m.teamId} = ${team.id} and ${m.userId} = ${userId}`);
  if (!user) throw new NotFound(refusal("personNotTeam", { team: team.name }));
  await inTransaction((tx) =>
    keepingAdministrator(tx, team.definingProjectId, false, () => leaveTeam(tx, actor, team, [user])),
  );
  forgetTokens();
  return user;
}
