import { beforeEach, expect, it } from "vitest";
import { createCategory } from "@/lib/domain/categories/categories";
import { applyDefaults } from "@/lib/domain/creation/change-defaults";
import { createComponent } from "@/lib/domain/creation/create-component";
import { findProject } from "@/lib/domain/projects/projects";
import { undoHere } from "@/lib/domain/undo/undo";
import { countStatements, db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { json, type Person, PO, person, projectKey } from "./support";

let admin: Person;
let stranger: Person;
let slug: string;
let projectId: number;
let round = 0;

/** A project with one component, which has all settings of its own. */
beforeEach(async () => {
  admin ??= await person("admin", { superuser: true });
  stranger ??= await person("stranger");
  await db.run(sql`delete from component_defaults`);
  const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  slug = component.project.slug;
  projectId = component.projectId;
  round++;
});

const call = (method: "GET" | "PATCH" | "POST", path: string, body?: object, key = admin.key) =>
  json(method, path, { key, body });
const ofProject = () => `/api/projects/${slug}/component-defaults/`;
const read = async (component = "app") => (await call("GET", `/api/components/${slug}/${component}/`)).body;
const change = (body: object, component = "app") => call("PATCH", `/api/components/${slug}/${component}/`, body);
const set = async (path: string, settings: object, reset: string[] = []) => {
  const done = await call("PATCH", path, { settings, reset });
  expect(done.status).toBe(200);
  return done.body;
};
const category = async () => {
  const name = `c${round}`;
  return createCategory(admin.actor, { project: slug, name, slug: name, parentId: null });
};

it("a default changes nothing until a component follows it, and then each change of it changes the component", async () => {
  await set(ofProject(), { priority: 80, merge_style: "merge" });
  expect(await read()).toMatchObject({ priority: 100, merge_style: "rebase", inherited: [] });
  expect((await change({ inherited: ["priority", "merge_style"] })).status).toBe(200);
  expect(await read()).toMatchObject({ priority: 80, merge_style: "merge", inherited: ["merge_style", "priority"] });
  const done = await set(ofProject(), { priority: 60 });
  expect(done).toMatchObject({
    settings: { priority: 60, merge_style: "merge" },
    followers: { priority: 1, merge_style: 1 },
    components: [{ slug: "app", changes: [{ setting: "priority", old: 80, new: 60 }] }],
  });
  expect(await read()).toMatchObject({ priority: 60, merge_style: "merge" });
});

it("a value of its own ends following, and following again takes the value from above", async () => {
  await set(ofProject(), { license: "MIT" });
  await change({ inherited: ["license"] });
  // What a client sends back unchanged says nothing new.
  await change({ license: "MIT" });
  expect(await read()).toMatchObject({ license: "MIT", inherited: ["license"] });
  await change({ license: "Apache-2.0", inherited: ["license"] });
  expect(await read()).toMatchObject({ license: "Apache-2.0", inherited: [] });
  await change({ license: "ISC", inherited: ["license"] });
  expect(await read()).toMatchObject({ license: "MIT", inherited: ["license"] });
  await change({ inherited: [] });
  await set(ofProject(), { license: "0BSD" });
  expect(await read()).toMatchObject({ license: "MIT", inherited: [] });
});

it("the nearest level wins: category, project, installation, and what Loquat begins with", async () => {
  const made = await category();
  const inCategory = `/api/categories/${made.id}/component-defaults/`;
  await db.run(sql`update components set category_id = ${made.id} where project_id = ${projectId}`);
  const priority = async () => (await call("GET", `/api/components/${slug}/${made.slug}%252Fapp/`)).body.priority;
  expect((await change({ inherited: ["priority"] }, `${made.slug}%252Fapp`)).status).toBe(200);
  await set("/api/component-defaults/", { priority: 140 });
  expect(await priority()).toBe(140);
  await set(ofProject(), { priority: 120 });
  expect(await priority()).toBe(120);
  await set(inCategory, { priority: 80 });
  expect(await priority()).toBe(80);
  await set(ofProject(), { priority: 60 });
  expect(await priority()).toBe(80);
  expect((await call("GET", inCategory)).body).toMatchObject({
    settings: { priority: 80 },
    followers: { priority: 1 },
  });
  await set(inCategory, {}, ["priority"]);
  expect(await priority()).toBe(60);
  expect((await call("GET", inCategory)).body).toMatchObject({ above: { priority: { value: 60, from: "project" } } });
  await set(ofProject(), {}, ["priority"]);
  await set("/api/component-defaults/", {}, ["priority"]);
  expect(await priority()).toBe(100);
});

it("a component that moves, and one whose category moves, follows what is above its new place", async () => {
  const outer = await category();
  await set(ofProject(), { priority: 120, check_flags: "ignore-end-space" });
  await set(`/api/categories/${outer.id}/component-defaults/`, { priority: 80 });
  await change({ inherited: ["priority", "check_flags"] });
  expect(await read()).toMatchObject({ priority: 120, check_flags: "ignore-end-space" });
  const moved = await change({ category: `/api/categories/${outer.id}/` });
  expect(moved.body).toMatchObject({ priority: 80, check_flags: "ignore-end-space" });
  const other = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  const there = other.component.project.slug;
  await set(`/api/projects/${there}/component-defaults/`, { priority: 60, check_flags: "max-length:9" });
  const away = await call("PATCH", `/api/categories/${outer.id}/`, { project: `/api/projects/${there}/` });
  expect(away.status).toBe(200);
  const now = await call("GET", `/api/components/${there}/${outer.slug}%252Fapp/`);
  expect(now.body).toMatchObject({ priority: 80, check_flags: "max-length:9" });
});

it("a new component follows in what it is not given, where something is set above it", async () => {
  await set(ofProject(), { priority: 80, license: "MIT", commit_message: "Texts" });
  const files = [{ path: "new/cs.po", content: Buffer.from(PO) }];
  const given = { name: "New", slug: "new", filemask: "new/*.po", fileFormat: "po", license: "ISC" };
  await createComponent(admin.actor, slug, given, { files });
  expect(await read("new")).toMatchObject({
    ...{ priority: 80, license: "ISC", commit_message: "Texts" },
    inherited: ["commit_message", "priority"],
  });
  await change({ inherited: ["license"] });
  await change({ priority: 60 });
  const copy = await createComponent(admin.actor, slug, { name: "Copy", slug: "copy" }, { component: `${slug}/app` });
  expect(copy).toMatchObject({ priority: 60, license: "MIT", inherited: ["license"] });
});

it("a dry run tells, its version holds, and undoing gives defaults and components back", async () => {
  await set(ofProject(), { priority: 80 });
  await change({ inherited: ["priority"] });
  const body = { settings: { priority: 60 }, reset: [] };
  const dry = await call("PATCH", `${ofProject()}?dry_run=true`, body);
  expect(dry.body).toMatchObject({ dry_run: true, operation: null, settings: { priority: 80 } });
  expect(dry.body.components).toMatchObject([{ slug: "app", changes: [{ setting: "priority", old: 80, new: 60 }] }]);
  expect((await read()).priority).toBe(80);
  const done = await call("PATCH", ofProject(), { ...body, version: dry.body.version });
  expect(done.body).toMatchObject({ operation: expect.any(String) });
  expect((await call("PATCH", ofProject(), { ...body, version: dry.body.version })).status).toBe(409);
  expect((await read()).priority).toBe(60);
  const undone = await undoHere(admin.actor, String(done.body.operation), { plan: false });
  expect(undone).toMatchObject({ restored: 1, skipped: 0 });
  expect(await read()).toMatchObject({ priority: 80, inherited: ["priority"] });
  expect((await call("GET", ofProject())).body).toMatchObject({ settings: { priority: 80 } });
  // The undo is taken back like any other.
  await undoHere(admin.actor, String(undone.operation), { plan: false });
  expect(await read()).toMatchObject({ priority: 60, inherited: ["priority"] });
});

it("many components follow at once, and undoing makes their settings their own again", async () => {
  await set(ofProject(), { priority: 80, license: "MIT" });
  await change({ license: "ISC" });
  const path = `/api/projects/${slug}/component-settings/`;
  const done = await call("POST", path, { follow: ["priority", "license"] });
  expect(done.body).toMatchObject({ changing: 1 });
  expect(await read()).toMatchObject({ priority: 80, license: "MIT", inherited: ["license", "priority"] });
  expect((await call("POST", path, { follow: ["priority"], settings: { priority: 80 } })).status).toBe(400);
  const own = await call("POST", path, { settings: { priority: 80 } });
  expect(own.body).toMatchObject({ components: [{ changes: [{ setting: "priority", follows: false }] }] });
  expect((await read()).inherited).toEqual(["license"]);
  await undoHere(admin.actor, String(own.body.operation), { plan: false });
  expect((await read()).inherited).toEqual(["license", "priority"]);
  await undoHere(admin.actor, String(done.body.operation), { plan: false });
  expect(await read()).toMatchObject({ priority: 100, license: "ISC", inherited: [] });
});

it("what cannot be is refused, and nothing changes", async () => {
  for (const body of [
    { settings: { priority: 81 } },
    { settings: { commit_message: " " } },
    { settings: { commit_message: "{{ nothing" } },
    { reset: ["slug"] },
    { settings: { priority: 80 }, reset: ["priority"] },
  ])
    expect((await call("PATCH", ofProject(), body)).status).toBe(400);
  expect((await change({ inherited: ["slug"] })).status).toBe(400);
  expect((await call("GET", ofProject())).body.settings).toEqual({});
});

it("asks for the right on project and installation", async () => {
  const body = { settings: { priority: 80 } };
  const other = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  const foreign = await projectKey(admin.actor, other.component.projectId);
  for (const path of [ofProject(), "/api/component-defaults/"]) {
    expect((await call("PATCH", path, body, stranger.key)).status).toBe(403);
    expect((await call("GET", path, undefined, stranger.key)).status).toBe(403);
    expect((await call("PATCH", path, body, foreign)).status).toBe(403);
  }
  expect((await call("PATCH", ofProject(), body, await projectKey(admin.actor, projectId))).status).toBe(200);
});

it("takes no statement for each follower", async () => {
  await set(ofProject(), { priority: 80 });
  await change({ inherited: ["priority"] });
  const project = await findProject(admin.actor, slug);
  const make = (priority: number) => applyDefaults(admin.actor, { project }, { set: { priority }, reset: [] });
  const one = await countStatements(() => make(60));
  for (let number = 0; number < 20; number++)
    await db.run(sql`
      insert into components select (jsonb_populate_record(null::components, to_jsonb(c) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('components', 'id')), 'name', ${`n${number}`}::text, 'slug', ${`n${number}`}::text))).*
      from components c where c.project_id = ${projectId} and c.slug = 'app'`);
  const many = await countStatements(() => make(120));
  expect(many.result.components).toHaveLength(21);
  // What the look at alerts finds takes one or two more; a statement for each component would take twenty.
  expect(many.count).toBeLessThan(one.count + 5);
});
