import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import { addTeamAdmin, findAnyTeam, joinTeam, leaveTeam, removeTeamAdmin } from "@/lib/domain/teams/teams";
import { authenticateKey, issueToken } from "@/lib/domain/users/tokens";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { actor, allowed, grant } from "../../support/actors";
import { bareProject } from "../../support/places";
import { bareMember, bareTeam, bareUser } from "../../support/teams";
import { textRow, textRows } from "../../support/text-rows";

/** Who puts whom into a team, who leads it, and what the history tells of it. */

const manager = allowed("group.edit");
let serial = 0;
let project: number;
let site: number;
let ours: number;
let jan: { id: number; username: string };
let petra: number;
beforeEach(async () => {
  project = await bareProject();
  site = await bareTeam({ name: "Site" });
  ours = await bareTeam({ name: "Ours", projectId: project });
  petra = await bareUser();
  const username = `jan${++serial}`;
  jan = { id: await bareUser(username), username };
  await db.run(sql`delete from changes`);
});

const person = (given: Partial<Actor> = {}) => actor({ userId: petra, ...given });
const owner = () => person({ grants: [grant({ permissions: ["project.permissions"], projects: [project] })] });
const members = (team: number) =>
  textRows(db, sql`select user_id, is_admin from team_members where team_id = ${team} order by user_id`);
const told = () =>
  textRows<Record<string, unknown>>(db, sql`select action, project_id, user_id, details from changes order by id`);
const line = (action: number, group: string, projectId: number | null, userId = petra) => ({
  action,
  projectId,
  userId,
  details: { username: jan.username, group },
});
const refused = (permission: string, name: string) => ({
  name: "Forbidden",
  denial: { reason: "missing-permission", permission, text: `Only admins of ${name} can add further admins.` },
});
const fault = (path: string, message: string) => ({
  name: "Invalid",
  fields: [{ path, code: "does_not_exist", message }],
});

describe("adding an admin to a team", () => {
  it("is allowed to its managers, and makes the admin a member", async () => {
    expect(await addTeamAdmin({ ...manager, userId: petra }, site, jan.id)).toEqual({ username: jan.username });
    expect(await members(site)).toEqual([{ userId: jan.id, isAdmin: true }]);
    expect(await addTeamAdmin(owner(), ours, jan.id)).toEqual({ username: jan.username });
    expect(await members(ours)).toEqual([{ userId: jan.id, isAdmin: true }]);
    expect(await told()).toEqual([line(ACTION.USER_ADDED, "Site", null), line(ACTION.USER_ADDED, "Ours", project)]);
  });

  it("is allowed to managers of all protected projects while its project is protected", async () => {
    const who = person({
      grants: [grant({ permissions: ["project.permissions"], projects: [], projectSelection: 4 })],
    });
    await bareMember(ours, petra);
    await expect(addTeamAdmin(who, ours, jan.id)).rejects.toMatchObject(refused("project.permissions", "Ours"));
    await db.run(sql`update projects set access_control = 1 where id = ${project}`);
    await addTeamAdmin(who, ours, jan.id);
    expect(await members(ours)).toHaveLength(2);
  });

  it("is allowed to its admins", async () => {
    await bareMember(site, petra, true);
    await bareMember(site, jan.id);
    await addTeamAdmin(person(), site, jan.id);
    expect(await members(site)).toEqual([
      { userId: petra, isAdmin: true },
      { userId: jan.id, isAdmin: true },
    ]);
    // A member already: there is nothing to tell.
    expect(await told()).toEqual([]);
  });

  it("is not allowed to members, admins of other teams, or others", async () => {
    for (const team of [site, ours]) await bareMember(team, petra);
    await bareMember(await bareTeam(), petra, true);
    await bareMember(site, jan.id, true);
    await bareMember(ours, jan.id, true);
    for (const [team, permission, name] of [
      [site, "group.edit", "Site"],
      [ours, "project.permissions", "Ours"],
    ] as const) {
      const adding = addTeamAdmin(person(), team, jan.id);
      await expect(adding).rejects.toBeInstanceOf(Forbidden);
      await expect(adding).rejects.toMatchObject(refused(permission, name));
      await expect(removeTeamAdmin(person(), team, jan.id)).rejects.toMatchObject(refused(permission, name));
    }
    await expect(addTeamAdmin(actor({ userId: await bareUser() }), site, jan.id)).rejects.toBeInstanceOf(NotFound);
    expect(await members(site)).toEqual([
      { userId: petra, isAdmin: false },
      { userId: jan.id, isAdmin: true },
    ]);
  });

  it("is not allowed with a project token of an admin", async () => {
    await bareMember(ours, petra, true);
    await expect(addTeamAdmin(person({ tokenProjectId: project }), ours, jan.id)).rejects.toMatchObject(
      refused("project.permissions", "Ours"),
    );
    await addTeamAdmin(person(), ours, jan.id);
    expect(await members(ours)).toHaveLength(2);
  });

  it("needs an existing user", async () => {
    const anonymous = await textRow<{ id: number }>(db, sql`select id from users where is_anonymous`);
    for (const id of [999_999, anonymous?.id ?? 0]) {
      const adding = addTeamAdmin(manager, site, id);
      await expect(adding).rejects.toBeInstanceOf(Invalid);
      await expect(adding).rejects.toMatchObject(fault("userId", `There is no user ${id}.`));
    }
    expect(await members(site)).toEqual([]);
  });

  it("grants the permissions of the team at once", async () => {
    const { key } = await issueToken(jan.id);
    const names = async () => (await authenticateKey(key, "test")).grants.map((team) => team.name);
    expect(await names()).toEqual([]);
    await addTeamAdmin(manager, site, jan.id);
    expect(await names()).toEqual(["Site"]);
  });
});

it("removing an admin from a team keeps the membership", async () => {
  await bareMember(site, petra, true);
  await bareMember(site, jan.id, true);
  await bareMember(ours, jan.id, true);
  expect((await removeTeamAdmin(person(), site, jan.id)).admins).toHaveLength(1);
  expect(await members(site)).toEqual([
    { userId: petra, isAdmin: true },
    { userId: jan.id, isAdmin: false },
  ]);
  expect(await members(ours)).toEqual([{ userId: jan.id, isAdmin: true }]);
  await expect(removeTeamAdmin(person(), site, jan.id)).rejects.toMatchObject(
    fault("userId", `User ${jan.id} is not an admin of this group.`),
  );
});

describe("a user", () => {
  const act = (what: typeof joinTeam | typeof leaveTeam, team: number, name: string, projectId: number | null) =>
    inTransaction((tx) => what(tx, person(), { id: team, name, definingProjectId: projectId }, [jan]));

  it("joins and leaves a team, each recorded once in the history", async () => {
    await bareMember(ours, petra);
    await bareMember(site, jan.id);
    const [came, went] = [line(ACTION.USER_ADDED, "Ours", project), line(ACTION.USER_REMOVED, "Ours", project)];
    for (const _ of [1, 2]) {
      await act(joinTeam, ours, "Ours", project);
      expect(await members(ours)).toEqual([
        { userId: petra, isAdmin: false },
        { userId: jan.id, isAdmin: false },
      ]);
      expect(await told()).toEqual([came]);
    }
    for (const _ of [1, 2]) {
      await act(leaveTeam, ours, "Ours", project);
      expect(await members(ours)).toEqual([{ userId: petra, isAdmin: false }]);
      expect(await told()).toEqual([came, went]);
    }
    expect(await members(site)).toEqual([{ userId: jan.id, isAdmin: false }]);
  });

  it("can be added to any existing team by those who manage all users", async () => {
    expect(await findAnyTeam(site)).toEqual({ id: site, name: "Site", definingProjectId: null });
    expect(await findAnyTeam(ours)).toEqual({ id: ours, name: "Ours", definingProjectId: project });
    await db.run(sql`update projects set removed_at = now() where id = ${project}`);
    for (const id of [ours, 999_999]) {
      const asked = findAnyTeam(id);
      await expect(asked).rejects.toBeInstanceOf(Invalid);
      await expect(asked).rejects.toMatchObject(fault("groupId", `There is no group ${id}.`));
    }
  });
});
