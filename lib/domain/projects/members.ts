import {
  apiTokens,
  languages,
  rolePermissions,
  roles,
  teamComponents,
  teamLanguages,
  teamMembers,
  teamRoles,
  teams,
  users,
} from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, literal, type SelectedRow, sql } from "@/lib/platform/database";
import { asFlag, asNumber, asTexts, rowCount } from "@/lib/platform/expressions";
import { LANGUAGE_SELECTION } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { personNamed } from "../access/find-person";
import { forgetTokens } from "../access/remembered-tokens";
import { Invalid, NotFound } from "../errors";
import { joinTeam } from "../teams/teams";
import { issueProjectToken } from "../users/project-tokens";
import { endOldKey, endTokens, renewKey, TOKEN, type TokenRow } from "../users/tokens";
import type { ProjectRow } from "./projects";

/** Who works in a project: its teams, their members, and the tokens that reach it. All need `project.permissions`. */

const [t, tr, r] = [teams.as("t"), teamRoles.as("tr"), roles.as("r")];
const [tl, l] = [teamLanguages.as("tl"), languages.as("l")];
const [m, u] = [teamMembers.as("m"), users.as("u")];
const [rp, tc] = [rolePermissions.as("rp"), teamComponents.as("tc")];
const k = apiTokens.as("k");

const TEAM_COLUMNS = combined(
  pick(t, "id", "name", "builtin"),
  named({
    roles: asTexts(sql`
      array(select ${r.name} from ${tr} join ${r} on ${r.id} = ${tr.roleId} where ${tr.teamId} = ${t.id} order by ${r.name})`),
    allLanguages: asFlag(sql`${t.languageSelection} = ${literal(LANGUAGE_SELECTION.ALL)}`),
    /** Names of the languages it is limited to, unless all are meant. */
    languages: asTexts(sql`
      case when ${t.languageSelection} = ${literal(LANGUAGE_SELECTION.ALL)} then '{}' else
        array(select ${l.name} from ${tl} join ${l} on ${l.id} = ${tl.languageId} where ${tl.teamId} = ${t.id} order by ${l.name}) end`),
    components: asNumber(sql`(select ${rowCount} from ${tc} where ${tc.teamId} = ${t.id})`),
    permissions: asTexts(sql`
      array(select distinct ${rp.codename} from ${tr} join ${rp} on ${rp.roleId} = ${tr.roleId} where ${tr.teamId} = ${t.id} order by 1)`),
    people: asNumber(sql`
      (select ${rowCount} from ${m} join ${u} on ${u.id} = ${m.userId} and not ${u.isBot} where ${m.teamId} = ${t.id})`),
  }),
);

export type ProjectTeam = SelectedRow<typeof TEAM_COLUMNS>;

/** Teams that the project defines, by name, with what they give. */
export async function listProjectTeams(actor: Actor, project: ProjectRow): Promise<ProjectTeam[]> {
  demand(actor, "project.permissions", { project });
  return db.rows(sql`
    select ${TEAM_COLUMNS} from ${t} where ${t.definingProjectId} = ${project.id} order by ${t.name}, ${t.id} limit 500`);
}

async function demandTeam(actor: Actor, project: ProjectRow, teamId: number): Promise<{ id: number; name: string }> {
  demand(actor, "project.permissions", { project });
  const team = await db.one(
    sql`select ${pick(t, "id", "name")} from ${t} where ${t.id} = ${teamId} and ${t.definingProjectId} = ${project.id}`,
  );
  if (!team) throw Invalid.field("team", refusal("teamNotBelong"), "does_not_exist");
  return team;
}

/**
 * Puts a person into a team of the project, by user name, or by address for those who see addresses.
 * @throws Invalid for an unknown name or team
 */
export async function addProjectMember(
  actor: Actor,
  project: ProjectRow,
  teamId: number,
  login: string,
): Promise<{ username: string }> {
  const team = await demandTeam(actor, project, teamId);
  const user = await personNamed(actor, login);
  await inTransaction((tx) => joinTeam(tx, actor, { ...team, definingProjectId: project.id }, [user]));
  forgetTokens();
  return user;
}

/** Tokens that reach this project only and have not been revoked, newest first. */
export async function listProjectTokens(
  actor: Actor,
  project: ProjectRow,
): Promise<(TokenRow & { username: string })[]> {
  demand(actor, "project.permissions", { project });
  return db.rows(sql`
    select ${TOKEN}, ${pick(u, "username")}
    from ${k} join ${u} on ${u.id} = ${k.userId} where ${k.projectId} = ${project.id} and ${k.revokedAt} is null order by ${k.id} desc`);
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
  const ended = await endTokens(db, sql`${apiTokens.id} = ${tokenId} and ${apiTokens.projectId} = ${project.id}`);
  if (ended === 0) throw new NotFound(refusal("tokenMissingAlready"));
  forgetTokens();
}

/** Gives a token of the project another key, shown once; the one before works some hours longer. @throws as `renewKey` */
export async function rotateProjectToken(
  actor: Actor,
  project: ProjectRow,
  tokenId: number,
  overlapHours: number,
): Promise<string> {
  demand(actor, "project.permissions", { project });
  return renewKey(tokenId, sql`${apiTokens.projectId} = ${project.id}`, overlapHours);
}

/** Ends the key that a token of the project had before. @throws NotFound */
export async function endOldProjectKey(actor: Actor, project: ProjectRow, tokenId: number): Promise<void> {
  demand(actor, "project.permissions", { project });
  await endOldKey(tokenId, sql`${apiTokens.projectId} = ${project.id}`);
}
