import { db, type Sql, sql } from "@/lib/platform/database";
import { textRow } from "./text-rows";

/** Users, roles and teams as bare rows, for tests of who gets what. */

let serial = 0;

async function id(statement: Sql): Promise<number> {
  const row = await textRow<{ id: number }>(db, statement);
  if (!row) throw new Error("The row was not made.");
  return row.id;
}

/** A user without teams. */
export function bareUser(username = `u${++serial}`): Promise<number> {
  return id(sql`insert into users (username) values (${username}) returning id`);
}

/** A role of one's own. */
export async function bareRole(name: string, ...permissions: string[]): Promise<number> {
  const role = await id(sql`insert into roles (name) values (${name}) returning id`);
  await db.run(sql`insert into role_permissions select ${role}, unnest(${permissions}::text[])`);
  return role;
}

/** A team without roles and members; one of a project lists that. */
export async function bareTeam(
  given: { name?: string; projectId?: number; builtin?: boolean; projectSelection?: number } = {},
): Promise<number> {
  const { projectId = null, builtin = false, projectSelection = 0 } = given;
  const team = await id(sql`
    insert into teams (name, builtin, defining_project_id, project_selection)
    values (${given.name ?? `t${++serial}`}, ${builtin}, ${projectId}, ${projectSelection}) returning id`);
  if (projectId) await db.run(sql`insert into team_projects values (${team}, ${projectId})`);
  return team;
}

/** Puts a user into a team, as it stands in the table. */
export function bareMember(team: number, user: number, admin = false): Promise<number> {
  return db.run(sql`insert into team_members (team_id, user_id, is_admin) values (${team}, ${user}, ${admin})`);
}

/** The built-in role of this name. */
export function roleOf(name: string): Promise<number> {
  return id(sql`select id from roles where name = ${name}`);
}
