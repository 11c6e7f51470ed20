import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { db, rawSql, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { textRows } from "../support/text-rows";
import { json, type Person, PO, pathOf, person, projectKey, send, statusesOf } from "./support";

let root: Person;
let stranger: Person;
let component: ComponentRow;
let base: string;
let foreign: string;

beforeAll(async () => {
  root = await person("root", { superuser: true });
  stranger = await person("stranger");
  ({ component } = await connect(root.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  const other = await connect(root.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  foreign = await projectKey(root.actor, other.component.projectId);
  base = `/api/components/${component.project.slug}/app/`;
});

const install = (body: unknown, path = `${base}addons/`) => json("POST", path, { key: root.key, body });

describe("a dry run", () => {
  const dryRun = (body: unknown, key = root.key) => json("POST", `${base}addons/?dry_run=true`, { key, body });
  const rows = () =>
    Promise.all(
      ["addons", "components", "tasks", "changes", "units"].map((table) =>
        textRows(db, sql`select to_jsonb(x)::text from ${rawSql(table)} x order by 1`),
      ),
    );

  it("tells which components discovery would create, and creates none", async () => {
    const before = await rows();
    const other = { match: "(?P<component>[^/]*)/(?P<language>[^/.]*)\\.po", file_format: "po" };
    const name = "weblate.discovery.discovery";
    const told = await dryRun({ name: "loquat.discovery.discovery", configuration: other });
    expect(told).toMatchObject({ status: 200, body: { dry_run: true, name } });
    expect(told.body.lines).toEqual(expect.any(Array));
    const cleanup = await dryRun({ name: "weblate.removal.comments", configuration: { age: 14 } });
    expect(cleanup).toMatchObject({ status: 200, body: { dry_run: true } });
    expect(await rows()).toEqual(before);
  });

  it("of a whole project looks into each component, and installs nothing", async () => {
    const path = `/api/projects/${component.project.slug}/addons/?dry_run=true`;
    const before = await rows();
    const body = { name: "weblate.flags.bulk", configuration: { q: "state:translated", state: "10" } };
    const told = await json("POST", path, { key: root.key, body });
    expect(told).toMatchObject({ status: 200, body: { dry_run: true, name: body.name } });
    expect(told.body.lines).toEqual([
      expect.stringMatching(/^.+: the search finds \d+ strings, such as “/),
      expect.stringMatching(/^.+: the state of \d+ translations? would be changed$/),
    ]);
    const nothing = await json("POST", path, { key: root.key, body: { name: "weblate.removal.comments" } });
    expect(nothing.body.lines).toEqual([]);
    const untold = { name: "weblate.git.squash", configuration: { squash: "all" } };
    expect((await json("POST", path, { key: root.key, body: untold })).body.lines).toBeNull();
    expect(
      (await json("POST", path, { key: root.key, body: { name: "weblate.git.squash", configuration: { squash: 1 } } }))
        .status,
    ).toBe(400);
    expect((await json("POST", path, { key: stranger.key, body })).status).toBe(403);
    expect(await rows()).toEqual(before);
  });

  it("refuses what installing it refuses", async () => {
    const before = await rows();
    const wrong = [
      { name: "weblate.nothing" },
      { name: "weblate.gettext.linguas" },
      { name: "weblate.discovery.discovery", configuration: { match: "(", file_format: "po" } },
    ];
    for (const body of wrong) {
      const refused = await install(body);
      expect(refused.status).toBe(400);
      const { status, body: said } = await dryRun(body);
      expect([status, said]).toEqual([400, refused.body]);
    }
    expect((await dryRun({ name: "weblate.removal.comments" }, stranger.key)).status).toBe(403);
    expect(await rows()).toEqual(before);
  });
});

describe("an add-on through the API", () => {
  it("is refused where the file that it works on is missing", async () => {
    const refused = await install({ name: "weblate.gettext.linguas" });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("The repository has no file po/LINGUAS.");
    expect((await json("GET", "/api/addons/", { key: root.key })).body.count).toBe(0);
  });

  it("is installed, listed, read, configured and removed", async () => {
    const made = await install({ name: "weblate.removal.comments", configuration: { age: 14 } });
    expect(made.status).toBe(201);
    const id = made.body.id as number;
    expect(made.body).toEqual({
      component: `http://loquat.test${base}`,
      project: null,
      name: "weblate.removal.comments",
      id,
      configuration: { age: 14 },
      url: `http://loquat.test/api/addons/${id}/`,
    });
    const path = pathOf(made.body.url);
    expect((await json("GET", path, { key: root.key })).body).toEqual(made.body);
    expect((await json("GET", "/api/addons/", { key: root.key })).body).toMatchObject({
      count: 1,
      results: [made.body],
    });
    expect((await json("GET", "/api/addons/", { key: stranger.key })).body).toMatchObject({ count: 0, results: [] });
    expect((await json("GET", base, { key: root.key })).body.addons).toEqual([made.body.url]);
    const patched = await json("PATCH", path, { key: root.key, body: { configuration: { age: 7 } } });
    expect(patched.body.configuration).toEqual({ age: 7 });
    const put = await json("PUT", path, {
      key: root.key,
      body: { name: "weblate.removal.comments", configuration: {} },
    });
    expect(put.body.configuration).toEqual({ age: 30 });
    expect((await send("DELETE", path, { key: root.key })).status).toBe(204);
    expect((await send("GET", path, { key: root.key })).status).toBe(404);
    expect(
      await textRows(
        db,
        sql`select action, details->>'addon' as addon from changes where action in (60, 61, 62) order by id`,
      ),
    ).toEqual([60, 61, 61, 62].map((action) => ({ action, addon: "weblate.removal.comments" })));
  });

  it("takes its settings as a form too", async () => {
    const body = new URLSearchParams({
      name: "weblate.removal.suggestions",
      configuration: '{"age": "3", "votes": 2}',
    });
    const made = await install(body);
    expect(made.body.configuration).toEqual({ age: 3, votes: 2 });
    await send("DELETE", pathOf(made.body.url), { key: root.key });
  });

  it("is refused with the field that is wrong, and nothing is installed", async () => {
    expect((await install({ name: "weblate.no.such" })).body).toMatchObject({ name: [expect.any(String)] });
    expect((await install({})).body).toMatchObject({ name: [expect.any(String)] });
    const wrong = await install({ name: "weblate.removal.comments", configuration: { age: -1 } });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ configuration: { age: [expect.any(String)] } });
    expect((await install({ name: "weblate.removal.comments", configuration: [1] })).body).toHaveProperty(
      "configuration",
    );
    expect(await textRows(db, sql`select * from addons`)).toEqual([]);
  });

  it("is installed once", async () => {
    const first = await install({ name: "weblate.removal.comments" });
    const second = await install({ name: "loquat.removal.comments" });
    expect([first.status, second.status]).toEqual([201, 400]);
    expect(second.body).toHaveProperty("name");
    const both = await Promise.all([0, 1].map(() => install({ name: "weblate.removal.suggestions" })));
    expect(both.map((one) => one.status).sort()).toEqual([201, 400]);
    const renamed = await json("PUT", pathOf(first.body.url), {
      key: root.key,
      body: { name: "weblate.removal.suggestions" },
    });
    expect(renamed.body).toHaveProperty("name");
    await db.run(sql`delete from addons`);
  });

  it("runs when somebody asks for it", async () => {
    const made = await install({ name: "weblate.removal.comments" });
    await db.run(sql`delete from tasks where kind = 'run-addon'`);
    const path = pathOf(made.body.url);
    const asked = await Promise.all([0, 1].map(() => json("POST", `${path}trigger/`, { key: root.key })));
    expect(asked.map(({ status }) => status)).toEqual([202, 202]);
    expect(asked[0]?.body).toMatchObject({ url: made.body.url, logs_url: `${made.body.url}activity/` });
    const waiting = await textRows(db, sql`select payload->>'event' as event from tasks where kind = 'run-addon'`);
    expect(waiting).toContainEqual({ event: "manual" });
    expect((await json("POST", `${path}trigger/`, { key: stranger.key })).status).toBe(403);
    const chat = await install({
      name: "weblate.webhook.slack",
      configuration: { webhook_url: "https://example.org/" },
    });
    const refused = await json("POST", `${pathOf(chat.body.url)}trigger/`, { key: root.key });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining("no runs of its own"),
    ]);
    const activity = await json("GET", `${path}activity/`, { key: root.key });
    expect(activity).toMatchObject({ status: 200, body: { stopped: null, runs: [] } });
    await db.run(sql`delete from addons`);
  });

  it("is nobody's business but the managers'", async () => {
    const made = await install({ name: "weblate.removal.comments" }, `/api/projects/${component.project.slug}/addons/`);
    expect(made.body).toMatchObject({
      component: null,
      project: `http://loquat.test/api/projects/${component.project.slug}/`,
    });
    const path = pathOf(made.body.url);
    const callers = [undefined, stranger.key, foreign];
    expect(await statusesOf("GET", path, callers)).toEqual([404, 404, 404]);
    expect(await statusesOf("PATCH", path, callers, { configuration: {} })).toEqual([401, 403, 403]);
    expect(await statusesOf("DELETE", path, callers)).toEqual([401, 403, 403]);
    expect(await statusesOf("POST", `${base}addons/`, callers, { name: "weblate.removal.comments" })).toEqual([
      401, 403, 403,
    ]);
  });
});

describe("for the whole installation", () => {
  const path = "/api/addons/";
  const body = { name: "weblate.removal.comments", configuration: { age: 90 } };

  it("it is installed, listed, changed and removed by those who manage add-ons", async () => {
    expect(await statusesOf("POST", path, [undefined, stranger.key, foreign], body)).toEqual([401, 403, 403]);
    const plan = await json("POST", `${path}?dry_run=true`, { key: root.key, body });
    expect(plan).toMatchObject({ status: 200, body: { dry_run: true, name: body.name, lines: [] } });
    const made = await json<{ id: number; url: string }>("POST", path, { key: root.key, body });
    expect(made).toMatchObject({
      status: 201,
      body: { component: null, project: null, name: body.name, configuration: { age: 90 } },
    });
    const one = pathOf(made.body.url);
    expect(await statusesOf("GET", one, [stranger.key, foreign, root.key])).toEqual([404, 404, 200]);
    const listed = await json<{ results: { id: number }[] }>("GET", path, { key: root.key });
    expect(listed.body.results.map(({ id }) => id)).toContain(made.body.id);
    expect((await json("POST", path, { key: root.key, body })).status).toBe(400);
    const single = { name: "weblate.cdn.files" };
    expect((await json("POST", path, { key: root.key, body: single })).body).toHaveProperty("errors");
    const changed = await json("PATCH", one, { key: root.key, body: { configuration: { age: 91 } } });
    expect(changed.body).toMatchObject({ configuration: { age: 91 }, component: null, project: null });
    expect(await statusesOf("DELETE", one, [stranger.key, root.key, root.key])).toEqual([404, 204, 404]);
  });
});
