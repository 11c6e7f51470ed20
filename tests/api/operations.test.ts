import { afterAll, beforeAll, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import type { ComponentRow } from "@/lib/domain/components/components";
import { db, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { connect, counterDrift, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { FORMATS, type Texts, type TwoFormat } from "../support/two-formats";
import { json, type Person, person } from "./support";

/** The list of operations, and undoing them, as clients see it. */

let admin: Person;
let petra: Person;
let component: ComponentRow;
let path: string;

const [PO] = FORMATS as [TwoFormat];
const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "", Close: "Zavřít" };

beforeAll(async () => {
  await startEngine(functions);
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, PO.files({ cs: TEXTS, de: TEXTS }), PO.settings));
  path = `${component.project.slug}/app`;
});
afterAll(() => stopEngine());

interface Listed {
  count: number;
  next: string | null;
  previous: null;
  results: Record<string, unknown>[];
}

async function upload(texts: Texts, language = "cs", method = "replace"): Promise<string | null> {
  const body = new FormData();
  body.append("file", new File([PO.file(language, texts)], `${language}.po`));
  body.append("method", method);
  body.append("conflicts", "replace-translated");
  const answer = await json<{ operation: string | null }>("POST", `/api/translations/${path}/${language}/file/`, {
    key: admin.key,
    body,
  });
  expect(answer.status).toBe(200);
  return answer.body.operation;
}
const list = (query = "", key = admin.key, below = `components/${path}`) =>
  json<Listed>("GET", `/api/${below}/operations/${query}`, { key });
const undo = (id: string | null, query = "", key = admin.key, place = path) =>
  json<Record<string, unknown>>("POST", `/api/components/${place}/operations/${id}/undo/${query}`, { key });
const state = () =>
  Promise.all([
    textRows(db, sql`select id, targets, state, version, pending from units order by id`),
    textRows(db, sql`select * from operations order by id`),
    textRows(db, sql`select max(id) as newest from changes`),
    textRows(db, sql`select id from pending_changes order by id`),
  ]);

it("an upload says with which operation it is undone; a plan tells what that does, and it does it", async () => {
  const id = await upload({ Quit: "Beenden" });
  expect((await list()).body).toMatchObject({
    count: 1,
    next: null,
    previous: null,
    results: [
      {
        ...{ id, kind: "upload", name: "replace", languages: [{ language: "cs", strings: 3 }], strings: 3 },
        ...{ undoable: true, allowed: true, undone_by: null, undoes: null },
        user: expect.stringMatching(/\/api\/users\/admin\/$/),
      },
    ],
  });
  const before = await state();
  const plan = await undo(id, "?dry_run=true");
  expect(plan).toMatchObject({
    status: 200,
    body: {
      ...{ dry_run: true, operation: null, restored: 3, returned: 0, removed: 0, skipped: 0, left: [] },
      languages: [{ component: "app", language: "cs", filled: 2, changed: 1, lost: 0 }],
    },
  });
  expect(plan.body.strings).toHaveLength(3);
  expect(await state()).toEqual(before);
  const done = await undo(id);
  expect(done).toMatchObject({ status: 200, body: { operation: expect.any(String), restored: 3, skipped: 0 } });
  const quit = await json<{ target: string[] }>("GET", `/api/units/${await unitId(component, "cs", "Quit")}/`, {
    key: admin.key,
  });
  expect(quit.body.target).toEqual(["Konec"]);
  expect((await undo(id)).status).toBe(409);
  expect((await undo(id, "?dry_run=true")).status).toBe(409);
  const { results } = (await list()).body;
  expect(results).toMatchObject([
    { id: done.body.operation, kind: "undo", name: "replace", undoes: id, undoable: true },
    { id, undone_by: done.body.operation, undoable: false },
  ]);
  expect(await counterDrift()).toEqual([]);
});

it("what changed nothing has no operation", async () => {
  expect(await upload(TEXTS, "de")).toBe(null);
});

it("pages hold on to their place while new operations come", async () => {
  const mine: (string | null)[] = [];
  for (const text of ["a", "b", "c", "d"]) mine.unshift(await upload({ Quit: text }, "de", "translate"));
  const german = `translations/${path}/de`;
  const first = await list("?page_size=2", admin.key, german);
  expect(first.body).toMatchObject({ count: 4, results: [{ id: mine[0] }, { id: mine[1] }] });
  await upload({ Quit: "e" }, "de", "translate");
  const next = new URL(first.body.next ?? "");
  const second = await json<Listed>("GET", next.pathname + next.search, { key: admin.key });
  expect(second.body).toMatchObject({ count: 5, next: null, results: [{ id: mine[2] }, { id: mine[3] }] });
  expect((await list("?after=elsewhere", admin.key, german)).status).toBe(400);
});

it("who may not do it may not undo it; who may not see it finds nothing", async () => {
  const id = await upload({ Quit: "Beenden" });
  expect((await undo(id, "", petra.key)).status).toBe(403);
  expect((await undo(id, "?dry_run=true", petra.key)).status).toBe(403);
  expect((await list("", petra.key)).body.results[0]).toMatchObject({ id, allowed: false, undoable: true });
  const { component: other } = await connect(admin.actor, PO.files({ cs: TEXTS }), PO.settings);
  expect((await undo(id, "", admin.key, `${other.project.slug}/app`)).status).toBe(404);
  for (const unknown of ["nothing", "e0000000-0000-4000-8000-000000000000"])
    expect((await undo(unknown)).status).toBe(404);
  await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
  expect((await undo(id, "", petra.key)).status).toBe(404);
  expect((await list("", petra.key)).status).toBe(404);
  await db.run(sql`update projects set access_control = 0 where id = ${component.projectId}`);
  expect((await undo(id)).status).toBe(200);
});
