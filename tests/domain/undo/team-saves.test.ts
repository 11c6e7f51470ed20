import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { createProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { addScimGroup, changeScimGroup, removeScimGroup } from "@/lib/domain/scim/groups";
import { createScimKey, Directory } from "@/lib/domain/scim/keys";
import { createRole, removeRole, updateRole } from "@/lib/domain/teams/roles";
import { assignToTeam, unassignFromTeam } from "@/lib/domain/teams/team-assignments";
import { addTeamMember } from "@/lib/domain/teams/team-members";
import { readTeamSettings, saveTeamSettings, type TeamSettings } from "@/lib/domain/teams/team-settings";
import { createTeam, findTeam, listTeams, removeTeam, type TeamRow, updateTeam } from "@/lib/domain/teams/teams";
import { planRevert, revertSave } from "@/lib/domain/undo/revert-settings";
import { type ListedSave, listSaves, type SavesPlace } from "@/lib/domain/undo/saved-settings";
import { LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { grant } from "../../support/actors";
import { makePerson } from "../../support/people";
import { bareComponent } from "../../support/places";
import { roleOf } from "../../support/teams";

/** Saves of teams: what is written down of them, who sees it, and putting them back. */

let serial = 0;
let admin: Actor;
let petra: Actor;
let project: ProjectRow;

const SITE: SavesPlace = { kind: "site" };
const here = (): SavesPlace => ({ kind: "project", project });
const LISTED = { projectSelection: PROJECT_SELECTION.LISTED, languageSelection: LANGUAGE_SELECTION.LISTED };

beforeAll(async () => {
  admin = await makePerson("teamboss", { superuser: true });
  petra = await makePerson("teampetra");
});
beforeEach(async () => {
  const slug = `saved-teams-${++serial}`;
  project = await createProject(admin, {
    name: `Saved ${serial}`,
    slug,
    web: "https://example.org/",
    accessControl: 0,
  });
});

const make = (definingProject: string | null = null): Promise<TeamRow> =>
  createTeam(admin, { name: `Czech ${serial}`, ...LISTED, definingProject });
const change = async (team: TeamRow, wanted: Partial<TeamSettings>, actor = admin) =>
  saveTeamSettings(actor, team.id, { ...(await readTeamSettings(admin, team.id)).settings, ...wanted });
const settingsOf = async (team: TeamRow) => (await readTeamSettings(admin, team.id)).settings;
const saves = async (place: SavesPlace, team: TeamRow, actor = admin) =>
  (await listSaves(actor, place, { limit: 50 })).rows.filter((row) => row.topic === "team" && row.objectId === team.id);
const newest = async (place: SavesPlace, team: TeamRow): Promise<ListedSave> => {
  const [row] = await saves(place, team);
  if (!row) throw new Error("Nothing was saved.");
  return row;
};
const fieldsOf = (save: ListedSave) =>
  Object.fromEntries(save.fields.map((one) => [one.name, [one.before, one.after]]));

describe("a site-wide team", () => {
  it("is told of by names, with what each changed field said before", async () => {
    const team = await make();
    expect(fieldsOf(await newest(SITE, team))).toEqual({
      exists: [false, true],
      name: [null, `Czech ${serial}`],
      projectSelection: [null, PROJECT_SELECTION.LISTED],
      languageSelection: [null, LANGUAGE_SELECTION.LISTED],
    });
    const role = await roleOf("Review strings");
    const wanted = { roles: [role], languages: ["cs", "de"], projects: [project.slug], patterns: ["@example\\.org$"] };
    await change(team, wanted);
    await change(team, wanted);
    const rows = await saves(SITE, team);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ act: "save", cause: "person", username: "teamboss", subject: team.name });
    expect(fieldsOf(await newest(SITE, team))).toEqual({
      roles: [[], ["Review strings"]],
      languages: [[], ["Czech", "German"]],
      projects: [[], [project.name]],
      patterns: [[], ["@example\\.org$"]],
    });
    expect(await saves(here(), team)).toEqual([]);
  });

  it("gets single fields back, while what others have changed since stays", async () => {
    const team = await make();
    const role = await roleOf("Review strings");
    await change(team, { roles: [role], languages: ["cs"] });
    await change(team, { roles: [], languages: ["de"], name: "Germans" });
    const { id } = await newest(SITE, team);
    await change(team, { languages: ["fr"] });
    const plan = await planRevert(admin, SITE, id);
    expect(Object.fromEntries(plan.fields.map(({ name, state }) => [name, state]))).toEqual({
      name: "ready",
      roles: "ready",
      languages: "changed",
    });
    await revertSave(admin, SITE, id, { fields: ["roles"], version: plan.version });
    expect(await settingsOf(team)).toMatchObject({ roles: [role], languages: ["fr"], name: "Germans" });
    expect(await newest(SITE, team)).toMatchObject({ act: "revert", reverts: id });
  });

  it("does not get a role back that is gone", async () => {
    const team = await make();
    const role = await createRole(admin, { name: `Passing ${serial}`, permissions: ["unit.edit"] });
    await change(team, { roles: [role.id] });
    await change(team, { roles: [] });
    const { id, fields } = await newest(SITE, team);
    await removeRole(admin, role.id);
    expect(fields).toMatchObject([{ name: "roles", before: [role.name] }]);
    await expect(revertSave(admin, SITE, id)).rejects.toMatchObject({ fields: [{ path: "roles" }] });
    expect((await settingsOf(team)).roles).toEqual([]);
  });

  it("gets a role back that has another name by now", async () => {
    const team = await make();
    const role = await createRole(admin, { name: `First ${serial}`, permissions: ["unit.edit"] });
    await change(team, { roles: [role.id] });
    await change(team, { roles: [] });
    const { id } = await newest(SITE, team);
    await updateRole(admin, role.id, { name: `Second ${serial}` }, true);
    await updateRole(admin, role.id, { name: `Third ${serial}` }, true);
    await revertSave(admin, SITE, id);
    expect((await settingsOf(team)).roles).toEqual([role.id]);
  });

  it("gets a role back by its present name, though another one was called so once", async () => {
    const team = await make();
    const other = await createRole(admin, { name: `Wanted ${serial}`, permissions: ["unit.edit"] });
    await updateRole(admin, other.id, { name: `Renamed ${serial}` }, true);
    const role = await createRole(admin, { name: `Wanted ${serial}`, permissions: ["unit.edit"] });
    await change(team, { roles: [role.id] });
    await change(team, { roles: [] });
    await revertSave(admin, SITE, (await newest(SITE, team)).id);
    expect((await settingsOf(team)).roles).toEqual([role.id]);
  });

  it("is found among all others", async () => {
    const [team, other] = [await make(), await make()];
    await change(team, { languages: ["cs"] });
    await change(other, { languages: ["cs"] });
    const { rows } = await listSaves(admin, SITE, { team: team.id, limit: 50 });
    expect(rows.map((row) => [row.topic, row.objectId])).toEqual([
      ["team", team.id],
      ["team", team.id],
    ]);
  });

  it("is told of when one thing is assigned to it, or its name is changed alone", async () => {
    const team = await make();
    await assignToTeam(admin, team.id, "languages", "cs");
    expect(fieldsOf(await newest(SITE, team))).toEqual({ languages: [[], ["Czech"]] });
    await unassignFromTeam(admin, team.id, "languages", "cs");
    expect(fieldsOf(await newest(SITE, team))).toEqual({ languages: [["Czech"], []] });
    await updateTeam(admin, team.id, { name: "Renamed" });
    expect(fieldsOf(await newest(SITE, team))).toEqual({ name: [team.name, "Renamed"] });
    await revertSave(admin, SITE, (await newest(SITE, team)).id);
    expect((await findTeam(admin, team.id)).name).toBe(team.name);
  });

  it("comes back with its settings when it was removed, and only once", async () => {
    const team = await make();
    const role = await roleOf("Review strings");
    await change(team, { roles: [role], languages: ["cs"], projects: [project.slug], patterns: ["@example\\.org$"] });
    const before = await settingsOf(team);
    await removeTeam(admin, team.id);
    const { id } = await newest(SITE, team);
    await revertSave(admin, SITE, id);
    expect(await settingsOf(team)).toEqual(before);
    await expect(revertSave(admin, SITE, id)).rejects.toThrow("nothing to put back");
  });

  it("goes when its making is put back, but not while it has members", async () => {
    const team = await make();
    const { id } = await newest(SITE, team);
    await addTeamMember(admin, team.id, petra.username);
    await expect(revertSave(admin, SITE, id)).rejects.toThrow("1 member");
    const other = await make();
    await revertSave(admin, SITE, (await newest(SITE, other)).id);
    await expect(findTeam(admin, other.id)).rejects.toMatchObject({ name: "NotFound" });
    expect((await findTeam(admin, team.id)).id).toBe(team.id);
  });

  it("of a directory service is told of as well", async () => {
    const directory = await Directory.open(await createScimKey(admin, "Directory", null), "test", "192.0.2.1");
    const { id } = await addScimGroup(directory, { name: `Directory ${serial}`, externalId: null, members: [] });
    const team = await findTeam(admin, Number(id));
    await changeScimGroup(directory, team.id, { name: `Folder ${serial}`, add: [], remove: [] });
    await removeScimGroup(directory, team.id);
    const rows = await saves(SITE, team);
    expect(rows.map((row) => fieldsOf(row).exists ?? fieldsOf(row).name)).toEqual([
      [true, false],
      [`Directory ${serial}`, `Folder ${serial}`],
      [false, true],
    ]);
  });
});

describe("a team of a project", () => {
  it("is told of at the project, and comes back with its components", async () => {
    const team = await make(project.slug);
    await bareComponent(project.id);
    const component = await bareComponent(project.id);
    await assignToTeam(admin, team.id, "components", component);
    const before = await settingsOf(team);
    await removeTeam(admin, team.id);
    const row = await newest(here(), team);
    expect(fieldsOf(row)).toMatchObject({ exists: [true, false], components: [before.components, null] });
    expect(await saves(SITE, team)).toEqual([]);
    await revertSave(admin, here(), row.id);
    expect(await settingsOf(team)).toEqual(before);
    expect(await findTeam(admin, team.id)).toMatchObject({ definingProjectId: project.id });
  });

  it("is told to those who may change it, and put back with their rights alone", async () => {
    const team = await make(project.slug);
    await change(team, { languages: ["cs"] });
    const { id } = await newest(here(), team);
    const may = async (...permissions: string[]): Promise<Actor> => ({
      ...((await loadActor(petra.userId)) as Actor),
      grants: [grant({ projects: [project.id], permissions })],
    });
    const editor = await may("project.edit");
    expect(await saves(here(), team, editor)).toEqual([]);
    await expect(revertSave(editor, here(), id)).rejects.toMatchObject({ name: "NotFound" });
    const manager = await may("project.edit", "project.permissions");
    expect(await saves(here(), team, manager)).toHaveLength(2);
    await revertSave(manager, here(), id);
    expect((await settingsOf(team)).languages).toEqual([]);
  });

  it("does not get a pattern back by who may not set one", async () => {
    const team = await make(project.slug);
    await change(team, { patterns: ["@example\\.org$"] });
    await change(team, { patterns: [] });
    const { id } = await newest(here(), team);
    const manager: Actor = {
      ...petra,
      grants: [grant({ projects: [project.id], permissions: ["project.edit", "project.permissions"] })],
    };
    await expect(revertSave(manager, here(), id)).rejects.toMatchObject({ name: "Forbidden" });
    expect((await settingsOf(team)).patterns).toEqual([]);
  });
});

describe("a built-in team", () => {
  it("gets its roles back", async () => {
    const { rows } = await listTeams(admin, { limit: 100, offset: 0 });
    const team = rows.find(({ name, builtin }) => name === "Reviewers" && builtin);
    if (!team) throw new Error("There are no built-in teams.");
    const before = await settingsOf(team);
    await change(team, { roles: [] });
    await revertSave(admin, SITE, (await newest(SITE, team)).id);
    expect(await settingsOf(team)).toEqual(before);
  });
});
