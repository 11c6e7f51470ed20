import { projects, teamMembers, teamProjects, teams, users } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, literal, type SelectedRow, sql } from "@/lib/platform/database";
import { asFlag, asNumber, rowCount } from "@/lib/platform/expressions";
import { ACCESS, PROJECT_SELECTION } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, loadActor } from "../access/actor";
import { demand } from "../access/demand";
import { type Explanation, explainPermissions, explainTeams } from "../access/explain";
import { PROJECT_PERMISSIONS, type ProjectPermission } from "../access/permissions";
import { NotFound } from "../errors";
import type { ProjectRow } from "./projects";

/** Who can do what in a project, and why. Needs `project.permissions`. */

const [t, m, u, tp, p] = [teams.as("t"), teamMembers.as("m"), users.as("u"), teamProjects.as("tp"), projects.as("p")];

/** The columns of the table, the most asked for; a person's page tells all permissions. */
export const MATRIX = [
  "suggestion.add",
  "unit.edit",
  "unit.review",
  "upload.perform",
  "vcs.commit",
  "vcs.push",
  "project.edit",
  "project.permissions",
] as const satisfies readonly ProjectPermission[];

const TEAM = combined(
  pick(t, "id", "name", "builtin"),
  named({
    /** Whether the project defines it. */
    own: asFlag(sql`${t.definingProjectId} is not null`),
    people: asNumber(sql`
      (select ${rowCount} from ${m} join ${u} on ${u.id} = ${m.userId} and not ${u.isBot} and not ${u.isAnonymous}
        where ${m.teamId} = ${t.id})`),
    /** Whether visitors who are not signed in are in it. */
    visitors: asFlag(sql`
      exists (select from ${m} join ${u} on ${u.id} = ${m.userId} and ${u.isAnonymous} where ${m.teamId} = ${t.id})`),
  }),
);

export type MatrixTeam = SelectedRow<typeof TEAM> & { permissions: Explanation[] };

/** More teams than these nobody reads; the project's own come first. */
const MOST_TEAMS = 200;

/** Teams that reach the project, its own first, with what each gives there. */
export async function accessMatrix(actor: Actor, project: ProjectRow): Promise<MatrixTeam[]> {
  demand(actor, "project.permissions", { project });
  const rows = await db.rows(sql`
    select ${TEAM} from ${t} join ${p} on ${p.id} = ${project.id}
    where ${t.definingProjectId} = ${project.id} or (${t.definingProjectId} is null and (
      ${t.projectSelection} = ${literal(PROJECT_SELECTION.ALL)}
      or (${t.projectSelection} = ${literal(PROJECT_SELECTION.PUBLIC)} and ${p.accessControl} = ${literal(ACCESS.PUBLIC)})
      or (${t.projectSelection} = ${literal(PROJECT_SELECTION.PROTECTED)} and ${p.accessControl} = ${literal(ACCESS.PROTECTED)})
      or exists (select from ${tp} where ${tp.teamId} = ${t.id} and ${tp.projectId} = ${project.id})))
    order by ${t.definingProjectId} is null, lower(${t.name}), ${t.id} limit ${MOST_TEAMS}`);
  const explained = await explainTeams(
    rows.map(({ id }) => id),
    project,
    MATRIX,
  );
  return rows.flatMap((row): MatrixTeam[] => {
    const said = explained.get(row.id);
    return said && (row.own || said.reachesIt) ? [{ ...row, permissions: said.permissions }] : [];
  });
}

/** What somebody may do in the project, every permission with the chains that give it. @throws NotFound */
export async function permissionsOf(actor: Actor, project: ProjectRow, userId: number): Promise<Explanation[]> {
  demand(actor, "project.permissions", { project });
  const person = await loadActor(userId);
  if (!person) throw new NotFound(refusal("accountClosedMay"));
  return explainPermissions(person, project, Object.keys(PROJECT_PERMISSIONS) as ProjectPermission[]);
}
