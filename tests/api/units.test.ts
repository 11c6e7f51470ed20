import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { textRow } from "../support/text-rows";
import { json, type Person, PO, pathOf, person, projectKey, send } from "./support";

const JSON_FILES = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" } as const;

let admin: Person;
let petra: Person;
let foreign: string;
let component: ComponentRow;
let list = "";

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  list = `/api/translations/${component.project.slug}/app/cs/units/`;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

const unit = async (text: string, language = "cs") => `/api/units/${await unitId(component, language, text)}/`;

interface UnitPage {
  count: number;
  results: Record<string, unknown>[];
  next: string | null;
}

describe("a string", () => {
  it("has all fields that clients read", async () => {
    const path = await unit("Open 100%");
    const { body, headers } = await json("GET", path);
    const tag = headers.get("etag") ?? "";
    expect(tag).toMatch(new RegExp(`^"${body.version}-`));
    expect((await json("GET", path, { headers: { "if-none-match": tag } })).status).toBe(304);
    expect(body).toMatchObject({
      translation: `http://loquat.test/api/translations/${component.project.slug}/app/cs/`,
      language_code: "cs",
      source: ["Open 100%"],
      target: [""],
      previous_source: "",
      location: "src/a.c:2",
      context: "menu",
      note: "A menu entry",
      state: 0,
      fuzzy: false,
      translated: false,
      approved: false,
      has_suggestion: false,
      has_comment: false,
      num_words: 2,
      priority: 100,
      explanation: "",
      extra_flags: "",
      pending: false,
      labels: [],
      url: `http://loquat.test${path}`,
    });
    expect(String(body.web_url)).toMatch(/\/app\/cs\/\?checksum=[0-9a-f]{16}$/);
    expect(pathOf(body.source_unit)).toBe(await unit("Open 100%", "en"));
  });

  it("has hashes as bare 64-bit numbers, to the last digit", async () => {
    const path = await unit("Quit");
    const text = await (await send("GET", path)).text();
    const stored = await textRow<{ idHash: string; contentHash: string }>(
      db,
      sql`
      select s.id_hash::text as id_hash, s.content_hash::text as content_hash from units u join source_units s on s.id = u.source_id
      where u.id = ${Number(path.split("/")[3])}`,
    );
    expect(text).toContain(`"id_hash":${stored?.idHash},`);
    expect(text).toContain(`"content_hash":${stored?.contentHash},`);
    expect(Number.isSafeInteger(Number(stored?.idHash))).toBe(false);
  });

  it("has one form per plural of its language, and lists its other languages from the source", async () => {
    expect((await json("GET", await unit("%d file"))).body).toMatchObject({
      source: ["%d file", "%d files"],
      target: ["", "", ""],
    });
    const others = await json<Record<string, unknown>[]>("GET", `${await unit("Quit", "en")}translations/`);
    expect(others.body.map((one) => one.language_code)).toEqual(["cs"]);
    const refused = await json("GET", `${await unit("Quit")}translations/`);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: "not-a-source-unit" }] } });
  });

  it("is not found by an invalid id", async () => {
    for (const id of ["0", "-1", "x", "9007199254740993", "99999999999999999999999", "1e3"])
      expect((await json("GET", `/api/units/${id}/`)).status, id).toBe(404);
  });
});

describe("lists of strings", () => {
  it("are sorted by id, up to a hundred per page", async () => {
    const { body } = await json<UnitPage>("GET", list);
    expect(body.count).toBe(4);
    const ids = body.results.map((one) => Number(one.id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it("can be filtered by a search, which stays in their links", async () => {
    const { body } = await json<UnitPage>("GET", `${list}?q=state:<translated&page_size=1`);
    expect(body.count).toBe(2);
    expect(body.next).toBe(`http://loquat.test${list}?page=2&page_size=1&q=state%3A%3Ctranslated`);
    const second = await json<UnitPage>("GET", pathOf(body.next));
    expect(second.body.results).toHaveLength(1);
    const all = await json<UnitPage>(
      "GET",
      `/api/units/?q=${encodeURIComponent(`project:${component.project.slug} AND language:cs AND "Quit"`)}`,
    );
    expect(all.body.results.map((one) => one.source)).toEqual([["Quit"]]);
  });

  it("reject an invalid search with an error on q", async () => {
    for (const q of [
      "nofield:x",
      "(a",
      'source:r"("',
      "state:odd",
      "id:x",
      'source:r"a{99999}"',
      "change_action:never-heard-of",
    ]) {
      const { status, body } = await json("GET", `/api/units/?q=${encodeURIComponent(q)}`);
      expect(status, q).toBe(400);
      expect(body.q, q).toEqual([expect.any(String)]);
    }
    // Refused before PostgreSQL sees it, in any parameter.
    for (const name of ["q", "page_size", "sort"])
      expect(await json("GET", `/api/units/?${name}=a%00b`), name).toMatchObject({
        status: 400,
        body: { errors: [{ attr: name }] },
      });
  });
});

describe("a string at its address", () => {
  it("is shown in its current state, only to those who can see it", async () => {
    const { component: first } = await connect(admin.actor, { "l/en.json": '{"a": "First"}\n' }, JSON_FILES);
    const { component: second } = await connect(admin.actor, { "l/en.json": '{"a": "Second"}\n' }, JSON_FILES);
    const address = `/api/translations/${first.project.slug}/app/en/units/`;
    const sources = async (key?: string) => {
      const { status, body } = await json<UnitPage>("GET", address, { key });
      return status === 200 ? body.results.map((row) => row.source) : status;
    };
    const around = `/api/projects/${first.project.slug}/components/`;
    const components = async () =>
      (await json<{ results?: { id: number }[] }>("GET", around)).body.results?.map(({ id }) => id);
    expect(await sources()).toEqual([["First"]]);
    expect(await sources()).toEqual([["First"]]);
    expect(await components()).toEqual([first.id]);
    const renamed = { body: { slug: "away" } };
    expect((await json("PATCH", `/api/projects/${first.project.slug}/`, { key: admin.key, ...renamed })).status).toBe(
      200,
    );
    expect(await sources()).toBe(404);
    expect(await components()).toBeUndefined();
    const taken = { body: { slug: first.project.slug } };
    expect((await json("PATCH", `/api/projects/${second.project.slug}/`, { key: admin.key, ...taken })).status).toBe(
      200,
    );
    expect(await sources()).toEqual([["Second"]]);
    expect(await components()).toEqual([second.id]);
    await db.run(sql`update projects set access_control = 100 where slug = ${first.project.slug}`);
    expect(await sources(admin.key)).toEqual([["Second"]]);
    expect(await sources()).toBe(404);
    expect(await components()).toBeUndefined();
  });
});

describe("translating", () => {
  it("needs text and state together, and permission", async () => {
    const path = await unit("Open 100%");
    const body = { target: ["Otevřít 100%"], state: 20 };
    expect((await json("PATCH", path, { key: foreign, body })).status).toBe(403);
    expect((await json("PATCH", path, { body })).status).toBe(401);
    const { status, body: answer, headers } = await json("PATCH", path, { key: petra.key, body });
    expect(status).toBe(200);
    expect(answer).toEqual({ target: ["Otevřít 100%"], state: 20, explanation: "", extra_flags: "", labels: [] });
    const after = await json("GET", path);
    expect(after.body).toMatchObject({ target: ["Otevřít 100%"], state: 20, translated: true, pending: true });
    // The version that the answer names is the one that reading names, and is written against like it.
    expect(headers.get("etag")).toBe(`"${after.body.version}"`);
    expect(after.headers.get("etag")).toMatch(new RegExp(`^"${after.body.version}-`));
    expect((await json("GET", list.replace("units", "statistics"))).body).toMatchObject({
      translated: 3,
      last_author: "Petra",
      recent_changes: 1,
    });
  });

  it("rejects edits that the rules do not allow", async () => {
    const quit = await unit("Quit");
    const files = await unit("%d file");
    const cases: [string, object, string][] = [
      [quit, { target: ["x"] }, "state"],
      [quit, { state: 20 }, "target"],
      [quit, { target: ["a", "b"], state: 20 }, "target"],
      [files, { target: ["a"], state: 20 }, "target"],
      [quit, { target: ["x"], state: 11 }, "state"],
      [quit, { target: ["x"], state: 100 }, "state"],
      [quit, { target: ["x"], state: 0 }, "state"],
      [quit, { target: [""], state: 20 }, "target"],
      [quit, { target: ["x"], state: 30 }, "state"],
      [quit, { target: [1, { a: 1 }], state: 20 }, "target"],
      [quit, { target: "x".repeat(10), state: "twenty" }, "state"],
      [quit, { target: ["a\u001e"], state: 20 }, "target"],
    ];
    for (const [path, body, field] of cases) {
      const { status, body: answer } = await json("PATCH", path, { key: petra.key, body });
      expect(status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(answer), JSON.stringify(body)).toContain(field);
    }
    expect(
      (await json("PATCH", await unit("Quit", "en"), { key: petra.key, body: { target: ["x"], state: 20 } })).status,
    ).toBe(403);
  });

  it("accepts forms, where a single field is a list of one", async () => {
    const form = new URLSearchParams({ target: "Ukončit", state: "10" });
    expect((await json("PATCH", await unit("Quit"), { key: petra.key, body: form })).body).toMatchObject({
      target: ["Ukončit"],
      state: 10,
    });
    const files = await unit("%d file");
    const plural = new URLSearchParams([
      ["target", "%d soubor"],
      ["target", "%d soubory"],
      ["target", "%d souborů"],
      ["state", "20"],
    ]);
    expect((await json("PATCH", files, { key: petra.key, body: plural })).body).toMatchObject({
      target: ["%d soubor", "%d soubory", "%d souborů"],
    });
    const indexed = new FormData();
    ["%d a", "%d b", "%d c"].forEach((text, index) => {
      indexed.set(`target[${index}]`, text);
    });
    indexed.set("state", "20");
    expect((await json("PATCH", files, { key: petra.key, body: indexed })).body).toMatchObject({
      target: ["%d a", "%d b", "%d c"],
    });
  });

  it("is emptied, and loses its labels, by a form too", async () => {
    const path = await unit("Quit");
    const send = (fields: Record<string, string>) =>
      json("PATCH", path, { key: admin.key, body: new URLSearchParams(fields) });
    await send({ target: "Ukončit", state: "20" });
    expect(await send({ target: "", state: "0" })).toMatchObject({ status: 200, body: { target: [""], state: 0 } });
    const source = await unit("Quit", "en");
    const label = await json("POST", `/api/projects/${component.project.slug}/labels/`, {
      key: admin.key,
      body: { name: "Formal", color: "red" },
    });
    await json("PATCH", source, { key: admin.key, body: { labels: [label.body.id] } });
    expect(await json("GET", source)).toMatchObject({ body: { labels: [{ name: "Formal" }] } });
    const none = new URLSearchParams({ labels: "" });
    expect(await json("PATCH", source, { key: admin.key, body: none })).toMatchObject({ status: 200 });
    expect(await json("GET", source)).toMatchObject({ body: { labels: [] } });
  });

  it("by PUT accepts what a client has read", async () => {
    const path = await unit("Quit");
    const { body } = await json("GET", path);
    const put = (more: object) =>
      json("PUT", path, { key: petra.key, body: { target: body.target, labels: body.labels, ...more } });
    expect((await put({})).status).toBe(200);
    expect((await put({ target: ["Skončit"] })).body).toMatchObject({ target: ["Skončit"], state: 20, labels: [] });
    // An emptied string is untranslated, whatever its state was.
    expect(await put({ target: [""] })).toMatchObject({ status: 200, body: { target: [""], state: 0 } });
    expect(await put({ target: ["Skončit"] })).toMatchObject({ status: 200, body: { state: 20 } });
    expect(await json("PUT", path, { key: petra.key, body: { target: ["x"] } })).toMatchObject({
      status: 400,
      body: { labels: ["This field is required."] },
    });
    for (const label of [10 ** 13, "red", { id: 10 ** 13 }])
      expect((await put({ labels: [label] })).body.errors).toMatchObject([
        { attr: expect.stringMatching(/^labels\.0/), detail: expect.stringMatching(/^Enter the id|^At most/) },
      ]);
    expect((await json("PATCH", path, { key: petra.key, body: { explanation: "On a translation" } })).status).toBe(403);
  });

  it("by PUT accepts a whole source string that nobody may write, and what is said of it", async () => {
    const path = await unit("Quit", "en");
    const { body } = await json("GET", path);
    expect(body.state).toBe(100);
    const put = (more: object) => json("PUT", path, { key: admin.key, body: { ...body, ...more } });
    expect(await put({})).toMatchObject({ status: 200, body: { state: 100, explanation: "" } });
    expect(await put({ explanation: "On a button" })).toMatchObject({
      status: 200,
      body: { explanation: "On a button" },
    });
    expect(await put({ target: ["Leave"] })).toMatchObject({ status: 403, body: { reason: "read-only-string" } });
    expect((await put({ explanation: "" })).status).toBe(200);
    // What is not read-only does not become so.
    const open = await unit("Quit");
    const { body: other } = await json("GET", open);
    expect((await json("PUT", open, { key: admin.key, body: { ...other, state: 100 } })).status).toBe(400);
  });

  it("with If-Match on an older version is answered with 412 and the current string", async () => {
    const path = await unit("Save_all");
    const seen = (await json("GET", path)).headers.get("etag") ?? "";
    const write = (key: string, text: string, tag: string) =>
      json("PATCH", path, { key, body: { target: [text], state: 20 }, headers: { "if-match": tag } });
    const first = await write(petra.key, "Uložit vše!", seen);
    expect(first.status).toBe(200);
    const second = await write(admin.key, "Ulož všechno", seen);
    expect(second.status).toBe(412);
    expect(second.body).toMatchObject({
      errors: [{ code: "precondition_failed" }],
      current: { target: ["Uložit vše!"], url: `http://loquat.test${path}` },
    });
    expect((await json("GET", path)).body.target).toEqual(["Uložit vše!"]);
    expect((await write(admin.key, "Ulož všechno", first.headers.get("etag") ?? "")).status).toBe(200);
    expect((await write(admin.key, "x", "nonsense")).status).toBe(412);
    expect((await write(admin.key, "Ulož vše", "*")).status).toBe(200);
  });

  it("that has nothing but control characters, which are taken away, is none", async () => {
    const path = await unit("Quit");
    const before = (await json("GET", path)).body;
    for (const target of [["\u0001"], ["\u0007\u0008"]])
      expect(await json("PATCH", path, { key: admin.key, body: { target, state: 20 } })).toMatchObject({
        status: 400,
        body: { errors: [{ attr: "target", code: "blank" }] },
      });
    expect((await json("GET", path)).body).toEqual(before);
    // A file says so for every string, and of what nothing is left is not translated.
    const { component: other } = await connect(
      admin.actor,
      { "po/cs.po": PO },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const form = new FormData();
    form.set("file", new File([PO.replace("Konec", "\u0007")], "cs.po"));
    form.set("conflicts", "replace-translated");
    const upload = `/api/translations/${other.project.slug}/app/cs/file/`;
    expect(await json("POST", upload, { key: admin.key, body: form })).toMatchObject({
      status: 200,
      body: { accepted: 1 },
    });
    const quit = `/api/units/${await unitId(other, "cs", "Quit")}/`;
    expect((await json("GET", quit)).body).toMatchObject({ target: [""], state: 0 });
  });

  it("is refused while the component is locked", async () => {
    await db.run(sql`update components set locked = true where id = ${component.id}`);
    const { status, body } = await json("PATCH", await unit("Quit"), {
      key: petra.key,
      body: { target: ["x"], state: 20 },
    });
    await db.run(sql`update components set locked = false where id = ${component.id}`);
    expect(status).toBe(403);
    expect(body).toMatchObject({ reason: "locked", errors: [{ code: "permission_denied" }] });
    // Only the editor keeps drafts.
    expect(body.detail).toBe(`${component.name} is locked.`);
  });
});

describe("a string whose source needs editing, where sources are reviewed", () => {
  it("is shown as read-only until the source is ready, and has its own state again then", async () => {
    const files = { "l/en.json": '{"a": "Pears", "b": "Plums"}', "l/cs.json": '{"a": "Hrušky"}' };
    const { component: mono } = await connect(admin.actor, files, JSON_FILES);
    const [source, cs, other] = [
      await unitId(mono, "en", "a"),
      await unitId(mono, "cs", "a"),
      await unitId(mono, "cs", "b"),
    ];
    const write = (id: number, target: string, state: number) =>
      json("PATCH", `/api/units/${id}/`, { key: admin.key, body: { target: [target], state } });
    const inList = `/api/translations/${mono.project.slug}/app/cs/units/`;
    const told = async () => {
      const one = (await json("GET", `/api/units/${cs}/`)).body;
      const page = (await json<UnitPage>("GET", inList)).body.results;
      const all = (await json<UnitPage>("GET", "/api/units/?page=last")).body.results;
      const beside = (await json<UnitPage["results"]>("GET", `/api/units/${source}/translations/`)).body;
      const states = [page, all, beside].map((units) => units.find(({ id }) => id === cs)?.state);
      expect(states).toEqual([one.state, one.state, one.state]);
      expect(page.find(({ id }) => id === other)).toMatchObject({ state: 0, translated: false });
      const { state, fuzzy, translated, approved, target } = one;
      return { state, fuzzy, translated, approved, target };
    };
    const own = { state: 10, fuzzy: true, translated: false, approved: false, target: ["Hruška"] };
    await write(cs, "Hruška", 10);
    await write(source, "Pears", 10);
    expect(await told()).toEqual(own);
    await json("PATCH", `/api/projects/${mono.project.slug}/`, { key: admin.key, body: { source_review: true } });
    expect(await told()).toEqual({ ...own, state: 100, fuzzy: false, translated: true });
    expect((await json("GET", `/api/units/${source}/`)).body).toMatchObject({ state: 10 });
    expect(await write(cs, "Jinak", 20)).toMatchObject({ status: 403, body: { reason: "read-only-string" } });
    await write(source, "Pears", 20);
    expect(await told()).toEqual(own);
  });
});

describe("the history", () => {
  interface Changes extends UnitPage {
    cursor?: string;
  }
  const changes = async (query = "", where = "/api/changes/", key = admin.key) =>
    (await json<Changes>("GET", `${where}${query}`, { key })).body;

  it("is sorted by newest first, with user, action and place", async () => {
    const { results } = await changes("?action=5");
    expect(results.at(-1)).toMatchObject({
      action: 5,
      action_name: "Translation added",
      user: "http://loquat.test/api/users/petra/",
      author: "http://loquat.test/api/users/petra/",
      target: "Otevřít 100%",
      old: "",
      component: `http://loquat.test/api/components/${component.project.slug}/app/`,
      translation: pathOf(list).replace("units/", "").replace(/^/, "http://loquat.test"),
      unit: `http://loquat.test${await unit("Open 100%")}`,
    });
    const moments = (await changes()).results.map((one) => Date.parse(String(one.timestamp)));
    expect(moments).toEqual([...moments].sort((a, b) => b - a));
    const one = results[0];
    expect((await json("GET", pathOf(one?.url), { key: admin.key })).body).toEqual(one);
  });

  it("can be filtered by user, several actions and time, at every level", async () => {
    expect(
      (await changes("?user=petra&action=2&action=5")).results.every((one) => [2, 5].includes(Number(one.action))),
    ).toBe(true);
    expect((await changes("?user=admin&action=5")).count).toBe(0);
    expect((await changes("?timestamp_after=2999-01-01")).count).toBe(0);
    expect((await changes("?timestamp_before=2999-01-01T00:00:00%2B02:00")).count).toBeGreaterThan(3);
    const at = (await changes("")).results[0]?.timestamp;
    expect((await changes(`?timestamp_after=${at}&timestamp_before=${at}`)).count).toBeGreaterThan(0);
    const slug = component.project.slug;
    for (const where of [
      `/api/projects/${slug}/changes/`,
      `/api/components/${slug}/app/changes/`,
      `/api/translations/${slug}/app/cs/changes/`,
    ])
      expect((await changes("?user=petra", where)).count, where).toBe((await changes("?user=petra")).count);
    for (const bad of [
      "user=nobody-at-all",
      "action=x",
      "action=999",
      "timestamp_after=yesterday",
      "timestamp_before=2024-13-01",
      "timestamp_before=2023-02-29",
      "timestamp_after=2024-02-30T10:00:00Z",
    ]) {
      const { status, body } = await json("GET", `/api/changes/?${bad}`);
      expect(status, bad).toBe(400);
      expect(Object.keys(body), bad).toContain(bad.split("=")[0]);
    }
  });

  it("can be followed by a cursor without missing a change", async () => {
    const all: unknown[] = [];
    let cursor = "0-0";
    const follow = async () => {
      let next: string | null = `/api/changes/?after=${cursor}&page_size=3`;
      while (next) {
        const page: Changes = (await json<Changes>("GET", pathOf(next), { key: admin.key })).body;
        all.push(...page.results.map((one) => one.id));
        cursor = page.cursor ?? cursor;
        next = page.next;
      }
      return new Set(all).size;
    };
    // A line shows when no transaction of the server is older than its own; other tests have some, too.
    await expect.poll(follow, { timeout: 20_000, interval: 100 }).toBe((await changes()).count);
    expect(all).toEqual([...new Set(all)].sort((a, b) => Number(a) - Number(b)));
    expect((await changes(`?after=${cursor}`)).results).toEqual([]);
    expect((await json("GET", "/api/changes/?after=nonsense")).status).toBe(400);
  });
});
