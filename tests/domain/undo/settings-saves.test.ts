import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { addonsAt, configureAddon, installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { createCategory, findCategory } from "@/lib/domain/categories/categories";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { applyDefaults } from "@/lib/domain/creation/change-defaults";
import { applySettings } from "@/lib/domain/creation/many-settings";
import { changeCategory } from "@/lib/domain/creation/move-category";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { findProject, updateProject } from "@/lib/domain/projects/projects";
import { listWorkflows, removeWorkflow, setWorkflow } from "@/lib/domain/projects/workflows";
import { resetAppearance, saveAppearance, siteLogo, storedAppearance, USUAL } from "@/lib/domain/settings/appearance";
import { registrationIsOpen, setRegistration } from "@/lib/domain/settings/registration";
import { createRole, findRole, updateRole } from "@/lib/domain/teams/roles";
import { planRevert, revertSave } from "@/lib/domain/undo/revert-settings";
import { listSaves, type SavesPlace } from "@/lib/domain/undo/saved-settings";
import { undoHere } from "@/lib/domain/undo/undo";
import { mergePeople } from "@/lib/domain/users/merge-people";
import { countStatements, db, sql } from "@/lib/platform/database";
import { grant } from "../../support/actors";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";
import { textRows } from "../../support/text-rows";

/** Saves of settings: what is written down of them, who sees it, and putting them back. */

let admin: Actor;
let petra: Actor;
let component: ComponentRow;

const SITE: SavesPlace = { kind: "site" };

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

async function connected(): Promise<ComponentRow> {
  ({ component } = await connect(
    admin,
    { "po/cs.po": 'msgid ""\nmsgstr "Language: cs\\n"\n\nmsgid "Quit"\nmsgstr ""\n' },
    { filemask: "po/*.po", fileFormat: "po" },
  ));
  return component;
}

const read = () => findComponentById(admin, component.id);
const here = (): SavesPlace => ({ kind: "component", component });
const project = (): SavesPlace => ({ kind: "project", project: component.project });
const saves = async (place: SavesPlace, actor = admin) => (await listSaves(actor, place, { limit: 50 })).rows;
const newest = async (place: SavesPlace) => {
  const [row] = await saves(place);
  if (!row) throw new Error("Nothing was saved.");
  return row;
};
const change = async (wanted: Parameters<typeof updateComponent>[2]) => updateComponent(admin, await read(), wanted);
const states = async (place: SavesPlace, id: number) =>
  Object.fromEntries((await planRevert(admin, place, id)).fields.map(({ name, state }) => [name, state]));
const editor = (person: Actor, permissions: readonly string[]): Actor => ({
  ...person,
  grants: [grant({ projects: [component.projectId], permissions })],
});

describe("settings of a component", () => {
  it("are written down with what each changed field said before, and only where one changed", async () => {
    await connected();
    expect(await saves(here())).toEqual([]);
    await change({ priority: 80, license: "MIT", checkFlags: "", name: component.name });
    await change({ priority: 80 });
    const rows = await saves(here());
    expect(rows).toMatchObject([
      { act: "save", cause: "person", username: "admin", topic: "component", reverts: null, putBack: false },
    ]);
    expect(rows[0]?.fields.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "license", before: "", after: "MIT", masked: false },
      { name: "priority", before: 100, after: 80, masked: false },
    ]);
  });

  it("are put back where that save changed them, as a save of its own, which can be put back as well", async () => {
    await connected();
    await change({ priority: 80, license: "MIT" });
    const { id } = await newest(here());
    await change({ agreement: "Be kind" });
    await revertSave(admin, here(), id);
    expect(await read()).toMatchObject({ priority: 100, license: "", agreement: "Be kind" });
    const back = await newest(here());
    expect(back).toMatchObject({ act: "revert", reverts: id });
    expect((await saves(here())).find((row) => row.id === id)?.putBack).toBe(true);
    await expect(revertSave(admin, here(), id)).rejects.toThrow("nothing to put back");
    await revertSave(admin, here(), back.id);
    expect(await read()).toMatchObject({ priority: 80, license: "MIT" });
  });

  it("say when one was changed again, and put back only the fields that are meant", async () => {
    await connected();
    await change({ priority: 80, license: "MIT", enableSuggestions: false });
    const { id } = await newest(here());
    await change({ priority: 60, enableSuggestions: true });
    const plan = await planRevert(admin, here(), id);
    expect(await states(here(), id)).toEqual({ priority: "changed", license: "ready", enableSuggestions: "same" });
    expect(plan.fields.find(({ name }) => name === "priority")).toMatchObject({ now: 60, before: 100, after: 80 });
    await change({ priority: 120 });
    await expect(revertSave(admin, here(), id, { version: plan.version })).rejects.toMatchObject({ name: "Conflict" });
    await revertSave(admin, here(), id, { fields: ["license"] });
    expect(await read()).toMatchObject({ priority: 120, license: "" });
    const { version } = await planRevert(admin, here(), id);
    await revertSave(admin, here(), id, { fields: ["priority"], version });
    expect(await read()).toMatchObject({ priority: 100 });
    await expect(revertSave(admin, here(), id, { fields: ["agreement"] })).rejects.toMatchObject({ name: "Invalid" });
  });

  it("are held to the same refusals as a save", async () => {
    await connected();
    await change({ suggestionVoting: true });
    await change({ suggestionAutoaccept: 3 });
    const [, voting] = await saves(here());
    await expect(revertSave(admin, here(), voting?.id ?? 0)).rejects.toMatchObject({
      fields: [{ path: "suggestionAutoaccept" }],
    });
    expect(await read()).toMatchObject({ suggestionVoting: true, suggestionAutoaccept: 3 });
  });

  it("tell nothing of passwords in addresses, and do not bring them back", async () => {
    await connected();
    await change({ push: "https://robot:hunter2@git.example.org/app.git" });
    await change({ push: "https://robot:hunter3@git.example.org/app.git" });
    await change({ push: "https://git.example.org/other.git", repoweb: "https://example.org/?token=hunter4" });
    expect(JSON.stringify(await textRows(db, sql`select * from settings_saves`))).not.toMatch(/hunter/);
    const rows = await saves(here());
    expect(rows.map(({ fields }) => fields.find(({ name }) => name === "push"))).toMatchObject([
      { masked: true },
      { masked: true, before: "https://********@git.example.org/app.git" },
      { masked: true, after: "https://********@git.example.org/app.git" },
    ]);
    for (const { id } of rows) {
      expect(Object.values(await states(here(), id))).not.toContain("ready");
      await expect(revertSave(admin, here(), id, { fields: ["push"] })).rejects.toThrow("secret");
    }
    expect((await read()).repository.push).toBe("https://git.example.org/other.git");
  });

  it("tell an address without an account as it is, and put it back", async () => {
    await connected();
    await change({ push: "https://git.example.org/one.git" });
    await change({ push: "https://git.example.org/two.git" });
    await revertSave(admin, here(), (await newest(here())).id);
    expect((await read()).repository.push).toBe("https://git.example.org/one.git");
  });
});

describe("settings of many components", () => {
  it("are written down for each by one statement, with the operation, and so is undoing it", async () => {
    await connected();
    for (const name of ["second", "third"])
      await db.run(sql`
        insert into components select (jsonb_populate_record(null::components, to_jsonb(c) || jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('components', 'id')), 'name', ${name}::text, 'slug', ${name}::text))).*
        from components c where c.id = ${component.id}`);
    const place = { project: component.project };
    const copied = { values: { priority: 60, license: "MIT" }, copiedFrom: "other/app" };
    const { count: one } = await countStatements(() =>
      applySettings(admin, place, { ...copied, components: [component.id] }),
    );
    const { operation } = await applySettings(admin, place, { values: { priority: 140 } });
    expect(await saves(here())).toMatchObject([
      { act: "many", operationId: operation, copiedFrom: "" },
      { act: "many", copiedFrom: "other/app", fields: [{ name: "license" }, { name: "priority" }] },
    ]);
    const { count: three } = await countStatements(() => applySettings(admin, place, { values: { priority: 100 } }));
    expect(three).toBeLessThanOrEqual(one + 2);
    expect(
      await textRows(
        db,
        sql`select count(*)::int as count from settings_saves s join components c on c.id = s.component_id where c.project_id = ${component.projectId}`,
      ),
    ).toEqual([{ count: 7 }]);
    await undoHere(admin, operation ?? "", { plan: false });
    expect((await newest(here())).act).toBe("many");
    const { operation: last } = await applySettings(admin, place, { values: { priority: 80 } });
    await undoHere(admin, last ?? "", { plan: false });
    expect(await newest(here())).toMatchObject({ act: "undo", fields: [{ name: "priority", before: 80, after: 100 }] });
  });

  it("that follow what is above are told of at both, and are put back at either", async () => {
    await connected();
    const owner = { project: component.project };
    await applyDefaults(admin, owner, { set: { priority: 60 }, reset: [] });
    const defaults = await newest(project());
    expect(defaults).toMatchObject({ topic: "defaults", fields: [{ name: "priority", before: null, after: 60 }] });
    await change({ inherited: ["priority"] });
    const began = await newest(here());
    expect(began.fields).toMatchObject([
      { name: "priority", before: 100, after: 60 },
      { name: "inherited", before: [], after: ["priority"] },
    ]);
    await applyDefaults(admin, owner, { set: { priority: 80 }, reset: [] });
    const above = await newest(here());
    expect(above).toMatchObject({ act: "above", fields: [{ name: "priority", before: 60, after: 80 }] });
    expect((await planRevert(admin, here(), above.id)).fields).toMatchObject([{ name: "priority", ceases: true }]);
    const back = await newest(project());
    expect(await planRevert(admin, project(), back.id)).toMatchObject({ components: 1 });
    await revertSave(admin, project(), back.id);
    expect(await read()).toMatchObject({ priority: 60, inherited: ["priority"] });
    expect(await newest(here())).toMatchObject({ act: "above", reverts: null });
    await revertSave(admin, here(), began.id);
    expect(await read()).toMatchObject({ priority: 100, inherited: [] });
    await revertSave(admin, here(), (await newest(here())).id);
    expect(await read()).toMatchObject({ priority: 60, inherited: ["priority"] });
    await revertSave(admin, project(), defaults.id);
    expect((await newest(project())).fields).toMatchObject([{ name: "priority", before: 60, after: null }]);
    expect((await read()).priority).toBe(100);
  });
});

describe("settings of a project", () => {
  it("are written down and put back, with its address", async () => {
    await connected();
    const { slug } = component.project;
    await updateProject(admin, slug, { slug: `${slug}-new`, translationReview: true, instructions: "Be kind" });
    const place = project();
    const row = await newest(place);
    expect(row.fields.map(({ name }) => name).sort()).toEqual(["instructions", "slug", "translationReview"]);
    const back = await revertSave(admin, place, row.id, { fields: ["slug", "translationReview"] });
    expect(back).toMatchObject({
      kind: "project",
      project: { slug, translationReview: false, instructions: "Be kind" },
    });
  });

  it("tell of the secret of its notifications only that it changed", async () => {
    await connected();
    const { slug } = component.project;
    await updateProject(admin, slug, { hookSecret: "hunter2" });
    await updateProject(admin, slug, { hookSecret: "hunter2" });
    await updateProject(admin, slug, { hookSecret: "hunter3", web: "https://garden.example.org/" });
    await updateProject(admin, slug, { hookSecret: "" });
    const rows = await saves(project());
    expect(
      rows.map(({ fields }) => fields.filter(({ masked }) => masked).map((one) => [one.before, one.after])),
    ).toEqual([[["********", ""]], [["********", "********"]], [["", "********"]]]);
    expect(JSON.stringify(await textRows(db, sql`select * from settings_saves`))).not.toMatch(/hunter/);
    await expect(revertSave(admin, project(), rows[2]?.id ?? 0)).rejects.toThrow("nothing to put back");
    await revertSave(admin, project(), rows[1]?.id ?? 0);
    expect(await findProject(admin, slug)).toMatchObject({ web: component.project.web, hookSecretSet: false });
  });

  it("a category goes back to its name and its place", async () => {
    await connected();
    const { slug } = component.project;
    const outer = await createCategory(admin, { project: slug, parentId: null, name: "Outer", slug: "outer" });
    const inner = await createCategory(admin, { project: slug, parentId: null, name: "Inner", slug: "inner" });
    await changeCategory(admin, inner.id, { name: "Moved", parentId: outer.id });
    const place: SavesPlace = { kind: "category", project: component.project, category: inner };
    const row = await newest(place);
    expect(row.fields).toMatchObject([
      { name: "name", before: "Inner", after: "Moved" },
      { name: "parentId", before: null, after: "outer" },
    ]);
    await revertSave(admin, place, row.id);
    expect(await findCategory(admin, inner.id)).toMatchObject({ name: "Inner", parentId: null, path: "inner" });
  });

  it("a workflow of a language goes and comes back whole", async () => {
    await connected();
    const unset = { enableSuggestions: null, suggestionVoting: null, suggestionAutoaccept: null, sourceLanguage: null };
    const settings = { ...unset, reviewsOff: true, editsByMembers: false, checkFlags: "max-length:9" };
    await setWorkflow(admin, component.project, "cs", settings);
    const made = await newest(project());
    expect(made).toMatchObject({ topic: "workflow", language: "cs" });
    await setWorkflow(admin, component.project, "cs", { ...settings, suggestionVoting: true });
    expect((await newest(project())).fields).toMatchObject([{ name: "suggestionVoting", before: null, after: true }]);
    await revertSave(admin, project(), (await newest(project())).id);
    expect(await listWorkflows(component.project)).toMatchObject([settings]);
    await removeWorkflow(admin, component.project, "cs");
    await revertSave(admin, project(), (await newest(project())).id);
    expect(await listWorkflows(component.project)).toMatchObject([settings]);
    expect(await planRevert(admin, project(), made.id)).toMatchObject({ whole: true });
    await revertSave(admin, project(), made.id);
    expect(await listWorkflows(component.project)).toEqual([]);
  });
});

describe("settings of add-ons and roles", () => {
  it("an add-on gets its settings back, but no secret, and none once it is gone", async () => {
    await connected();
    const place = { component };
    const webhook_url = "https://hooks.example.org/hunter2";
    const hook = await installAddon(admin, place, {
      name: "weblate.webhook.webhook",
      configuration: { webhook_url, events: [2] },
    });
    await configureAddon(admin, hook.id, { configuration: { webhook_url: `${webhook_url}3`, events: [2, 5] } });
    const row = await newest(here());
    expect(row).toMatchObject({ topic: "addon", subject: "weblate.webhook.webhook", objectId: hook.id });
    expect(row.fields.find(({ name }) => name === "webhook_url")).toMatchObject({ masked: true });
    expect(JSON.stringify(await textRows(db, sql`select * from settings_saves`))).not.toMatch(/hunter/);
    await revertSave(admin, here(), row.id);
    const [stored] = await addonsAt(admin, place);
    expect(stored?.configuration).toMatchObject({ webhook_url: "https://hooks.example.org/********" });
    expect(JSON.stringify(stored?.configuration)).toBe(JSON.stringify(hook.configuration));
    await removeAddon(admin, hook.id);
    expect(await states(here(), row.id)).toMatchObject({ events: "gone", webhook_url: "masked" });
    await expect(revertSave(admin, here(), row.id)).rejects.toThrow("nothing to put back");
  });

  it("a role gets its name and its permissions back; nobody else who manages the installation sees it", async () => {
    const role = await createRole(admin, { name: "Pruner", permissions: ["unit.edit", "unit.add"] });
    await updateRole(admin, role.id, { name: "Gardener", permissions: ["unit.edit", "unit.delete"] }, true);
    const row = await newest(SITE);
    expect(row).toMatchObject({ topic: "role", subject: "Gardener" });
    const manager: Actor = { ...petra, grants: [grant({ projects: [], permissions: ["management.use"] })] };
    expect((await saves(SITE, manager)).map(({ topic }) => topic)).not.toContain("role");
    await expect(planRevert(manager, SITE, row.id)).rejects.toMatchObject({ name: "NotFound" });
    await revertSave(admin, SITE, row.id);
    expect(await findRole(admin, role.id)).toMatchObject({ name: "Pruner", permissions: ["unit.add", "unit.edit"] });
  });
});

describe("settings of the installation", () => {
  it("are written down and put back: registration, and the look with its picture", async () => {
    await setRegistration(admin, false);
    await setRegistration(admin, false);
    const closed = await newest(SITE);
    expect(closed).toMatchObject({ topic: "registration", fields: [{ name: "open", before: true, after: false }] });
    await revertSave(admin, SITE, closed.id);
    expect(await registrationIsOpen()).toBe(true);
    expect((await saves(SITE)).filter(({ topic }) => topic === "registration")).toHaveLength(2);
    await saveAppearance(admin, { ...USUAL, name: "Orchard", welcome: "Hello" }, { logo: png(40, 20) });
    const logo = await siteLogo();
    await resetAppearance(admin);
    const reset = await newest(SITE);
    expect(reset.fields.find(({ name }) => name === "logo")).toMatchObject({ before: "image/png, 1 KiB", after: null });
    await revertSave(admin, SITE, reset.id);
    expect(await storedAppearance(admin)).toMatchObject({ name: "Orchard", welcome: "Hello" });
    expect((await siteLogo())?.content).toEqual(logo?.content);
    await revertSave(admin, SITE, (await newest(SITE)).id);
    expect(await storedAppearance(admin)).toMatchObject(USUAL);
    expect(await siteLogo()).toBeUndefined();
  });
});

describe("who sees it", () => {
  it("is who may change these settings, and putting back takes what the fields take", async () => {
    await connected();
    await change({ restricted: true, priority: 80 });
    const { id } = await newest(here());
    for (const place of [here(), project(), SITE]) {
      await expect(listSaves(petra, place, { limit: 5 })).rejects.toMatchObject({ name: "Forbidden" });
      await expect(planRevert(petra, place, id)).rejects.toMatchObject({ name: "Forbidden" });
      await expect(revertSave(petra, place, id)).rejects.toMatchObject({ name: "Forbidden" });
    }
    await updateProject(admin, component.project.slug, { accessControl: 100 });
    const may = editor(petra, ["component.edit", "project.edit"]);
    component = await read();
    const access = await newest(project());
    await expect(revertSave(may, project(), access.id)).rejects.toMatchObject({
      denial: { permission: "project.permissions" },
    });
    // A save of another place is none of this one.
    await expect(planRevert(admin, project(), id)).rejects.toMatchObject({ name: "NotFound" });
    expect((await findProject(admin, component.project.slug)).accessControl).toBe(100);
  });

  it("a list goes on behind its last row", async () => {
    await connected();
    for (const priority of [60, 80, 120]) await change({ priority });
    const first = await listSaves(admin, here(), { limit: 2 });
    expect(first.rows.map(({ fields }) => fields[0]?.after)).toEqual([120, 80]);
    const second = await listSaves(admin, here(), { limit: 2, before: first.next });
    expect(second).toMatchObject({ rows: [{ fields: [{ after: 60 }] }], next: undefined });
  });

  it("saves go over with an account, and go with their component", async () => {
    await connected();
    const old = await makePerson("mara", { superuser: true });
    await updateComponent(old, await read(), { priority: 60 });
    await mergePeople(admin, "mara", "petra");
    expect(await newest(here())).toMatchObject({ username: "petra" });
    await db.run(
      sql`delete from units where translation_id in (select id from translations where component_id = ${component.id})`,
    );
    await db.run(sql`delete from components where id = ${component.id}`);
    expect(await textRows(db, sql`select id from settings_saves where component_id = ${component.id}`)).toEqual([]);
  });
});
