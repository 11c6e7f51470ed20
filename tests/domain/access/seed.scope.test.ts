import { beforeEach, describe, expect, it } from "vitest";
import { BUILT_IN_ROLES } from "@/lib/domain/access/built-in";
import { addMembers, joinAutomaticTeams, seedAccess } from "@/lib/domain/access/seed";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { bareProject } from "../../support/places";
import { bareMember, bareRole, bareTeam, bareUser, roleOf } from "../../support/teams";
import { textRow, textRows } from "../../support/text-rows";

/** What a start finds and sets right, and which teams people are put into. */

const seed = () => inTransaction(seedAccess);

const rolesNow = async () =>
  Object.fromEntries(
    (
      await textRows<{ name: string; permissions: string[] }>(
        db,
        sql`
        select name, array(select codename from role_permissions p where p.role_id = r.id order by codename) as permissions
        from roles r where builtin order by id`,
      )
    ).map((row) => [row.name, row.permissions]),
  );
const BUILT_IN = Object.fromEntries(BUILT_IN_ROLES.map(([name, permissions]) => [name, [...permissions].sort()]));

const teamsNow = () =>
  textRows<Record<string, unknown>>(
    db,
    sql`
    select name, project_selection, language_selection,
      array(select r.name from team_roles x join roles r on r.id = x.role_id where x.team_id = t.id order by r.id) as roles,
      array(select u.username from team_members x join users u on u.id = x.user_id where x.team_id = t.id) as members,
      array(select pattern from auto_teams x where x.team_id = t.id) as patterns
    from teams t where builtin and defining_project_id is null order by id`,
  );
const everywhere = { languageSelection: 1, members: [], patterns: [] };
const TEAMS = [
  {
    ...everywhere,
    name: "Guests",
    projectSelection: 3,
    roles: ["Add suggestion", "Access repository"],
    members: ["anonymous"],
  },
  { ...everywhere, name: "Viewers", projectSelection: 4, roles: [], members: ["anonymous"], patterns: ["^.*$"] },
  { ...everywhere, name: "Users", projectSelection: 3, roles: ["Power user"], patterns: ["^.*$"] },
  { ...everywhere, name: "Reviewers", projectSelection: 1, roles: ["Review strings"] },
  { ...everywhere, name: "Managers", projectSelection: 1, roles: ["Administration"] },
  { ...everywhere, name: "Project creators", projectSelection: 1, roles: ["Add new projects"] },
];

describe("a start", () => {
  beforeEach(async () => {
    await db.run(sql`delete from teams`);
    await db.run(sql`delete from roles`);
    await db.run(sql`delete from users`);
  });

  it("makes roles, teams and the anonymous user", async () => {
    await seed();
    expect(await rolesNow()).toEqual(BUILT_IN);
    expect(Object.keys(await rolesNow())).toEqual(BUILT_IN_ROLES.map(([name]) => name));
    expect(await teamsNow()).toEqual(TEAMS);
    expect(await textRows(db, sql`select username, full_name, is_anonymous, is_active from users`)).toEqual([
      { username: "anonymous", fullName: "Anonymous", isAnonymous: true, isActive: true },
    ]);
  });

  it("changes nothing that is there, however teams have been arranged meanwhile", async () => {
    await seed();
    await db.run(sql`delete from team_members using teams t where t.id = team_id and name = 'Viewers'`);
    await db.run(sql`delete from auto_teams using teams t where t.id = team_id and name = 'Users'`);
    await db.run(sql`delete from team_roles using teams t where t.id = team_id and name = 'Guests'`);
    const arranged = await teamsNow();
    expect(arranged).not.toEqual(TEAMS);
    await seed();
    expect(await teamsNow()).toEqual(arranged);
    expect(await textRow(db, sql`select count(*)::int as users from users`)).toEqual({ users: 1 });
    expect(await rolesNow()).toEqual(BUILT_IN);
  });

  it("makes a built-in team again that is missing, though another has its name", async () => {
    const project = await bareProject();
    await bareTeam({ name: "Users" });
    await bareTeam({ name: "Users", projectId: project, builtin: true });
    await seed();
    expect(await teamsNow()).toEqual(TEAMS);
  });

  it("sets built-in roles back and leaves others alone", async () => {
    const own = await bareRole("Billing", "user.edit");
    await seed();
    await db.run(sql`insert into role_permissions values (${await roleOf("Translate")}, 'user.edit')`);
    await db.run(sql`delete from role_permissions where role_id = ${await roleOf("Power user")}`);
    await db.run(sql`delete from roles where name = 'Bulk editing'`);
    await seed();
    const { Billing: _own, ...rest } = BUILT_IN;
    expect(await rolesNow()).toEqual(rest);
    expect(await textRows(db, sql`select codename from role_permissions where role_id = ${own}`)).toEqual([
      { codename: "user.edit" },
    ]);
  });
});

describe("a user joins teams by the address", () => {
  let user: number;
  let team: number;
  beforeEach(async () => {
    await db.run(sql`delete from auto_teams`);
    user = await bareUser();
    team = await bareTeam();
  });

  const rule = (pattern: string, into = team) =>
    db.run(sql`insert into auto_teams (pattern, team_id) values (${pattern}, ${into})`);
  const joined = async (email: string | null) => {
    await db.run(sql`delete from team_members where user_id = ${user}`);
    await inTransaction((tx) => joinAutomaticTeams(tx, user, email));
    return (
      await textRows<{ teamId: number }>(
        db,
        sql`select team_id from team_members where user_id = ${user} and not is_admin order by team_id`,
      )
    ).map((row) => row.teamId);
  };

  it.each([
    ["^.*@example\\.org$", "petra@example.org", true],
    ["^.*@example\\.org$", "Petra@EXAMPLE.org", true],
    ["^.*@example\\.org$", "petra@example.org.test", false],
    ["example", "petra@example.org", true],
    // Not a pattern at all; the others go on.
    ["(", "petra@example.org", false],
    // Any address, but there must be one.
    ["^.+$", null, false],
    ["^(null)?$", null, false],
    ["^.*$", null, true],
    ["^.*$", "petra@example.org", true],
    ["^x+$", "x".repeat(190), true],
    ["^x+$", "x".repeat(191), false],
  ])("%s and %s: %s", async (pattern, email, expected) => {
    await rule(pattern);
    expect(await joined(email)).toEqual(expected ? [team] : []);
  });

  it("all that match, and stays what it is where it is a member already", async () => {
    const [second, other] = [await bareTeam(), await bareTeam()];
    await rule("(");
    await rule("org$");
    await rule("^petra", second);
    await rule("^jan", other);
    expect(await joined("petra@example.org")).toEqual([team, second]);
    await db.run(sql`update team_members set is_admin = true where user_id = ${user} and team_id = ${team}`);
    await inTransaction((tx) => joinAutomaticTeams(tx, user, "petra@example.org"));
    expect(
      await textRows(db, sql`select team_id, is_admin from team_members where user_id = ${user} order by team_id`),
    ).toEqual([
      { teamId: team, isAdmin: true },
      { teamId: second, isAdmin: false },
    ]);
  });

  it("none without rules", async () => {
    expect(await joined("petra@example.org")).toEqual([]);
  });
});

describe("members are added", () => {
  const members = (team: number) =>
    textRows(db, sql`select user_id, is_admin from team_members where team_id = ${team} order by user_id`);
  const add = (team: number, users: number[], admin?: boolean) =>
    inTransaction((tx) => addMembers(tx, team, users, admin));

  it("as members unless told otherwise, and nobody loses the admin's right by it", async () => {
    const [team, petra, jan] = [await bareTeam(), await bareUser(), await bareUser()];
    await bareMember(team, petra, true);
    await add(team, [petra, jan]);
    expect(await members(team)).toEqual([
      { userId: petra, isAdmin: true },
      { userId: jan, isAdmin: false },
    ]);
    await add(team, [jan], true);
    expect(await members(team)).toEqual([
      { userId: petra, isAdmin: true },
      { userId: jan, isAdmin: true },
    ]);
  });

  it("when there are any", async () => {
    const team = await bareTeam();
    await add(team, [], true);
    expect(await members(team)).toEqual([]);
  });
});
