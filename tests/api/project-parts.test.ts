import { beforeAll, describe, expect, it } from "vitest";
import { assignToLists } from "@/lib/domain/componentlists/auto-assign";
import type { ComponentRow } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect, counterDrift } from "../support/loop";
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

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  slug = component.project.slug;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

describe("labels", () => {
  it("are made, listed and removed", async () => {
    const path = `/api/projects/${slug}/labels/`;
    const body = { name: "Menu", color: "red" };
    expect(await statusesOf("POST", path, [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    const made = await json("POST", path, { key: admin.key, body });
    expect(made).toMatchObject({ status: 201, body: { ...body, description: "" } });
    expect((await json<Page>("GET", path)).body).toMatchObject({ count: 1, results: [made.body] });
    expect(await json("POST", path, { key: admin.key, body })).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "name", code: "unique" }] },
    });
    expect(await json("POST", path, { key: admin.key, body: { name: "x", color: "mauve" } })).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "color", code: "invalid_choice" }] },
    });
    expect(Object.keys((await json("POST", path, { key: admin.key, body: {} })).body)).toEqual(
      expect.arrayContaining(["name", "color"]),
    );
    const one = `${path}${made.body.id}/`;
    expect(await statusesOf("PATCH", one, [undefined, petra.key, foreign], { color: "blue" })).toEqual([401, 403, 403]);
    expect(await json("PATCH", one, { key: admin.key, body: { name: "Menus", color: "blue" } })).toMatchObject({
      status: 200,
      body: { id: made.body.id, name: "Menus", color: "blue", description: "" },
    });
    await json("POST", path, { key: admin.key, body: { name: "Legal", color: "red" } });
    expect(await json("PATCH", one, { key: admin.key, body: { name: "Legal" } })).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "name", code: "unique" }] },
    });
    expect((await json("PATCH", one.replace(slug, "other"), { key: admin.key, body: {} })).status).toBe(404);
    await json("PATCH", one, { key: admin.key, body: { name: "Menu" } });
    expect(await statusesOf("DELETE", one, [undefined, petra.key, foreign])).toEqual([401, 403, 403]);
    expect((await json("DELETE", one.replace(slug, "other"), { key: admin.key })).status).toBe(404);
    expect(await statusesOf("DELETE", one, [admin.key, admin.key])).toEqual([204, 404]);
    const told = await json<Page>("GET", `/api/projects/${slug}/changes/?action=86&action=87`, { key: admin.key });
    expect(told.body.results.map((line) => [line.action, line.target])).toEqual([
      [87, "Menu"],
      [86, "Legal"],
      [86, "Menu"],
    ]);
  });
});

describe("a shared component", () => {
  it("is listed and counted in the other project until it is no longer shared", async () => {
    const path = `/api/components/${slug}/app/links/`;
    const body = { project_slug: "other" };
    expect(await statusesOf("POST", path, [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    expect((await json<Page>("GET", path)).body.count).toBe(0);
    const made = await json("POST", path, { key: admin.key, body: new URLSearchParams(body) });
    expect(made).toMatchObject({ status: 201, body: { data: { slug: "app", project: { slug } } } });
    expect(made.headers.get("location")).toBe(`http://loquat.test/api/components/${slug}/app/`);
    expect((await json<Page>("GET", path)).body.results).toMatchObject([{ slug: "other" }]);
    const other = await findProject(admin.actor, "other");
    expect(await readCounter("project", other.id)).toMatchObject({ total: 8, translations: 2 });
    expect((await json<Page>("GET", "/api/projects/other/components/")).body.count).toBe(1);
    for (const [field, wrong] of [
      ["project_slug", { project_slug: "none" }],
      ["project_slug", { project_slug: slug }],
      ["project_slug", body],
      ["project_slug", {}],
      ["category_id", { ...body, category_id: 999 }],
    ] as const)
      expect(await json("POST", path, { key: admin.key, body: wrong }), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      });
    await db.run(sql`update projects set access_control = 100 where slug = 'other'`);
    expect((await json<Page>("GET", path)).body.count).toBe(0);
    expect((await json<Page>("GET", path, { key: admin.key })).body.count).toBe(1);
    await db.run(sql`update projects set access_control = 0 where slug = 'other'`);
    expect(await statusesOf("DELETE", `${path}other/`, [undefined, petra.key, foreign, admin.key, admin.key])).toEqual([
      401, 403, 403, 204, 404,
    ]);
    expect(await readCounter("project", other.id)).toMatchObject({ total: 0, translations: 0 });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("component lists", () => {
  it("are created, changed and removed with permission", async () => {
    const body = { name: "Main", slug: "main" };
    expect(await statusesOf("POST", "/api/component-lists/", [undefined, petra.key, foreign], body)).toEqual([
      401, 403, 403,
    ]);
    const made = await json("POST", "/api/component-lists/", { key: admin.key, body });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...body,
        show_dashboard: true,
        components: [],
        auto_assign: [],
        url: "http://loquat.test/api/component-lists/main/",
      },
    });
    for (const [field, more] of [
      ["name", { slug: "main2" }],
      ["slug", { name: "Main 2" }],
      ["slug", { name: "x", slug: "a b" }],
    ] as const)
      expect(await json("POST", "/api/component-lists/", { key: admin.key, body: { ...body, ...more } })).toMatchObject(
        {
          status: 400,
          body: { [field]: [expect.any(String)] },
        },
      );
    const path = "/api/component-lists/main/";
    expect(await statusesOf("PATCH", path, [undefined, petra.key, foreign], { name: "x" })).toEqual([401, 403, 403]);
    expect((await json("PATCH", path, { key: admin.key, body: { show_dashboard: "no" } })).body).toMatchObject({
      ...body,
      show_dashboard: false,
    });
    expect((await json("PUT", path, { key: admin.key, body: { name: "Main" } })).body).toHaveProperty("slug");
    expect((await json("PUT", path, { key: admin.key, body: { name: "Front", slug: "main" } })).body).toMatchObject({
      name: "Front",
    });
    expect((await json<Page>("GET", "/api/component-lists/")).body).toMatchObject({
      count: 1,
      results: [{ name: "Front" }],
    });
  });

  it("contain components, of which each user sees the visible ones", async () => {
    const path = "/api/component-lists/main/components/";
    const body = new URLSearchParams({ component_id: String(component.id) });
    expect(await statusesOf("POST", path, [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    const link = `http://loquat.test/api/components/${slug}/app/`;
    expect((await json("POST", path, { key: admin.key, body })).body).toMatchObject({ components: [link] });
    for (const wrong of [{}, { component_id: "x" }, { component_id: 99999 }])
      expect(await json("POST", path, { key: admin.key, body: wrong })).toMatchObject({
        status: 400,
        body: { component_id: [expect.any(String)] },
      });
    expect((await json<Page>("GET", path)).body.results.map((one) => one.url)).toEqual([link]);
    await db.run(sql`update projects set access_control = 100 where slug = ${slug}`);
    expect((await json<Page>("GET", path)).body.count).toBe(0);
    expect((await json("GET", "/api/component-lists/main/")).body.components).toEqual([]);
    await db.run(sql`update projects set access_control = 0 where slug = ${slug}`);
    const twin = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    await json("POST", path, { key: admin.key, body: { component_id: twin.component.id } });
    const [one, many] = [await costOf(path, 1, admin.key), await costOf(path, 100, admin.key)];
    expect([one.rows, many.rows]).toEqual([1, 2]);
    expect(many.statements).toBeLessThanOrEqual(one.statements);
    expect((await json("DELETE", `${path}app`, { key: admin.key })).status).toBe(400);
    expect((await json("DELETE", `${path}${twin.component.project.slug}%252Fapp/`, { key: admin.key })).status).toBe(
      204,
    );
    expect(await statusesOf("DELETE", `${path}app`, [undefined, petra.key, foreign, admin.key, admin.key])).toEqual([
      401, 403, 403, 204, 404,
    ]);
  });

  it("include new components by their rules", async () => {
    await db.run(sql`
      insert into component_list_rules (component_list_id, project_match, component_match)
      select id, r.p, r.c from component_lists, (values (${`^${slug}$`}::text, '^app$'), ('^other$', '.*'), ('(', '.*')) as r(p, c) where slug = 'main'`);
    expect(await inTransaction((tx) => assignToLists(tx, [component.id]))).toBe(1);
    expect(await inTransaction((tx) => assignToLists(tx, [component.id]))).toBe(0);
    const { body } = await json("GET", "/api/component-lists/main/");
    expect(body.components).toEqual([`http://loquat.test/api/components/${slug}/app/`]);
    expect(body.auto_assign).toContainEqual({ project_match: "^other$", component_match: ".*" });
    const set = (auto_assign: object[]) =>
      json("PATCH", "/api/component-lists/main/", { key: admin.key, body: { auto_assign } });
    expect(await set([{ project_match: "(", component_match: ".*" }])).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "auto_assign" }] },
    });
    await db.run(sql`delete from component_list_members`);
    // What matches already comes at once.
    const rules = [{ project_match: `^${slug}$`, component_match: "^app$" }];
    expect((await set(rules)).body).toMatchObject({ auto_assign: rules, components: body.components });
    expect((await set([])).body).toMatchObject({ auto_assign: [], components: body.components });
    expect(
      await statusesOf("DELETE", "/api/component-lists/main/", [undefined, petra.key, foreign, admin.key, admin.key]),
    ).toEqual([401, 403, 403, 204, 404]);
  });
});

describe("announcements", () => {
  it("belong to one level each, until they expire", async () => {
    const category = await json("POST", "/api/categories/", {
      key: admin.key,
      body: { name: "C", slug: "c", project: `/api/projects/${slug}/` },
    });
    const body = { message: "**Freeze** on Friday", severity: "warning", expiry: "2999-12-31" };
    const places = [
      `/api/projects/${slug}/`,
      `/api/projects/${slug}/languages/cs/`,
      pathOf(category.body.url),
      `/api/components/${slug}/app/`,
      `/api/translations/${slug}/app/cs/`,
    ];
    const made: string[] = [];
    for (const place of places) {
      const path = `${place}announcements/`;
      expect(await statusesOf("POST", path, [undefined, petra.key, foreign], body), path).toEqual([401, 403, 403]);
      const one = await json("POST", path, { key: admin.key, body });
      expect(one, path).toMatchObject({ status: 201, body: { ...body, notify: true } });
      made.push(`${path}${one.body.id}/`);
    }
    for (const place of places) {
      const { body: page } = await json<Page>("GET", `${place}announcements/`);
      expect(page.count, place).toBe(1);
    }
    await db.run(sql`update announcements set expiry = current_date - 1 where component_id is null`);
    expect((await json<Page>("GET", `${places[0]}announcements/`)).body.count).toBe(0);
    for (const [field, more] of [
      ["severity", { severity: "loud" }],
      ["expiry", { expiry: "tomorrow" }],
      ["expiry", { expiry: "2999-02-29" }],
      ["message", { message: " " }],
    ] as const)
      expect(
        (await json("POST", `${places[0]}announcements/`, { key: admin.key, body: { ...body, ...more } })).body,
      ).toHaveProperty(field);
    const over = await json<{ id: number }>("POST", `${places[0]}announcements/`, {
      key: admin.key,
      body: { ...body, expiry: "2020-01-31" },
    });
    expect(over).toMatchObject({ status: 201, body: { expiry: "2020-01-31" } });
    expect(await statusesOf("DELETE", `${places[0]}announcements/${over.body.id}/`, [admin.key])).toEqual([204]);
    for (const path of made) {
      expect(await statusesOf("PATCH", path, [undefined, petra.key, foreign], { message: "Mine" }), path).toEqual([
        ...[401, 403, 403],
      ]);
      expect((await json("PATCH", path, { key: admin.key, body: { severity: "loud" } })).body).toHaveProperty(
        "severity",
      );
      expect((await json("PATCH", path, { key: admin.key, body: { expiry: "2020-01-31" } })).body).toHaveProperty(
        "expiry",
      );
      expect((await json("PATCH", path, { key: admin.key, body: { expiry: null } })).body, path).toMatchObject({
        ...{ message: body.message, severity: "warning", expiry: null },
      });
      expect(await statusesOf("PATCH", path.replace(/\d+\/$/, "999/"), [admin.key], {}), path).toEqual([404]);
      expect(await statusesOf("DELETE", path, [undefined, petra.key, foreign]), path).toEqual([401, 403, 403]);
      expect((await json("DELETE", path.replace(/\d+\/$/, "999/"), { key: admin.key })).status).toBe(404);
      expect(await statusesOf("DELETE", path, [admin.key, admin.key]), path).toEqual([204, 404]);
    }
    const posted = await json<Page>("GET", "/api/changes/?action=46", { key: admin.key });
    // The one that was over when it was posted, too.
    expect(posted.body.count).toBe(6);
  });

  it("have addresses below the object they belong to", async () => {
    for (const path of [`/api/projects/${slug}/`, `/api/components/${slug}/app/`, `/api/translations/${slug}/app/cs/`])
      expect((await json("GET", path)).body.announcements_url).toBe(`http://loquat.test${path}announcements/`);
  });
});
