import { beforeAll, describe, expect, it } from "vitest";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import { importMemory } from "@/lib/domain/memory/exchange";
import type { MemoryScope } from "@/lib/domain/memory/scope";
import { createProject, findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { textRow } from "../support/text-rows";
import { json, type Person, person, projectKey, send, statusesOf } from "./support";

let admin: Person;
let petra: Person;
let jan: Person;
let project: ProjectRow;
let foreign: string;

const add = async (who: Person, scope: MemoryScope, source: string, target: string) => {
  const entry = { source, target, source_language: "en", target_language: "cs" };
  await importMemory(who.actor, scope, { name: "test.json", bytes: Buffer.from(JSON.stringify([entry])) });
  const row = await textRow<{ id: number }>(db, sql`select id from memory_entries where source = ${source}`);
  return row?.id ?? 0;
};

let mine = 0;
let ours = 0;
let shared = 0;

beforeAll(async () => {
  [admin, petra, jan] = [await person("admin", { superuser: true }), await person("petra"), await person("jan")];
  await createProject(admin.actor, { name: "Alpha", slug: "alpha", web: "https://example.org/" });
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  project = await findProject(admin.actor, "alpha");
  foreign = await projectKey(petra.actor, (await findProject(admin.actor, "other")).id);
  mine = await add(petra, { kind: "personal" }, "My own text", "Můj text");
  ours = await add(admin, { kind: "project", project }, "Our text", "Náš text");
  shared = await add(admin, { kind: "shared" }, "Text of all", "Text všech");
});

interface Page {
  count: number;
  results: { id: number; source: string; project: number | null }[];
}
const sources = async (key: string, query = "") =>
  (await json<Page>("GET", `/api/memory/${query}`, { key })).body.results.map((row) => row.source);

describe("the memory in the API", () => {
  it("shows each caller its own, its projects' and shared entries", async () => {
    expect(await sources(petra.key)).toEqual(["My own text", "Our text", "Text of all"]);
    expect(await sources(jan.key)).toEqual(["Our text", "Text of all"]);
    expect(await sources(foreign)).toEqual(["Our text", "Text of all"]);
    expect(await sources(admin.key)).toHaveLength(3);
    await db.run(sql`update projects set access_control = 100 where id = ${project.id}`);
    expect(await sources(jan.key)).toEqual(["Text of all"]);
    expect(await statusesOf("GET", `/api/memory/${ours}/`, [undefined, jan.key, foreign, admin.key])).toEqual([
      401, 404, 404, 200,
    ]);
    await db.run(sql`update projects set access_control = 0 where id = ${project.id}`);
    expect(await statusesOf("GET", `/api/memory/${mine}/`, [undefined, jan.key, foreign, petra.key])).toEqual([
      401, 404, 404, 200,
    ]);
    expect((await send("GET", "/api/memory/")).status).toBe(401);
  });

  it("tells all fields, and filters", async () => {
    const { body } = await json("GET", `/api/memory/${ours}/`, { key: jan.key });
    const english = await textRow<{ id: number }>(db, sql`select id from languages where code = 'en'`);
    expect(body).toMatchObject({
      id: ours,
      source: "Our text",
      target: "Náš text",
      source_language: english?.id,
      origin: "test.json",
      project: project.id,
      from_file: true,
      shared: true,
    });
    expect(await sources(petra.key, "?source=OWN")).toEqual(["My own text"]);
    expect(await sources(petra.key, "?source=%25")).toEqual([]);
    expect(await sources(petra.key, "?project=alpha")).toEqual(["Our text"]);
    expect(await sources(petra.key, "?target_language=cs&source_language=en")).toHaveLength(3);
    expect(await sources(petra.key, "?target_language=de")).toEqual([]);
    expect(await sources(petra.key, "?project=nowhere")).toEqual([]);
  });

  it("looks up many strings, in their order", async () => {
    const path = "/api/memory/lookup/?source_language=en&target_language=cs";
    const body = { strings: ["Our texts", "Nothing like it at all", "My own text"] };
    expect(await json("POST", path, { key: petra.key, body })).toMatchObject({
      status: 200,
      body: [
        { query: "Our texts", match: { id: ours, target: "Náš text", exact: false, quality: 88 } },
        { query: "Nothing like it at all", match: null },
        { query: "My own text", match: { id: mine, exact: true, quality: 100 } },
      ],
    });
    const matches = async (key: string, more = "") =>
      (await json<{ match: object | null }[]>("POST", path + more, { key, body })).body.map(
        (row) => row.match !== null,
      );
    expect(await matches(petra.key, "&exact=true")).toEqual([false, false, true]);
    expect(await matches(petra.key, "&project=other")).toEqual([true, false, true]);
    expect(await matches(jan.key)).toEqual([true, false, false]);
    expect(await matches(foreign)).toEqual([true, false, false]);
    expect(await statusesOf("POST", path, [undefined], body)).toEqual([401]);
  });

  it("names what is wrong with a look-up", async () => {
    const attr = async (query: string, body: unknown) => {
      const answer = await json<{ errors: { attr: string }[] }>("POST", `/api/memory/lookup/${query}`, {
        key: petra.key,
        body,
      });
      return [answer.status, answer.body.errors?.[0]?.attr];
    };
    const languages = "?source_language=en&target_language=cs";
    expect(await attr("", { strings: ["a"] })).toEqual([400, "source_language"]);
    expect(await attr("?source_language=en&target_language=xx", { strings: ["a"] })).toEqual([400, "target_language"]);
    expect(await attr(`${languages}&project=nowhere`, { strings: ["a"] })).toEqual([400, "project"]);
    expect(await attr(languages, {})).toEqual([400, "strings"]);
    expect(await attr(languages, { strings: [] })).toEqual([400, "strings"]);
    expect(await attr(languages, { strings: "text" })).toEqual([400, "strings"]);
    expect(await attr(languages, { strings: Array(101).fill("a") })).toEqual([400, "strings"]);
    expect((await attr(languages, { strings: ["x".repeat(2001)] }))[0]).toBe(400);
    expect((await attr(languages, { strings: Array(100).fill("the quick brown fox ".repeat(100)) }))[0]).toBe(200);
  });

  it("removes entries for those who may, and then they are gone", async () => {
    expect(await statusesOf("DELETE", `/api/memory/${ours}/`, [undefined, petra.key, foreign])).toEqual([
      401, 403, 403,
    ]);
    expect(await statusesOf("DELETE", `/api/memory/${shared}/`, [jan.key])).toEqual([403]);
    expect(await statusesOf("DELETE", `/api/memory/${mine}/`, [jan.key, foreign, petra.key, petra.key])).toEqual([
      404, 404, 204, 404,
    ]);
    await db.run(sql`
      insert into team_members (team_id, user_id)
      select id, ${jan.actor.userId} from teams where defining_project_id = ${project.id} and name = 'Administration'`);
    forgetTokens();
    expect(await statusesOf("DELETE", `/api/memory/${ours}/`, [jan.key])).toEqual([204]);
    expect(await statusesOf("DELETE", `/api/memory/${shared}/`, [admin.key])).toEqual([204]);
    expect(await sources(admin.key)).toEqual([]);
  });

  it("takes nothing by other methods", async () => {
    for (const method of ["POST", "PUT", "PATCH"] as const) {
      expect(await statusesOf(method, "/api/memory/", [admin.key], {})).toEqual([405]);
      expect(await statusesOf(method, "/api/memory/1/", [admin.key], {})).toEqual([405]);
    }
  });
});
