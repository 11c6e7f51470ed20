import { beforeAll, describe, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { makeUpstream } from "../support/git";
import { connect } from "../support/loop";
import { textRow } from "../support/text-rows";
import { costOf, json, type Person, PO, pathOf, person, projectKey } from "./support";

const POT = PO.replace(/msgstr(\[\d\])? ".+"/g, 'msgstr$1 ""').replace(/"Language: cs\\n"\n/, "");

let admin: Person;
let petra: Person;
let foreign: string;
let path = "";
let slug = "";

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  slug = component.project.slug;
  path = `/api/components/${slug}/app/`;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

describe("a component", () => {
  it("has all fields that clients read, in native types", async () => {
    const { body } = await json("GET", path, { key: admin.key });
    expect(body).toMatchObject({
      name: "App",
      slug: "app",
      vcs: "git",
      branch: "main",
      filemask: "po/*.po",
      file_format: "po",
      priority: 100,
      edit_template: true,
      enforced_checks: [],
      commit_pending_age: 24,
      category: null,
      linked_component: null,
      license_url: null,
      locked: false,
      addons: [],
      source_language: { code: "en" },
      project: { slug },
      url: `http://loquat.test${path}`,
      repository_url: `http://loquat.test${path}repository/`,
    });
    expect(String(body.commit_message)).not.toBe("");
  });

  it("leaves out its project below it", async () => {
    const { body } = await json<{ results: Record<string, unknown>[] }>("GET", `/api/projects/${slug}/components/`);
    expect(body.results).toHaveLength(1);
    expect(body.results[0]).not.toHaveProperty("project");
  });

  it("hides the repository without permission", async () => {
    await db.run(sql`update projects set access_control = 1 where slug = ${slug}`);
    const { body } = await json("GET", path, { key: petra.key });
    await db.run(sql`update projects set access_control = 0 where slug = ${slug}`);
    for (const field of ["vcs", "repo", "push", "branch", "push_branch", "filemask", "git_export", "repoweb"])
      expect(body[field], field).toBeNull();
    expect((await json("GET", path)).body).toMatchObject({ vcs: "git", filemask: "po/*.po" });
  });

  it("never reveals credentials", async () => {
    await db.run(sql`update repositories set push = 'https://robot:s3cret@git.example.org/a.git'`);
    const answer = await json("GET", path, { key: admin.key });
    expect(answer.body.push).toBe("https://git.example.org/a.git");
    expect(JSON.stringify(answer.body)).not.toContain("s3cret");
    await db.run(sql`update repositories set push = url`);
  });

  it("is shown once more to the user who loses access by restricting it", async () => {
    const pavel = await person("pavel");
    const teams = sql`
      select t.id from teams t join projects p on p.id = t.defining_project_id where p.slug = ${slug} and t.name = 'Administration'`;
    await db.run(sql`insert into team_members (team_id, user_id) select t.id, ${pavel.actor.userId} from (${teams}) t`);
    const restrict = (key: string, restricted: boolean) => json("PATCH", path, { key, body: { restricted } });
    expect(await restrict(pavel.key, true)).toMatchObject({ status: 200, body: { slug: "app", restricted: true } });
    expect((await json("GET", path, { key: pavel.key })).status).toBe(404);
    expect((await restrict(pavel.key, false)).status).toBe(404);
    expect(await restrict(admin.key, false)).toMatchObject({ status: 200, body: { restricted: false } });
  });

  it("can be changed with permission, within the limits of the contract", async () => {
    const change = (key: string | undefined, body: object) => json("PATCH", path, { key, body });
    expect((await change(petra.key, { license: "MIT" })).status).toBe(403);
    expect((await change(foreign, { license: "MIT" })).status).toBe(403);
    expect((await change(undefined, { license: "MIT" })).status).toBe(401);
    expect(
      await change(admin.key, { license: "MIT", priority: "120", allow_translation_propagation: "no" }),
    ).toMatchObject({
      status: 200,
      body: {
        license: "MIT",
        license_url: "https://spdx.org/licenses/MIT.html",
        priority: 120,
        allow_translation_propagation: false,
      },
    });
    const wrong = await change(admin.key, {
      priority: 77,
      check_flags: "no-such-flag",
      merge_style: "guess",
      docfile: "x",
      category: "http://elsewhere.test/1/",
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body)).toEqual(expect.arrayContaining(["docfile", "category"]));
    expect(Object.keys((await change(admin.key, { priority: 77, merge_style: "guess" })).body)).toEqual(
      expect.arrayContaining(["priority", "merge_style"]),
    );
    expect(await change(admin.key, { source_language: "de" })).toMatchObject({
      status: 400,
      body: { source_language: [expect.any(String)] },
    });
    // What a change makes wrong elsewhere is wrong, too.
    const voting = { suggestion_voting: true, suggestion_autoaccept: 2 };
    expect((await change(admin.key, voting)).status).toBe(200);
    const halved = await change(admin.key, { suggestion_voting: false });
    expect(halved).toMatchObject({ status: 400, body: { suggestion_autoaccept: [expect.any(String)] } });
    expect((await change(admin.key, { suggestion_voting: false, suggestion_autoaccept: 0 })).status).toBe(200);
    expect(await change(admin.key, { new_lang: "url" })).toMatchObject({
      status: 400,
      body: { new_lang: [expect.any(String)] },
    });
    const put = await json("PUT", path, { key: admin.key, body: { name: "App" } });
    expect(Object.keys(put.body)).toEqual(expect.arrayContaining(["slug", "repo", "filemask", "file_format"]));
  });

  it("accepts parameters of any format, and names unknown ones in the error", async () => {
    const patch = (file_format_params: object) => json("PATCH", path, { key: admin.key, body: { file_format_params } });
    const whole = { po_line_wrap: 65535, po_fuzzy_matching: false, yaml_indent: 4, line_max_length: 80 };
    expect(await patch(whole)).toMatchObject({ status: 200, body: { file_format_params: whole } });
    const { status, body } = await patch({ ...whole, po_line_warp: 77 });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [
        {
          attr: "file_format_params",
          code: "invalid_choice",
          detail: expect.stringMatching(/^Unknown parameter “po_line_warp”\. The format po has po_line_wrap, /),
        },
      ],
    });
    const form = new URLSearchParams({
      "file_format_params.json_indent": "2",
      "file_format_params.json_sort_keys": "true",
    });
    expect(await json("PATCH", path, { key: admin.key, body: form })).toMatchObject({
      status: 200,
      body: { file_format_params: { json_indent: 2, json_sort_keys: true } },
    });
    expect(await patch({})).toMatchObject({ status: 200, body: { file_format_params: {} } });
  });

  it("locks; a form without the field unlocks", async () => {
    const lock = `${path}lock/`;
    const post = (key: string | undefined, body: unknown) => json("POST", lock, { key, body });
    expect((await post(petra.key, { lock: true })).status).toBe(403);
    expect((await post(foreign, { lock: true })).status).toBe(403);
    expect((await post(undefined, { lock: true })).status).toBe(401);
    expect(await post(admin.key, {})).toMatchObject({ status: 400, body: { lock: ["This field is required."] } });
    expect(await post(admin.key, { lock: "perhaps" })).toMatchObject({
      status: 400,
      body: { lock: [expect.any(String)] },
    });
    expect((await post(admin.key, { lock: 1 })).body).toEqual({ locked: true });
    expect((await json("GET", lock)).body).toEqual({ locked: true });
    expect((await json("GET", path)).body.locked).toBe(true);
    expect((await post(admin.key, new URLSearchParams({ other: "1" }))).body).toEqual({ locked: false });
  });

  it("is found below its category however the slash is encoded, and links to itself with %252F", async () => {
    const project = await findProject(admin.actor, slug);
    const docs = await textRow<{ id: number }>(
      db,
      sql`insert into categories (project_id, name, slug) values (${project.id}, 'Docs', 'docs') returning id`,
    );
    const guide = await textRow<{ id: number }>(
      db,
      sql`
      insert into categories (project_id, parent_id, name, slug) values (${project.id}, ${docs?.id}, 'Guide', 'guide') returning id`,
    );
    const moved = await json("PATCH", path, {
      key: admin.key,
      body: { category: `http://loquat.test/api/categories/${guide?.id}/` },
    });
    expect(moved.status).toBe(200);
    const nested = `/api/components/${slug}/docs%252Fguide%252Fapp/`;
    for (const spelling of [nested, nested.replaceAll("%252F", "%2F")]) {
      const { status, body } = await json("GET", spelling);
      expect(status, spelling).toBe(200);
      expect(body).toMatchObject({
        url: `http://loquat.test${nested}`,
        category: `http://loquat.test/api/categories/${guide?.id}/`,
      });
      expect((await json("GET", `${spelling}translations/`)).status).toBe(200);
      expect((await json("GET", `${spelling.replace("components", "translations")}cs/units/`)).status).toBe(200);
    }
    expect((await json("GET", path)).status).toBe(404);
    for (const bad of [
      `/api/components/${slug}/docs%252Fapp/`,
      `/api/components/${slug}/%2500/`,
      `/api/components/${slug}/%252F/`,
      `/api/components/${slug}/%25zz/`,
    ])
      expect((await json("GET", bad)).status, bad).toBe(404);
    const back = await json("PATCH", nested, { key: admin.key, body: { category: null } });
    expect(back).toMatchObject({ status: 200, body: { category: null } });
  });
});

describe("lists of components and translations", () => {
  it("cost the same number of statements, however long the page", async () => {
    for (let count = 0; count < 3; count++)
      await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    for (const list of [
      "/api/components/",
      "/api/translations/",
      `${path}statistics/`,
      `${path}translations/`,
      "/api/units/",
      "/api/units/?q=file",
      "/api/changes/",
    ]) {
      const one = await costOf(list, 1, admin.key);
      const many = await costOf(list, 100, admin.key);
      expect(one.rows, list).toBe(1);
      expect(many.rows, list).toBeGreaterThan(1);
      expect(many.statements, list).toBeLessThanOrEqual(one.statements);
    }
  });
});

describe("translations", () => {
  it("have all fields that clients read", async () => {
    const { body } = await json("GET", `/api/translations/${slug}/app/cs/`);
    expect(body).toMatchObject({
      language: { code: "cs" },
      language_code: "cs",
      component: { slug: "app", project: { slug } },
      filename: "po/cs.po",
      is_source: false,
      is_template: false,
      total: 4,
      translated: 2,
      translated_percent: 50,
      fuzzy: 0,
      failing_checks: expect.any(Number),
      have_suggestion: 0,
      have_comment: 0,
      web_url: `http://loquat.test/projects/${slug}/app/cs/`,
      share_url: `http://loquat.test/engage/${slug}/-/cs/`,
      units_list_url: `http://loquat.test/api/translations/${slug}/app/cs/units/`,
    });
    expect(String(body.revision)).toMatch(/^[0-9a-f]{40}$/);
    const { body: list } = await json<{ results: Record<string, unknown>[] }>("GET", `${path}translations/`);
    expect(list.results.map((one) => one.language_code).sort()).toEqual(["cs", "en"]);
    expect(list.results[0]).not.toHaveProperty("component");
  });

  it("have statistics, alone and as a list", async () => {
    const { body } = await json("GET", `/api/translations/${slug}/app/cs/statistics/`);
    expect(body).toMatchObject({
      code: "cs",
      name: "Czech",
      total: 4,
      translated: 2,
      last_author: "Admin",
      last_change: expect.any(String),
      url_translate: `http://loquat.test/translate/${slug}/app/cs/`,
    });
    const list = await json<object[]>("GET", `${path}statistics/?format=json-flat`);
    expect(list.body).toContainEqual(body);
  });

  it("cannot be created or changed at the address of their list", async () => {
    expect((await json("POST", "/api/translations/", { key: admin.key, body: {} })).status).toBe(405);
    const refused = await json("PATCH", `/api/translations/${slug}/app/cs/`, { key: admin.key, body: {} });
    expect(refused.headers.get("allow")).toBe("GET, DELETE, HEAD, OPTIONS");
  });

  it("are removed with permission, except for the source", async () => {
    const cs = `/api/translations/${slug}/app/cs/`;
    expect((await json("DELETE", cs, { key: petra.key })).status).toBe(403);
    expect((await json("DELETE", cs, { key: foreign })).status).toBe(403);
    expect((await json("DELETE", cs)).status).toBe(401);
    expect((await json("DELETE", cs.replace("/cs/", "/en/"), { key: admin.key })).status).toBe(403);
    expect((await json("DELETE", cs.replace("/cs/", "/xx/"), { key: admin.key })).status).toBe(404);
  });
});

describe("with background tasks running", () => {
  beforeAll(async () => {
    await startEngine(functions);
    return () => stopEngine();
  });

  it("a component is made from a repository, and its task ends", async () => {
    const upstream = makeUpstream({
      "po/cs.po": PO,
      "po/de.po": PO.replace("Language: cs", "Language: de"),
      "po/app.pot": POT,
    });
    const body = {
      name: "Made",
      slug: "made",
      repo: upstream.url,
      filemask: "po/*.po",
      new_base: "po/app.pot",
      file_format: "po",
      vcs: "git",
      push: upstream.url,
    };
    const create = (key: string | undefined, more: object = {}) =>
      json("POST", "/api/projects/other/components/", { key, body: { ...body, ...more } });
    expect((await create(petra.key)).status).toBe(403);
    expect((await create(undefined)).status).toBe(401);
    const wrong = await create(admin.key, { filemask: "nothing/*.po", new_base: "" });
    expect(wrong).toMatchObject({ status: 400, body: { filemask: [expect.any(String)] } });
    const baseless = await create(admin.key, { new_lang: "add", new_base: "" });
    expect(baseless).toMatchObject({
      status: 400,
      body: { errors: [{ attr: "new_base" }, { attr: "new_lang" }], new_base: [expect.stringContaining("PO")] },
    });
    const made = await create(foreign);
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe("http://loquat.test/api/components/other/made/");
    const task = pathOf(made.body.task_url);
    expect(task).toMatch(/^\/api\/tasks\/[0-9a-f-]{36}\/$/);
    for (let tries = 0; tries < 200; tries++) {
      const { body: component } = await json("GET", "/api/components/other/made/", { key: admin.key });
      const { body: state } = await json("GET", task, { key: admin.key });
      // Programs take null for "everything is there".
      if (component.task_url === null) expect(state.progress).toBeGreaterThanOrEqual(95);
      if (state.completed) break;
      await new Promise((done) => setTimeout(done, 50));
    }
    const done = await json("GET", task, { key: admin.key });
    expect(done.body).toMatchObject({ completed: true, progress: 100, result: { component: made.body.id } });
    expect((await json("GET", "/api/components/other/made/", { key: admin.key })).body).toMatchObject({
      task_url: null,
    });
    const list = await json<{ results: { language_code: string }[] }>(
      "GET",
      "/api/components/other/made/translations/",
    );
    expect(list.body.results.map((one) => one.language_code).sort()).toEqual(["cs", "de", "en"]);
  });

  it("operations run and tell how they ended", async () => {
    const repository = "/api/components/other/made/repository/";
    const { body: units } = await json<{ results: { url: string }[] }>(
      "GET",
      "/api/translations/other/made/cs/units/?q=source:Open",
      { key: admin.key },
    );
    const edit = { target: ["Otevřít 100%"], state: 20 };
    expect((await json("PATCH", pathOf(units.results[0]?.url), { key: admin.key, body: edit })).status).toBe(200);
    const before = await json("GET", repository, { key: admin.key });
    expect(before.body).toMatchObject({
      needs_commit: true,
      merge_failure: null,
      url: `http://loquat.test${repository}`,
    });
    expect(String(before.body.remote_commit)).toMatch(/^[0-9a-f]{40}$/);
    // What pages say in other words is English here, and nothing else.
    const set = (failure: string | null, said: string | null) =>
      db.run(sql`
        update repositories set merge_failure = ${failure}, merge_failure_said = ${said}::text::jsonb
        where id in (select repository_id from components where slug = 'made')`);
    await set("The merge failed.", '{"key": "vcsMerge"}');
    const failed = await json("GET", repository, { key: admin.key });
    expect(failed.body.merge_failure).toBe("The merge failed.");
    expect(Object.keys(failed.body)).toEqual(Object.keys(before.body));
    await set(null, null);
    const translation = "/api/translations/other/made/cs/repository/";
    expect((await json("GET", translation, { key: admin.key })).body).toMatchObject({
      needs_commit: true,
      url: `http://loquat.test${translation}`,
    });
    // The edit stands in Czech: nothing of German waits, though both share the repository.
    const german = "/api/translations/other/made/de/repository/";
    expect((await json("GET", german, { key: admin.key })).body).toMatchObject({ needs_commit: false });
    const post = (where: string, key: string | undefined, operation: string) =>
      json("POST", where, { key, body: { operation } });
    expect((await post(repository, petra.key, "commit")).status).toBe(403);
    expect((await post(repository, undefined, "commit")).status).toBe(401);
    expect((await post(repository, admin.key, "commit")).body).toEqual({ result: true });
    expect((await post(translation, admin.key, "push")).body).toEqual({ result: true });
    expect((await post("/api/projects/other/repository/", admin.key, "pull")).body).toEqual({ result: true });
    expect((await json("GET", repository, { key: admin.key })).body).toMatchObject({
      needs_commit: false,
      needs_push: false,
    });
    for (const operation of ["reset", "cleanup", "file-sync", "file-scan"])
      expect((await post(repository, admin.key, operation)).body).toEqual({ result: true });
    // Reset, cleanup, synchronisation and rescan are of one who asked for them; so are commits, whoever is credited.
    for (const action of [17, 19, 88, 83, 84]) {
      const { body } = await json<{ results: { user: string }[] }>(
        "GET",
        `/api/components/other/made/changes/?action=${action}`,
      );
      expect(body.results[0]?.user, `${action}`).toBe("http://loquat.test/api/users/admin/");
    }
  });

  it("a change of the license or of the agreement is in the history", async () => {
    const change = (body: object) => json("PATCH", "/api/components/other/made/", { key: admin.key, body });
    expect((await change({ license: "MIT", agreement: "You agree." })).status).toBe(200);
    expect((await change({ license: "MIT", agreement: "You agree." })).status).toBe(200);
    expect((await change({ agreement: "" })).status).toBe(200);
    const { body } = await json<{ results: { action: number; target: string; old: string }[] }>(
      "GET",
      "/api/components/other/made/changes/?action=55&action=56",
    );
    expect(body.results.map(({ action, target, old }) => [action, old, target])).toEqual([
      [56, "You agree.", ""],
      [56, "", "You agree."],
      [55, "", "MIT"],
    ]);
    const named = async (path: string, language: string) => {
      const answer = await json("GET", path, { headers: { "accept-language": language } });
      const [first = answer.body] = (answer.body.results ?? []) as Record<string, unknown>[];
      return [first.action_name, answer.headers.get("content-language"), pathOf(first.url)];
    };
    const list = "/api/components/other/made/changes/?action=55";
    const [, , one] = await named(list, "*");
    expect(await named(list, "*")).toEqual(["License changed", "en", one]);
    expect(await named(list, "de-AT, en;q=0.5")).toEqual(["Lizenz geändert", "de", one]);
    expect(await named(String(one), "de")).toEqual(["Lizenz geändert", "de", one]);
  });

  it("a license is of the SPDX list, proprietary, or one of the installation's own", async () => {
    const change = (body: object) => json("PATCH", "/api/components/other/made/", { key: admin.key, body });
    for (const license of ["NOPE", "GPL-3.0", "mit", "MIT OR ISC", "LicenseRef-a b"])
      expect(await change({ license })).toMatchObject({
        status: 400,
        body: { errors: [{ attr: "license", code: "invalid_choice", detail: expect.stringContaining(license) }] },
      });
    for (const [license, page] of [
      ["GPL-3.0-or-later", "https://spdx.org/licenses/GPL-3.0-or-later.html"],
      ["proprietary", null],
      ["LicenseRef-Our-Own", null],
      ["", null],
    ])
      expect(await change({ license })).toMatchObject({ status: 200, body: { license, license_url: page } });
  });

  it("a language is shown beside the source, and one that is not there is refused", async () => {
    const path = "/api/components/other/made/";
    const change = (secondary_language: unknown) =>
      json("PATCH", path, { key: admin.key, body: { secondary_language } });
    const { body: german } = await json("GET", "/api/languages/de/");
    expect(await change(german.id)).toMatchObject({ status: 200, body: { secondary_language: german.id } });
    for (const wrong of [999_999, "de", 1.5]) {
      const refused = await change(wrong);
      expect(refused).toMatchObject({ status: 400, body: { secondary_language: [expect.any(String)] } });
    }
    const copy = await json("POST", "/api/projects/other/components/", {
      key: admin.key,
      body: { name: "Copy", slug: "copy", from_component: "other/made" },
    });
    expect(copy).toMatchObject({ status: 201, body: { secondary_language: german.id } });
    expect((await json("DELETE", "/api/components/other/copy/", { key: admin.key })).status).toBe(204);
    expect(await change(null)).toMatchObject({ status: 200, body: { secondary_language: null } });
    const body = { name: "Wrong", slug: "wrong", from_component: "other/made", secondary_language: 999_999 };
    const wrong = await json("POST", "/api/projects/other/components/", { key: admin.key, body });
    expect(wrong).toMatchObject({ status: 400, body: { secondary_language: [expect.any(String)] } });
  });

  it("a language is added under both names that clients read", async () => {
    const translations = "/api/components/other/made/translations/";
    const add = (key: string | undefined, code: string) =>
      json("POST", translations, { key, body: new URLSearchParams({ language_code: code }) });
    expect((await add(undefined, "fr")).status).toBe(401);
    expect(await add(admin.key, "")).toMatchObject({ status: 400, body: { language_code: [expect.any(String)] } });
    expect(await add(admin.key, "cs")).toMatchObject({ status: 400, body: { language_code: [expect.any(String)] } });
    expect(await add(admin.key, "nonsense-code")).toMatchObject({
      status: 400,
      body: { language_code: [expect.any(String)] },
    });
    const { status, body } = await add(admin.key, "fr");
    expect(status).toBe(201);
    expect(body.data).toEqual(body.result);
    expect(body.data).toMatchObject({ language_code: "fr", total: 4 });
    expect((await json("DELETE", "/api/translations/other/made/fr/", { key: admin.key })).status).toBe(204);
  });

  it("tasks are visible to those who see their component, and are never listed", async () => {
    expect((await json("GET", "/api/tasks/", { key: admin.key })).status).toBe(404);
    for (const id of ["00000000-0000-4000-8000-000000000000", "nonsense"])
      expect((await json("GET", `/api/tasks/${id}/`, { key: admin.key })).status).toBe(404);
    const row = await textRow<{ id: string }>(
      db,
      sql`select id from tasks where component_id is not null and state = 'done' limit 1`,
    );
    expect((await json("DELETE", `/api/tasks/${row?.id}/`, { key: petra.key })).status).toBe(403);
    expect((await json("DELETE", `/api/tasks/${row?.id}/`)).status).toBe(401);
    expect((await json("DELETE", `/api/tasks/${row?.id}/`, { key: admin.key })).status).toBe(204);
    expect((await json("GET", `/api/tasks/${row?.id}/`, { key: admin.key })).body).toMatchObject({ completed: true });
  });

  it("a component is removed at once", async () => {
    expect((await json("DELETE", "/api/components/other/made/", { key: petra.key })).status).toBe(403);
    expect((await json("DELETE", "/api/components/other/made/", { key: admin.key })).status).toBe(204);
    expect((await json("GET", "/api/components/other/made/", { key: admin.key })).status).toBe(404);
  });
});
