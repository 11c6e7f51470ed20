import { teamMembers, teamProjects, teams, userBlocks, users } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asFlag, asText, counted, jsonList, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { personMatches, seesAddresses } from "../access/find-person";
import { forgetTokens } from "../access/remembered-tokens";
import { Invalid, NotFound } from "../errors";
import { isLastAdministrator, keepingAdministrator } from "../teams/last-administrator";
import { type Asked, type Part, partOf } from "../teams/team-members";
import { joinTeam, leaveTeam } from "../teams/teams";
import type { ProjectRow } from "./projects";

/** People of a project with all their teams: those of its own teams, and those of site-wide teams that name it. */

const [u, m, t] = [users.as("u"), teamMembers.as("m"), teams.as("t")];
const [tp, b] = [teamProjects.as("tp"), userBlocks.as("b")];

/** Teams of the project, over `t`. */
const ofProject = (projectId: number): Sql => sql`(${t.definingProjectId} = ${projectId}
  or (${t.definingProjectId} is null and exists (select from ${tp} where ${tp.teamId} = ${t.id} and ${tp.projectId} = ${projectId})))`;

const person = (actor: Actor, projectId: number) =>
  combined(
    pick(u, "id", "username", "fullName", "isBot", "isActive", "isSuperuser"),
    named({
      /** Confirmed; for those alone who may see addresses. */
      email: orNull(asText(sql`case when ${seesAddresses(actor)} and ${u.emailConfirmed} then ${u.email} end`)),
      blocked: asFlag(sql`exists (select from ${b} where ${b.userId} = ${u.id} and ${b.projectId} = ${projectId}
        and (${b.expiresAt} is null or ${b.expiresAt} > now()))`),
      teams: jsonList(
        {
          id: t.id,
          name: t.name,
          isAdmin: m.isAdmin,
          /** Whether the project defines it: others are changed elsewhere. */
          own: asFlag(sql`${t.definingProjectId} is not null`),
        },
        sql`${t.name}, ${t.id}`,
        sql`from ${m} join ${t} on ${t.id} = ${m.teamId} where ${m.userId} = ${u.id} and ${ofProject(projectId)}`,
      ),
    }),
  );

/** Whether somebody is in a team of the project and has these words in the name, over `u`. */
const isListed = (actor: Actor, projectId: number, words: string): Sql => sql`not ${u.isAnonymous}
  and ${u.id} in (select ${m.userId} from ${m} join ${t} on ${t.id} = ${m.teamId} where ${ofProject(projectId)})
  ${words.trim() ? sql`and ${personMatches(actor, words)}` : sql``}`;

export type ProjectPerson = SelectedRow<ReturnType<typeof person>>;

/** People of a project by user name. Needs `project.permissions`. */
export async function listProjectPeople(actor: Actor, project: ProjectRow, asked: Asked): Promise<Part<ProjectPerson>> {
  demand(actor, "project.permissions", { project });
  const found = await db.rows(sql`
    select ${person(actor, project.id)} from ${u}
    where ${u.username} > ${asked.after} and ${isListed(actor, project.id, asked.words)}
    order by ${u.username} limit ${asked.limit + 1}`);
  return partOf(found, asked.limit, (row) => row.username);
}

/** How many people a project has whose names hold some words. Needs `project.permissions`. */
export async function countProjectPeople(actor: Actor, project: ProjectRow, words: string): Promise<number> {
  demand(actor, "project.permissions", { project });
  const all = await db.one(sql`select ${counted} from ${u} where ${isListed(actor, project.id, words)}`);
  return all?.count ?? 0;
}

/**
 * Anybody as the project sees them, in a team or in none. Needs `project.permissions`.
 * @throws NotFound
 */
export async function findProjectPerson(
  actor: Actor,
  project: ProjectRow,
  username: string,
): Promise<ProjectPerson & { lastAdministrator: boolean }> {
  demand(actor, "project.permissions", { project });
  const found = await db.one(sql`
    select ${person(actor, project.id)} from ${u} where lower(${u.username}) = lower(${username}) and not ${u.isAnonymous}`);
  if (!found) throw new NotFound(refusal("noUser", { user: username }));
  return { ...found, lastAdministrator: await isLastAdministrator(db, project.id, found.id) };
}

/**
 * Makes these the teams of the project that somebody is in; site-wide teams stay. Needs `project.permissions`.
 * @param evenLast although nobody would manage the members any more
 * @throws Invalid on `team` for a team of another project, on `last`; NotFound
 */
export async function setProjectTeams(
  actor: Actor,
  project: ProjectRow,
  userId: number,
  teamIds: readonly number[],
  evenLast = false,
): Promise<void> {
  demand(actor, "project.permissions", { project });
  const [own, user] = await Promise.all([
    db.rows(sql`
      select ${pick(t, "id", "name", "definingProjectId")}, ${named({
        member: asFlag(sql`exists (select from ${m} where ${m.teamId} = ${t.id} and ${m.userId} = ${userId})`),
      })}
      from ${t} where ${t.definingProjectId} = ${project.id} order by ${t.id}`),
    db.one(sql`select ${pick(u, "id", "username")} from ${u} where ${u.id} = ${userId} and not ${u.isAnonymous}`),
  ]);
  if (!user) throw new NotFound(refusal("userMissingMore"));
  const known = new Set(own.map(({ id }) => id));
  if (teamIds.some((id) => !known.has(id))) throw Invalid.field("team", refusal("teamNotBelong"), "does_not_exist");
  await inTransaction((tx) =>
    keepingAdministrator(tx, project.id, evenLast, async () => {
      for (const team of own) {
        const wanted = teamIds.includes(team.id);
        if (wanted && !team.member) await joinTeam(tx, actor, team, [user]);
        if (!wanted && team.member) await leaveTeam(tx, actor, team, [user]);
      }
    }),
  );
  forgetTokens();
}
