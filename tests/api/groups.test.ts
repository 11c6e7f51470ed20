import { beforeAll, describe, expect, it } from "vitest";
import { loadActor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import { createProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { textRow } from "../support/text-rows";
import { costOf, json, type Person, PO, pathOf, person, projectKey, statusesOf } from "./support";

let admin: Person;
let petra: Person;
/** Administers the project `mine`. */
let owner: Person;
let foreign: string;
let mine: { id: number; slug: string };
let other: { id: number; slug: string };
let componentId = 0;

interface Page {
  count: number;
  results: Record<string, unknown>[];
}

const idOf = (address: unknown) => Number(/(\d+)\/$/.exec(String(address))?.[1]);
const roleId = async (name: string) =>
  (await textRow<{ id: number }>(db, sql`select id from roles where name = ${name}`))?.id ?? 0;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  componentId = component.id;
  mine = component.project;
  other = await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, other.id);
  owner = await person("olga");
  await db.run(sql`
    insert into team_members (team_id, user_id) select id, ${owner.actor.userId} from teams where defining_project_id = ${mine.id} and name = 'Administration'`);
  forgetTokens();
});

describe("groups", () => {
  it("are all listed for managers, else one's own and those of projects one manages", async () => {
    const names = async (key: string | undefined) =>
      (await json<Page>("GET", "/api/groups/?page_size=100", { key })).body.results.map((one) => one.name);
    expect(await names(admin.key)).toEqual(expect.arrayContaining(["Guests", "Managers", "Administration"]));
    expect(await names(petra.key)).toEqual(["Viewers", "Users"]);
    expect(await names(undefined)).toEqual(["Guests", "Viewers"]);
    expect(await names(owner.key)).toEqual(["Viewers", "Users", "Administration"]);
    expect(await names(foreign)).toEqual(["Administration"]);
    const managers = await textRow<{ id: number }>(db, sql`select id from teams where name = 'Managers'`);
    expect(await statusesOf("GET", `/api/groups/${managers?.id}/`, [undefined, petra.key, admin.key])).toEqual([
      404, 404, 200,
    ]);
    const [one, many] = [await costOf("/api/groups/", 1, admin.key), await costOf("/api/groups/", 100, admin.key)];
    expect(many.rows).toBeGreaterThan(one.rows);
    expect(many.statements).toBeLessThanOrEqual(one.statements);
  });

  it("are made site-wide by managers, for a project by those who manage its access", async () => {
    const body = { name: "Everywhere", project_selection: 3 };
    expect(await statusesOf("POST", "/api/groups/", [undefined, petra.key, owner.key, foreign], body)).toEqual([
      401, 403, 403, 403,
    ]);
    const made = await json("POST", "/api/groups/", { key: admin.key, body });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...body,
        language_selection: 0,
        defining_project: null,
        roles: [],
        projects: [],
        components: [],
        componentlists: [],
        languages: [],
        admins: [],
      },
    });
    expect(made.headers.get("location")).toBe(made.body.url);
    const link = `http://loquat.test/api/projects/${mine.slug}/`;
    const own = { name: "Ours", project_selection: 1, language_selection: 1, defining_project: link };
    expect(await statusesOf("POST", "/api/groups/", [undefined, petra.key, foreign], own)).toEqual([401, 403, 403]);
    expect(await json("POST", "/api/groups/", { key: owner.key, body: own })).toMatchObject({
      status: 201,
      body: { name: "Ours", project_selection: 0, language_selection: 1, defining_project: link, projects: [link] },
    });
    const form = new URLSearchParams({ name: "Formed", defining_project: "" });
    expect(await json("POST", "/api/groups/", { key: admin.key, body: form })).toMatchObject({
      status: 201,
      body: { defining_project: null },
    });
    for (const [field, value] of [
      ["defining_project", "http://elsewhere.test/api/projects/x/"],
      ["defining_project", "/api/projects/none/"],
      ["project_selection", 9],
      ["language_selection", "x"],
      ["name", ""],
    ] as const)
      expect(await json("POST", "/api/groups/", { key: admin.key, body: { ...own, [field]: value } })).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      });
    for (const [field, value] of [
      ["project_selection", 9],
      ["language_selection", 2],
    ] as const)
      expect(await json("POST", "/api/groups/", { key: admin.key, body: { ...own, [field]: value } })).toMatchObject({
        body: { errors: [{ code: "invalid_choice", attr: field }] },
      });
  });

  it("keep what is built in, and a project's group keeps its project", async () => {
    const users = await textRow<{ id: number }>(db, sql`select id from teams where name = 'Users'`);
    const path = `/api/groups/${users?.id}/`;
    expect(await json("PATCH", path, { key: admin.key, body: { name: "People" } })).toMatchObject({
      status: 400,
      body: { name: [expect.any(String)] },
    });
    expect((await json("PATCH", path, { key: admin.key, body: { name: "Users" } })).status).toBe(200);
    expect((await json("DELETE", path, { key: admin.key })).status).toBe(400);
    const ours = (await json<Page>("GET", "/api/groups/", { key: owner.key })).body.results.find(
      (one) => one.name === "Ours",
    );
    const own = pathOf(ours?.url);
    expect(await statusesOf("PATCH", own, [undefined, petra.key, foreign], { name: "x" })).toEqual([401, 404, 404]);
    expect((await json("PATCH", own, { key: owner.key, body: { name: "Ours too" } })).body).toMatchObject({
      name: "Ours too",
    });
    expect((await json("PATCH", own, { key: owner.key, body: { project_selection: 1 } })).body).toHaveProperty(
      "project_selection",
    );
    expect(
      (await json("PUT", own, { key: owner.key, body: { name: "Ours", defining_project: "/api/projects/other/" } }))
        .body,
    ).toHaveProperty("defining_project");
    expect(
      (await json("POST", `${own}projects/`, { key: owner.key, body: { project_id: other.id } })).body,
    ).toHaveProperty("project_id");
    expect((await json("DELETE", `${own}projects/${mine.id}`, { key: admin.key })).status).toBe(400);
  });

  it("are tied to roles, languages, projects, components and lists, and untied under both spellings", async () => {
    const made = await json("POST", "/api/groups/", { key: admin.key, body: { name: "Tied" } });
    const path = pathOf(made.body.url);
    const list = await textRow<{ id: number }>(
      db,
      sql`insert into component_lists (name, slug) values ('All', 'all') returning id`,
    );
    const role = await roleId("Translate");
    const ties: [string, string, number | string, string, number | string][] = [
      ["roles", "role_id", role, `http://loquat.test/api/roles/${role}/`, role],
      ["languages", "language_code", "cs", "http://loquat.test/api/languages/cs/", "cs"],
      ["projects", "project_id", mine.id, `http://loquat.test/api/projects/${mine.slug}/`, mine.id],
      ["components", "component_id", componentId, `http://loquat.test/api/components/${mine.slug}/app/`, componentId],
      [
        "componentlists",
        "component_list_id",
        list?.id ?? 0,
        "http://loquat.test/api/component-lists/all/",
        list?.id ?? 0,
      ],
    ];
    for (const [part, field, value, link, name] of ties) {
      const where = `${path}${part}/`;
      const body = new URLSearchParams({ [field]: String(value) });
      expect(await statusesOf("POST", where, [undefined, petra.key, owner.key, foreign], body), part).toEqual([
        401, 404, 404, 404,
      ]);
      const tied = await json("POST", where, { key: admin.key, body });
      expect(tied.status, part).toBe(200);
      expect(tied.body[part], part).toEqual([link]);
      for (const wrong of [
        {},
        { [field]: part === "languages" ? "nonsense" : "x" },
        { [field]: part === "languages" ? "" : 999999 },
      ])
        expect(await json("POST", where, { key: admin.key, body: wrong }), part).toMatchObject({
          status: 400,
          body: { [field]: [expect.any(String)] },
        });
      expect(await statusesOf("DELETE", `${where}${name}`, [undefined, petra.key, admin.key, admin.key]), part).toEqual(
        [401, 404, 204, 404],
      );
      await json("POST", where, { key: admin.key, body });
      expect((await json("DELETE", `${where}${name}/`, { key: admin.key })).status, part).toBe(204);
    }
  });

  it("give what they say at once, and take it away", async () => {
    const made = await json("POST", "/api/groups/", {
      key: admin.key,
      body: { name: "Lockers", defining_project: `/api/projects/${mine.slug}/` },
    });
    const path = pathOf(made.body.url);
    const lock = `/api/components/${mine.slug}/app/lock/`;
    await json("POST", "/api/users/petra/groups/", { key: admin.key, body: { group_id: made.body.id } });
    expect((await json("POST", lock, { key: petra.key, body: { lock: true } })).status).toBe(403);
    const role = await roleId("Manage repository");
    expect((await json("POST", `${path}roles/`, { key: owner.key, body: { role_id: role } })).status).toBe(200);
    expect((await json("POST", lock, { key: petra.key, body: { lock: false } })).status).toBe(200);
    expect((await json("DELETE", `${path}roles/${role}/`, { key: owner.key })).status).toBe(204);
    expect((await json("POST", lock, { key: petra.key, body: { lock: false } })).status).toBe(403);
    expect(await statusesOf("DELETE", path, [undefined, petra.key, foreign, owner.key, owner.key])).toEqual([
      401, 403, 404, 204, 404,
    ]);
  });

  it("of a project cannot be made a way out of it", async () => {
    const made = await json("POST", "/api/groups/", {
      key: owner.key,
      body: { name: "Way out", defining_project: `/api/projects/${mine.slug}/` },
    });
    const path = pathOf(made.body.url);
    const site = await json("POST", "/api/roles/", {
      key: admin.key,
      body: { name: "Site", permissions: ["user.edit"] },
    });
    const list = await textRow<{ id: number }>(db, sql`select id from component_lists limit 1`);
    const elsewhere = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const post = (part: string, body: object) => json("POST", `${path}${part}/`, { key: owner.key, body });
    expect((await post("roles", { role_id: site.body.id })).status).toBe(403);
    expect((await post("componentlists", { component_list_id: list?.id })).status).toBe(403);
    expect((await post("components", { component_id: elsewhere.component.id })).body).toHaveProperty("component_id");
    expect((await post("projects", { project_id: elsewhere.component.projectId })).body).toHaveProperty("project_id");
    expect((await post("components", { component_id: componentId })).status).toBe(200);
    const again = await loadActor(owner.actor.userId);
    expect(again && can(again, "user.edit")).toBe(false);
  });

  it("have admins, who may name further ones", async () => {
    const made = await json("POST", "/api/groups/", { key: admin.key, body: { name: "Led" } });
    const path = `${pathOf(made.body.url)}admins/`;
    const body = { user_id: petra.actor.userId };
    expect(await statusesOf("POST", path, [undefined, petra.key, foreign], body)).toEqual([401, 404, 404]);
    const added = await json("POST", path, { key: admin.key, body });
    expect(added).toMatchObject({ status: 200, body: [expect.stringContaining("petra")] });
    expect((await json("GET", pathOf(made.body.url), { key: petra.key })).body.admins).toEqual([
      "http://loquat.test/api/users/petra/",
    ]);
    expect((await json("POST", path, { key: petra.key, body: { user_id: owner.actor.userId } })).status).toBe(200);
    expect((await json("PATCH", pathOf(made.body.url), { key: petra.key, body: { name: "x" } })).status).toBe(403);
    for (const wrong of [{}, { user_id: 99999 }, { user_id: "x" }])
      expect(await json("POST", path, { key: admin.key, body: wrong })).toMatchObject({
        status: 400,
        body: { user_id: [expect.any(String)] },
      });
    const one = `${path}${owner.actor.userId}`;
    expect(await statusesOf("DELETE", one, [undefined, foreign])).toEqual([401, 404]);
    const gone = await json("DELETE", one, { key: petra.key });
    expect(gone).toMatchObject({ status: 200, body: { admins: ["http://loquat.test/api/users/petra/"] } });
    expect(await json("DELETE", one, { key: petra.key })).toMatchObject({
      status: 400,
      body: { user_id: [expect.any(String)] },
    });
    expect((await json("GET", pathOf(made.body.url), { key: owner.key })).status).toBe(200);
  });
});

describe("roles", () => {
  it("are one's own, or all for those who manage them", async () => {
    const names = async (key: string | undefined) =>
      (await json<Page>("GET", "/api/roles/?page_size=100", { key })).body.results.map((one) => one.name);
    expect(await names(petra.key)).toEqual(["Power user"]);
    expect(await names(undefined)).toEqual(["Add suggestion", "Access repository"]);
    expect((await names(admin.key)).length).toBeGreaterThan(15);
    const billing = await roleId("Billing");
    expect(await statusesOf("GET", `/api/roles/${billing}/`, [undefined, petra.key, admin.key])).toEqual([
      404, 404, 200,
    ]);
  });

  it("are made, extended, replaced and removed by those who may", async () => {
    const body = { name: "Own", permissions: ["unit.edit"] };
    expect(await statusesOf("POST", "/api/roles/", [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    const form = new URLSearchParams([
      ["name", "Own"],
      ["permissions", "unit.edit"],
      ["permissions", "comment.add"],
    ]);
    const made = await json("POST", "/api/roles/", { key: admin.key, body: form });
    expect(made).toMatchObject({ status: 201, body: { name: "Own", permissions: ["comment.add", "unit.edit"] } });
    const path = pathOf(made.body.url);
    expect(idOf(made.body.url)).toBe(made.body.id);
    const patched = await json("PATCH", path, { key: admin.key, body: { permissions: ["unit.review"] } });
    expect(patched.body.permissions).toEqual(["comment.add", "unit.edit", "unit.review"]);
    expect(
      (await json("PUT", path, { key: admin.key, body: { name: "Own", permissions: ["unit.review"] } })).body
        .permissions,
    ).toEqual(["unit.review"]);
    expect((await json("PUT", path, { key: admin.key, body: { name: "Own" } })).status).toBe(400);
    expect(await json("POST", "/api/roles/", { key: admin.key, body })).toMatchObject({
      status: 400,
      body: { name: [expect.any(String)] },
    });
    expect(await json("PATCH", path, { key: admin.key, body: { permissions: ["unit.fly"] } })).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "permissions.0", code: "does_not_exist" }], permissions: { 0: [expect.any(String)] } },
    });
    expect(await statusesOf("PATCH", path, [undefined, petra.key, foreign], body)).toEqual([401, 404, 404]);
    expect(await statusesOf("DELETE", path, [undefined, petra.key, foreign, admin.key, admin.key])).toEqual([
      401, 404, 404, 204, 404,
    ]);
    const builtIn = `/api/roles/${await roleId("Translate")}/`;
    expect(await statusesOf("PATCH", builtIn, [admin.key], { permissions: ["unit.review"] })).toEqual([400]);
    expect(await statusesOf("DELETE", builtIn, [admin.key])).toEqual([400]);
  });
});
