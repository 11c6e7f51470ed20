import { beforeAll, describe, expect, it } from "vitest";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { costOf, json, type Person, PO, pathOf, person, projectKey, send, statusesOf } from "./support";

let admin: Person;
let petra: Person;
let foreign: string;
let component: ComponentRow;
let slug = "";

interface Page {
  count: number;
  results: Record<string, unknown>[];
}

const unit = async (text: string, language = "cs", of = component) => `/api/units/${await unitId(of, language, text)}/`;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(
    admin.actor,
    { "po/cs.po": PO },
    { filemask: "po/*.po", fileFormat: "po", manageUnits: true },
  ));
  slug = component.project.slug;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

describe("a source string", () => {
  it("gets explanation and flags with permission, and only in the source language", async () => {
    const path = await unit("Quit", "en");
    const label = await json("POST", `/api/projects/${slug}/labels/`, {
      key: admin.key,
      body: { name: "Menu", color: "red" },
    });
    const body = { explanation: "Leaves the program", extra_flags: "max-length:20", labels: [label.body] };
    expect(await statusesOf("PATCH", path, [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    const before = (await json("GET", path)).headers.get("etag") ?? "";
    const changed = await json("PATCH", path, { key: admin.key, body, headers: { "if-match": before } });
    expect(changed).toMatchObject({ status: 200, body: { ...body, labels: [label.body.id], state: 100 } });
    const now = await json("GET", path);
    expect(now.body).toMatchObject({
      ...body,
      labels: [{ id: label.body.id, name: "Menu", color: "red" }],
    });
    // Another name of the label is no other version of the string, but another answer.
    const unchanged = { headers: { "if-none-match": now.headers.get("etag") ?? "" } };
    expect((await json("GET", path, unchanged)).status).toBe(304);
    await db.run(sql`update labels set name = 'Menus' where id = ${label.body.id}`);
    expect((await json("GET", path, unchanged)).status).toBe(200);
    await db.run(sql`update labels set name = 'Menu' where id = ${label.body.id}`);
    expect((await json("GET", await unit("Quit"))).body).toMatchObject({
      explanation: "Leaves the program",
      labels: [],
    });
    const old = await json("PATCH", path, {
      key: admin.key,
      body: { explanation: "Older" },
      headers: { "if-match": before },
    });
    expect(old).toMatchObject({ status: 412, body: { current: { explanation: "Leaves the program" } } });
    for (const [field, wrong] of [
      ["extra_flags", { extra_flags: "no-such-flag" }],
      ["extra_flags", { extra_flags: "ignore-ai-style" }],
      ["extra_flags", { extra_flags: "discard:foo" }],
      ["extra_flags", { extra_flags: "icu-flags:bogus" }],
      ["extra_flags", { extra_flags: "accelerator:ab" }],
      ["extra_flags", { extra_flags: "variants:" }],
      ["extra_flags", { extra_flags: "font-family:Arial" }],
      ["labels", { labels: [99999] }],
      ["labels", { labels: ["x"] }],
    ] as const)
      expect((await json("PATCH", path, { key: admin.key, body: wrong })).body, JSON.stringify(wrong)).toHaveProperty(
        field,
      );
    const mixed = { target: ["Konec!"], state: 20, explanation: "On a translation" };
    expect((await json("PATCH", await unit("Quit"), { key: admin.key, body: mixed })).status).toBe(403);
    expect((await json("GET", await unit("Quit"))).body.target).toEqual(["Konec"]);
    const told = await json<Page>("GET", `/api/projects/${slug}/changes/?action=66&action=79`, { key: admin.key });
    expect(told.body.results.map((line) => [line.action, line.target]).sort()).toEqual([
      [66, "Leaves the program"],
      [79, "max-length:20"],
    ]);
  });

  it("gets labels from a form, too, and accepts what a client has read", async () => {
    const path = await unit("Quit", "en");
    const { body } = await json("GET", path);
    const put = await json("PUT", path, {
      key: admin.key,
      body: { target: body.target, labels: body.labels },
    });
    expect(put.status).toBe(200);
    const form = new URLSearchParams({ explanation: "By form" });
    expect((await json("PATCH", path, { key: admin.key, body: form })).body).toMatchObject({ explanation: "By form" });
    expect((await json("PATCH", path, { key: admin.key, body: { labels: [] } })).body.labels).toEqual([]);
  });
});

describe("adding strings", () => {
  const list = (language: string) => `/api/translations/${slug}/app/${language}/units/`;

  it("needs source and target without a base file", async () => {
    const body = { source: "Print", target: ["Tisk"], context: "menu" };
    expect(await statusesOf("POST", list("cs"), [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    const made = await json("POST", list("cs"), { key: admin.key, body });
    expect(made).toMatchObject({
      status: 200,
      body: { source: ["Print"], target: ["Tisk"], context: "menu", state: 20, pending: true },
    });
    const form = new URLSearchParams([
      ["source", "%d page"],
      ["source", "%d pages"],
    ]);
    const source = await json("POST", list("en"), { key: admin.key, body: form });
    expect(source).toMatchObject({ status: 200, body: { source: ["%d page", "%d pages"], state: 100 } });
    expect((await json("GET", await unit("%d page"))).body).toMatchObject({ target: ["", "", ""], state: 0 });
    for (const [field, wrong] of [
      ["source", body],
      ["source", { target: ["x"] }],
      ["source", { source: [""], target: ["x"] }],
      ["source", { source: ["a\u0007"], target: ["x"] }],
      ["source", { source: ["a", "b", "c"], target: ["x", "y", "z"] }],
      ["target", { source: "New" }],
      ["target", { source: "New", target: [" "], state: 20 }],
      ["target", { source: "New", target: ["a", "b"] }],
      ["state", { source: "New", target: ["x"], state: 0 }],
      ["state", { source: "New", target: ["x"], state: 30 }],
      ["state", { source: "New", target: ["x"], state: 100 }],
      ["context", { source: "New", target: ["x"], context: "a\u0001" }],
    ] as const) {
      const refused = await json("POST", list("cs"), { key: admin.key, body: wrong });
      expect(refused.status, JSON.stringify(wrong)).toBe(400);
      expect(refused.body, JSON.stringify(wrong)).toHaveProperty(field);
    }
    const told = await json<Page>("GET", "/api/changes/?action=31", { key: admin.key });
    expect(told.body.count).toBe(4);
    expect(await counterDrift()).toEqual([]);
  });

  it("needs key and value with a base file, only in the source language", async () => {
    const mono = await connect(
      admin.actor,
      { "en.json": '{"a": "Apple"}\n', "cs.json": "{}\n" },
      { filemask: "*.json", template: "en.json", fileFormat: "json" },
    );
    const where = (language: string) => `/api/translations/${mono.component.project.slug}/app/${language}/units/`;
    const made = await json("POST", where("en"), { key: admin.key, body: { key: "b", value: ["Bean"] } });
    expect(made).toMatchObject({ status: 200, body: { context: "b", source: ["Bean"], target: ["Bean"], state: 20 } });
    expect((await json("POST", where("cs"), { key: admin.key, body: { key: "c", value: ["x"] } })).status).toBe(403);
    for (const [field, wrong] of [
      ["key", { value: ["x"] }],
      ["key", { key: " ", value: ["x"] }],
      ["key", { key: "b", value: ["x"] }],
      ["value", { key: "c" }],
      ["value", { key: "c", value: ["one", "two"] }],
    ] as const)
      expect(
        (await json("POST", where("en"), { key: admin.key, body: wrong })).body,
        JSON.stringify(wrong),
      ).toHaveProperty(field);
    await db.run(sql`update components set manage_units = false where id = ${mono.component.id}`);
    expect((await json("POST", where("en"), { key: admin.key, body: { key: "d", value: "x" } })).status).toBe(403);
  });

  it("is undone by removing the string", async () => {
    const path = await unit("%d page", "en");
    const before = await json("GET", path);
    expect(await statusesOf("DELETE", path, [undefined, petra.key, foreign])).toEqual([401, 403, 403]);
    expect(before.status).toBe(200);
    await db.run(sql`update components set locked = true where id = ${component.id}`);
    expect((await json("DELETE", path, { key: admin.key })).status).toBe(403);
    await db.run(sql`update components set locked = false where id = ${component.id}`);
    expect(await statusesOf("DELETE", path, [admin.key, admin.key])).toEqual([204, 404]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("comments", () => {
  it("belong to a translation or the source, and are shown on the string", async () => {
    const path = `${await unit("Quit")}comments/`;
    const body = { scope: "translation", comment: "Is this the menu?" };
    expect(await statusesOf("POST", path, [undefined, foreign], body)).toEqual([401, 403]);
    const made = await json("POST", path, { key: petra.key, body });
    expect(made).toMatchObject({
      status: 201,
      body: { comment: body.comment, user: "http://loquat.test/api/users/petra/" },
    });
    expect((await json("POST", path, { key: petra.key, body: { scope: "global", comment: "To all" } })).status).toBe(
      201,
    );
    const texts = async (where: string) => (await json<Page>("GET", where)).body.results.map((one) => one.comment);
    expect(await texts(path)).toEqual(["Is this the menu?", "To all"]);
    expect(await texts(`${await unit("Quit", "en")}comments/`)).toEqual(["To all"]);
    expect((await json("GET", await unit("Quit"))).body).toMatchObject({ has_comment: true });
    expect((await json("GET", await unit("Quit", "en"))).body).toMatchObject({ has_comment: true });
    expect((await json("GET", `/api/translations/${slug}/app/cs/`)).body).toMatchObject({ have_comment: 1 });
    const imported = { ...body, comment: "Old", timestamp: "2020-01-02T03:04:05Z", user_email: "PETRA@example.org" };
    expect((await json("POST", path, { key: petra.key, body: imported })).status).toBe(403);
    expect((await json("POST", path, { key: admin.key, body: imported })).body).toMatchObject({
      timestamp: "2020-01-02T03:04:05Z",
      user: "http://loquat.test/api/users/petra/",
    });
    for (const [field, wrong] of [
      ["scope", { ...body, scope: "shout" }],
      ["comment", { ...body, comment: "" }],
      ["comment", { ...body, comment: "x".repeat(1001) }],
      ["user_email", { ...imported, user_email: "nobody@example.org" }],
    ] as const)
      expect((await json("POST", path, { key: admin.key, body: wrong })).body, JSON.stringify(wrong)).toHaveProperty(
        field,
      );
    expect((await json<Page>("GET", "/api/changes/?action=3", { key: admin.key })).body.results[0]).toMatchObject({
      target: "Old",
    });
  });
});

describe("whether a string is commented", () => {
  it("is told by its own open comments, and on the source by those for all languages", async () => {
    const marks = async () => {
      const found = async (q: string) =>
        (
          await json<Page>(
            "GET",
            `/api/units/?q=${encodeURIComponent(`project:${slug} AND source:="Open 100%" AND ${q}`)}`,
          )
        ).body.count;
      const of = async (language: string) => (await json("GET", await unit("Open 100%", language))).body.has_comment;
      return [await of("cs"), await of("en"), await found("has:comment"), await found("has:source-comment")];
    };
    const add = async (scope: string) =>
      (
        await json("POST", `${await unit("Open 100%")}comments/`, {
          key: petra.key,
          body: { scope, comment: "Which page?" },
        })
      ).body.id;
    const resolve = (id: unknown) =>
      json("PATCH", `/api/comments/${id}/`, { key: admin.key, body: { resolved: true } });
    expect(await marks()).toEqual([false, false, 0, 0]);
    const all = await add("global");
    const languages = (await marks())[3];
    expect(await marks()).toEqual([false, true, 1, languages]);
    expect(languages).toBeGreaterThan(1);
    const own = await add("translation");
    expect(await marks()).toEqual([true, true, 2, languages]);
    await resolve(own);
    expect(await marks()).toEqual([false, true, 1, languages]);
    await resolve(all);
    expect(await marks()).toEqual([false, false, 0, 0]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("a comment", () => {
  it("is read, edited, resolved and deleted at an address of its own", async () => {
    const made = await json("POST", `${await unit("Quit")}comments/`, {
      key: petra.key,
      body: { scope: "global", comment: "Noun?" },
    });
    const path = `/api/comments/${made.body.id}/`;
    const read = await json("GET", path);
    expect(read).toEqual({
      ...read,
      status: 200,
      body: {
        ...made.body,
        unit: `http://loquat.test${await unit("Quit", "en")}`,
        scope: "global",
        resolved: false,
        edited: null,
        url: `http://loquat.test${path}`,
      },
    });
    expect(await statusesOf("PATCH", path, [undefined, foreign], { resolved: true })).toEqual([401, 403]);
    const patch = (key: string, body: object) => json("PATCH", path, { key, body });
    expect(await patch(petra.key, { comment: "Noun or verb?", resolved: true })).toMatchObject({
      status: 200,
      body: { comment: "Noun or verb?", resolved: true, edited: expect.any(String) },
    });
    expect((await patch(admin.key, { comment: "Mine" })).status).toBe(403);
    expect((await patch(admin.key, { resolved: false })).body).toMatchObject({ resolved: false });
    for (const comment of ["", " ", "x".repeat(1001)])
      expect(await patch(petra.key, { comment })).toMatchObject({ status: 400, body: { comment: expect.anything() } });
    expect(await statusesOf("DELETE", path, [undefined, foreign])).toEqual([401, 403]);
    expect((await send("DELETE", path, { key: petra.key })).status).toBe(204);
    expect((await send("DELETE", path, { key: petra.key })).status).toBe(404);
    expect((await json("GET", path)).status).toBe(404);
  });

  it("on a string that was deleted is refused", async () => {
    const gone = `${(await unit("Quit")).replace(/\d+/, "99999999")}comments/`;
    const body = { scope: "translation", comment: "Anybody here?" };
    expect((await json("POST", gone, { key: petra.key, body })).status).toBe(404);
  });
});

describe("suggestions", () => {
  let one = "";

  it("are stored once, and counted", async () => {
    const path = `${await unit("Save_all")}suggestions/`;
    const body = { target: ["Ulož vše"] };
    expect(await statusesOf("POST", path, [foreign], body)).toEqual([403]);
    const made = await json("POST", path, { key: petra.key, body });
    expect(made).toMatchObject({
      status: 201,
      body: {
        target: ["Ulož vše"],
        unit: `http://loquat.test${await unit("Save_all")}`,
        user: "http://loquat.test/api/users/petra/",
        votes: 0,
      },
    });
    one = pathOf(made.body.url);
    expect((await json<Page>("GET", path)).body).toMatchObject({ count: 1, results: [made.body] });
    for (const wrong of [
      { target: ["Ulož vše"] },
      { target: ["Uložit vše"] },
      { target: ["a", "b"] },
      { target: [" "] },
      {},
    ])
      expect((await json("POST", path, { key: admin.key, body: wrong })).body, JSON.stringify(wrong)).toHaveProperty(
        "target",
      );
    expect((await json("GET", await unit("Save_all"))).body).toMatchObject({ has_suggestion: true });
    await json("POST", `${await unit("Quit")}suggestions/`, { key: petra.key, body: { target: ["Ukončit"] } });
    const [few, many] = [
      await costOf("/api/suggestions/", 1, admin.key),
      await costOf("/api/suggestions/", 100, admin.key),
    ];
    expect(many.rows).toBe(2);
    expect(many.statements).toBeLessThanOrEqual(few.statements);
    expect(await counterDrift()).toEqual([]);
  });

  it("accept votes when voting is on", async () => {
    const vote = (key: string | undefined, value: unknown) => json("POST", `${one}vote/`, { key, body: { value } });
    expect((await vote(petra.key, 1)).status).toBe(403);
    await db.run(sql`update components set suggestion_voting = true where id = ${component.id}`);
    expect([(await vote(undefined, 1)).status, (await vote(foreign, 1)).status]).toEqual([401, 403]);
    expect((await vote(petra.key, 2)).body).toHaveProperty("value");
    expect((await vote(petra.key, "-1")).body).toMatchObject({ result: "voted", suggestion: { votes: -1 } });
    expect((await vote(petra.key, 1)).body).toMatchObject({ result: "voted", suggestion: { votes: 1 } });
    const again = await json("POST", `${await unit("Save_all")}suggestions/`, {
      key: admin.key,
      body: { target: ["Ulož vše"] },
    });
    expect(again).toMatchObject({ status: 200, body: { result: "voted", suggestion: { votes: 2 } } });
    await db.run(sql`update components set suggestion_autoaccept = 2 where id = ${component.id}`);
    expect((await vote(admin.key, 1)).body).toEqual({ result: "accepted", suggestion: null });
    expect((await json("GET", one)).status).toBe(404);
    expect((await json("GET", await unit("Save_all"))).body).toMatchObject({
      target: ["Ulož vše"],
      state: 20,
      has_suggestion: false,
    });
    await db.run(
      sql`update components set suggestion_voting = false, suggestion_autoaccept = 0 where id = ${component.id}`,
    );
    const told = await json<Page>("GET", "/api/changes/?action=7", { key: admin.key });
    expect(told.body.results[0]).toMatchObject({
      target: "Ulož vše",
      user: "http://loquat.test/api/users/admin/",
      author: "http://loquat.test/api/users/petra/",
    });
    expect(await counterDrift()).toEqual([]);
  });

  it("are accepted with permission, and approved by reviewers", async () => {
    const [first] = (await json<Page>("GET", `${await unit("Quit")}suggestions/`)).body.results;
    const accept = `${pathOf(first?.url)}accept/`;
    expect(await statusesOf("POST", accept, [undefined, foreign], {})).toEqual([401, 403]);
    expect((await json("POST", accept, { key: petra.key, body: { approve: true } })).status).toBe(400);
    expect(await json("POST", accept, { key: petra.key, body: {} })).toMatchObject({
      status: 200,
      body: { result: "accepted" },
    });
    expect((await json("GET", await unit("Quit"))).body).toMatchObject({ target: ["Ukončit"], state: 20 });
    expect((await json("POST", accept, { key: petra.key, body: {} })).status).toBe(404);
  });

  it("are removed by their author, or with permission", async () => {
    const suggest = async (key: string, text: string) =>
      pathOf((await json("POST", `${await unit("Quit")}suggestions/`, { key, body: { target: [text] } })).body.url);
    const other = await person("otto");
    await db.run(
      sql`delete from team_members where user_id = ${other.actor.userId} and team_id = (select id from teams where name = 'Users')`,
    );
    await db.run(sql`
      with team as (insert into teams (name, project_selection, language_selection) values ('Suggesters', 1, 1) returning id),
        role as (insert into team_roles select team.id, r.id from team, roles r where r.name = 'Add suggestion')
      insert into team_members (team_id, user_id) select id, ${other.actor.userId} from team`);
    forgetTokens();
    const own = await suggest(other.key, "Pryč");
    const petras = await suggest(petra.key, "Ven");
    expect(await statusesOf("DELETE", petras, [undefined, foreign, other.key])).toEqual([401, 403, 403]);
    expect((await json("DELETE", own, { key: other.key })).status).toBe(204);
    expect(
      (await json("DELETE", petras, { key: admin.key, body: { rejection_reason: "Too short", is_spam: true } })).status,
    ).toBe(204);
    expect((await json<Page>("GET", "/api/changes/?action=26", { key: admin.key })).body.results[0]).toMatchObject({
      target: "Ven",
      details: { rejection_reason: "Too short", is_spam: true },
    });
    expect((await json("GET", await unit("Quit"))).body).toMatchObject({ has_suggestion: false });
    await db.run(sql`update components set enable_suggestions = false where id = ${component.id}`);
    expect(
      (await json("POST", `${await unit("Quit")}suggestions/`, { key: petra.key, body: { target: ["x"] } })).status,
    ).toBe(403);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("flags of a source string", () => {
  it("are stored sorted, and typed in another order are no change", async () => {
    const path = await unit("Quit", "en");
    const send = (extra_flags: string) => json("PATCH", path, { key: admin.key, body: { extra_flags } });
    expect((await send("no-wrap,markdown-text ,c-format")).body.extra_flags).toBe("c-format, md-text, no-wrap");
    const count = async () => (await json<Page>("GET", `/api/projects/${slug}/changes/?action=79`, admin)).body.count;
    const before = await count();
    expect((await send("c-format,no-wrap,  md-text")).status).toBe(200);
    expect(await count()).toBe(before);
    expect((await send("")).body.extra_flags).toBe("");
    expect(await count()).toBe(before + 1);
  });
});
