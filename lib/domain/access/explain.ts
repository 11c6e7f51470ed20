import { components, languages, rolePermissions, roles, teamRoles } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asTexts } from "@/lib/platform/expressions";
import { type AccessLevel, PROJECT_SELECTION } from "@/lib/text/codes";
import { type Actor, type Grant, grantsOfTeams } from "./actor";
import { reaches } from "./demand";
import { LANGUAGE_PERMISSIONS, type ProjectPermission } from "./permissions";

/** Why somebody may do something in a project: by which team, which of its roles, and how far it reaches. */

/** One way from a team to a permission. */
export interface Chain {
  team: { id: number; name: string };
  role: { id: number; name: string };
  /** Where the team works: this project, all projects, all of a kind, or components that it names. */
  reach: "project" | "all" | "public" | "protected" | "components";
  /** Names of the components, where it names some. */
  components: readonly string[];
  /** Names of the languages that it is limited to, where that limits this permission; undefined for all. */
  languages?: readonly string[];
}

/** `partly`: in some languages or components only. */
export type Verdict = "yes" | "partly" | "no";

export interface Explanation {
  permission: ProjectPermission;
  verdict: Verdict;
  /** What decides without any team, or against all of them. */
  reason?: "superuser" | "blocked";
  chains: readonly Chain[];
}

type Place = { id: number; accessControl: AccessLevel };

const [tr, r, rp] = [teamRoles.as("tr"), roles.as("r"), rolePermissions.as("rp")];
const [c, l] = [components.as("c"), languages.as("l")];

const REACH_OF = new Map<number, Chain["reach"]>([
  [PROJECT_SELECTION.ALL, "all"],
  [PROJECT_SELECTION.PUBLIC, "public"],
  [PROJECT_SELECTION.PROTECTED, "protected"],
]);

/** What is needed to tell of grants in a project: their roles, and names. Three statements, however many there are. */
async function readNames(grants: readonly Grant[], project: Place) {
  const componentIds = grants.flatMap((grant) => grant.components);
  const [roleRows, componentRows, languageRows] = await Promise.all([
    db.rows(sql`
      select ${named({ teamId: tr.teamId })}, ${pick(r, "id", "name")}, ${named({
        permissions: asTexts(sql`array(select ${rp.codename} from ${rp} where ${rp.roleId} = ${r.id})`),
      })}
      from ${tr} join ${r} on ${r.id} = ${tr.roleId}
      where ${anyOf(
        tr.teamId,
        grants.map(({ teamId }) => teamId),
      )} order by ${r.name}`),
    db.rows(sql`
      select ${pick(c, "id", "name")} from ${c}
      where ${c.projectId} = ${project.id} and ${c.removedAt} is null and ${anyOf(c.id, componentIds)}`),
    db.rows(sql`
      select ${pick(l, "id", "name")} from ${l} where ${anyOf(
        l.id,
        grants.flatMap((grant) => grant.languages ?? []),
      )}`),
  ]);
  return {
    roles: roleRows,
    components: new Map(componentRows.map(({ id, name }) => [id, name])),
    languages: new Map(languageRows.map(({ id, name }) => [id, name])),
  };
}

/** A list of no languages gives nothing. */
function verdictOf(chains: readonly Chain[]): Verdict {
  const useful = chains.filter(({ languages }) => languages === undefined || languages.length > 0);
  if (useful.some(({ languages, reach }) => languages === undefined && reach !== "components")) return "yes";
  return useful.length > 0 ? "partly" : "no";
}

/**
 * Explains permissions of one set of grants in a project: each by every chain that gives it. What it says is what `denial`
 * decides: a superuser may everything, somebody who is blocked nothing, and a team that names components works in those alone.
 */
async function explain(
  grants: readonly Grant[],
  project: Place,
  permissions: readonly ProjectPermission[],
): Promise<Explanation[]> {
  const known = await readNames(grants, project);
  return permissions.map((permission) => {
    const chains = grants.flatMap((grant): Chain[] => {
      const components = grant.components.flatMap((id) => known.components.get(id) ?? []).toSorted();
      const here = grant.components.length > 0 ? components.length > 0 : reaches(grant, { project });
      if (!here || !grant.permissions.has(permission)) return [];
      const languageIds = LANGUAGE_PERMISSIONS.has(permission) ? grant.languages : undefined;
      const names = languageIds?.flatMap((id) => known.languages.get(id) ?? []).toSorted();
      return known.roles
        .filter((role) => role.teamId === grant.teamId && role.permissions.includes(permission))
        .map(({ id, name }) => ({
          team: { id: grant.teamId, name: grant.name },
          role: { id, name },
          reach: grant.components.length > 0 ? "components" : (REACH_OF.get(grant.projectSelection) ?? "project"),
          components,
          languages: names,
        }));
    });
    return { permission, verdict: verdictOf(chains), chains };
  });
}

/** Why somebody may do these things in a project, or may not. The right to ask has been asked for. */
export async function explainPermissions(
  person: Actor,
  project: Place,
  permissions: readonly ProjectPermission[],
): Promise<Explanation[]> {
  const explained = await explain(person.grants, project, permissions);
  if (person.isSuperuser) return explained.map((one): Explanation => ({ ...one, verdict: "yes", reason: "superuser" }));
  if (person.blockedIn.has(project.id))
    return explained.map((one): Explanation => ({ ...one, verdict: "no", reason: "blocked" }));
  return explained;
}

/** Why somebody may do one thing in a project, or may not. */
export async function explainPermission(
  person: Actor,
  permission: ProjectPermission,
  project: Place,
): Promise<Explanation> {
  const [explained] = await explainPermissions(person, project, [permission]);
  if (!explained) throw new Error("There is no explanation.");
  return explained;
}

/** What each of these teams gives in a project, by the id of the team; teams that do not reach it are left out. */
export async function explainTeams(
  teamIds: readonly number[],
  project: Place,
  permissions: readonly ProjectPermission[],
): Promise<Map<number, { reachesIt: boolean; permissions: Explanation[] }>> {
  const grants = await grantsOfTeams(teamIds);
  const explained = await explain(grants, project, permissions);
  return new Map(
    grants.map((grant) => {
      const own = explained.map((one): Explanation => {
        const chains = one.chains.filter(({ team }) => team.id === grant.teamId);
        return { ...one, chains, verdict: verdictOf(chains) };
      });
      const reachesIt =
        grant.components.length > 0 ? own.some(({ chains }) => chains.length > 0) : reaches(grant, { project });
      return [grant.teamId, { reachesIt, permissions: own }];
    }),
  );
}
