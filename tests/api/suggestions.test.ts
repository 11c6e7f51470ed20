import { beforeAll, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { json, type Person, PO, pathOf, person, send } from "./support";

/** Suggestions through the API that races and strangers bring, and the editor's routes to the same functions. */

let admin: Person;
let petra: Person;
let component: ComponentRow;
let unit = "";
let id = 0;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  id = await unitId(component, "cs", "Quit");
  unit = `/api/units/${id}/`;
});

const suggest = (text: string, key?: string) =>
  json("POST", `${unit}suggestions/`, { ...(key ? { key } : {}), body: { target: [text] } });
const accessControl = (level: number) =>
  db.run(sql`update projects set access_control = ${level} where id = ${component.project.id}`);

it("a visitor suggests where guests may, and nowhere else", async () => {
  // Visitors have no account that a link could lead to.
  expect(await suggest("Ukončit")).toMatchObject({ status: 201, body: { target: ["Ukončit"], user: null } });
  const { body: history } = await json("GET", "/api/changes/?action=4", { key: admin.key });
  expect(history).toMatchObject({ results: [{ user: null, author: null, target: "Ukončit" }] });
  await accessControl(1);
  expect(await suggest("Opustit")).toMatchObject({ status: 401, body: { type: "client_error" } });
  await accessControl(0);
  expect((await json("GET", `${unit}suggestions/`, { key: admin.key })).body).toMatchObject({ count: 1 });
});

it("a suggestion is accepted only over what was read, when the request says what that was", async () => {
  const made = pathOf((await suggest("Zavřít", petra.key)).body.url);
  const etag = (await send("GET", unit, { key: admin.key })).headers.get("etag") ?? "";
  await json("PATCH", unit, { key: admin.key, body: { target: ["Jinak"], state: 20 } });
  const accept = (tag: string) =>
    json("POST", `${made}accept/`, { key: admin.key, body: {}, headers: { "if-match": tag } });
  expect(await accept(etag)).toMatchObject({
    status: 412,
    body: { errors: [{ code: "precondition_failed" }], current: { id, target: ["Jinak"] } },
  });
  expect((await accept('"none of ours"')).status).toBe(412);
  expect((await json("GET", unit, { key: admin.key })).body).toMatchObject({ target: ["Jinak"] });
  const now = (await send("GET", unit, { key: admin.key })).headers.get("etag") ?? "";
  expect((await accept(now)).status).toBe(200);
  expect((await accept(now)).status).toBe(404);
});

it("a text that somebody saves by hand takes the suggestion that says the same", async () => {
  await suggest("Konec programu", petra.key);
  await json("PATCH", unit, { key: admin.key, body: { target: ["Konec programu"], state: 20 } });
  const { results } = (
    await json<{ results: { user: string; author: string; action: number }[] }>(
      "GET",
      `/api/changes/?action=7&page_size=1`,
      { key: admin.key },
    )
  ).body;
  expect(results[0]?.user).toContain("/users/admin/");
  expect(results[0]?.author).toContain("/users/petra/");
  expect(await counterDrift()).toEqual([]);
});

it("the editor's routes answer what its queue needs to know", async () => {
  const body = { unit: id, targets: ["Sbohem"], sources: ["Quit"], account: petra.actor.userId };
  const route = (given: object, key?: string) =>
    json<{ kind: string; result: string; detail: string }>("POST", "/translate/-/suggest/", {
      ...(key ? { key } : {}),
      body: given,
    });
  expect(await route(body, petra.key)).toMatchObject({ status: 200, body: { kind: "suggested", result: "made" } });
  expect(await route(body, petra.key)).toMatchObject({ status: 200, body: { result: "known" } });
  expect((await route({ ...body, sources: ["Exit"] }, petra.key)).status).toBe(409);
  expect((await route(body, admin.key)).status).toBe(401);
  expect((await route(body)).status).toBe(401);
  expect(await route({ ...body, account: 0, targets: ["Ahoj"] })).toMatchObject({
    status: 200,
    body: { result: "made" },
  });
  expect((await route({ ...body, unit: 999_999 }, petra.key)).status).toBe(404);
  const [made] = (
    await json<{ results: { id: number }[] }>("GET", `${unit}suggestions/?page_size=1`, { key: admin.key })
  ).body.results;
  const decide = (decision: object, key: string) =>
    json("POST", "/translate/-/decide/", { key, body: { suggestion: made?.id, decision } });
  expect((await decide({ act: "eat" }, admin.key)).status).toBe(400);
  expect((await decide({ act: "vote", value: 1 }, petra.key)).status).toBe(403);
  expect(await decide({ act: "accept", version: 0 }, admin.key)).toMatchObject({
    status: 412,
    body: { kind: "changed", unit: { id } },
  });
  expect(await decide({ act: "reject", reason: "No" }, admin.key)).toMatchObject({
    status: 200,
    body: { kind: "decided" },
  });
  expect((await decide({ act: "reject", reason: "No" }, admin.key)).status).toBe(404);
});
