import { db, inTransaction, rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { PROJECT_SELECTION } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { can, demand, visibleProjects } from "../access/demand";
import { projectsWith } from "../access/reach";
import { forgetTokens } from "../access/remembered-tokens";
import { addMembers } from "../access/seed";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Forbidden, Invalid, NotFound } from "../errors";
import type { Window } from "../window";

/** Teams: who gets which roles, where and in which languages. */

export interface TeamRow {
  id: number;
  name: string;
  builtin: boolean;
  definingProjectId: number | null;
  definingProjectSlug: string | null;
  definingAccessControl: number | null;
  projectSelection: number;
  languageSelection: number;
  roles: number[];
  /** Slugs. */
  projects: string[];
  components: { projectSlug: string; categoryPath: string; componentSlug: string }[];
  /** Slugs. */
  componentLists: string[];
  /** Codes. */
  languages: string[];
  /** User names of those who may manage the members. */
  admins: string[];
}

export interface TeamInput {
  name: string;
  projectSelection: number;
  languageSelection: number;
}

const COLUMNS = sql`
  t.id, t.name, t.builtin, t.defining_project_id, dp.slug as defining_project_slug, dp.access_control as defining_access_control,
  t.project_selection, t.language_selection,
  array(select role_id from team_roles x where x.team_id = t.id order by 1) as roles,
  array(select p.slug from team_projects x join projects p on p.id = x.project_id and p.removed_at is null where x.team_id = t.id order by p.id) as projects,
  coalesce((select jsonb_agg(jsonb_build_object('projectSlug', p.slug, 'categoryPath', category_path(c.category_id), 'componentSlug', c.slug) order by c.id)
    from team_components x join components c on c.id = x.component_id and c.removed_at is null join projects p on p.id = c.project_id and p.removed_at is null
    where x.team_id = t.id), '[]') as components,
  array(select c.slug from team_component_lists x join component_lists c on c.id = x.component_list_id where x.team_id = t.id order by c.id) as component_lists,
  array(select l.code from team_languages x join languages l on l.id = x.language_id where x.team_id = t.id order by l.id) as languages,
  array(select u.username from team_members x join users u on u.id = x.user_id where x.team_id = t.id and x.is_admin order by u.id) as admins`;

const FROM = sql`from teams t left join projects dp on dp.id = t.defining_project_id`;

/** Teams the actor may know of: all, or its own and those of projects whose access it manages. Over the alias `t`. */
function visibleTeams(actor: Actor): Sql {
  const living = rawSql("(t.defining_project_id is null or dp.removed_at is null)");
  if (can(actor, "group.edit") || can(actor, "group.view")) return living;
  const own = sql`t.id in (select m.team_id from team_members m where m.user_id = ${actor.userId})`;
  const managed = sql`t.defining_project_id in (select p.id from projects p where ${projectsWith(actor, "project.permissions")})`;
  const reach =
    actor.tokenProjectId === undefined ? rawSql("true") : sql`t.defining_project_id = ${actor.tokenProjectId}`;
  return sql`(${living} and ${reach} and (${own} or ${managed}))`;
}

/** Teams the actor may know of, by id. */
export async function listTeams(actor: Actor, window: Window): Promise<{ rows: TeamRow[]; count: number }> {
  const where = visibleTeams(actor);
  const [rows, counted] = await Promise.all([
    db.rows<TeamRow>(
      sql`select ${COLUMNS} ${FROM} where ${where} order by t.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count ${FROM} where ${where}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** A team the actor may know of. @throws NotFound */
export async function findTeam(actor: Actor, id: number): Promise<TeamRow> {
  const row = await db.one<TeamRow>(sql`select ${COLUMNS} ${FROM} where t.id = ${id} and ${visibleTeams(actor)}`);
  if (!row) throw new NotFound(`There is no group ${id}, or you may not see it.`);
  return row;
}

/** Whether the actor may change the team: as manager of all teams, or of the access of the project that defines it. */
function mayManage(actor: Actor, team: TeamRow): boolean {
  if (can(actor, "group.edit")) return true;
  const { definingProjectId, definingAccessControl } = team;
  if (definingProjectId === null) return false;
  return can(actor, "project.permissions", {
    project: { id: definingProjectId, accessControl: definingAccessControl ?? 100 },
  });
}

function demandManaging(actor: Actor, team: TeamRow): void {
  if (mayManage(actor, team)) return;
  if (team.definingProjectId === null) demand(actor, "group.edit");
  demand(actor, "project.permissions", {
    project: { id: team.definingProjectId ?? 0, accessControl: team.definingAccessControl ?? 100 },
  });
}

/** A team that the actor may change. @throws NotFound, Forbidden */
export async function findManagedTeam(actor: Actor, id: number): Promise<TeamRow> {
  const team = await findTeam(actor, id);
  demandManaging(actor, team);
  return team;
}

/**
 * Makes a team: a site-wide one needs `group.edit`, one of a project `project.permissions` there.
 * @param definingProject slug of the project whose access it regulates; it reaches that project alone
 */
export async function createTeam(
  actor: Actor,
  input: TeamInput & { definingProject: string | null },
): Promise<TeamRow> {
  const project = input.definingProject === null ? undefined : await definingProject(actor, input.definingProject);
  if (!project || !can(actor, "group.edit")) {
    if (project) demand(actor, "project.permissions", { project });
    else demand(actor, "group.edit");
  }
  const id = await inTransaction(async (tx) => {
    const made = await tx.one<{ id: number }>(sql`
      insert into teams (name, defining_project_id, project_selection, language_selection)
      values (${input.name}, ${project?.id ?? null}, ${project ? 0 : input.projectSelection}, ${input.languageSelection}) returning id`);
    if (project) await tx.run(sql`insert into team_projects (team_id, project_id) values (${made?.id}, ${project.id})`);
    return made?.id ?? 0;
  });
  return findTeam(actor, id);
}

async function definingProject(actor: Actor, slug: string): Promise<{ id: number; accessControl: number }> {
  const row = await db.one<{ id: number; accessControl: number }>(
    sql`select p.id, p.access_control from projects p where p.slug = ${slug} and ${visibleProjects(actor)}`,
  );
  if (!row) throw Invalid.field("defining_project", `There is no project ${slug}.`, "does_not_exist");
  return row;
}

/**
 * Changes name and selections. Built-in teams keep theirs, and a team of a project stays with it.
 * @throws Invalid, Forbidden
 */
export async function updateTeam(
  actor: Actor,
  id: number,
  input: Partial<TeamInput> & { definingProject?: string | null },
): Promise<TeamRow> {
  const team = await findManagedTeam(actor, id);
  const next = {
    name: input.name ?? team.name,
    projectSelection: input.projectSelection ?? team.projectSelection,
    languageSelection: input.languageSelection ?? team.languageSelection,
  };
  if (input.definingProject !== undefined && input.definingProject !== team.definingProjectSlug)
    throw Invalid.field("defining_project", "The project of a group is decided when the group is made.");
  if (team.definingProjectId !== null && next.projectSelection !== PROJECT_SELECTION.LISTED)
    throw Invalid.field("project_selection", "This group belongs to one project: its project selection stays 0.");
  const changed = (["name", "projectSelection", "languageSelection"] as const).filter((key) => next[key] !== team[key]);
  const fixed = team.builtin ? changed[0] : undefined;
  if (fixed)
    throw Invalid.field(
      { name: "name", projectSelection: "project_selection", languageSelection: "language_selection" }[fixed],
      `${team.name} is a built-in group: it keeps its name and reach. Make a group of your own instead.`,
    );
  await db.run(sql`
    update teams set name = ${next.name}, project_selection = ${next.projectSelection}, language_selection = ${next.languageSelection}
    where id = ${id}`);
  forgetTokens();
  return findTeam(actor, id);
}

/** Removes a team. @throws Invalid for a built-in one; Forbidden */
export async function removeTeam(actor: Actor, id: number): Promise<void> {
  const team = await findManagedTeam(actor, id);
  if (team.builtin)
    throw Invalid.field("", `${team.name} is a built-in group and stays. Take its members out instead.`);
  await db.run(sql`delete from teams where id = ${id}`);
  forgetTokens();
}

/** Makes a user member and admin of a team. For managers of the team and its admins. @throws Invalid on `user_id` */
export async function addTeamAdmin(actor: Actor, id: number, userId: number): Promise<{ username: string }> {
  const team = await findTeam(actor, id);
  await demandAdmin(actor, team);
  const user = await db.one<{ id: number; username: string }>(
    sql`select id, username from users where id = ${userId} and not is_anonymous`,
  );
  if (!user) throw Invalid.field("user_id", `There is no user ${userId}.`, "does_not_exist");
  await inTransaction((tx) => joinTeam(tx, actor, team, user, true));
  forgetTokens();
  return { username: user.username };
}

/** Takes the admin's right away; the membership stays. @throws Invalid when the user is none */
export async function removeTeamAdmin(actor: Actor, id: number, userId: number): Promise<TeamRow> {
  const team = await findTeam(actor, id);
  await demandAdmin(actor, team);
  const changed = await db.run(
    sql`update team_members set is_admin = false where team_id = ${id} and user_id = ${userId} and is_admin`,
  );
  if (changed === 0) throw Invalid.field("user_id", `The user ${userId} is no admin of this group.`, "does_not_exist");
  return findTeam(actor, id);
}

async function demandAdmin(actor: Actor, team: TeamRow): Promise<void> {
  if (mayManage(actor, team)) return;
  const admin =
    actor.tokenProjectId === undefined &&
    (await db.one(
      sql`select 1 from team_members where team_id = ${team.id} and user_id = ${actor.userId} and is_admin`,
    ));
  if (!admin)
    throw new Forbidden({
      reason: "missing-permission",
      permission: team.definingProjectId === null ? "group.edit" : "project.permissions",
      text: `Only admins of ${team.name} may name further ones.`,
    });
}

/** Puts a user into a team and tells the ledger; nothing happens to a member that stays what it is. */
export async function joinTeam(
  tx: Tx,
  actor: Actor,
  team: Pick<TeamRow, "id" | "name" | "definingProjectId">,
  user: { id: number; username: string },
  admin = false,
): Promise<void> {
  const member = await tx.one(sql`select 1 from team_members where team_id = ${team.id} and user_id = ${user.id}`);
  await addMembers(tx, team.id, [user.id], admin);
  if (!member) await tell(tx, actor, ACTION.USER_ADDED, team, user);
}

/** Takes a user out of a team; nothing happens when it is no member. */
export async function leaveTeam(
  tx: Tx,
  actor: Actor,
  team: Pick<TeamRow, "id" | "name" | "definingProjectId">,
  user: { id: number; username: string },
): Promise<void> {
  const gone = await tx.run(sql`delete from team_members where team_id = ${team.id} and user_id = ${user.id}`);
  if (gone > 0) await tell(tx, actor, ACTION.USER_REMOVED, team, user);
}

function tell(
  tx: Tx,
  actor: Actor,
  action: number,
  team: Pick<TeamRow, "name" | "definingProjectId">,
  user: { username: string },
): Promise<void> {
  return record(tx, actor, [
    { action, projectId: team.definingProjectId, details: { username: user.username, group: team.name } },
  ]);
}

/** Any team, for those who manage all users. @throws Invalid on `group_id` */
export async function findAnyTeam(id: number): Promise<Pick<TeamRow, "id" | "name" | "definingProjectId">> {
  const row = await db.one<Pick<TeamRow, "id" | "name" | "definingProjectId">>(
    sql`select t.id, t.name, t.defining_project_id ${FROM} where t.id = ${id} and (dp.id is null or dp.removed_at is null)`,
  );
  if (!row) throw Invalid.field("group_id", `There is no group ${id}.`, "does_not_exist");
  return row;
}
