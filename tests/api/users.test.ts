import { beforeAll, describe, expect, it } from "vitest";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { issueToken } from "@/lib/domain/users/tokens";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";
import { costOf, json, type Person, PO, person, projectKey, statusesOf } from "./support";

let admin: Person;
let petra: Person;
let foreign: string;
let bot: string;
let slug = "";

interface Page {
  count: number;
  results: Record<string, unknown>[];
}

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  slug = component.project.slug;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  const other = await findProject(admin.actor, "other");
  foreign = await projectKey(admin.actor, other.id);
  const robot = await makePerson("robot");
  await db.run(sql`update users set is_bot = true where id = ${robot.userId}`);
  bot = (await issueToken(robot.userId, { projectId: other.id })).key;
  await editUnit(petra.actor, await unitId(component, "cs", "Quit"), { targets: ["Skončit"], state: 20 });
});

describe("users", () => {
  it("are shown in full to user managers, in short to signed-in users, and to nobody else", async () => {
    const { body } = await json("GET", "/api/users/petra/", { key: admin.key });
    expect(body).toMatchObject({
      username: "petra",
      full_name: "Petra",
      email: "petra@example.org",
      is_superuser: false,
      is_active: true,
      is_bot: false,
      date_expires: null,
      languages: [],
      notifications: "http://loquat.test/api/users/petra/notifications/",
      url: "http://loquat.test/api/users/petra/",
      statistics_url: "http://loquat.test/api/users/petra/statistics/",
      contributions_url: "http://loquat.test/api/users/petra/contributions/",
    });
    expect(body.groups).toEqual(expect.arrayContaining([expect.stringMatching(/\/api\/groups\/\d+\/$/)]));
    expect((await json("GET", "/api/users/PETRA/", { key: admin.key })).body.username).toBe("petra");
    const short = await json("GET", "/api/users/admin/", { key: petra.key });
    expect(Object.keys(short.body).sort()).toEqual(["full_name", "id", "username"]);
    expect((await json("GET", "/api/users/petra/", { key: petra.key })).body.email).toBe("petra@example.org");
    expect(await statusesOf("GET", "/api/users/petra/", [undefined, bot, admin.key])).toEqual([404, 200, 200]);
    expect((await json("GET", "/api/users/anonymous/", { key: admin.key })).status).toBe(404);
  });

  it("are listed for user managers; others find themselves and the users they search for", async () => {
    const list = async (key: string | undefined, query = "") =>
      (await json<Page>("GET", `/api/users/${query}`, { key })).body;
    const names = (page: Page) => page.results.map((one) => one.username);
    expect(names(await list(admin.key))).toEqual(["admin", "petra", "robot"]);
    expect(names(await list(petra.key))).toEqual(["petra"]);
    expect(names(await list(bot))).toEqual(["robot"]);
    expect((await list(undefined)).count).toBe(0);
    expect(names(await list(petra.key, "?username=AD"))).toEqual(["admin"]);
    expect((await list(petra.key, "?username=a")).count).toBe(0);
    expect((await list(petra.key, "?username=%25%25")).count).toBe(0);
    expect(names(await list(admin.key, "?email=PETRA@example.org"))).toEqual(["petra"]);
    expect(names(await list(petra.key, "?username=ad&email=nobody@example.org"))).toEqual(["admin"]);
    expect(names(await list(admin.key, "?is_active=no"))).toEqual([]);
    expect(names(await list(admin.key, `?id=${petra.actor.userId}`))).toEqual(["petra"]);
    expect((await json("GET", "/api/users/?id=x", { key: admin.key })).body).toHaveProperty("id");
    const [one, many] = [await costOf("/api/users/", 1, admin.key), await costOf("/api/users/", 100, admin.key)];
    expect(many.rows).toBeGreaterThan(one.rows);
    expect(many.statements).toBeLessThanOrEqual(one.statements);
  });

  it("are found by a name that ends like a format, under the address that lists give", async () => {
    const made = await json("POST", "/api/users/", {
      key: admin.key,
      body: { username: "robot.json", full_name: "Robot", email: "robot.json@example.com" },
    });
    const url = String(made.body.url);
    expect(url).toBe("http://loquat.test/api/users/robot.json/");
    expect((await json("GET", new URL(url).pathname, { key: admin.key })).body).toMatchObject({
      username: "robot.json",
    });
    expect((await json("DELETE", new URL(url).pathname, { key: admin.key })).status).toBe(204);
    expect((await json("GET", "/api/users/petra.json", { key: admin.key })).body).toMatchObject({ username: "petra" });
  });

  it("are created with permission", async () => {
    const body = { username: "nina", full_name: "Nina", email: "nina@example.org" };
    expect(await statusesOf("POST", "/api/users/", [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    const made = await json("POST", "/api/users/", { key: admin.key, body: { ...body, date_expires: "2999-01-01" } });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe("http://loquat.test/api/users/nina/");
    expect(made.body).toMatchObject({ ...body, is_superuser: false, date_expires: "2999-01-01T00:00:00Z" });
    const wrong = await json("POST", "/api/users/", {
      key: admin.key,
      body: { username: ".x", full_name: "", email: "nonsense", is_bot: "perhaps" },
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body)).toEqual(expect.arrayContaining(["full_name", "is_bot"]));
    for (const [field, more] of [
      ["username", { username: "NINA", email: "nina2@example.org" }],
      ["email", { username: "nina2", email: "NINA@example.org" }],
      ["email", { username: "nina2", email: null }],
      ["username", { username: "a b", email: "ab@example.org" }],
    ] as const) {
      const refused = await json("POST", "/api/users/", { key: admin.key, body: { ...body, ...more } });
      expect(refused, JSON.stringify(more)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
    }
  });

  it("are changed with permission, and their own name by themselves", async () => {
    const path = "/api/users/nina/";
    const nina = await textRow<{ id: number }>(db, sql`select id from users where username = 'nina'`);
    const own = (await issueToken(nina?.id ?? 0)).key;
    const change = { full_name: "Nina N." };
    expect(await statusesOf("PATCH", path, [undefined, petra.key, foreign, own, admin.key], change)).toEqual([
      401, 403, 403, 200, 200,
    ]);
    const whole = { username: "nina", full_name: "Nina", email: "nina@example.org", is_superuser: false };
    expect((await json("PUT", path, { key: own, body: whole })).body).toMatchObject(whole);
    expect((await json("PATCH", path, { key: own, body: { is_superuser: true } })).status).toBe(403);
    expect(await json("PATCH", path, { key: own, body: { email: "new@example.org" } })).toMatchObject({
      status: 400,
      body: { email: [expect.any(String)] },
    });
    expect((await json("PUT", path, { key: admin.key, body: { full_name: "x" } })).body).toHaveProperty("username");
    expect(
      (await json("PATCH", path, { key: admin.key, body: new URLSearchParams({ is_active: "off" }) })).body,
    ).toMatchObject({ is_active: false });
    expect((await json("GET", "/api/projects/", { key: own })).status).toBe(401);
    expect((await json("PATCH", path, { key: admin.key, body: { is_active: true } })).status).toBe(200);
  });

  it("cannot be made superusers by user managers", async () => {
    const managers = await textRow<{ id: number }>(
      db,
      sql`insert into teams (name, project_selection, language_selection) values ('People', 1, 1) returning id`,
    );
    await db.run(sql`
      with role as (insert into roles (name) values ('People') returning id), granted as (insert into role_permissions select id, 'user.edit' from role)
      insert into team_roles (team_id, role_id) select ${managers?.id}, id from role`);
    const marta = await person("marta");
    await db.run(sql`insert into team_members (team_id, user_id) values (${managers?.id}, ${marta.actor.userId})`);
    const change = (username: string, body: object) =>
      json("PATCH", `/api/users/${username}/`, { key: marta.key, body });
    expect((await change("petra", { full_name: "Petra P." })).status).toBe(200);
    expect((await change("petra", { is_superuser: true })).status).toBe(403);
    expect((await change("admin", { email: "mine@example.org" })).status).toBe(403);
    expect((await json("DELETE", "/api/users/admin/", { key: marta.key })).status).toBe(403);
  });

  it("join and leave groups; the answer is the user", async () => {
    const team = await textRow<{ id: number }>(db, sql`select id from teams where name = 'Reviewers'`);
    const path = "/api/users/nina/groups/";
    const body = new URLSearchParams({ group_id: String(team?.id) });
    expect(await statusesOf("POST", path, [undefined, petra.key, foreign], body)).toEqual([401, 403, 403]);
    const link = `http://loquat.test/api/groups/${team?.id}/`;
    const joined = await json("POST", path, { key: admin.key, body });
    expect(joined.status).toBe(200);
    expect(joined.body.groups).toContain(link);
    for (const wrong of [{}, { group_id: "x" }, { group_id: 99999 }])
      expect(await json("POST", path, { key: admin.key, body: wrong })).toMatchObject({
        status: 400,
        body: { group_id: [expect.any(String)] },
      });
    expect(await statusesOf("DELETE", path, [undefined, petra.key], body)).toEqual([401, 403]);
    const left = await json("DELETE", path, { key: admin.key, body });
    expect(left.status).toBe(200);
    expect(left.body.groups).not.toContain(link);
    const told = await json<Page>("GET", "/api/changes/?action=34&action=35", { key: admin.key });
    expect(told.body.results.map((one) => one.details)).toEqual([
      { username: "nina", group: "Reviewers" },
      { username: "nina", group: "Reviewers" },
    ]);
  });

  it("have statistics and contributions, the latter as far as the caller may see", async () => {
    expect((await json("GET", "/api/users/petra/statistics/", { key: admin.key })).body).toEqual({
      translated: 1,
      suggested: 0,
      uploaded: 0,
      commented: 0,
      languages: 0,
    });
    expect((await json("GET", "/api/users/petra/statistics/")).status).toBe(404);
    const path = "/api/users/petra/contributions/";
    const { body } = await json<Page>("GET", path, { key: petra.key });
    expect(body.results.map((one) => one.url)).toEqual([`http://loquat.test/api/translations/${slug}/app/cs/`]);
    expect((await json<object[]>("GET", `${path}?format=json-flat`, { key: petra.key })).body).toHaveLength(1);
    await db.run(sql`update projects set access_control = 100 where slug = ${slug}`);
    expect((await json<Page>("GET", path, { key: bot })).body.count).toBe(0);
    await db.run(sql`update projects set access_control = 0 where slug = ${slug}`);
  });

  it("are removed, but their contributions are kept", async () => {
    const nina = (await json("GET", "/api/users/nina/", { key: admin.key })).body;
    expect(await statusesOf("DELETE", "/api/users/nina/", [undefined, petra.key, foreign])).toEqual([401, 403, 403]);
    expect((await json("DELETE", "/api/users/nina/", { key: admin.key })).status).toBe(204);
    expect((await json("GET", "/api/users/nina/", { key: admin.key })).status).toBe(404);
    const { body } = await json("GET", `/api/users/deleted-${nina.id}/`, { key: admin.key });
    expect(body).toMatchObject({ full_name: "Deleted User", is_active: false, groups: [] });
    const left = await textRows(
      db,
      sql`
      select 1 from api_tokens where user_id = ${nina.id} union all select 1 from subscriptions where user_id = ${nina.id}
      union all select 1 from team_members where user_id = ${nina.id}`,
    );
    expect(left).toEqual([]);
    for (const body of [{ is_superuser: false }, { is_active: false }])
      expect(await json("PATCH", "/api/users/admin/", { key: admin.key, body })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining("last superuser") },
      });
    const last = await json("DELETE", "/api/users/admin/", { key: admin.key });
    expect(last).toMatchObject({ status: 400, body: { detail: expect.stringContaining("last superuser") } });
  });
});

describe("subscriptions", () => {
  const path = "/api/users/petra/notifications/";

  it("belong to one user, and start with the defaults for new users", async () => {
    expect(await statusesOf("GET", path, [undefined, bot, foreign, petra.key, admin.key])).toEqual([
      404, 403, 403, 200, 200,
    ]);
    const { body } = await json<Page>("GET", path, { key: petra.key });
    expect(body.count).toBe(9);
    expect(body.results[0]).toMatchObject({
      notification: "MentionCommentNotificaton",
      scope: 0,
      frequency: 1,
      project: null,
      component: null,
    });
  });

  it("are created once, changed and removed", async () => {
    const wanted = { notification: "LockNotification", scope: 10, frequency: 2 };
    const made = await json("POST", path, { key: petra.key, body: wanted });
    expect(made).toMatchObject({ status: 201, body: wanted });
    expect(await json("POST", path, { key: petra.key, body: { ...wanted, frequency: 1 } })).toMatchObject({
      status: 400,
      body: { errors: [{ code: "unique" }] },
    });
    for (const [field, value] of [
      ["notification", "NoSuchNotification"],
      ["scope", 7],
      ["frequency", 9],
    ] as const)
      expect(await json("POST", path, { key: petra.key, body: { ...wanted, [field]: value } })).toMatchObject({
        status: 400,
        body: { errors: [{ code: "invalid_choice", attr: field }] },
      });
    expect(
      await json("POST", path, {
        key: petra.key,
        body: { notification: "ToDoStringsNotification", scope: 0, frequency: 1 },
      }),
    ).toMatchObject({ status: 400, body: { frequency: [expect.any(String)] } });
    const one = `${path}${made.body.id}/`;
    expect(await statusesOf("GET", one, [undefined, bot, petra.key, admin.key])).toEqual([404, 403, 200, 200]);
    expect((await json("GET", `/api/users/admin/notifications/${made.body.id}/`, { key: admin.key })).status).toBe(404);
    expect((await json("PATCH", one, { key: petra.key, body: { frequency: 4 } })).body).toMatchObject({
      ...wanted,
      frequency: 4,
    });
    expect((await json("PUT", one, { key: petra.key, body: { frequency: 4 } })).status).toBe(400);
    expect((await json("PUT", one, { key: petra.key, body: wanted })).body).toMatchObject(wanted);
    const duplicate = { notification: "MentionCommentNotificaton", scope: 0 };
    expect((await json("PATCH", one, { key: petra.key, body: duplicate })).status).toBe(400);
    expect(await statusesOf("DELETE", one, [undefined, bot, petra.key, petra.key])).toEqual([401, 403, 204, 404]);
  });

  it("tell the project or component they are about", async () => {
    await db.run(sql`
      insert into subscriptions (user_id, notification, scope, frequency, project_id)
      select ${petra.actor.userId}, 'LockNotification', 30, 1, id from projects where slug = ${slug}`);
    await db.run(sql`
      insert into subscriptions (user_id, notification, scope, frequency, component_id)
      select ${petra.actor.userId}, 'LockNotification', 40, 1, c.id from components c join projects p on p.id = c.project_id where p.slug = ${slug}`);
    const { body } = await json<Page>("GET", `${path}?page=last`, { key: petra.key });
    expect(body.results.slice(-2)).toMatchObject([
      { scope: 30, project: { slug }, component: null },
      { scope: 40, project: null, component: { slug: "app", project: { slug } } },
    ]);
  });
});
