import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import {
  createTeam,
  findManagedTeam,
  findTeam,
  listTeams,
  removeTeam,
  type TeamInput,
  type TeamRow,
  updateTeam,
} from "@/lib/domain/teams/teams";
import { authenticateKey, issueToken } from "@/lib/domain/users/tokens";
import { db, sql } from "@/lib/platform/database";
import { actor, allowed, grant } from "../../support/actors";
import { bareComponent, bareProject } from "../../support/places";
import { bareMember, bareTeam, bareUser, roleOf } from "../../support/teams";
import { textRow } from "../../support/text-rows";

/** Who knows of teams, who makes, changes and removes them. */

const manager = allowed("group.edit");
const ALL = { limit: 100, offset: 0 };
let project: number;
let slug: string;
let user: number;
/** One team of the installation, one of the project. */
let site: number;
let ours: number;
beforeEach(async () => {
  await db.run(sql`delete from teams where not builtin`);
  project = await bareProject(1);
  slug = await slugOf(project);
  user = await bareUser();
  site = await bareTeam({ name: "Site", projectSelection: 1 });
  ours = await bareTeam({ name: "Ours", projectId: project });
});

const slugOf = async (id: number) =>
  (await textRow<{ slug: string }>(db, sql`select slug from projects where id = ${id}`))?.slug ?? "";
/** Manages the access of the project, or of all of a kind. */
const owner = (given: Partial<Parameters<typeof grant>[0]> = {}, more: Partial<Actor> = {}) =>
  actor({
    userId: user,
    grants: [grant({ permissions: ["project.permissions"], projects: [project], ...given })],
    ...more,
  });
const ids = (rows: readonly TeamRow[]) => rows.map((row) => row.id);
const needed = (permission: string) => ({ name: "Forbidden", denial: { reason: "missing-permission", permission } });
const fault = (path: string, message: string, code = "invalid") => ({ fields: [{ path, code, message }] });
const hidden = (id: number) => new NotFound(`Group ${id} does not exist, or you do not have permission to view it.`);

describe("teams are known", () => {
  it.each(["group.edit", "group.view"])(
    "all of them, with %s, but for those of removed projects",
    async (permission) => {
      const gone = await bareTeam({ projectId: await bareProject(0, true) });
      const { rows, count } = await listTeams(allowed(permission), ALL);
      expect(ids(rows).slice(-2)).toEqual([site, ours]);
      expect(count).toBe(8);
      expect(rows).toHaveLength(8);
      await expect(findTeam(allowed(permission), gone)).rejects.toThrow(hidden(gone));
      expect(await listTeams(allowed(permission), { limit: 1, offset: 6 })).toEqual({ rows: [rows[6]], count: 8 });
    },
  );

  it("by members and by those who manage the access of their project", async () => {
    const gone = await bareTeam({ projectId: await bareProject(0, true) });
    const foreign = await bareTeam({ projectId: await bareProject() });
    expect(await listTeams(actor({ userId: user }), ALL)).toEqual({ rows: [], count: 0 });
    await expect(findTeam(actor({ userId: user }), site)).rejects.toThrow(hidden(site));
    expect(ids((await listTeams(owner(), ALL)).rows)).toEqual([ours]);
    expect(ids((await listTeams(owner({ permissions: ["project.edit"] }), ALL)).rows)).toEqual([]);
    for (const team of [site, gone]) await bareMember(team, user);
    expect(await listTeams(owner(), ALL)).toMatchObject({ rows: [{ id: site }, { id: ours }], count: 2 });
    expect(ids((await listTeams(actor({ userId: user }), ALL)).rows)).toEqual([site]);
    await expect(findTeam(owner(), foreign)).rejects.toThrow(hidden(foreign));
  });

  it("by a project's token in its project only", async () => {
    await bareMember(site, user);
    const foreign = await bareTeam({ projectId: await bareProject() });
    await bareMember(foreign, user);
    expect(ids((await listTeams(owner({}, { tokenProjectId: project }), ALL)).rows)).toEqual([ours]);
  });

  it("with what they are tied to, as far as it is there", async () => {
    const [component, removed] = [await bareComponent(project), await bareComponent(project, { removed: true })];
    const gone = await bareProject(0, true);
    for (const id of [component, removed, await bareComponent(gone)])
      await db.run(sql`insert into team_components values (${ours}, ${id})`);
    await db.run(sql`insert into team_projects values (${ours}, ${gone})`);
    await db.run(sql`insert into team_roles values (${ours}, ${await roleOf("Translate")})`);
    await db.run(sql`insert into team_languages select ${ours}, id from languages where code = 'cs'`);
    await bareMember(ours, user, true);
    await bareMember(ours, await bareUser());
    const name = async (id: number) =>
      (await textRow<{ slug: string }>(db, sql`select slug from components where id = ${id}`))?.slug;
    expect(await findTeam(manager, ours)).toEqual({
      id: ours,
      name: "Ours",
      builtin: false,
      definingProjectId: project,
      definingProjectSlug: slug,
      definingProjectName: (await textRow<{ name: string }>(db, sql`select name from projects where id = ${project}`))
        ?.name,
      definingAccessControl: 1,
      projectSelection: 0,
      languageSelection: 0,
      roles: [await roleOf("Translate")],
      projects: [slug],
      components: [{ projectSlug: slug, categoryPath: "", componentSlug: await name(component) }],
      componentLists: [],
      languages: ["cs"],
      admins: [(await textRow<{ username: string }>(db, sql`select username from users where id = ${user}`))?.username],
    });
  });
});

describe("teams are managed", () => {
  it("by those who manage all of them", async () => {
    for (const team of [site, ours]) expect((await findManagedTeam(manager, team)).id).toBe(team);
    await bareMember(site, user);
    for (const who of [actor({ userId: user }), owner({ permissions: ["group.view"] })])
      await expect(findManagedTeam(who, site)).rejects.toMatchObject(needed("group.edit"));
  });

  it("by those who manage the access of their project", async () => {
    expect((await findManagedTeam(owner(), ours)).id).toBe(ours);
    await bareMember(ours, user);
    const refused = findManagedTeam(actor({ userId: user }), ours);
    await expect(refused).rejects.toBeInstanceOf(Forbidden);
    await expect(refused).rejects.toMatchObject(needed("project.permissions"));
  });

  it("of every project with the access level that the manager's team reaches", async () => {
    await bareMember(ours, user);
    for (const level of [0, 1, 100]) {
      await db.run(sql`update projects set access_control = ${level} where id = ${project}`);
      for (const [selection, reached] of [
        [3, level === 0],
        [4, level === 1],
        [1, true],
      ] as const) {
        const asked = findManagedTeam(owner({ projectSelection: selection }), ours);
        if (reached) expect((await asked).id).toBe(ours);
        else await expect(asked).rejects.toMatchObject(needed("project.permissions"));
      }
    }
  });

  it("not those of the installation by whoever manages the access of every project", async () => {
    await bareMember(site, user);
    await expect(findManagedTeam(owner({ projectSelection: 1 }), site)).rejects.toMatchObject(needed("group.edit"));
  });

  it("not by somebody who is blocked in the project", async () => {
    await bareMember(ours, user);
    await expect(findManagedTeam(owner({}, { blockedIn: new Set([project]) }), ours)).rejects.toMatchObject({
      denial: { reason: "blocked" },
    });
  });
});

describe("a team is made", () => {
  const input: TeamInput = { name: "New", projectSelection: 3, languageSelection: 1 };

  it("for the installation by those who manage all teams", async () => {
    expect(await createTeam(manager, { ...input, definingProject: null })).toMatchObject({
      ...input,
      definingProjectId: null,
      projects: [],
      builtin: false,
    });
    for (const who of [owner({ projectSelection: 1 }), allowed("group.view")])
      await expect(createTeam(who, { ...input, definingProject: null })).rejects.toMatchObject(needed("group.edit"));
  });

  it.each([
    ["those who manage its access", () => owner()],
    ["those who manage all teams", () => manager],
  ])("for a project by %s, and reaches nothing else", async (_, who) => {
    const made = await createTeam(who(), { ...input, definingProject: slug });
    expect(made).toMatchObject({
      ...input,
      projectSelection: 0,
      definingProjectId: project,
      definingProjectSlug: slug,
      projects: [slug],
    });
    expect(await findTeam(manager, made.id)).toEqual(made);
  });

  it("not for a project that others manage, nor for one that is not there", async () => {
    const count = async () => (await listTeams(manager, ALL)).count;
    const before = await count();
    await expect(createTeam(actor(), { ...input, definingProject: slug })).rejects.toMatchObject(
      needed("project.permissions"),
    );
    for (const id of [await bareProject(100), await bareProject(0, true)]) {
      const unseen = await slugOf(id);
      const refused = createTeam(manager, { ...input, definingProject: unseen });
      await expect(refused).rejects.toBeInstanceOf(Invalid);
      await expect(refused).rejects.toMatchObject(
        fault("definingProject", `There is no project ${unseen}.`, "does_not_exist"),
      );
    }
    expect(await count()).toBe(before);
  });
});

describe("a team is changed", () => {
  it("by those who manage it", async () => {
    await bareMember(ours, user);
    await expect(updateTeam(actor({ userId: user }), ours, { name: "x" })).rejects.toMatchObject(
      needed("project.permissions"),
    );
    expect(await updateTeam(owner(), ours, { name: "Mine" })).toMatchObject({ id: ours, name: "Mine" });
  });

  it("in what is given", async () => {
    const kept: TeamInput = { name: "Site", projectSelection: 1, languageSelection: 0 };
    expect(await updateTeam(manager, site, {})).toMatchObject(kept);
    expect(await updateTeam(manager, site, { languageSelection: 1 })).toMatchObject({ ...kept, languageSelection: 1 });
    expect(await updateTeam(manager, site, { projectSelection: 4, languageSelection: 0 })).toMatchObject({
      ...kept,
      projectSelection: 4,
    });
    expect(await updateTeam(manager, site, { name: "Everybody", definingProject: null })).toMatchObject({
      name: "Everybody",
      projectSelection: 4,
    });
    expect(await findTeam(manager, ours)).toMatchObject({ name: "Ours" });
  });

  it("not in its project", async () => {
    const moved = fault(
      "definingProject",
      "The project of a group is set when the group is created and cannot be changed.",
    );
    const other = await slugOf(await bareProject());
    await expect(updateTeam(manager, ours, { definingProject: other })).rejects.toMatchObject(moved);
    await expect(updateTeam(manager, ours, { definingProject: null })).rejects.toMatchObject(moved);
    await expect(updateTeam(manager, site, { definingProject: slug })).rejects.toMatchObject(moved);
    expect(await updateTeam(owner(), ours, { definingProject: slug, projectSelection: 0 })).toMatchObject({ id: ours });
    await expect(updateTeam(manager, ours, { projectSelection: 1 })).rejects.toMatchObject(
      fault("projectSelection", "This group belongs to a project. Its project selection must be 0."),
    );
  });

  it("not when it is built in", async () => {
    const users = await textRow<{ id: number }>(db, sql`select id from teams where builtin and name = 'Users'`);
    const id = users?.id ?? 0;
    const kept: TeamInput = { name: "Users", projectSelection: 3, languageSelection: 1 };
    expect(await updateTeam(manager, id, kept)).toMatchObject(kept);
    const text = "Users is a built-in group. Its name and scope cannot be changed. Create your own group instead.";
    for (const [input, field] of [
      [{ name: "People" }, "name"],
      [{ projectSelection: 1 }, "projectSelection"],
      [{ languageSelection: 0 }, "languageSelection"],
    ] as const)
      await expect(updateTeam(manager, id, input)).rejects.toMatchObject(fault(field, text));
    await expect(removeTeam(actor({ isSuperuser: true }), id)).rejects.toMatchObject(
      fault("", "Users is a built-in group and cannot be deleted. Remove its members instead."),
    );
    expect(await findTeam(manager, id)).toMatchObject({ ...kept, builtin: true });
  });
});

describe("a team is removed", () => {
  it("by those who manage it", async () => {
    await bareMember(ours, user);
    await expect(removeTeam(actor({ userId: user }), ours)).rejects.toMatchObject(needed("project.permissions"));
    await removeTeam(owner(), ours);
    await expect(findTeam(manager, ours)).rejects.toThrow(hidden(ours));
    await removeTeam(manager, site);
    await expect(removeTeam(manager, site)).rejects.toThrow(hidden(site));
  });

  it("and what it gave and where is over at once", async () => {
    await bareMember(site, user);
    const { key } = await issueToken(user);
    const selections = async () => (await authenticateKey(key, "test")).grants.map((team) => team.projectSelection);
    expect(await selections()).toEqual([1]);
    await updateTeam(manager, site, { projectSelection: 3 });
    expect(await selections()).toEqual([3]);
    await removeTeam(manager, site);
    expect(await selections()).toEqual([]);
  });
});
