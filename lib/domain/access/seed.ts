import { joinSql, sql, type Tx } from "@/lib/platform/database";
import { BUILT_IN_ROLES, BUILT_IN_TEAMS } from "./built-in";

/** Brings built-in roles, teams and the anonymous user to their documented content; changes nothing when they are there. */
export async function seedAccess(tx: Tx): Promise<void> {
  await seedRoles(tx);
  await tx.run(sql`
    insert into users (username, full_name, is_anonymous, is_active) values ('anonymous', 'Anonymous', true, true)
    on conflict do nothing`);
  for (const team of BUILT_IN_TEAMS) {
    const existing = await tx.one<{ id: number }>(
      sql`select id from teams where builtin and name = ${team.name} and defining_project_id is null`,
    );
    if (existing) continue;
    const made = await tx.one<{ id: number }>(sql`
      insert into teams (name, builtin, project_selection, language_selection)
      values (${team.name}, true, ${team.projectSelection}, 1) returning id`);
    const id = made?.id ?? 0;
    await tx.run(sql`
      insert into team_roles (team_id, role_id) select ${id}, id from roles where name = any(${team.roles}::text[])`);
    if (team.members === "anonymous" || team.members === "everybody")
      await tx.run(sql`insert into team_members (team_id, user_id) select ${id}, id from users where is_anonymous`);
    if (team.members === "everybody" || team.members === "new-users")
      await tx.run(sql`insert into auto_teams (pattern, team_id) values ('^.*$', ${id})`);
  }
}

async function seedRoles(tx: Tx): Promise<void> {
  const names = BUILT_IN_ROLES.map(([name]) => name);
  await tx.run(sql`
    insert into roles (name, builtin) select name, true from unnest(${names}::text[]) with ordinality as wanted(name, place)
    where not exists (select from roles r where r.name = wanted.name) order by place`);
  const pairs = BUILT_IN_ROLES.flatMap(([name, permissions]) =>
    permissions.map((codename) => [name, codename] as const),
  );
  const wanted = sql`(select r.id as role_id, w.codename from unnest(${pairs.map(([name]) => name)}::text[], ${pairs.map(
    ([, codename]) => codename,
  )}::text[]) as w(name, codename) join roles r on r.name = w.name and r.builtin)`;
  await tx.run(sql`
    delete from role_permissions p using roles r where r.id = p.role_id and r.builtin
      and not exists (select from ${wanted} w where w.role_id = p.role_id and w.codename = p.codename)`);
  await tx.run(
    sql`insert into role_permissions (role_id, codename) select role_id, codename from ${wanted} w on conflict do nothing`,
  );
}

/** Puts a user into the teams whose pattern matches the e-mail address; one that nobody has confirmed is null here and matches those for everybody only. */
export async function joinAutomaticTeams(tx: Tx, userId: number, email: string | null): Promise<void> {
  const rules = await tx.rows<{ pattern: string; teamId: number }>(sql`select pattern, team_id from auto_teams`);
  const matching = rules.filter(
    (rule) => rule.pattern === "^.*$" || (email !== null && matchesAddress(rule.pattern, email)),
  );
  if (matching.length === 0) return;
  await tx.run(sql`
    insert into team_members (team_id, user_id) select t, ${userId} from unnest(${matching.map((rule) => rule.teamId)}::int[]) as t
    on conflict do nothing`);
}

/** Patterns are administrators' own and applied to one short address. */
function matchesAddress(pattern: string, email: string): boolean {
  try {
    return email.length <= 190 && new RegExp(pattern, "i").test(email);
  } catch {
    return false;
  }
}

/** Puts users into a team, as its admins when `admin`. */
export async function addMembers(tx: Tx, teamId: number, userIds: readonly number[], admin = false): Promise<void> {
  if (userIds.length === 0) return;
  const values = userIds.map((id) => sql`(${teamId}, ${id}, ${admin})`);
  await tx.run(sql`
    insert into team_members (team_id, user_id, is_admin) values ${joinSql(values)}
    on conflict (team_id, user_id) do update set is_admin = team_members.is_admin or excluded.is_admin`);
}
