import { beforeAll, describe, expect, it } from "vitest";
import { findProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { connect } from "../support/loop";
import { json, type Person, PO, person, projectKey } from "./support";

let admin: Person;
let petra: Person;
let foreign: string;

const NEW = { name: "Hello", slug: "hello", web: "https://hello.example.org/" };

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  await json("POST", "/api/projects/", { key: admin.key, body: NEW });
  await json("POST", "/api/projects/", { key: admin.key, body: { ...NEW, name: "Other", slug: "other" } });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

const everybody = () => ({ petra: petra.key, foreign, nobody: undefined });

describe("a project", () => {
  it("is told with all its links", async () => {
    const { body } = await json("GET", "/api/projects/hello/");
    expect(body).toMatchObject({
      ...NEW,
      url: "http://loquat.test/api/projects/hello/",
      web_url: "http://loquat.test/projects/hello/",
      components_list_url: "http://loquat.test/api/projects/hello/components/",
      set_language_team: true,
      enable_hooks: true,
      translation_review: false,
      instructions: "",
      commit_policy: 0,
    });
  });

  it("can be made by those who may only", async () => {
    const body = { ...NEW, name: "More", slug: "more", source_language: { code: "en" } };
    expect((await json("POST", "/api/projects/", { key: petra.key, body })).status).toBe(403);
    expect((await json("POST", "/api/projects/", { key: foreign, body })).status).toBe(403);
    expect((await json("POST", "/api/projects/", { body })).status).toBe(401);
    const made = await json("POST", "/api/projects/", { key: admin.key, body });
    expect(made).toMatchObject({ status: 201, body: { slug: "more" } });
    const again = await json("POST", "/api/projects/", { key: admin.key, body });
    expect(again).toMatchObject({ status: 400, body: { type: "validation_error", errors: [{ code: "unique" }] } });
  });

  it("changes for those who may only", async () => {
    for (const [who, key] of Object.entries(everybody())) {
      const answer = await json("PATCH", "/api/projects/hello/", { key, body: { instructions: who } });
      expect(answer.status, who).toBe(who === "nobody" ? 401 : 403);
    }
    const patched = await json("PATCH", "/api/projects/hello/", {
      key: admin.key,
      body: { instructions: "Be kind.", translation_review: "yes" },
    });
    expect(patched).toMatchObject({
      status: 200,
      body: { instructions: "Be kind.", translation_review: true, name: "Hello" },
    });
    const blank = { key: admin.key, body: { web: "" } };
    expect(await json("PATCH", "/api/projects/hello/", blank)).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "web", code: "blank" }] },
    });
    // A project that has none is sent back as it was read.
    await db.run(sql`update projects set web = '' where slug = 'hello'`);
    const { body: read } = await json("GET", "/api/projects/hello/", { key: admin.key });
    expect(await json("PUT", "/api/projects/hello/", { key: admin.key, body: read })).toMatchObject({
      status: 200,
      body: { web: "" },
    });
    await db.run(sql`update projects set web = ${NEW.web} where slug = 'hello'`);
    const put = await json("PUT", "/api/projects/hello/", { key: admin.key, body: { name: "Hello" } });
    expect(put).toMatchObject({
      status: 400,
      body: { slug: ["This field is required."], web: ["This field is required."] },
    });
    const wrong = await json("PATCH", "/api/projects/hello/", {
      key: admin.key,
      body: { language_aliases: "nonsense", web: "http://127.0.0.1/" },
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body)).toEqual(expect.arrayContaining(["language_aliases", "web"]));
  });

  it("that is private is not there for others, whatever they try", async () => {
    const body = { ...NEW, name: "Secret", slug: "secret" };
    await json("POST", "/api/projects/", { key: admin.key, body });
    const { updateProject } = await import("@/lib/domain/projects/projects");
    await updateProject(admin.actor, "secret", { accessControl: 100 });
    for (const path of ["", "components/", "changes/", "languages/", "statistics/", "repository/", "lock/"]) {
      expect((await json("GET", `/api/projects/secret/${path}`, { key: petra.key })).status, path).toBe(404);
      expect((await json("GET", `/api/projects/secret/${path}`)).status, path).toBe(404);
    }
    expect((await json("DELETE", "/api/projects/secret/", { key: petra.key })).status).toBe(404);
  });

  it("is removed at once", async () => {
    await json("POST", "/api/projects/", { key: admin.key, body: { ...NEW, name: "Gone", slug: "gone" } });
    expect((await json("DELETE", "/api/projects/gone/", { key: petra.key })).status).toBe(403);
    expect(await json("DELETE", "/api/projects/gone/", { key: admin.key })).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect((await json("GET", "/api/projects/gone/", { key: admin.key })).status).toBe(404);
  });

  it("leaves a line of its removal for administrators, and for nobody else", async () => {
    const removals = async (key: string) => (await json("GET", "/api/changes/?action=39", { key })).body;
    expect(await removals(admin.key)).toMatchObject({ count: 1, results: [{ action: 39, target: "gone" }] });
    expect(await removals(petra.key)).toMatchObject({ count: 0 });
  });
});

describe("a project's numbers", () => {
  let slug = "";
  beforeAll(async () => {
    const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    slug = component.project.slug;
  });

  it("add up its translations", async () => {
    const { body } = await json("GET", `/api/projects/${slug}/statistics/`);
    expect(body).toMatchObject({
      total: 8,
      translated: 6,
      translated_percent: 75,
      fuzzy: 0,
      name: slug,
      url: `http://loquat.test/projects/${slug}/`,
    });
    expect(body.words_percent).toBe(body.translated_words_percent);
    expect(body).not.toHaveProperty("code");
  });

  it("stand by language in an envelope, or bare when asked or configured", async () => {
    const path = `/api/projects/${slug}/languages/`;
    const { body } = await json<{ count: number; results: object[] }>("GET", path);
    expect(body.count).toBe(2);
    expect(body.results[0]).toMatchObject({
      language: "Czech",
      name: "Czech",
      code: "cs",
      total: 4,
      translated: 2,
      url: `http://loquat.test/projects/${slug}/-/cs/`,
    });
    expect((await json<object[]>("GET", `${path}?format=json-flat`)).body).toEqual(body.results);
    const before = environment();
    setEnvironment({ ...before, projectLanguagesBare: true });
    expect((await json<object[]>("GET", path)).body).toEqual(body.results);
    expect((await json("GET", `${path}?format=json`)).body).toMatchObject({ count: 2 });
    setEnvironment(before);
    expect((await json("GET", "/api/projects/?format=json-flat")).status).toBe(404);
  });

  it("lock with all its components", async () => {
    const path = `/api/projects/${slug}/lock/`;
    expect((await json("GET", path)).body).toEqual({ locked: false });
    expect((await json("POST", path, { key: petra.key, body: { lock: true } })).status).toBe(403);
    expect((await json("POST", path, { key: foreign, body: { lock: true } })).status).toBe(403);
    expect((await json("POST", path, { key: admin.key, body: { lock: true } })).body).toEqual({ locked: true });
    expect((await json("GET", path)).body).toEqual({ locked: true });
    expect((await json("GET", `/api/components/${slug}/app/lock/`)).body).toEqual({ locked: true });
    expect((await json("POST", path, { key: admin.key, body: { lock: false } })).body).toEqual({ locked: false });
  });

  it("tell of repositories to those who may use them", async () => {
    const path = `/api/projects/${slug}/repository/`;
    expect((await json("GET", path)).status).toBe(403);
    expect((await json("GET", path, { key: petra.key })).status).toBe(403);
    expect((await json("GET", path, { key: foreign })).status).toBe(403);
    const { body } = await json("GET", path, { key: admin.key });
    expect(body).toEqual({
      needs_commit: false,
      needs_merge: false,
      needs_push: false,
      url: `http://loquat.test${path}`,
    });
    // Each operation names the permission that it takes, also in a project without components.
    for (const at of [path, "/api/projects/other/repository/", `/api/components/${slug}/app/repository/`])
      for (const [operation, permission] of [
        ["commit", "vcs.commit"],
        ["pull", "vcs.update"],
        ["cleanup", "vcs.reset"],
        ["push", "vcs.push"],
      ])
        expect(await json("POST", at, { key: petra.key, body: { operation } }), `${operation} ${at}`).toMatchObject({
          status: 403,
          body: { permission },
        });
    // What is no operation takes no permission that could be missing.
    for (const key of [admin.key, petra.key])
      for (const at of [
        path,
        `/api/components/${slug}/app/repository/`,
        `/api/translations/${slug}/app/cs/repository/`,
      ])
        expect(await json("POST", at, { key, body: { operation: "explode" } })).toMatchObject({
          status: 400,
          body: { operation: [expect.any(String)], errors: [{ code: "invalid_choice" }] },
        });
    const unseen = await json("POST", "/api/projects/none/repository/", {
      key: petra.key,
      body: { operation: "explode" },
    });
    expect(unseen.status).toBe(404);
  });
});

describe("languages", () => {
  const NEW_LANGUAGE = {
    code: "qx_Test",
    name: "Testish",
    direction: "rtl",
    population: "12",
    plural: { number: 2, formula: "n != 1" },
  };

  it("are there for everybody, by id", async () => {
    const { body } = await json<{ results: { id: number }[] }>("GET", "/api/languages/");
    const ids = body.results.map((one) => one.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect((await json("GET", "/api/languages/cs/")).body).toMatchObject({
      name: "Czech",
      plural: { number: 3 },
      web_url: "http://loquat.test/languages/cs/",
      statistics_url: "http://loquat.test/api/languages/cs/statistics/",
    });
    expect((await json("GET", "/api/languages/cs/statistics/")).body).toMatchObject({
      code: "cs",
      name: "Czech",
      url: "http://loquat.test/languages/cs/",
    });
  });

  it("are made, changed and removed by those who may", async () => {
    for (const [who, key] of Object.entries(everybody())) {
      const answer = await json("POST", "/api/languages/", { key, body: NEW_LANGUAGE });
      expect(answer.status, who).toBe(who === "nobody" ? 401 : 403);
    }
    const made = await json("POST", "/api/languages/", { key: admin.key, body: NEW_LANGUAGE });
    expect(made).toMatchObject({
      status: 201,
      body: { code: "qx_Test", direction: "rtl", population: 12, plural: { number: 2, source: 0 } },
    });
    const again = await json("POST", "/api/languages/", { key: admin.key, body: NEW_LANGUAGE });
    expect(again).toMatchObject({ status: 400, body: { code: [expect.any(String)] } });
    const patched = await json("PATCH", "/api/languages/qx_Test/", { key: admin.key, body: { name: "Testian" } });
    expect(patched).toMatchObject({ status: 200, body: { name: "Testian", direction: "rtl" } });
    expect((await json("DELETE", "/api/languages/cs/", { key: admin.key })).status).toBe(409);
    expect((await json("DELETE", "/api/languages/qx_Test/", { key: admin.key })).status).toBe(204);
    expect((await json("GET", "/api/languages/qx_Test/")).status).toBe(404);
  });

  it("need a plural that can be computed; forms name its members", async () => {
    const { plural: _, ...without } = NEW_LANGUAGE;
    expect(await json("POST", "/api/languages/", { key: admin.key, body: without })).toMatchObject({
      status: 400,
      body: { plural: ["This field is required."] },
    });
    const broken = { ...NEW_LANGUAGE, plural: { number: 2, formula: "n ! 1" } };
    expect(await json("POST", "/api/languages/", { key: admin.key, body: broken })).toMatchObject({
      status: 400,
      body: { plural: { formula: [expect.any(String)] } },
    });
    const form = new URLSearchParams({
      code: "qx_Form",
      name: "Formish",
      "plural.number": "2",
      "plural.formula": "n != 1",
    });
    expect((await json("POST", "/api/languages/", { key: admin.key, body: form })).status).toBe(201);
  });
});

describe("further fields of a project", () => {
  it("tell where credits and machinery are, and whether all components are locked", async () => {
    const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const path = `/api/projects/${component.project.slug}/`;
    expect((await json("GET", path, { key: admin.key })).body).toMatchObject({
      credits_url: `http://loquat.test${path}credits/`,
      machinery_settings: `http://loquat.test${path}machinery_settings/`,
      enforced_2fa: false,
      secondary_language: null,
      check_flags: "",
      locked: false,
    });
    await json("POST", `/api/components/${component.project.slug}/app/lock/`, { key: admin.key, body: { lock: true } });
    expect((await json("GET", path, { key: admin.key })).body.locked).toBe(true);
    expect((await json("GET", "/api/projects/other/", { key: admin.key })).body.locked).toBe(false);
  });

  it("are changed, and refused when they mean nothing", async () => {
    const path = "/api/projects/other/";
    const patch = (body: unknown) => json("PATCH", path, { key: admin.key, body });
    const german = (await json("GET", "/api/languages/de/")).body.id as number;
    expect((await patch({ check_flags: "python-format,ignore-end-stop", secondary_language: german })).status).toBe(
      200,
    );
    expect((await json("GET", path, { key: admin.key })).body).toMatchObject({
      check_flags: "ignore-end-stop, python-format",
      secondary_language: german,
    });
    for (const wrong of [
      { check_flags: "max-length:x" },
      { secondary_language: 99_999 },
      { enforced_2fa: "yes, please" },
    ])
      expect([wrong, (await patch(wrong)).status]).toEqual([wrong, 400]);
    // A token needs no second factor, so it shuts nobody out who uses it.
    expect(await patch({ enforced_2fa: true })).toMatchObject({ status: 200, body: { enforced_2fa: true } });
    expect((await patch({ secondary_language: null, check_flags: "", enforced_2fa: false })).status).toBe(200);
    expect((await json("GET", path, { key: admin.key })).body).toMatchObject({
      secondary_language: null,
      check_flags: "",
    });
  });
});
