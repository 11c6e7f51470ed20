import { teamMembers, teams, users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { forgetTokens } from "../access/remembered-tokens";
import { Invalid } from "../errors";
import { keepingAdministrator } from "../teams/last-administrator";
import { joinTeam, leaveTeam } from "../teams/teams";
import type { ProjectRow } from "./projects";

/** One act on many people of a project at once. */

const [u, m, t] = [users.as("u"), teamMembers.as("m"), teams.as("t")];

const MOST = 1000;

/** People to act on, by their user names in small letters. @throws Invalid */
function readNames(usernames: readonly string[]): string[] {
  if (usernames.length === 0) throw Invalid.field("", refusal("tickLeastRow"), "required");
  if (usernames.length > MOST) throw Invalid.field("", refusal("tickMostRows", { most: MOST }));
  return usernames.map((name) => name.toLowerCase());
}

/**
 * Takes people out of all teams of the project; site-wide teams stay. Needs `project.permissions`.
 * @returns how many were in one
 * @throws Invalid on `last` where nobody would manage the members any more: nothing is changed then
 */
export async function removeProjectPeople(
  actor: Actor,
  project: ProjectRow,
  usernames: readonly string[],
): Promise<number> {
  demand(actor, "project.permissions", { project });
  const names = readNames(usernames);
  const gone = await inTransaction((tx) =>
    keepingAdministrator(tx, project.id, false, async () => {
      const found = await tx.rows(sql`
        select ${pick(u, "id", "username")}, ${pick(m, "teamId")} from ${u} join ${m} on ${m.userId} = ${u.id}
        join ${t} on ${t.id} = ${m.teamId} where ${t.definingProjectId} = ${project.id}
          and lower(${u.username}) = any(${names}::text[]) order by ${m.teamId}, ${u.id}`);
      const own = await tx.rows(sql`
        select ${pick(t, "id", "name", "definingProjectId")} from ${t} where ${t.definingProjectId} = ${project.id}`);
      for (const team of own) {
        const members = found.filter(({ teamId }) => teamId === team.id);
        if (members.length > 0) await leaveTeam(tx, actor, team, members);
      }
      return new Set(found.map(({ id }) => id)).size;
    }),
  );
  forgetTokens();
  return gone;
}

/**
 * Puts people of the project into one more of its teams. Needs `project.permissions`. @returns how many were not in it
 * @throws Invalid for a team of another project
 */
export async function addProjectPeople(
  actor: Actor,
  project: ProjectRow,
  usernames: readonly string[],
  teamId: number,
): Promise<number> {
  demand(actor, "project.permissions", { project });
  const names = readNames(usernames);
  const added = await inTransaction(async (tx) => {
    const team = await tx.one(sql`
      select ${pick(t, "id", "name", "definingProjectId")} from ${t}
      where ${t.id} = ${teamId} and ${t.definingProjectId} = ${project.id}`);
    if (!team) throw Invalid.field("team", refusal("teamNotBelong"), "does_not_exist");
    const found = await tx.rows(sql`
      select ${pick(u, "id", "username")} from ${u} where lower(${u.username}) = any(${names}::text[]) and not ${u.isAnonymous}
        and not exists (select from ${m} where ${m.teamId} = ${teamId} and ${m.userId} = ${u.id}) order by ${u.id}`);
    await joinTeam(tx, actor, team, found);
    return found.length;
  });
  forgetTokens();
  return added;
}
