import { beforeAll, describe, expect, it } from "vitest";
import { openSettings } from "@/lib/domain/machinery/services";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { MASK } from "@/lib/domain/secrets";
import { db, sql } from "@/lib/platform/database";
import type { EngineSettings } from "@/lib/platform/machinery/engine";
import { connect } from "../support/loop";
import { textRow } from "../support/text-rows";
import { json, type Person, person, projectKey, statusesOf } from "./support";

let admin: Person;
let petra: Person;
let foreign: string;
let own: string;
const path = "/api/projects/alpha/machinery_settings/";

beforeAll(async () => {
  [admin, petra] = [await person("admin", { superuser: true }), await person("petra")];
  for (const slug of ["alpha", "other"])
    await createProject(admin.actor, { name: slug, slug, web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
  own = await projectKey(admin.actor, (await findProject(admin.actor, "alpha")).id);
});

const call = (method: "GET" | "POST" | "PATCH" | "PUT", body?: unknown) =>
  json<Record<string, unknown> & { errors: { attr: string; code: string }[] }>(method, path, { key: admin.key, body });
const attr = async (method: "POST" | "PATCH" | "PUT", body: unknown) => {
  const answer = await call(method, body);
  return [answer.status, answer.body.errors?.[0]?.attr];
};

describe("machinery settings in the API", () => {
  it("are for those who may change the project", async () => {
    expect(await statusesOf("GET", path, [undefined, petra.key, foreign, own, admin.key])).toEqual([
      403, 403, 403, 200, 200,
    ]);
    const bodies = [
      ["POST", { service: "weblate" }],
      ["PATCH", { service: "weblate" }],
      ["PUT", { weblate: {} }],
    ] as const;
    for (const [method, body] of bodies)
      expect(await statusesOf(method, path, [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    expect(await statusesOf("DELETE", path, [admin.key])).toEqual([405]);
    expect((await json("GET", path.replace("alpha", "nowhere"), { key: admin.key })).status).toBe(404);
  });

  it("are added, changed, replaced and removed", async () => {
    expect((await call("GET")).body).toEqual({});
    const configuration = { key: "abc" };
    expect(await call("POST", { service: "deepl", configuration })).toMatchObject({
      status: 201,
      body: { message: "Service installed: deepl" },
    });
    const stored = {
      key: MASK,
      url: "https://api.deepl.com/v2/",
      formality: "default",
      context: "",
      next_gen: "false",
    };
    expect((await call("GET")).body).toEqual({ deepl: stored });
    expect(await call("POST", { service: "deepl", configuration })).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "service", code: "unique" }] },
    });
    expect((await call("PATCH", { service: "deepl", configuration: { ...stored, formality: "more" } })).status).toBe(
      200,
    );
    expect((await call("GET")).body).toMatchObject({ deepl: { formality: "more" } });
    const form = new URLSearchParams({ service: "google-cloud-translation-basic", configuration: '{"key": "g"}' });
    expect((await call("POST", form)).body).toEqual({ message: "Service installed: google-translate" });
    expect((await call("PATCH", { service: "deepl", configuration: {} })).body).toEqual({
      message: "Service uninstalled: deepl",
    });
    expect(Object.keys((await call("GET")).body)).toEqual(["google-translate"]);
    const { status, body } = await call("PUT", { weblate: {}, "azure-ai-translator": { key: "z" }, mymemory: null });
    expect([status, typeof body.message]).toEqual([201, "string"]);
    expect((await call("GET")).body).toMatchObject({
      weblate: {},
      "microsoft-translator": { key: MASK },
      mymemory: null,
    });
    const again = (await call("GET")).body;
    expect((await call("PUT", again)).status).toBe(201);
    expect((await call("GET")).body).toEqual(again);
  });

  it("keep a key whose mask is sent back, but not for another address", async () => {
    const kept = async () => {
      const row = await textRow<{ settings: EngineSettings }>(
        db,
        sql`select configuration as settings from machinery_settings where service = 'deepl'`,
      );
      return openSettings({ id: "deepl", settings: row?.settings ?? {} });
    };
    const deepl = async (method: "PATCH" | "PUT", configuration: Record<string, string>) =>
      attr(method, method === "PUT" ? { deepl: configuration } : { service: "deepl", configuration });
    expect((await call("PUT", { deepl: { key: "first", context: "a" } })).status).toBe(201);
    for (const [method, status, at] of [
      ["PATCH", 200, "configuration.key"],
      ["PUT", 201, "deepl.key"],
    ] as const) {
      const shown = (await call("GET")).body.deepl as Record<string, string>;
      expect(shown).toMatchObject({ key: MASK, context: "a" });
      expect(await deepl(method, shown)).toEqual([status, undefined]);
      expect(await deepl(method, { key: MASK, context: "a" })).toEqual([status, undefined]);
      expect(await kept()).toMatchObject({ key: "first", context: "a" });
      for (const url of ["https://example.org/v2/", "https://api.deepl.com/v3/", "http://api.deepl.com/v2/"])
        expect(await deepl(method, { ...shown, url })).toEqual([400, at]);
      expect(await kept()).toMatchObject({ key: "first", url: "https://api.deepl.com/v2/" });
      expect(await deepl(method, { ...shown, url: "https://example.org/v2/", key: "second" })).toEqual([
        status,
        undefined,
      ]);
      // Back to the usual address, by leaving the address out.
      expect(await deepl(method, { key: MASK })).toEqual([400, at]);
      expect(await kept()).toMatchObject({ key: "second", url: "https://example.org/v2/" });
      expect(await deepl(method, { key: "first", context: "a" })).toEqual([status, undefined]);
    }
    expect(await attr("PUT", { deepl: { key: MASK }, mymemory: { key: MASK } })).toEqual([400, "mymemory.key"]);
    expect((await call("GET")).body).toMatchObject({ deepl: { key: MASK } });
    expect((await call("PUT", {})).status).toBe(201);
    expect(await attr("POST", { service: "deepl", configuration: { key: MASK } })).toEqual([400, "configuration.key"]);
  });

  it("tell what was spent, and take limits of a month", async () => {
    const usage = path.replace("settings", "usage");
    expect(await statusesOf("GET", usage, [undefined, petra.key, foreign, own])).toEqual([403, 403, 403, 200]);
    expect(await statusesOf("PATCH", usage, [undefined, petra.key, foreign], { characters: 1 })).toEqual([
      401, 403, 403,
    ]);
    const set = (body: object) => json<Record<string, unknown>>("PATCH", usage, { key: admin.key, body });
    expect((await set({ characters: 5000 })).body).toEqual({
      limits: { characters: 5000, tokens: null },
      spent: { characters: 0, tokens: 0 },
      months: [],
    });
    expect((await set({ tokens: 10 })).body).toMatchObject({ limits: { characters: 5000, tokens: 10 } });
    expect((await set({ characters: null })).body).toMatchObject({ limits: { characters: null, tokens: 10 } });
    expect((await set({ characters: -1 })).status).toBe(400);
    expect((await json("GET", usage, { key: admin.key })).body).toMatchObject({ limits: { tokens: 10 } });
  });

  it("name the field that is wrong, and nothing changes", async () => {
    const before = (await call("GET")).body;
    expect(await attr("POST", {})).toEqual([400, "service"]);
    expect(await attr("POST", { service: "babelfish", configuration: {} })).toEqual([400, "service"]);
    expect(await attr("POST", { service: "__proto__", configuration: {} })).toEqual([400, "service"]);
    expect(await attr("POST", { service: "deepl", configuration: "text" })).toEqual([400, "configuration"]);
    expect(await attr("POST", { service: "deepl", configuration: [] })).toEqual([400, "configuration"]);
    expect(await attr("POST", { service: "deepl", configuration: {} })).toEqual([400, "configuration.key"]);
    expect(await attr("POST", { service: "deepl", configuration: { key: "a b" } })).toEqual([400, "configuration.key"]);
    expect(await attr("POST", { service: "deepl", configuration: { key: 1 } })).toEqual([400, "configuration.key"]);
    const formality = { key: "k", formality: "rude" };
    expect(await attr("POST", { service: "deepl", configuration: formality })).toEqual([
      400,
      "configuration.formality",
    ]);
    expect(await attr("POST", { service: "deepl", configuration: { key: "k", bogus: 1 } })).toEqual([
      400,
      "configuration.bogus",
    ]);
    expect(await attr("PUT", { aws: { key: "k", secret: "s", region: "evil.example/" } })).toEqual([400, "aws.region"]);
    const local = { url: "http://169.254.169.254/latest" };
    expect(await attr("POST", { service: "libretranslate", configuration: local })).toEqual([400, "configuration.url"]);
    expect(await attr("PATCH", { service: "babelfish", configuration: {} })).toEqual([400, "service"]);
    expect((await attr("PUT", { deepl: { key: "k" }, babelfish: {} }))[0]).toBe(400);
    expect(await attr("PUT", { openai: {} })).toEqual([400, "openai.key"]);
    expect(
      (await attr("PUT", { "google-translate": { key: "a" }, "google-cloud-translation-basic": { key: "b" } }))[0],
    ).toBe(400);
    expect((await call("GET")).body).toEqual(before);
  });
});

describe("what services were sent in the API", () => {
  interface Page {
    count: number;
    next: string | null;
    results: { id: number; user: string | null; units: string[]; parts: { name: string; text: string }[] }[];
  }

  it("is listed for those who administer the project, and for whoever asked; a link leads on", async () => {
    const { component } = await connect(
      admin.actor,
      { "en.json": "{}", "cs.json": "{}" },
      { filemask: "*.json", template: "en.json", fileFormat: "json" },
    );
    const sent = `/api/projects/${component.project.slug}/machinery_sent/`;
    const read = async (key: string, query = "") => (await json<Page>("GET", `${sent}${query}`, { key })).body;
    for (const [user, text] of [
      [petra.actor.userId, "One"],
      [null, "Two"],
    ] as const)
      await db.run(sql`
        insert into sent_requests (project_id, component_id, language, user_id, service, address, parts, unit_ids)
        values (${component.projectId}, ${component.id}, 'cs', ${user}, 'deepl', 'https://example.org/', ${JSON.stringify([{ name: "text", text }])}::jsonb, array[7])`);
    const all = await read(admin.key);
    expect(all.count).toBe(2);
    expect(all.results.map((one) => [one.user, one.parts[0]?.text])).toEqual([
      [null, "Two"],
      ["http://loquat.test/api/users/petra/", "One"],
    ]);
    expect(all.results[0]?.units).toEqual(["http://loquat.test/api/units/7/"]);
    expect((await read(petra.key)).results.map((one) => one.parts[0]?.text)).toEqual(["One"]);
    const first = await read(admin.key, "?page_size=1");
    expect(first.next).toBe(`http://loquat.test${sent}?before=${first.results[0]?.id}&page_size=1`);
    expect((await read(admin.key, `?before=${first.results[0]?.id}`)).results).toHaveLength(1);
    expect((await read(admin.key, "?service=openai")).results).toEqual([]);
    expect((await read(admin.key, "?unit=8")).results).toEqual([]);
    expect(await statusesOf("GET", sent, [undefined, admin.key])).toEqual([403, 200]);
  });
});
