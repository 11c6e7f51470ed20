import { db, rawSql, type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { can, visibleComponents, visibleProjects } from "../access/demand";
import { SITE_PERMISSIONS } from "../access/permissions";
import { forgetTokens } from "../access/remembered-tokens";
import { Forbidden, Invalid, NotFound } from "../errors";
import { findManagedTeam, findTeam, type TeamRow } from "./teams";

/** What a team is tied to: roles, languages, projects, components and component lists, all in one way. */

interface Kind {
  table: Sql;
  column: Sql;
  /** Field of the request that names one. */
  field: string;
  name: string;
  /** Statement that gives the id of what is named, as far as the actor may know of it. */
  find(actor: Actor, reference: number | string): Sql;
  /** Throws when this team may not have it. */
  refuse?(actor: Actor, team: TeamRow, id: number): Promise<void>;
}

const outsideProject = (text: string, field: string) => Invalid.field(field, text, "invalid");

/**
 * A site-wide permission holds whatever a team's reach, and a list may reach into every project: whoever manages one
 * project only may hand out neither.
 */
async function refuseSiteRole(actor: Actor, team: TeamRow, id: number): Promise<void> {
  if (team.definingProjectId === null || can(actor, "group.edit")) return;
  const site = await db.one<{ codename: string }>(sql`
    select codename from role_permissions where role_id = ${id} and codename = any(${Object.keys(SITE_PERMISSIONS)}::text[]) limit 1`);
  if (site)
    throw new Forbidden({
      reason: "missing-permission",
      permission: "group.edit",
      text: `This role holds the site-wide permission ${site.codename}: only managers of all groups may give it.`,
    });
}

async function refuseProject(_actor: Actor, team: TeamRow): Promise<void> {
  if (team.definingProjectId !== null)
    throw outsideProject("This group belongs to one project, which cannot change.", "project_id");
}

async function refuseForeignComponent(_actor: Actor, team: TeamRow, id: number): Promise<void> {
  if (team.definingProjectId === null) return;
  const inside = await db.one(
    sql`select 1 from components where id = ${id} and project_id = ${team.definingProjectId}`,
  );
  if (!inside)
    throw outsideProject("This group belongs to one project: choose a component of that project.", "component_id");
}

async function refuseList(actor: Actor, team: TeamRow): Promise<void> {
  if (team.definingProjectId === null || can(actor, "group.edit")) return;
  throw new Forbidden({
    reason: "missing-permission",
    permission: "group.edit",
    text: "A component list may reach into other projects: only managers of all groups may add one.",
  });
}

const KINDS = {
  roles: {
    table: rawSql("team_roles"),
    column: rawSql("role_id"),
    field: "role_id",
    name: "role",
    find: (_actor, id) => sql`select r.id from roles r where r.id = ${id}`,
    refuse: refuseSiteRole,
  },
  languages: {
    table: rawSql("team_languages"),
    column: rawSql("language_id"),
    field: "language_code",
    name: "language",
    find: (_actor, code) => sql`select l.id from languages l where l.code = ${code}`,
  },
  projects: {
    table: rawSql("team_projects"),
    column: rawSql("project_id"),
    field: "project_id",
    name: "project",
    find: (actor, id) => sql`select p.id from projects p where p.id = ${id} and ${visibleProjects(actor)}`,
    refuse: refuseProject,
  },
  components: {
    table: rawSql("team_components"),
    column: rawSql("component_id"),
    field: "component_id",
    name: "component",
    find: (actor, id) =>
      sql`select c.id from components c join projects p on p.id = c.project_id where c.id = ${id} and ${visibleComponents(actor)}`,
    refuse: refuseForeignComponent,
  },
  componentlists: {
    table: rawSql("team_component_lists"),
    column: rawSql("component_list_id"),
    field: "component_list_id",
    name: "component list",
    find: (_actor, id) => sql`select l.id from component_lists l where l.id = ${id}`,
    refuse: refuseList,
  },
} satisfies Record<string, Kind>;

export type TeamTie = keyof typeof KINDS;

/**
 * Ties something to a team; what is tied already stays.
 * @param reference an id, or the code of a language
 * @throws NotFound for the team; Invalid on the field that names the thing; Forbidden
 */
export async function tie(
  actor: Actor,
  teamId: number,
  tieKind: TeamTie,
  reference: number | string,
): Promise<TeamRow> {
  const team = await findManagedTeam(actor, teamId);
  const kind: Kind = KINDS[tieKind];
  const found = await db.one<{ id: number }>(kind.find(actor, reference));
  if (!found) throw Invalid.field(kind.field, `There is no ${kind.name} ${reference}.`, "does_not_exist");
  await kind.refuse?.(actor, team, found.id);
  await db.run(
    sql`insert into ${kind.table} (team_id, ${kind.column}) values (${teamId}, ${found.id}) on conflict do nothing`,
  );
  forgetTokens();
  return findTeam(actor, teamId);
}

/** Unties something from a team. @throws NotFound when it is not tied; Invalid for the project of a project's team; Forbidden */
export async function untie(actor: Actor, teamId: number, tieKind: TeamTie, reference: number | string): Promise<void> {
  const team = await findManagedTeam(actor, teamId);
  const kind: Kind = KINDS[tieKind];
  if (tieKind === "projects" && team.definingProjectId === reference) await refuseProject(actor, team);
  const id =
    typeof reference === "number" ? sql`${reference}::int` : sql`(select id from languages where code = ${reference})`;
  const gone = await db.run(sql`delete from ${kind.table} where team_id = ${teamId} and ${kind.column} = ${id}`);
  if (gone === 0) throw new NotFound(`The ${kind.name} ${reference} is not part of this group.`);
  forgetTokens();
}
