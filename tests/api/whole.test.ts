import { beforeAll, describe, expect, it } from "vitest";
import { createProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { textRow } from "../support/text-rows";
import { json, type Person, PO, person, send } from "./support";

let admin: Person;
let petra: Person;
let slug = "";

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  slug = component.project.slug;
});

describe("metrics", () => {
  it("count the installation, for everybody signed in", async () => {
    expect((await json("GET", "/api/metrics/")).status).toBe(401);
    await db.run(sql`insert into engine_functions (id, configuration, build) values ('loquat-sweep', '{}', 'x')`);
    await db.run(
      sql`insert into engine_jobs (dedupe, kind, fn) values ('a', 'cron', 'loquat-sweep'), ('b', 'cron', 'loquat-sweep')`,
    );
    const { body, status } = await json("GET", "/api/metrics/", { key: petra.key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      units: 8,
      units_translated: 6,
      users: 2,
      projects: 1,
      components: 1,
      translations: 2,
      languages: 2,
      configuration_errors: 0,
      suggestions: 0,
      celery_queues: { "loquat-sweep": 2 },
      name: "Loquat",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    const changes = await textRow<{ n: number }>(db, sql`select count(*)::int as n from changes`);
    const checks = await textRow<{ n: number }>(db, sql`select count(*)::int as n from findings`);
    expect([body.changes, body.checks]).toEqual([changes?.n, checks?.n]);
  });

  it("come as CSV, OpenMetrics and a page", async () => {
    const get = async (query: string, accept?: string) => {
      const answer = await send("GET", `/api/metrics/${query}`, { key: petra.key, headers: accept ? { accept } : {} });
      return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
    };
    const csv = await get("?format=csv");
    expect(csv.type).toContain("text/csv");
    expect(csv.text.split("\r\n")[0]).toContain("celery_queues.loquat-sweep");
    for (const open of [
      await get("?format=openmetrics"),
      await get("", "application/openmetrics-text; version=1.0.0"),
    ]) {
      expect(open.type).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
      expect(open.text).toMatch(/# TYPE units gauge\nunits 8\n/);
      expect(open.text).toContain('celery_queues{queue="loquat-sweep"} 2');
      expect(open.text.endsWith("# EOF\n")).toBe(true);
    }
    expect((await get("?format=api")).text).toContain("<!doctype html>");
    expect((await get("?format=yaml")).status).toBe(404);
    expect((await get("", "image/png")).status).toBe(406);
  });
});

describe("search", () => {
  it("finds visible objects by name, with the paths of their pages", async () => {
    const find = async (q: string, key?: string) =>
      (await json<Record<string, unknown>[]>("GET", `/api/search/?q=${q}`, { key })).body;
    await createProject(admin.actor, { name: "Petri dishes", slug: "petri", web: "https://example.org/" });
    await json("POST", "/api/categories/", {
      key: admin.key,
      body: { name: "Petrified", slug: "stones", project: "/api/projects/petri/" },
    });
    expect(await find("petr", petra.key)).toEqual([
      { url: "/projects/petri/", name: "Petri dishes", category: "Project" },
      { url: "/projects/petri/stones/", name: "Petri dishes/Petrified", category: "Category" },
      { url: "/user/petra/", name: "petra", category: "User" },
    ]);
    expect((await find("petr")).map((one) => one.category)).toEqual(["Project", "Category"]);
    expect(await find("app")).toContainEqual({
      url: `/projects/${slug}/app/`,
      name: `${slug}/App`,
      category: "Component",
    });
    expect(await find("czech")).toContainEqual({ url: "/languages/cs/", name: "Czech", category: "Language" });
    expect(await find("")).toEqual([]);
    expect((await json("GET", "/api/search/")).body).toEqual([]);
    expect(await find("%25")).toEqual([]);
    expect((await find("an", petra.key)).filter((one) => one.category === "Language").length).toBeLessThanOrEqual(5);
    await db.run(sql`update projects set access_control = 100 where slug = 'petri'`);
    expect((await find("petr", petra.key)).map((one) => one.category)).toEqual(["User"]);
  });
});

describe("the former glossary interface", () => {
  it("is removed, and tells where glossaries are now", async () => {
    for (const [method, path] of [
      ["GET", "/api/glossary/"],
      ["GET", "/api/glossary/1/"],
      ["PATCH", "/api/glossary/1/"],
      ["POST", "/api/glossary/1/projects/"],
      ["DELETE", "/api/glossary/1/projects/"],
      ["GET", "/api/glossary/1/terms/"],
      ["PUT", "/api/glossary/1/terms/2/"],
    ] as const)
      for (const key of [undefined, petra.key])
        expect(await json(method, path, { key }), `${method} ${path}`).toMatchObject({
          status: 404,
          body: { detail: expect.stringContaining("is_glossary") },
        });
  });
});

describe("the entry point", () => {
  it("names the collections in the order that clients know", async () => {
    const { body } = await json<Record<string, string>>("GET", "/api/");
    expect(Object.keys(body).slice(0, 14)).toEqual([
      "users",
      "groups",
      "roles",
      "projects",
      "components",
      "translations",
      "memory",
      "languages",
      "component-lists",
      "changes",
      "units",
      "screenshots",
      "addons",
      "categories",
    ]);
  });
});
