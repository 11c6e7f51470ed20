import {
  componentLists,
  components,
  languages,
  projects,
  teamComponentLists,
  teamComponents,
  teamLanguages,
  teamMembers,
  teamProjects,
  teamRoles,
  teams,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, inTransaction, rawSql, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumbers, asText, asTexts, counted, jsonList } from "@/lib/platform/expressions";
import {
  ACCESS,
  type AccessLevel,
  type LanguageSelection,
  PROJECT_SELECTION,
  type ProjectSelection,
} from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, visibleProjects } from "../access/demand";
import { denied } from "../access/denied";
import { projectsWith } from "../access/permission-conditions";
import { forgetTokens } from "../access/remembered-tokens";
import { addMembers } from "../access/seed";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Forbidden, Invalid, NotFound } from "../errors";
import type { Window } from "../window";
import { keepingAdministrator } from "./last-administrator";
import { holdTeam, recordTeam } from "./record-team";

/** Teams: who gets which roles, where and in which languages. */

export interface TeamInput {
  name: string;
  projectSelection: ProjectSelection;
  languageSelection: LanguageSelection;
}

const [t, dp] = [teams.as("t"), outer(projects.as("dp"))];
const [p, c, l] = [projects.as("p"), components.as("c"), languages.as("l")];
const [u, m, cl] = [users.as("u"), teamMembers.as("m"), componentLists.as("cl")];
const [tr, tp, tc] = [teamRoles.as("tr"), teamProjects.as("tp"), teamComponents.as("tc")];
const [tcl, tl] = [teamComponentLists.as("tcl"), teamLanguages.as("tl")];

const COLUMNS = combined(
  pick(t, "id", "name", "builtin", "definingProjectId"),
  named({ definingProjectSlug: dp.slug, definingProjectName: dp.name, definingAccessControl: dp.accessControl }),
  pick(t, "projectSelection", "languageSelection"),
  named({
    roles: asNumbers(sql`array(select ${tr.roleId} from ${tr} where ${tr.teamId} = ${t.id} order by 1)`),
    /** Slugs. */
    projects: asTexts(sql`
      array(select ${p.slug} from ${tp} join ${p} on ${p.id} = ${tp.projectId} and ${p.removedAt} is null
        where ${tp.teamId} = ${t.id} order by ${p.id})`),
    components: jsonList(
      { projectSlug: p.slug, categoryPath: asText(sql`category_path(${c.categoryId})`), componentSlug: c.slug },
      c.id,
      sql`from ${tc} join ${c} on ${c.id} = ${tc.componentId} and ${c.removedAt} is null
        join ${p} on ${p.id} = ${c.projectId} and ${p.removedAt} is null where ${tc.teamId} = ${t.id}`,
    ),
    /** Slugs. */
    componentLists: asTexts(sql`
      array(select ${cl.slug} from ${tcl} join ${cl} on ${cl.id} = ${tcl.componentListId}
        where ${tcl.teamId} = ${t.id} order by ${cl.id})`),
    /** Codes. */
    languages: asTexts(sql`
      array(select ${l.code} from ${tl} join ${l} on ${l.id} = ${tl.languageId} where ${tl.teamId} = ${t.id} order by ${l.id})`),
    /** User names of those who may manage the members. */
    admins: asTexts(sql`
      array(select ${u.username} from ${m} join ${u} on ${u.id} = ${m.userId}
        where ${m.teamId} = ${t.id} and ${m.isAdmin} order by ${u.id})`),
  }),
);

export type TeamRow = SelectedRow<typeof COLUMNS>;

/** Teams, and the projects that define them: over `t` and `dp`. */
export const FROM = sql`from ${t} left join ${dp} on ${dp.id} = ${t.definingProjectId}`;

/** Teams the actor may know of: all, or its own and those of projects whose access it manages. Over `t` and `dp`. */
export function visibleTeams(actor: Actor): Sql {
  const living = sql`(${t.definingProjectId} is null or ${dp.removedAt} is null)`;
  if (can(actor, "group.edit") || can(actor, "group.view")) return living;
  const own = sql`${t.id} in (select ${m.teamId} from ${m} where ${m.userId} = ${actor.userId})`;
  const managed = sql`${t.definingProjectId} in (select ${p.id} from ${p} where ${projectsWith(actor, "project.permissions")})`;
  const reach =
    actor.tokenProjectId === undefined ? rawSql("true") : sql`${t.definingProjectId} = ${actor.tokenProjectId}`;
  return sql`(${living} and ${reach} and (${own} or ${managed}))`;
}

/** Teams the actor may know of, by id. */
export async function listTeams(actor: Actor, window: Window): Promise<{ rows: TeamRow[]; count: number }> {
  const where = visibleTeams(actor);
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${COLUMNS} ${FROM} where ${where} order by ${t.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} ${FROM} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A team the actor may know of. @throws NotFound */
export async function findTeam(actor: Actor, id: number): Promise<TeamRow> {
  const row = await db.one(sql`select ${COLUMNS} ${FROM} where ${t.id} = ${id} and ${visibleTeams(actor)}`);
  if (!row) throw new NotFound(refusal("groupUnseen", { id }));
  return row;
}

/** What tells who may change a team. */
type ManagedTeam = Pick<TeamRow, "definingProjectId" | "definingAccessControl">;

/** Whether the actor may change the team: as manager of all teams, or of the access of the project that defines it. */
export function mayManageTeam(actor: Actor, team: ManagedTeam): boolean {
  if (can(actor, "group.edit")) return true;
  const { definingProjectId, definingAccessControl } = team;
  if (definingProjectId === null) return false;
  return can(actor, "project.permissions", {
    project: { id: definingProjectId, accessControl: definingAccessControl ?? ACCESS.PRIVATE },
  });
}

/** Asks for the right to change a team. @throws Forbidden */
export function demandManaging(actor: Actor, team: ManagedTeam): void {
  if (mayManageTeam(actor, team)) return;
  if (team.definingProjectId === null) demand(actor, "group.edit");
  demand(actor, "project.permissions", {
    project: { id: team.definingProjectId ?? 0, accessControl: team.definingAccessControl ?? ACCESS.PRIVATE },
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
    const { name, languageSelection } = input;
    const projectSelection = project ? PROJECT_SELECTION.LISTED : input.projectSelection;
    const made = await tx.prisma.team.create({
      data: { name, definingProjectId: project?.id ?? null, projectSelection, languageSelection },
      select: { id: true },
    });
    if (project) await tx.prisma.teamProject.create({ data: { teamId: made.id, projectId: project.id } });
    await recordTeam(tx, actor, made.id, undefined);
    return made.id;
  });
  return findTeam(actor, id);
}

async function definingProject(actor: Actor, slug: string): Promise<{ id: number; accessControl: AccessLevel }> {
  const row = await db.one(
    sql`select ${pick(p, "id", "accessControl")} from ${p} where ${p.slug} = ${slug} and ${visibleProjects(actor)}`,
  );
  if (!row) throw Invalid.field("definingProject", refusal("noProject", { slug }), "does_not_exist");
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
    throw Invalid.field("definingProject", refusal("projectGroupSet"));
  if (team.definingProjectId !== null && next.projectSelection !== PROJECT_SELECTION.LISTED)
    throw Invalid.field("projectSelection", refusal("groupBelongsProject"));
  const changed = (["name", "projectSelection", "languageSelection"] as const).filter((key) => next[key] !== team[key]);
  const fixed = team.builtin ? changed[0] : undefined;
  if (fixed) throw Invalid.field(fixed, refusal("builtGroupName", { team: team.name }));
  await inTransaction(async (tx) => {
    const before = await holdTeam(tx, id);
    await tx.prisma.team.updateMany({ where: { id }, data: next });
    await recordTeam(tx, actor, id, before);
  });
  forgetTokens();
  return findTeam(actor, id);
}

/**
 * Removes a team.
 * @param evenLast although nobody would manage the members of its project any more
 * @throws Invalid for a built-in one, on `last`; Forbidden
 */
export async function removeTeam(actor: Actor, id: number, evenLast = false): Promise<void> {
  const team = await findManagedTeam(actor, id);
  if (team.builtin) throw Invalid.field("", refusal("builtGroupNot", { team: team.name }));
  await inTransaction((tx) =>
    keepingAdministrator(tx, team.definingProjectId, evenLast, async () => {
      const before = await holdTeam(tx, id);
      await tx.prisma.team.deleteMany({ where: { id } });
      await recordTeam(tx, actor, id, before);
    }),
  );
  forgetTokens();
}

/** Makes a user member and admin of a team. For managers of the team and its admins. @throws Invalid on `user_id` */
export async function addTeamAdmin(actor: Actor, id: number, userId: number): Promise<{ username: string }> {
  const team = await findTeam(actor, id);
  await demandAdmin(actor, team);
  const user = await db.prisma.user.findFirst({
    where: { id: userId, isAnonymous: false },
    select: { id: true, username: true },
  });
  if (!user) throw Invalid.field("userId", refusal("noUser", { user: userId }), "does_not_exist");
  await inTransaction((tx) => joinTeam(tx, actor, team, [user], true));
  forgetTokens();
  return { username: user.username };
}

/** Takes the admin's right away; the membership stays. @throws Invalid when the user is none */
export async function removeTeamAdmin(actor: Actor, id: number, userId: number): Promise<TeamRow> {
  const team = await findTeam(actor, id);
  await demandAdmin(actor, team);
  const changed = await db.prisma.teamMember.updateMany({
    where: { teamId: id, userId, isAdmin: true },
    data: { isAdmin: false },
  });
  if (changed.count === 0) throw Invalid.field("userId", refusal("userNotAdmin", { userId }), "does_not_exist");
  return findTeam(actor, id);
}

/** Whether the actor may put people into the team and take them out: its managers and its admins. */
export async function mayManageMembers(actor: Actor, team: TeamRow): Promise<boolean> {
  if (mayManageTeam(actor, team)) return true;
  if (actor.tokenProjectId !== undefined) return false;
  return (await db.prisma.teamMember.count({ where: { teamId: team.id, userId: actor.userId, isAdmin: true } })) > 0;
}

/** A team whose members the actor may manage. @throws NotFound, Forbidden */
export async function findStaffedTeam(actor: Actor, id: number): Promise<TeamRow> {
  const team = await findTeam(actor, id);
  if (await mayManageMembers(actor, team)) return team;
  throw new Forbidden(
    denied(
      "missing-permission",
      refusal("teamAdminsMembers", { team: team.name }),
      team.definingProjectId === null ? "group.edit" : "project.permissions",
    ),
  );
}

async function demandAdmin(actor: Actor, team: TeamRow): Promise<void> {
  if (!(await mayManageMembers(actor, team)))
    throw new Forbidden(
      denied(
        "missing-permission",
        refusal("teamAdminsFurther", { team: team.name }),
        team.definingProjectId === null ? "group.edit" : "project.permissions",
      ),
    );
}

type NamedTeam = Pick<TeamRow, "id" | "name" | "definingProjectId">;
type NamedUser = { id: number; username: string };

/** Puts users into a team and tells the ledger; nothing happens to members that stay what they are. */
export async function joinTeam(
  tx: Tx,
  actor: Actor,
  team: NamedTeam,
  people: readonly NamedUser[],
  admin = false,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const members = await tx.prisma.teamMember.findMany({
    where: { teamId: team.id, userId: { in: ids } },
    select: { userId: true },
  });
  const already = new Set(members.map(({ userId }) => userId));
  await addMembers(tx, team.id, ids, admin);
  await tell(
    tx,
    actor,
    ACTION.USER_ADDED,
    team,
    people.filter(({ id }) => !already.has(id)),
  );
}

/** Takes users out of a team; nothing happens to those who are no members. */
export async function leaveTeam(tx: Tx, actor: Actor, team: NamedTeam, people: readonly NamedUser[]): Promise<void> {
  const gone = await tx.rows(sql`
    delete from ${m} where ${m.teamId} = ${team.id} and ${anyOf(
      m.userId,
      people.map(({ id }) => id),
    )} returning ${pick(m, "userId")}`);
  const were = new Set(gone.map(({ userId }) => userId));
  await tell(
    tx,
    actor,
    ACTION.USER_REMOVED,
    team,
    people.filter(({ id }) => were.has(id)),
  );
}

function tell(tx: Tx, actor: Actor, action: number, team: NamedTeam, people: readonly NamedUser[]): Promise<void> {
  return record(
    tx,
    actor,
    people.map(({ username }) => ({
      ...{ action, projectId: team.definingProjectId },
      details: { username, group: team.name },
    })),
  );
}

/** Any team, for those who manage all users. @throws Invalid on `group_id` */
export async function findAnyTeam(id: number): Promise<Pick<TeamRow, "id" | "name" | "definingProjectId">> {
  const row = await db.one(sql`
    select ${pick(t, "id", "name", "definingProjectId")} ${FROM} where ${t.id} = ${id} and (${dp.id} is null or ${dp.removedAt} is null)`);
  if (!row) throw Invalid.field("groupId", refusal("noGroup", { id }), "does_not_exist");
  return row;
}
