import { db, inTransaction, literal, sql } from "@/lib/platform/database";
import { LANGUAGE_SELECTION } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { forgetTokens } from "../access/remembered-tokens";
import { addMembers } from "../access/seed";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { issueProjectToken } from "../users/project-tokens";
import type { TokenRow } from "../users/tokens";
import { findUser } from "../users/users";
import type { ProjectRow } from "./projects";

/** Who works in a project: its teams, their members, and the tokens that reach it. All need `project.permissions`. */

export interface ProjectTeam {
  id: number;
  name: string;
  builtin: boolean;
  roles: string[];
  /** Names of the languages it is limited to; empty means all. */
  languages: string[];
  members: { id: number; username: string; fullName: string; isBot: boolean; isAdmin: boolean }[];
}

/** Teams that the project defines, by name, with their members. */
export async function listProjectTeams(actor: Actor, project: ProjectRow): Promise<ProjectTeam[]> {
  demand(actor, "project.permissions", { project });
  return db.rows<ProjectTeam>(sql`
    select t.id, t.name, t.builtin,
      array(select r.name from team_roles tr join roles r on r.id = tr.role_id where tr.team_id = t.id order by r.name) as roles,
      case when t.language_selection = ${literal(LANGUAGE_SELECTION.ALL)} then '{}' else
        array(select l.name from team_languages tl join languages l on l.id = tl.language_id where tl.team_id = t.id order by l.name) end as languages,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'fullName', u.full_name, 'isBot', u.is_bot, 'isAdmin', m.is_admin)
        order by u.is_bot, u.username) from team_members m join users u on u.id = m.user_id where m.team_id = t.id), '[]') as members
    from teams t where t.defining_project_id = ${project.id} order by t.name, t.id limit 500`);
}

async function demandTeam(actor: Actor, project: ProjectRow, teamId: number): Promise<{ id: number; name: string }> {
  demand(actor, "project.permissions", { project });
  const team = await db.one<{ id: number; name: string }>(
    sql`select id, name from teams where id = ${teamId} and defining_project_id = ${project.id}`,
  );
  if (!team) throw Invalid.field("team", "This team is not one of the project's.", "does_not_exist");
  return team;
}

/** Puts a person into a team of the project. @throws Invalid for an unknown name or team */
export async function addProjectMember(
  actor: Actor,
  project: ProjectRow,
  teamId: number,
  username: string,
): Promise<void> {
  const team = await demandTeam(actor, project, teamId);
  const user = await findUser(username).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
    throw Invalid.field("username", `There is no user ${username}. They need an account first.`, "does_not_exist");
  });
  await inTransaction(async (tx) => {
    await addMembers(tx, team.id, [user.id]);
    await record(tx, actor, [
      { action: ACTION.USER_ADDED, projectId: project.id, target: user.username, details: { team: team.name } },
    ]);
  });
}

/** Takes a person out of a team of the project; nothing happens when they are not in it. */
export async function removeProjectMember(
  actor: Actor,
  project: ProjectRow,
  teamId: number,
  userId: number,
): Promise<void> {
  const team = await demandTeam(actor, project, teamId);
  await inTransaction(async (tx) => {
    const gone = await tx.one<{ username: string }>(sql`
      delete from team_members m using users u where m.team_id = ${team.id} and m.user_id = ${userId} and u.id = m.user_id returning u.username`);
    if (gone)
      await record(tx, actor, [
        { action: ACTION.USER_REMOVED, projectId: project.id, target: gone.username, details: { team: team.name } },
      ]);
  });
}

/** Tokens that reach this project only and have not been revoked, newest first. */
export async function listProjectTokens(
  actor: Actor,
  project: ProjectRow,
): Promise<(TokenRow & { username: string })[]> {
  demand(actor, "project.permissions", { project });
  return db.rows<TokenRow & { username: string }>(sql`
    select t.id, t.name, t.prefix, t.last_four, t.project_id, t.created_at, t.expires_at, t.last_used_at, t.last_client, u.username
    from api_tokens t join users u on u.id = t.user_id where t.project_id = ${project.id} and t.revoked_at is null order by t.id desc`);
}

/** A new token for the project; gives the key, which cannot be shown again. */
export async function createProjectToken(
  actor: Actor,
  project: ProjectRow,
  name: string,
  expiresAt: Date | null,
): Promise<string> {
  demand(actor, "project.permissions", { project });
  return issueProjectToken(project.slug, name, expiresAt);
}

/** Ends a token of the project at once. @throws NotFound */
export async function revokeProjectToken(actor: Actor, project: ProjectRow, tokenId: number): Promise<void> {
  demand(actor, "project.permissions", { project });
  const ended = await db.run(
    sql`update api_tokens set revoked_at = now() where id = ${tokenId} and project_id = ${project.id} and revoked_at is null`,
  );
  if (ended === 0) throw new NotFound("This token does not exist or has been revoked already.");
  forgetTokens();
}
