import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { createCategory } from "@/lib/domain/categories/categories";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import { addProjectMember, listProjectTeams } from "@/lib/domain/projects/members";
import { createProject, type ProjectRow, updateProject } from "@/lib/domain/projects/projects";
import { createRole, holdersOfRole, listHeldRoles } from "@/lib/domain/teams/roles";
import { teamChoices } from "@/lib/domain/teams/team-choices";
import { listSiteTeams, teamReach } from "@/lib/domain/teams/team-list";
import { addTeamMember, listTeamMembers, removeTeamMember } from "@/lib/domain/teams/team-members";
import { readTeamSettings, saveTeamSettings, type TeamSettings } from "@/lib/domain/teams/team-settings";
import { createTeam, findTeam, removeTeam, type TeamRow } from "@/lib/domain/teams/teams";
import { insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { ACCESS } from "@/lib/text/codes";
import { textsOf } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { makePerson } from "../../support/people";
import { bareComponent } from "../../support/places";
import { bareRole, bareTeam, roleOf } from "../../support/teams";
import { textRow } from "../../support/text-rows";

/** Teams as their page has them: all settings at once, members, and what a team reaches. */

let serial = 0;
let admin: Actor;
let owner: Actor;
let petra: Actor;
let project: ProjectRow;
let team: TeamRow;

const reload = async (actor: Actor) => (await loadActor(actor.userId)) as Actor;
const change = async (actor: Actor, wanted: Partial<TeamSettings>, of = team) =>
  saveTeamSettings(actor, of.id, { ...(await readTeamSettings(admin, of.id)).settings, ...wanted });
const pathsOf = async (actor: Actor, wanted: Partial<TeamSettings>, of = team) => {
  const error = await change(actor, wanted, of).catch((reason: unknown) => reason);
  return error instanceof Invalid ? error.fields.map(({ path }) => path) : error;
};
const languageOf = async (code: string) =>
  (await textRow<{ id: number }>(db, sql`select id from languages where code = ${code}`))?.id;

beforeAll(async () => {
  admin = await makePerson("boss", { superuser: true });
});
beforeEach(async () => {
  const slug = `set${++serial}`;
  project = await createProject(admin, { name: slug, slug, web: "https://example.org/", accessControl: 0 });
  owner = await makePerson(`own${serial}`);
  petra = await makePerson(`pet${serial}`);
  const administration = (await listProjectTeams(admin, project)).find(({ name }) => name === "Administration");
  await addProjectMember(admin, project, administration?.id ?? 0, owner.username);
  owner = await reload(owner);
  team = await createTeam(owner, {
    name: "Czech team",
    projectSelection: 0,
    languageSelection: 1,
    definingProject: project.slug,
  });
});

describe("a team of a public project", () => {
  it("reviews Czech and nothing else, made by whoever manages the project", async () => {
    const role = await roleOf("Review strings");
    await change(owner, { roles: [role], languageSelection: 0, languages: ["cs"] });
    await addTeamMember(owner, team.id, petra.username);
    const [cs, de] = [await languageOf("cs"), await languageOf("de")];
    const member = await reload(petra);
    const may = (languageId: number | undefined) => can(member, "unit.review", { project, languageId });
    expect([may(cs), may(de)]).toEqual([true, false]);
    expect(await teamReach(owner, team.id)).toEqual({ components: null, projects: 1, languages: 1, people: 1 });
    await change(owner, { roles: [] });
    const without = await reload(petra);
    expect(can(without, "unit.review", { project, languageId: cs })).toBe(false);
  });

  it("is limited to components of the project, written with or without its slug", async () => {
    const [one, two] = [await bareComponent(project.id), await bareComponent(project.id)];
    const slugOf = async (id: number) =>
      (await textRow<{ slug: string }>(db, sql`select slug from components where id = ${id}`))?.slug ?? "";
    await change(owner, { components: [await slugOf(one), `${project.slug}/${await slugOf(two)}`] });
    expect((await findTeam(owner, team.id)).components).toHaveLength(2);
    expect(await teamReach(owner, team.id)).toMatchObject({ components: 2, projects: 1 });
    await change(owner, { components: [await slugOf(two)] });
    expect((await findTeam(owner, team.id)).components.map(({ componentSlug }) => componentSlug)).toEqual([
      await slugOf(two),
    ]);
  });

  it("offers its project's components by their names, below those of their categories", async () => {
    const garden = await createCategory(admin, {
      name: "The Garden",
      slug: "garden",
      project: project.slug,
      parentId: null,
    });
    const [flat, deep] = [await bareComponent(project.id), await bareComponent(project.id)];
    await db.run(sql`update components set name = 'Front door', slug = 'door' where id = ${flat}`);
    await db.run(
      sql`update components set name = 'Apples', slug = 'apples', category_id = ${garden.id} where id = ${deep}`,
    );
    const path = `${project.slug}/garden/apples`;
    await change(owner, { components: [path] });
    const choices = async (actor: Actor, of: TeamRow) => teamChoices(actor, await findTeam(admin, of.id));
    expect((await choices(owner, team)).components.rows).toEqual([
      { value: path, label: "The Garden / Apples" },
      { value: `${project.slug}/door`, label: "Front door" },
    ]);
    expect(await findTeam(owner, team.id)).toMatchObject({ definingProjectName: project.name });
    // A team of the whole site names the project as well, and to nobody what is hidden from them.
    await updateProject(admin, project.slug, { name: "Our Orchard", accessControl: ACCESS.PRIVATE });
    const site = await createTeam(admin, {
      name: "All",
      projectSelection: 0,
      languageSelection: 1,
      definingProject: null,
    });
    await change(admin, { projects: [project.slug], components: [path] }, site);
    const held = async (actor: Actor) => {
      const { projects, components } = await choices(actor, site);
      return [projects.rows[0], components.rows[0]];
    };
    expect(await held(admin)).toEqual([
      { value: project.slug, label: "Our Orchard" },
      { value: path, label: "Our Orchard / The Garden / Apples" },
    ]);
    expect(await held(petra)).toEqual([
      { value: project.slug, label: project.slug },
      { value: path, label: path },
    ]);
  });

  it("takes nothing from elsewhere, and bad input changes nothing", async () => {
    const other = await createProject(admin, { name: `o${serial}`, slug: `o${serial}`, web: "" });
    const foreign = await bareComponent(other.id);
    const slug = (await textRow<{ slug: string }>(db, sql`select slug from components where id = ${foreign}`))?.slug;
    const site = await bareRole(`Site ${serial}`, "unit.edit", "user.edit");
    expect(await pathsOf(owner, { name: "X", components: [`${other.slug}/${slug}`] })).toEqual(["components"]);
    expect(await pathsOf(owner, { name: "X", languages: ["xx"], roles: [999_999] })).toEqual(["roles", "languages"]);
    const refused = await change(owner, { languages: ["xx", "yy"], roles: [999_999] }).catch((error: Invalid) => error);
    const inGerman = (refused as Invalid).fields.map(({ said }) => said && sayRefusal(textsOf("de"), said));
    expect(inGerman).toEqual(["Rolle 999999 gibt es nicht.", "Sprache xx, yy gibt es nicht."]);
    expect(await pathsOf(owner, { name: " " })).toEqual(["name"]);
    expect(await pathsOf(owner, { projectSelection: 1 })).toEqual(["projectSelection"]);
    expect(await pathsOf(owner, { name: "X", roles: [site] })).toBeInstanceOf(Forbidden);
    expect(await pathsOf(owner, { name: "X", patterns: [".*"] })).toBeInstanceOf(Forbidden);
    await change(owner, { projects: [other.slug] });
    expect(await findTeam(owner, team.id)).toMatchObject({ name: "Czech team", roles: [], projects: [project.slug] });
    const choices = await teamChoices(owner, await findTeam(owner, team.id));
    expect(choices.roles.map(({ id }) => id)).not.toContain(site);
    expect((await teamChoices(admin, team)).roles.map(({ id }) => id)).toContain(site);
  });

  it("cannot lose the last one who manages the project with its roles, nor by going", async () => {
    const administration = (await listProjectTeams(admin, project)).find(({ name }) => name === "Administration");
    const managing = await findTeam(admin, administration?.id ?? 0);
    expect(await pathsOf(admin, { roles: [] }, managing)).toEqual(["last"]);
    expect((await findTeam(admin, managing.id)).roles).toHaveLength(1);
    await change(owner, { roles: [await roleOf("Administration")] });
    await addTeamMember(owner, team.id, petra.username);
    await removeTeamMember(owner, managing.id, owner.userId);
    await expect(removeTeam(admin, team.id, false)).rejects.toThrow("Nobody would manage");
    await removeTeam(admin, team.id, true);
    await expect(findTeam(admin, team.id)).rejects.toThrow(NotFound);
  });

  it("that is built in keeps its name and reach", async () => {
    const administration = (await listProjectTeams(admin, project)).find(({ name }) => name === "Administration");
    const managing = await findTeam(admin, administration?.id ?? 0);
    expect(await pathsOf(owner, { name: "Mine", languageSelection: 0 }, managing)).toEqual([
      "name",
      "languageSelection",
    ]);
  });
});

describe("a team of the installation", () => {
  it("reaches what it names, and brings in whoever confirms an address that matches", async () => {
    const agency = await findTeam(admin, await bareTeam({ name: `Agency ${serial}` }));
    await change(admin, { projects: [project.slug], patterns: [`@agency${serial}\\.example$`, " "] }, agency);
    expect(await teamReach(admin, agency.id)).toMatchObject({ projects: 1, components: null, people: 0 });
    const joins = (username: string, emailConfirmed: boolean) =>
      inTransaction((tx) =>
        insertUser(tx, { username, fullName: "A", email: `${username}@agency${serial}.example`, emailConfirmed }),
      );
    await joins(`inside${serial}`, true);
    await joins(`claims${serial}`, false);
    const { rows } = await listTeamMembers(admin, agency.id, { words: "", after: "", limit: 9 });
    expect(rows.map(({ username }) => username)).toEqual([`inside${serial}`]);
    expect(await pathsOf(admin, { patterns: ["("] }, agency)).toEqual(["patterns"]);
    await expect(readTeamSettings(owner, agency.id)).rejects.toThrow(NotFound);
    await expect(change(owner, {}, agency)).rejects.toThrow(NotFound);
  });

  it("is found by name or project, and the list is walked by key", async () => {
    for (const letter of ["a", "B", "c"]) await bareTeam({ name: `Find${serial} ${letter}` });
    const walk = async (given: { after?: number; all?: boolean; down?: boolean }) =>
      listSiteTeams(admin, { words: `find${serial}`, all: false, limit: 2, ...given });
    const first = await walk({});
    const second = await walk({ after: Number(first.next) });
    expect([first.rows, second.rows].map((rows) => rows.map(({ name }) => name.slice(-1)))).toEqual([
      ["a", "B"],
      ["c"],
    ]);
    expect(second.next).toBeUndefined();
    const back = await walk({ down: true });
    const rest = await walk({ down: true, after: Number(back.next) });
    expect([...back.rows, ...rest.rows].map(({ name }) => name.slice(-1))).toEqual(["c", "B", "a"]);
    const other = await listSiteTeams(admin, {
      ...{ words: "nothing is called so", names: [`Find${serial} c`], all: false, limit: 9 },
    });
    expect(other.rows.map(({ name }) => name)).toEqual([`Find${serial} c`]);
    const named = await listSiteTeams(admin, { words: project.slug, all: true, limit: 9 });
    expect(named.rows.map(({ name }) => name)).toEqual(["Administration", "Czech team"]);
    await expect(listSiteTeams(owner, { words: "", all: true, limit: 9 })).rejects.toThrow(Forbidden);
  });
});

describe("admins of a team", () => {
  it("manage its members and nothing else", async () => {
    await addTeamMember(owner, team.id, petra.username, true);
    const leader = await reload(petra);
    const nora = await makePerson(`nora${serial}`);
    await addTeamMember(leader, team.id, nora.username);
    const list = () => listTeamMembers(leader, team.id, { words: "nora", after: "", limit: 9 });
    expect((await list()).rows.map(({ username, isAdmin }) => [username, isAdmin])).toEqual([[nora.username, false]]);
    await removeTeamMember(leader, team.id, nora.userId);
    expect((await list()).rows).toEqual([]);
    await expect(change(leader, { name: "Mine" })).rejects.toThrow(Forbidden);
    await expect(removeTeam(leader, team.id)).rejects.toThrow(Forbidden);
    await expect(removeTeamMember(leader, team.id, nora.userId)).rejects.toThrow(NotFound);
    await addTeamMember(leader, team.id, nora.username);
    const member = await reload(nora);
    await expect(addTeamMember(member, team.id, owner.username)).rejects.toThrow(Forbidden);
    await expect(listTeamMembers(member, team.id, { words: "", after: "", limit: 9 })).rejects.toThrow(Forbidden);
  });
});

describe("roles and who has them", () => {
  it("are told with their teams and people, each person once", async () => {
    const role = await createRole(admin, { name: `Held ${serial}`, permissions: ["unit.edit"] });
    const site = await findTeam(admin, await bareTeam({ name: `Zone ${serial}` }));
    for (const one of [team, site]) {
      await change(admin, { roles: [role.id] }, one);
      await addTeamMember(admin, one.id, petra.username);
    }
    const held = (await listHeldRoles(admin)).find(({ id }) => id === role.id);
    expect(held).toMatchObject({ teams: 2, people: 1, permissions: ["unit.edit"] });
    expect((await holdersOfRole(admin, role.id)).map(({ name, projectName }) => [name, projectName])).toEqual([
      [site.name, null],
      ["Czech team", project.name],
    ]);
    await expect(listHeldRoles(owner)).rejects.toThrow(Forbidden);
    await expect(holdersOfRole(owner, role.id)).rejects.toThrow(Forbidden);
  });
});
