import {
  componentLists,
  components,
  languages,
  projects,
  roles,
  teamComponentLists,
  teamComponents,
  teamLanguages,
  teamProjects,
  teamRoles,
} from "@/lib/generated/tables";
import { named, names, pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, visibleComponents, visibleProjects } from "../access/demand";
import { denied } from "../access/denied";
import { SITE_PERMISSIONS } from "../access/permissions";
import { forgetTokens } from "../access/remembered-tokens";
import { Forbidden, Invalid, NotFound } from "../errors";
import { keepingAdministrator } from "./last-administrator";
import { holdTeam, recordTeam } from "./record-team";
import { findManagedTeam, findTeam, type TeamRow } from "./teams";

/** What a team is tied to: roles, languages, projects, components and component lists, all in one way. */

/** What `noKind` and `notPartGroup` tell apart. */
export type AssignedKind = "role" | "language" | "project" | "component" | "list";

interface Kind {
  /** The table of ties, its column of teams, that of what is tied, and both for an insert. */
  ties: unknown;
  team: Sql;
  tied: Sql;
  columns: Sql;
  /** Field of the request that names one. */
  field: string;
  /** What it is, for messages. */
  name: AssignedKind;
  /** Statement that gives the id of what is named, as far as the actor may know of it. */
  find(actor: Actor, reference: number | string): Sql<{ id: number }>;
  /** Throws when this team may not have one of them. */
  refuse?(actor: Actor, team: TeamRow, ids: readonly number[]): Promise<void>;
}

const outsideProject = (why: Refusal, field: string) => Invalid.field(field, why, "invalid");

const [p, c] = [projects.as("p"), components.as("c")];

const KINDS = {
  roles: {
    ties: teamRoles,
    team: teamRoles.teamId,
    tied: teamRoles.roleId,
    columns: names(teamRoles, "teamId", "roleId"),
    field: "roleId",
    name: "role",
    find: (_actor, id) => sql`select ${pick(roles, "id")} from ${roles} where ${roles.id} = ${id}`,
    refuse: refuseSiteRole,
  },
  languages: {
    ties: teamLanguages,
    team: teamLanguages.teamId,
    tied: teamLanguages.languageId,
    columns: names(teamLanguages, "teamId", "languageId"),
    field: "languageCode",
    name: "language",
    find: (_actor, code) => sql`select ${pick(languages, "id")} from ${languages} where ${languages.code} = ${code}`,
  },
  projects: {
    ties: teamProjects,
    team: teamProjects.teamId,
    tied: teamProjects.projectId,
    columns: names(teamProjects, "teamId", "projectId"),
    field: "projectId",
    name: "project",
    find: (actor, id) => sql`select ${pick(p, "id")} from ${p} where ${p.id} = ${id} and ${visibleProjects(actor)}`,
    refuse: refuseProject,
  },
  components: {
    ties: teamComponents,
    team: teamComponents.teamId,
    tied: teamComponents.componentId,
    columns: names(teamComponents, "teamId", "componentId"),
    field: "componentId",
    name: "component",
    find: (actor, id) =>
      sql`select ${pick(c, "id")} from ${c} join ${p} on ${p.id} = ${c.projectId} where ${c.id} = ${id} and ${visibleComponents(actor)}`,
    refuse: refuseForeignComponent,
  },
  componentlists: {
    ties: teamComponentLists,
    team: teamComponentLists.teamId,
    tied: teamComponentLists.componentListId,
    columns: names(teamComponentLists, "teamId", "componentListId"),
    field: "componentListId",
    name: "list",
    find: (_actor, id) =>
      sql`select ${pick(componentLists, "id")} from ${componentLists} where ${componentLists.id} = ${id}`,
    refuse: refuseList,
  },
} satisfies Record<string, Kind>;

export type TeamAssignment = keyof typeof KINDS;

/**
 * Assigns something to a team; what is assigned already stays.
 * @param reference an id, or the code of a language
 * @throws NotFound for the team; Invalid on the field that names the thing; Forbidden
 */
export async function assignToTeam(
  actor: Actor,
  teamId: number,
  assignment: TeamAssignment,
  reference: number | string,
): Promise<TeamRow> {
  const team = await findManagedTeam(actor, teamId);
  const kind: Kind = KINDS[assignment];
  const found = await db.one(kind.find(actor, reference));
  if (!found) throw Invalid.field(kind.field, refusal("noKind", { kind: kind.name, reference }), "does_not_exist");
  await kind.refuse?.(actor, team, [found.id]);
  // A team that names components does not manage its project any more.
  await inTransaction((tx) =>
    keepingAdministrator(tx, team.definingProjectId, actor.isSuperuser, async () => {
      const before = await holdTeam(tx, teamId);
      await tx.run(
        sql`insert into ${kind.ties} (${kind.columns}) values (${teamId}, ${found.id}) on conflict do nothing`,
      );
      await recordTeam(tx, actor, teamId, before);
    }),
  );
  forgetTokens();
  return findTeam(actor, teamId);
}

/**
 * Makes these the only ones that a team is tied to; the right to change the team has been asked for.
 * @throws Invalid, Forbidden for what the team may not have
 */
export async function setAssignments(
  tx: Tx,
  actor: Actor,
  team: TeamRow,
  assignment: TeamAssignment,
  ids: readonly number[],
): Promise<void> {
  const kind: Kind = KINDS[assignment];
  const before = await tx.rows(
    sql`select ${named({ id: asNumber(kind.tied) })} from ${kind.ties} where ${kind.team} = ${team.id}`,
  );
  const known = new Set(before.map(({ id }) => id));
  const added = [...new Set(ids)].filter((id) => !known.has(id));
  if (added.length > 0) await kind.refuse?.(actor, team, added);
  await tx.run(sql`delete from ${kind.ties} where ${kind.team} = ${team.id} and ${kind.tied} <> all(${ids}::int[])`);
  await tx.run(
    sql`insert into ${kind.ties} (${kind.columns}) select ${team.id}, unnest(${added}::int[]) on conflict do nothing`,
  );
}

/**
 * A site-wide permission holds whatever a team's reach, and a list may reach into every project: whoever manages one
 * project only may hand out neither.
 */
async function refuseSiteRole(actor: Actor, team: TeamRow, ids: readonly number[]): Promise<void> {
  if (team.definingProjectId === null || can(actor, "group.edit")) return;
  const site = await db.prisma.rolePermission.findFirst({
    where: { roleId: { in: [...ids] }, codename: { in: Object.keys(SITE_PERMISSIONS) } },
  });
  if (site)
    throw new Forbidden(
      denied("missing-permission", refusal("roleSiteWide", { permission: site.codename }), "group.edit"),
    );
}

async function refuseProject(_actor: Actor, team: TeamRow): Promise<void> {
  if (team.definingProjectId !== null) throw outsideProject(refusal("groupProjectFixed"), "projectId");
}

async function refuseForeignComponent(_actor: Actor, team: TeamRow, ids: readonly number[]): Promise<void> {
  if (team.definingProjectId === null) return;
  const inside = await db.prisma.component.count({
    where: { id: { in: [...ids] }, projectId: team.definingProjectId },
  });
  if (inside < ids.length) throw outsideProject(refusal("groupForeignComponent"), "componentId");
}

async function refuseList(actor: Actor, team: TeamRow): Promise<void> {
  if (team.definingProjectId === null || can(actor, "group.edit")) return;
  throw new Forbidden(denied("missing-permission", refusal("listOtherProjects"), "group.edit"));
}

/** Takes something from a team. @throws NotFound when it is not assigned; Invalid for the project of a project's team; Forbidden */
export async function unassignFromTeam(
  actor: Actor,
  teamId: number,
  assignment: TeamAssignment,
  reference: number | string,
): Promise<void> {
  const team = await findManagedTeam(actor, teamId);
  const kind: Kind = KINDS[assignment];
  if (assignment === "projects" && team.definingProjectId === reference) await refuseProject(actor, team);
  const id =
    typeof reference === "number"
      ? sql`${reference}::int`
      : sql`(select ${languages.id} from ${languages} where ${languages.code} = ${reference})`;
  const gone = await inTransaction((tx) =>
    keepingAdministrator(tx, team.definingProjectId, actor.isSuperuser, async () => {
      const before = await holdTeam(tx, teamId);
      const taken = await tx.run(sql`delete from ${kind.ties} where ${kind.team} = ${teamId} and ${kind.tied} = ${id}`);
      await recordTeam(tx, actor, teamId, before);
      return taken;
    }),
  );
  if (gone === 0) throw new NotFound(refusal("notPartGroup", { kind: kind.name, reference }));
  forgetTokens();
}
