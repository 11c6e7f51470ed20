import { beforeAll, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { undoHere } from "@/lib/domain/undo/undo";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { json, type Person, PO, person, projectKey } from "./support";

let admin: Person;
let stranger: Person;
let component: ComponentRow;
let path: string;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  stranger = await person("stranger");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  path = `/api/projects/${component.project.slug}/component-settings/`;
});

const ask = (body: object, query = "", key: string | undefined = admin.key) =>
  json("POST", `${path}${query}`, { key, body });
const priority = async () =>
  (await json("GET", `/api/components/${component.project.slug}/app/`, { key: admin.key })).body.priority;

it("a dry run tells, and changes nothing; its version carries it out once", async () => {
  const body = { settings: { priority: 80, allow_translation_propagation: false }, components: [component.id] };
  const dry = await ask(body, "?dry_run=true");
  expect(dry.status).toBe(200);
  expect(dry.body).toMatchObject({ dry_run: true, changing: 1, operation: null });
  expect(dry.body.components).toEqual([
    {
      id: component.id,
      slug: "app",
      url: expect.stringContaining(`/api/components/${component.project.slug}/app/`),
      changes: [
        { setting: "priority", old: 100, new: 80 },
        { setting: "allow_translation_propagation", old: true, new: false },
      ],
      refused: [],
    },
  ]);
  expect(await priority()).toBe(100);
  const done = await ask({ ...body, version: dry.body.version });
  expect(done.body).toMatchObject({ dry_run: false, changing: 1, operation: expect.any(String) });
  expect(await priority()).toBe(80);
  expect((await ask({ ...body, version: dry.body.version })).status).toBe(409);
  const listed = await json("GET", `/api/components/${component.project.slug}/app/operations/`, { key: admin.key });
  expect((listed.body.results as object[])[0]).toMatchObject({
    id: done.body.operation,
    kind: "settings",
    undoable: true,
  });
  await undoHere(admin.actor, String(done.body.operation), { plan: false });
  expect(await priority()).toBe(100);
});

it("copies groups of settings, and what is said besides goes before them", async () => {
  await db.run(sql`update components set license = 'MIT', priority = 60 where id = ${component.id}`);
  await db.run(sql`
    insert into components select (jsonb_populate_record(null::components, to_jsonb(c) || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('components', 'id')), 'name', 'Other', 'slug', 'other', 'license', '', 'priority', 100))).*
    from components c where c.id = ${component.id}`);
  const from = `${component.project.slug}/app`;
  const copied = await ask({ copy_from: from, groups: ["about", "translation"], settings: { priority: 120 } });
  const other = (copied.body.components as { id: number; changes: object[] }[]).find(({ id }) => id !== component.id);
  expect(other?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ setting: "license", new: "MIT" }),
      expect.objectContaining({ setting: "priority", new: 120 }),
    ]),
  );
  const problems = async (body: object) =>
    ((await ask(body)).body.errors as { attr: string }[]).map(({ attr }) => attr);
  expect(await problems({ copy_from: "no/such", groups: ["about"] })).toEqual(["copy_from"]);
  expect(await problems({ copy_from: from })).toEqual(["groups"]);
});

it("answers 400 for what is no setting or component, and nothing changes", async () => {
  await db.run(sql`update components set priority = 100 where id = ${component.id}`);
  for (const body of [
    {},
    { settings: {} },
    { settings: { name: "Other" } },
    { settings: { priority: 81 } },
    { settings: { priority: 80 }, components: [] },
    { settings: { priority: 80 }, components: [component.id, 999_999] },
    { settings: { priority: 80 }, category: "none" },
  ])
    expect([400, 404]).toContain((await ask(body)).status);
  expect(await priority()).toBe(100);
});

it("a dry run names all wrong fields at once", async () => {
  const dry = await ask(
    {
      ...{ copy_from: "no/such", groups: ["about"], components: [999_999], follow: ["priority", "check_flags"] },
      settings: { priority: 81, license: "no licence", check_flags: "no-such-flag", suggestion_autoaccept: 1 },
    },
    "?dry_run=true",
  );
  expect(dry.status).toBe(400);
  expect(dry.body.type).toBe("validation_error");
  const errors = dry.body.errors as { attr: string }[];
  expect(errors.map(({ attr }) => attr)).toEqual([
    ...["copy_from", "follow", "follow", "priority", "license", "suggestion_autoaccept", "check_flags", "components"],
  ]);
  expect(errors).toContainEqual(
    expect.objectContaining({ detail: "“check_flags” cannot both have a value and follow what is above." }),
  );
  expect(dry.body).toMatchObject({ license: [expect.any(String)], check_flags: [expect.any(String)] });
});

it("refuses strangers, visitors and keys of other projects", async () => {
  const body = { settings: { priority: 80 } };
  expect((await ask(body, "", stranger.key)).status).toBe(403);
  expect((await ask(body, "", "")).status).toBe(401);
  const other = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  expect((await ask(body, "", await projectKey(admin.actor, other.component.projectId))).status).toBe(403);
  expect(await priority()).toBe(100);
});
