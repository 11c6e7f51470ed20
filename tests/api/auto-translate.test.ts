import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { connect } from "../support/loop";
import { textRows } from "../support/text-rows";
import { json, type Person, PO, pathOf, person, projectKey, statusesOf } from "./support";

let admin: Person;
let petra: Person;
let foreign: string;
let own: string;
let component: ComponentRow;
let path = "";

beforeAll(async () => {
  await startEngine(functions);
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  path = `/api/translations/${component.project.slug}/app/cs/autotranslate/`;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
  own = await projectKey(admin.actor, component.projectId);
});

afterAll(() => stopEngine());

const body = { mode: "translate", filter_type: "todo", auto_source: "others", threshold: 80 };
const attrOf = async (query: string, given: object) => {
  const answer = await json<{ errors: { attr: string }[] }>("POST", path + query, { key: admin.key, body: given });
  return [answer.status, answer.body.errors?.[0]?.attr];
};
const attr = (given: object) => attrOf("", given);
const state = () =>
  textRows(
    db,
    sql`select u.id::text, u.targets, u.state from units u join translations t on t.id = u.translation_id
    where t.component_id = ${component.id} order by u.id`,
  );

describe("automatic translation", () => {
  it("is for those with the permission, and answers with a sentence", async () => {
    expect(await statusesOf("POST", path, [undefined, petra.key, foreign, own, admin.key], body)).toEqual([
      401, 403, 403, 200, 200,
    ]);
    const { body: answer } = await json("POST", path, { key: admin.key, body: { mode: "suggest", q: "" } });
    expect(answer).toEqual({ details: "Automatic translation completed, no strings were updated." });
  });

  it("takes every filter of old clients, as a form too", async () => {
    for (const filter of ["all", "nottranslated", "todo", "fuzzy", "check:inconsistent", "check:translated"])
      expect((await attr({ ...body, filter_type: filter }))[0], filter).toBe(200);
    const form = new URLSearchParams({ mode: "fuzzy", filter_type: "all", auto_source: "others", component: "" });
    form.append("engines", "weblate");
    expect((await json("POST", path, { key: admin.key, body: form })).status).toBe(200);
  });

  it("is only planned with dry_run: a task makes the plan, which is read, carried out and undone by its name", async () => {
    const before = await state();
    const answer = await json<{ dry_run: boolean; plan: string; plan_url: string }>("POST", `${path}?dry_run=true`, {
      key: admin.key,
      body: { ...body, q: "", auto_source: "mt", engines: ["weblate"], threshold: 100 },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { dry_run: true, plan_url: expect.stringContaining("/bulk-edits/") },
    });
    const plan = pathOf(answer.body.plan_url);
    const read = async () => (await json<{ making: { completed: boolean } }>("GET", plan, { key: admin.key })).body;
    await expect.poll(async () => (await read()).making.completed, { timeout: 20_000 }).toBe(true);
    expect(await read()).toMatchObject({
      id: answer.body.plan,
      action: "translate",
      replaced: 0,
      damaged: 0,
      result: null,
    });
    expect((await json("POST", `${plan}apply/`, { key: admin.key })).status).toBe(202);
    expect(await state()).toEqual(before);
    expect(await attrOf("?dry_run=true", { ...body, auto_source: "mt", engines: ["nobody"] })).toEqual([
      400,
      "engines",
    ]);
    expect(await attrOf("?dry_run=true", { ...body, component: "nowhere" })).toEqual([400, "component"]);
    expect(await statusesOf("POST", `${path}?dry_run=true`, [undefined, petra.key, foreign], body)).toEqual([
      401, 403, 403,
    ]);
  });

  it("names the field that is wrong", async () => {
    expect(await attr({})).toEqual([400, "mode"]);
    expect(await attr({ ...body, mode: "guess" })).toEqual([400, "mode"]);
    expect(await attr({ ...body, mode: "approved" })).toEqual([400, "mode"]);
    expect(await attr({ ...body, auto_source: "friends" })).toEqual([400, "auto_source"]);
    expect(await attr({ ...body, filter_type: "some" })).toEqual([400, "filter_type"]);
    expect(await attr({ ...body, q: "state:(" })).toEqual([400, "q"]);
    expect(await attr({ ...body, threshold: 0 })).toEqual([400, "threshold"]);
    expect(await attr({ ...body, threshold: 101 })).toEqual([400, "threshold"]);
    expect(await attr({ ...body, component: "nowhere" })).toEqual([400, "component"]);
    expect(await attr({ ...body, auto_source: "mt", engines: [] })).toEqual([400, "engines"]);
    expect(await attr({ ...body, auto_source: "mt", engines: ["nobody"] })).toEqual([400, "engines"]);
  });

  it("is refused for the source language, for read-only translations and while the component is locked", async () => {
    expect(await statusesOf("POST", path.replace("/cs/", "/en/"), [admin.key], body)).toEqual([403]);
    await db.run(sql`update components set locked = true where id = ${component.id}`);
    expect(await statusesOf("POST", path, [admin.key], body)).toEqual([403]);
    await db.run(sql`update components set locked = false, check_flags = 'read-only' where id = ${component.id}`);
    expect(await statusesOf("POST", path, [admin.key], body)).toEqual([403]);
    await db.run(sql`update components set check_flags = '' where id = ${component.id}`);
    expect(await statusesOf("POST", path.replace("/cs/", "/de/"), [admin.key], body)).toEqual([404]);
  });
});
