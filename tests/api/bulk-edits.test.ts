import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import type { ComponentRow } from "@/lib/domain/components/components";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { db, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { connect, counterDrift, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { FORMATS, type Texts, type TwoFormat } from "../support/two-formats";
import { json, type Person, pathOf, person } from "./support";

/** Plans for many strings and carrying them out, as clients see them. */

let admin: Person;
let petra: Person;
let component: ComponentRow;
let path: string;

const [PO] = FORMATS as [TwoFormat];
const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit", Close: "Zavřít" };

beforeAll(async () => {
  await startEngine(functions);
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, PO.files({ cs: TEXTS, de: TEXTS }), PO.settings));
  path = `${component.project.slug}/app/cs`;
});
afterAll(() => stopEngine());

interface Plan extends Record<string, unknown> {
  id: string;
  url: string;
  strings_url: string;
  task_url: string | null;
  changes: number;
  result: Record<string, unknown> | null;
}

const plan = (body: Record<string, unknown>, key = admin.key) =>
  json<Plan & Record<string, unknown>>("POST", "/api/bulk-edits/", { key, body: { path, ...body } });
const read = (id: string, key = admin.key) => json<Plan>("GET", `/api/bulk-edits/${id}/`, { key });
const apply = (id: string, body: Record<string, unknown> = {}, key = admin.key) =>
  json<Plan>("POST", `/api/bulk-edits/${id}/apply/`, { key, body });

/** Waits for the task of a plan. */
async function ended(address: string | null): Promise<void> {
  const task = await waitForTask(pathOf(address).split("/").at(-2) ?? "", 20_000);
  expect(task).toMatchObject({ kind: "bulk-edit", state: "done" });
}

const targets = async (language: string) =>
  (
    await textRows<{ text: string }>(
      db,
      sql`select u.targets[1] as text from units u join translations t on t.id = u.translation_id where t.component_id = ${component.id}
        and t.language_code = ${language} order by u.position`,
    )
  ).map(({ text }) => text);

describe("a plan", () => {
  it("tells what would change, is carried out once by its name, and is undone", async () => {
    const before = await targets("cs");
    const made = await plan({ action: "replace", find: "ř", replacement: "r", q: "state:translated" });
    expect(made).toMatchObject({
      status: 201,
      body: { path, action: "replace", changes: 2, left_out: 0, conflicts: 0, result: null },
    });
    const strings = await json<{ count: number; next: string | null; results: Record<string, unknown>[] }>(
      "GET",
      `${pathOf(made.body.strings_url)}?page_size=1`,
      { key: admin.key },
    );
    expect(strings.body).toMatchObject({
      count: 2,
      results: [{ target: ["Otevrít"], state: 20, included: true, skipped: null }],
    });
    const next = await json<{ next: string | null; results: unknown[] }>("GET", pathOf(strings.body.next), {
      key: admin.key,
    });
    expect(next.body).toMatchObject({ next: null, results: [{ target: ["Zavrít"] }] });
    expect(await targets("cs")).toEqual(before);
    const begun = await apply(made.body.id);
    expect(begun.status).toBe(202);
    await ended(begun.body.task_url);
    expect((await read(made.body.id)).body.result).toEqual({ completed: true, changed: 2, skipped: {}, left: [] });
    expect(await targets("cs")).toEqual(before.map((text) => text.replaceAll("ř", "r")));
    expect((await apply(made.body.id)).body.task_url).toBe(begun.body.task_url);
    expect((await apply(made.body.id, { leave_out: [1] })).status).toBe(409);
    const undo = (query: string) =>
      json<Record<string, unknown>>("POST", `/api/bulk-edits/${made.body.id}/undo/${query}`, { key: admin.key });
    expect((await undo("?dry_run=true")).body).toMatchObject({ dry_run: true, restored: 2 });
    expect((await undo("")).body).toMatchObject({ restored: 2, skipped: 0 });
    expect(await targets("cs")).toEqual(before);
    expect((await undo("")).status).toBe(409);
    expect(await counterDrift()).toEqual([]);
  });

  it("leaves out what the caller leaves out, and skips and names what has changed since", async () => {
    const [open, close] = [await unitId(component, "cs", "Open"), await unitId(component, "cs", "Close")];
    const made = await plan({ action: "edit", state: 10 });
    expect(made.body.changes).toBe(4);
    await json("PATCH", `/api/units/${open}/`, { key: admin.key, body: { target: ["Otevři"], state: 20 } });
    expect((await read(made.body.id)).body).toMatchObject({ conflicts: 1 });
    await ended((await apply(made.body.id, { leave_out: [close] })).body.task_url);
    expect((await read(made.body.id)).body).toMatchObject({
      left_out: 1,
      result: { changed: 2, skipped: { changed: 1 }, left: [{ unit: open, reason: "changed" }] },
    });
  });

  it("is the maker's alone, and takes the right for each kind", async () => {
    const made = await plan({ action: "edit", state: 20 });
    for (const method of ["GET", "POST"] as const)
      expect(
        (
          await json(method, `/api/bulk-edits/${made.body.id}/${method === "GET" ? "" : "apply/"}`, {
            key: petra.key,
            body: method === "GET" ? undefined : {},
          })
        ).status,
      ).toBe(404);
    expect((await read(made.body.id, "")).status).toBe(401);
    expect((await plan({ action: "edit", state: 20 }, petra.key)).status).toBe(403);
    expect((await plan({ action: "replace", find: "x", replacement: "y" }, "")).status).toBe(401);
    expect((await plan({ action: "replace", find: "x", replacement: "y" }, petra.key)).status).toBe(201);
  });

  it.each([
    ["a flag that is none", { action: "edit", add_flags: "max-lenght:4" }, "add_flags"],
    ["a flag to remove that is none", { action: "edit", remove_flags: "nonsense" }, "remove_flags"],
    ["a label of nobody", { action: "edit", add_labels: [4711] }, "add_labels"],
    ["a state that is none", { action: "edit", state: 42 }, "state"],
    ["a regular expression that cannot be read", { action: "replace", find: "(", regex: true }, "find"],
    ["a search that cannot be read", { action: "edit", state: 10, q: "state:nonsense" }, "q"],
    ["a check that is none", { action: "dismiss", checks: ["nonsense"] }, "checks"],
    ["an unknown action", { action: "burn" }, "action"],
    [
      "a regular expression of PostgreSQL that runs away",
      { action: "edit", state: 10, q: String.raw`source:r"(a*)*\1"` },
      "q",
    ],
  ])("is refused for %s, and changes nothing", async (_, body, attr) => {
    const before = await textRows(db, sql`select id, version from units order by id`);
    const plans = await textRows(db, sql`select id from bulk_plans order by id`);
    const answer = await plan(body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ attr }] } });
    expect(await textRows(db, sql`select id, version from units order by id`)).toEqual(before);
    expect(await textRows(db, sql`select id from bulk_plans order by id`)).toEqual(plans);
  });

  it("of a place that is not there is refused", async () => {
    expect((await plan({ action: "edit", state: 10, path: "nowhere/app" })).status).toBe(404);
  });
});
