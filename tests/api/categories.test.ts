import { beforeAll, describe, expect, it } from "vitest";
import { ACTION } from "@/lib/domain/change-actions";
import type { ComponentRow } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { removeMarked } from "@/lib/domain/working-copy/remove-marked";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift } from "../support/loop";
import { textRows } from "../support/text-rows";
import { costOf, json, type Person, PO, pathOf, person, projectKey, statusesOf } from "./support";

let admin: Person;
let petra: Person;
let foreign: string;
let component: ComponentRow;
let slug = "";

interface Page {
  count: number;
  results: Record<string, unknown>[];
}

const project = () => `http://loquat.test/api/projects/${slug}/`;
const create = (body: object, key: string | undefined = admin.key) => json("POST", "/api/categories/", { key, body });
const make = async (name: string, parent: unknown = null, where = project()) =>
  (await create({ name, slug: name.toLowerCase(), project: where, category: parent })).body;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  slug = component.project.slug;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

describe("categories", () => {
  it("are made by those who may, at most three levels deep", async () => {
    const body = { name: "Docs", slug: "docs", project: project() };
    expect(await statusesOf("POST", "/api/categories/", [undefined, petra.key, foreign], body)).toEqual([
      401, 400, 400,
    ]);
    expect((await create(body, petra.key)).body).toHaveProperty("project");
    const docs = await create({ ...body, project: `/api/projects/${slug}/`, category: null });
    expect(docs.status).toBe(201);
    expect(docs.headers.get("location")).toBe(docs.body.url);
    expect(docs.body).toEqual({
      id: expect.any(Number),
      name: "Docs",
      slug: "docs",
      project: project(),
      category: null,
      url: `http://loquat.test/api/categories/${docs.body.id}/`,
      statistics_url: `http://loquat.test/api/categories/${docs.body.id}/statistics/`,
      announcements_url: `http://loquat.test/api/categories/${docs.body.id}/announcements/`,
    });
    const guide = await make("Guide", docs.body.url);
    const deep = await make("Deep", guide.url);
    expect(deep.category).toBe(guide.url);
    const elsewhere = await make("Elsewhere", null, "http://loquat.test/api/projects/other/");
    for (const [field, more] of [
      ["category", { category: deep.url }],
      ["category", { category: elsewhere.url }],
      ["category", { category: "http://example.org/api/categories/1/" }],
      ["project", { project: "/api/projects/none/" }],
      ["project", { project: "nonsense" }],
      ["slug", { slug: "a b" }],
      ["slug", { slug: "docs" }],
      ["name", { name: "Docs", slug: "docs2" }],
      ["slug", { slug: "app" }],
      ["name", { name: "App" }],
    ] as const) {
      const wrong = await create({ name: "New", slug: "new", project: project(), ...more });
      expect(wrong, JSON.stringify(more)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
    }
    // A form has no null.
    const form = { key: admin.key, body: new URLSearchParams({ category: "" }) };
    expect(await json("PATCH", pathOf(elsewhere.url), form)).toMatchObject({ status: 200, body: { category: null } });
  });

  it("are listed for everybody who may see their project", async () => {
    const names = async (path: string, key?: string) =>
      (await json<Page>("GET", path, { key })).body.results.map((one) => one.name);
    expect(await names("/api/categories/")).toEqual(["Docs", "Guide", "Deep", "Elsewhere"]);
    expect(await names(`/api/projects/${slug}/categories/`)).toEqual(["Docs", "Guide", "Deep"]);
    await db.run(sql`update projects set access_control = 100 where slug = 'other'`);
    expect(await names("/api/categories/", petra.key)).toEqual(["Docs", "Guide", "Deep"]);
    expect(await names("/api/categories/", foreign)).toContain("Elsewhere");
    await db.run(sql`update projects set access_control = 0 where slug = 'other'`);
    const [one, many] = [
      await costOf("/api/categories/", 1, admin.key),
      await costOf("/api/categories/", 100, admin.key),
    ];
    expect(many.rows).toBeGreaterThan(one.rows);
    expect(many.statements).toBeLessThanOrEqual(one.statements);
  });

  it("take in components, and count them", async () => {
    const path = `/api/components/${slug}/app/`;
    const list = (await json<Page>("GET", `/api/projects/${slug}/categories/`)).body.results;
    const guide = list.find((one) => one.name === "Guide");
    const wrong = await json("PATCH", path, {
      key: admin.key,
      body: { category: "/api/categories/99999/", license: "MIT" },
    });
    expect(wrong).toMatchObject({ status: 400, body: { category: [expect.any(String)] } });
    expect((await json("GET", path)).body.license).toBe("");
    expect(await json("PATCH", path, { key: admin.key, body: { slug: "docs" } })).toMatchObject({
      status: 400,
      body: { slug: [expect.any(String)] },
    });
    expect(await statusesOf("PATCH", path, [undefined, petra.key, foreign], { category: guide?.url })).toEqual([
      401, 403, 403,
    ]);
    const moved = await json("PATCH", path, { key: admin.key, body: { category: guide?.url } });
    expect(moved).toMatchObject({ status: 200, body: { category: guide?.url } });
    const nested = `/api/components/${slug}/docs%252Fguide%252Fapp/`;
    expect(moved.body.url).toBe(`http://loquat.test${nested}`);
    for (const name of ["Docs", "Guide"]) {
      const category = list.find((one) => one.name === name);
      const { body } = await json("GET", pathOf(category?.statistics_url));
      expect(body).toMatchObject({ name, total: 8, translated: 6 });
      expect(body).not.toHaveProperty("code");
    }
    expect(await json("GET", pathOf(guide?.statistics_url))).toMatchObject({
      body: { url: `http://loquat.test/projects/${slug}/docs/guide/` },
    });
    const put = { name: "App", slug: "app", repo: component.repository.url, filemask: "po/*.po", file_format: "po" };
    expect((await json("PUT", nested, { key: admin.key, body: put })).body).toMatchObject({ category: null });
    expect(await readCounter("category", Number(guide?.id))).toMatchObject({
      total: 0,
      translated: 0,
      translations: 0,
    });
    expect((await json("PATCH", path, { key: admin.key, body: { category: guide?.url } })).status).toBe(200);
    const told = await json<Page>("GET", `/api/changes/?action=${ACTION.MOVED_COMPONENT}`, { key: admin.key });
    expect(told.body.results.map((one) => [one.old, one.target])).toEqual([
      ["", "docs/guide"],
      ["docs/guide", ""],
      ["", "docs/guide"],
    ]);
    expect(await counterDrift()).toEqual([]);
  });

  it("are renamed and moved by those who may, never into themselves", async () => {
    const list = (await json<Page>("GET", `/api/projects/${slug}/categories/`)).body.results;
    const [docs, guide] = ["Docs", "Guide"].map((name) => list.find((one) => one.name === name));
    const path = pathOf(guide?.url);
    expect(await statusesOf("PATCH", path, [undefined, petra.key, foreign], { name: "x" })).toEqual([401, 403, 403]);
    expect(
      (await json("PATCH", pathOf(docs?.url), { key: admin.key, body: { category: guide?.url } })).body,
    ).toHaveProperty("category");
    expect((await json("PUT", path, { key: admin.key, body: { name: "Guide" } })).body).toHaveProperty("slug");
    const renamed = await json("PATCH", path, { key: admin.key, body: { slug: "guides" } });
    expect(renamed.body).toMatchObject({ slug: "guides", category: docs?.url });
    const moved = await json("PUT", path, {
      key: admin.key,
      body: { name: "Guide", slug: "guides", project: project() },
    });
    expect(moved.body).toMatchObject({ category: null });
    expect(await readCounter("category", Number(docs?.id))).toMatchObject({ total: 0 });
    expect(await readCounter("category", Number(guide?.id))).toMatchObject({ total: 8 });
    expect((await json("GET", `/api/components/${slug}/guides%252Fapp/`)).status).toBe(200);
    const told = await json<Page>("GET", `/api/projects/${slug}/changes/?action=68&action=69`, { key: admin.key });
    expect(told.body.results.map((one) => [one.action, one.old, one.target])).toEqual([
      [69, "docs/guides", "guides"],
      [68, "docs/guide", "docs/guides"],
    ]);
  });

  it("move into another project with all that is in them", async () => {
    const guide = (await json<Page>("GET", `/api/projects/${slug}/categories/`)).body.results.find(
      (one) => one.name === "Guide",
    );
    await db.run(sql`
      with label as (insert into labels (project_id, name, color) values (${component.projectId}, 'Menu', 'red') returning id)
      insert into source_unit_labels (source_id, label_id) select min(s.id), (select id from label) from source_units s where s.component_id = ${component.id}`);
    await db.run(sql`
      insert into team_components (team_id, component_id) select id, ${component.id} from teams where defining_project_id = ${component.projectId} limit 1`);
    const moved = await json("PATCH", pathOf(guide?.url), {
      key: admin.key,
      body: { project: "/api/projects/other/" },
    });
    expect(moved.body).toMatchObject({ project: "http://loquat.test/api/projects/other/", category: null });
    expect((await json("GET", "/api/components/other/guides%252Fapp/")).body).toMatchObject({
      project: { slug: "other" },
    });
    const other = await findProject(admin.actor, "other");
    expect(await readCounter("project", other.id)).toMatchObject({ total: 8, translations: 2 });
    expect(await readCounter("project", component.projectId)).toMatchObject({ total: 0, translations: 0 });
    expect((await json("GET", "/api/projects/other/languages/?format=json-flat")).body).toHaveLength(2);
    expect(
      await textRows(db, sql`select l.project_id, l.name from source_unit_labels x join labels l on l.id = x.label_id`),
    ).toEqual([{ projectId: other.id, name: "Menu" }]);
    expect(await textRows(db, sql`select 1 from team_components where component_id = ${component.id}`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("are removed with all that is in them: hidden at once, gone in the background", async () => {
    const guide = (await json<Page>("GET", "/api/projects/other/categories/")).body.results.find(
      (one) => one.name === "Guide",
    );
    const path = pathOf(guide?.url);
    expect(await statusesOf("DELETE", path, [undefined, petra.key, admin.key, admin.key])).toEqual([
      401, 403, 204, 404,
    ]);
    expect((await json("GET", "/api/components/other/guides%252Fapp/")).status).toBe(404);
    expect((await create({ name: "Guide", slug: "guides", project: "/api/projects/other/" }, foreign)).status).toBe(
      201,
    );
    const other = await findProject(admin.actor, "other");
    await removeMarked();
    expect(
      (await json<Page>("GET", `/api/changes/?action=67&action=38`, { key: admin.key })).body.results,
    ).toMatchObject([
      { action: 38, target: "app" },
      { action: 67, target: "guides" },
    ]);
    expect(await textRows(db, sql`select 1 from categories where id = ${guide?.id}`)).toEqual([]);
    expect(
      await textRows(db, sql`select 1 from counters where scope = 'category' and object_id = ${guide?.id}`),
    ).toEqual([]);
    expect(await textRows(db, sql`select 1 from components`)).toEqual([]);
    expect(await readCounter("project", other.id)).toMatchObject({ total: 0 });
  });
});
