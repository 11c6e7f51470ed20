import { beforeEach, describe, expect, it } from "vitest";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import { assignToTeam, type TeamAssignment, unassignFromTeam } from "@/lib/domain/teams/team-assignments";
import type { TeamRow } from "@/lib/domain/teams/teams";
import { authenticateKey, issueToken } from "@/lib/domain/users/tokens";
import { db, sql } from "@/lib/platform/database";
import { actor, allowed, grant } from "../../support/actors";
import { bareComponent, bareProject } from "../../support/places";
import { bareMember, bareRole, bareTeam, bareUser } from "../../support/teams";
import { textRow } from "../../support/text-rows";

/** What a team may be tied to, by whom, and what comes of it. */

const manager = allowed("group.edit");
let serial = 0;
let project: number;
/** A team of the installation, and one of the project. */
let site: number;
let ours: number;
beforeEach(async () => {
  project = await bareProject();
  site = await bareTeam({ name: "Site" });
  ours = await bareTeam({ name: "Ours", projectId: project });
});

const owner = () => actor({ grants: [grant({ permissions: ["project.permissions"], projects: [project] })] });
const list = async () => {
  const name = `l${++serial}`;
  const row = await textRow<{ id: number }>(
    db,
    sql`insert into component_lists (name, slug) values (${name}, ${name}) returning id`,
  );
  return row?.id ?? 0;
};
const slug = async (table: "projects" | "components", id: number) => {
  const from = table === "projects" ? sql`projects` : sql`components`;
  return (await textRow<{ slug: string }>(db, sql`select slug from ${from} where id = ${id}`))?.slug;
};
const fault = (path: string, message: string, code = "invalid") => ({ fields: [{ path, code, message }] });
const denied = (text: string) => ({ denial: { reason: "missing-permission", permission: "group.edit", text } });

describe("assigning to a team", () => {
  const kinds: {
    kind: TeamAssignment;
    field: string;
    name: string;
    make: () => Promise<number | string>;
    seen: (team: TeamRow, made: number | string) => Promise<unknown>;
    unknown: number | string;
  }[] = [
    {
      kind: "roles",
      field: "roleId",
      name: "role",
      make: () => bareRole(`r${++serial}`, "unit.edit"),
      seen: async (team, made) => [team.roles, [made]],
      unknown: 999_999,
    },
    {
      kind: "languages",
      field: "languageCode",
      name: "language",
      make: async () => "cs",
      seen: async (team) => [team.languages, ["cs"]],
      unknown: "tlh-none",
    },
    {
      kind: "projects",
      field: "projectId",
      name: "project",
      make: () => bareProject(1),
      seen: async (team, made) => [team.projects, [await slug("projects", Number(made))]],
      unknown: 999_999,
    },
    {
      kind: "components",
      field: "componentId",
      name: "component",
      make: () => bareComponent(project),
      seen: async (team, made) => [
        team.components.map((component) => component.componentSlug),
        [await slug("components", Number(made))],
      ],
      unknown: 999_999,
    },
    {
      kind: "componentlists",
      field: "componentListId",
      name: "component list",
      make: list,
      seen: async (team) => [team.componentLists, [`l${serial}`]],
      unknown: 999_999,
    },
  ];

  it.each(kinds)("adds $kind once, and removes them", async ({ kind, field, name, make, seen, unknown }) => {
    const made = await make();
    const other = await bareTeam();
    await assignToTeam(manager, other, kind, made);
    for (const _ of [1, 2]) {
      const [held, wanted] = (await seen(await assignToTeam(manager, site, kind, made), made)) as unknown[];
      expect(held).toEqual(wanted);
    }
    const wrong = assignToTeam(manager, site, kind, unknown);
    await expect(wrong).rejects.toBeInstanceOf(Invalid);
    await expect(wrong).rejects.toMatchObject(fault(field, `There is no ${name} ${unknown}.`, "does_not_exist"));
    await unassignFromTeam(manager, site, kind, made);
    const none = new NotFound(`The ${name} ${made} is not part of this group.`);
    await expect(unassignFromTeam(manager, site, kind, made)).rejects.toThrow(none);
    await unassignFromTeam(manager, other, kind, made);
  });

  it.each(kinds)("of $kind needs permission to manage them", async ({ kind, make }) => {
    const made = await make();
    const user = await bareUser();
    await bareMember(site, user);
    await expect(assignToTeam(actor({ userId: user }), site, kind, made)).rejects.toBeInstanceOf(Forbidden);
    await expect(assignToTeam(actor(), site, kind, made)).rejects.toBeInstanceOf(NotFound);
    await assignToTeam(manager, site, kind, made);
    await expect(unassignFromTeam(actor({ userId: user }), site, kind, made)).rejects.toBeInstanceOf(Forbidden);
    await expect(unassignFromTeam(actor(), site, kind, made)).rejects.toBeInstanceOf(NotFound);
    await unassignFromTeam(manager, site, kind, made);
  });

  it("is limited to what its manager can see", async () => {
    const hidden = await bareProject(100);
    const [inside, restricted] = [await bareComponent(hidden), await bareComponent(project, { restricted: true })];
    await expect(assignToTeam(manager, site, "projects", hidden)).rejects.toMatchObject(
      fault("projectId", `There is no project ${hidden}.`, "does_not_exist"),
    );
    for (const component of [inside, restricted])
      await expect(assignToTeam(manager, site, "components", component)).rejects.toMatchObject(
        fault("componentId", `There is no component ${component}.`, "does_not_exist"),
      );
    const admin = actor({ isSuperuser: true });
    expect((await assignToTeam(admin, site, "projects", hidden)).projects).toHaveLength(1);
    await assignToTeam(admin, site, "components", inside);
    expect((await assignToTeam(admin, site, "components", restricted)).components).toHaveLength(2);
  });

  it("takes effect at once, and ends at once", async () => {
    const user = await bareUser();
    await bareMember(site, user);
    const { key } = await issueToken(user);
    const projects = async () => (await authenticateKey(key, "test")).grants[0]?.projects;
    expect(await projects()).toEqual([]);
    await assignToTeam(manager, site, "projects", project);
    expect(await projects()).toEqual([project]);
    await unassignFromTeam(manager, site, "projects", project);
    expect(await projects()).toEqual([]);
  });
});

describe("the team of a project", () => {
  it("gets roles from project managers, except for site-wide permissions", async () => {
    const plain = await bareRole(`r${++serial}`, "unit.edit", "vcs.push");
    const wide = await bareRole(`r${++serial}`, "unit.edit", "user.edit");
    expect((await assignToTeam(owner(), ours, "roles", plain)).roles).toEqual([plain]);
    const refused = assignToTeam(owner(), ours, "roles", wide);
    await expect(refused).rejects.toBeInstanceOf(Forbidden);
    await expect(refused).rejects.toMatchObject(
      denied("This role contains the site-wide permission user.edit. Only users who manage all groups can assign it."),
    );
    expect((await assignToTeam(manager, ours, "roles", wide)).roles).toEqual([plain, wide]);
    expect((await assignToTeam(manager, site, "roles", wide)).roles).toEqual([wide]);
    await unassignFromTeam(owner(), ours, "roles", wide);
  });

  it("keeps its project and cannot get another one", async () => {
    const other = await bareProject();
    const fixed = fault("projectId", "The project of this group cannot be changed.");
    for (const who of [owner(), manager]) {
      await expect(assignToTeam(who, ours, "projects", other)).rejects.toMatchObject(fixed);
      await expect(unassignFromTeam(who, ours, "projects", project)).rejects.toMatchObject(fixed);
    }
    await expect(unassignFromTeam(owner(), ours, "projects", other)).rejects.toThrow(
      new NotFound(`The project ${other} is not part of this group.`),
    );
  });

  it("can lose other objects that have the same id as its project", async () => {
    const number = 500_000;
    await db.run(sql`insert into projects (id, name, slug) values (${number}, 'Same', 'same')`);
    await db.run(sql`insert into roles (id, name) values (${number}, 'Same')`);
    const team = await bareTeam({ projectId: number });
    await assignToTeam(manager, team, "roles", number);
    await unassignFromTeam(manager, team, "roles", number);
    await expect(unassignFromTeam(manager, team, "roles", number)).rejects.toBeInstanceOf(NotFound);
  });

  it("gets components of the project only", async () => {
    const [inside, outside] = [await bareComponent(project), await bareComponent(await bareProject())];
    expect((await assignToTeam(owner(), ours, "components", inside)).components).toHaveLength(1);
    for (const who of [owner(), manager])
      await expect(assignToTeam(who, ours, "components", outside)).rejects.toMatchObject(
        fault("componentId", "This group belongs to a project. Choose a component of that project."),
      );
    expect((await assignToTeam(manager, site, "components", outside)).components).toHaveLength(1);
  });

  it("gets lists of components from managers of all teams only", async () => {
    const id = await list();
    const refused = assignToTeam(owner(), ours, "componentlists", id);
    await expect(refused).rejects.toBeInstanceOf(Forbidden);
    await expect(refused).rejects.toMatchObject(
      denied("A component list can include other projects. Only users who manage all groups can add one."),
    );
    expect((await assignToTeam(manager, ours, "componentlists", id)).componentLists).toHaveLength(1);
    await unassignFromTeam(owner(), ours, "componentlists", id);
  });
});
