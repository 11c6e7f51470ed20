import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { WORK_ORDERS, type WorkOrder } from "@/lib/domain/counters/work-order";
import { projectTable } from "@/lib/domain/statistics/project-table";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";

/** Projects as a table. */

let admin: Actor;
let visitor: Actor;

const counts = (scope: string, id: number, toDo: number) =>
  db.run(sql`
    insert into counters (scope, object_id, language_id, total, translated, failing)
    values (${scope}, ${id}, 0, 100, ${100 - toDo}, ${toDo % 7})
    on conflict (scope, object_id, language_id) do update set total = 100, translated = ${100 - toDo}, failing = ${toDo % 7}`);

/** Projects with 5, 40, 40, and 90 strings to do, one without counters, and a private one. Of the 90, strangers may know of 10. */
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  visitor = await makePerson("visitor");
  for (const [name, toDo] of [
    ["Apple", 5],
    ["Birch", 40],
    ["cedar_1", 40],
    ["Damson", undefined],
    ["Elder", 90],
    ["Fir", 60],
  ] as const) {
    const id = await bareProject(name === "Fir" ? 100 : 0);
    await db.run(sql`update projects set name = ${name} where id = ${id}`);
    if (toDo === undefined) continue;
    await counts("project", id, toDo);
    if (name !== "Elder") continue;
    await counts("component", await bareComponent(id), 10);
    await counts("component", await bareComponent(id, { restricted: true }), 80);
  }
});

async function names(words: string, order: WorkOrder, down: boolean, actor = admin): Promise<string[]> {
  const { rows, count, next } = await projectTable(actor, words, { order, down, limit: 50 });
  expect([count, next]).toEqual([rows.length, undefined]);
  return rows.map(({ name }) => name);
}

it("is ordered by what there is to do, and by name", async () => {
  expect(await names("", "todo", true)).toEqual(["Elder", "Fir", "cedar_1", "Birch", "Apple", "Damson"]);
  expect(await names("", "todo", false)).toEqual(["Damson", "Apple", "Birch", "cedar_1", "Fir", "Elder"]);
  const byName = ["Apple", "Birch", "cedar_1", "Damson", "Elder", "Fir"];
  expect(await names("", "name", false)).toEqual(byName);
  expect(await names("", "name", true)).toEqual(byName.toReversed());
});

it("is narrowed by a part of the name, whose signs mean themselves", async () => {
  expect(await names("cedar_", "todo", true)).toEqual(["cedar_1"]);
  expect(await names("DAMS", "name", false)).toEqual(["Damson"]);
  expect(await names("dam\0son", "name", false)).toEqual(["Damson"]);
  expect(await names("%", "name", false)).toEqual([]);
});

it("orders by what the reader may know of alone", async () => {
  expect(await names("", "todo", true, visitor)).toEqual(["cedar_1", "Birch", "Elder", "Apple", "Damson"]);
});

it("every order is walked by key, both ways, with each project once", async () => {
  for (const actor of [admin, visitor])
    for (const order of WORK_ORDERS)
      for (const down of [true, false]) {
        const whole = await names("", order, down, actor);
        const walked: string[] = [];
        for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
          expect(pages).toBeLessThan(9);
          const page = await projectTable(actor, "", { order, down, after, limit: 2 });
          expect(page.count).toBe(whole.length);
          walked.push(...page.rows.map(({ name }) => name));
          after = page.next;
        }
        expect(walked).toEqual(whole);
      }
});

it("takes no odd place for one", async () => {
  for (const after of ["x", "1.", "1.drop", "99999999999.1", ".5", "1.99999999999999999999"])
    expect((await projectTable(admin, "", { order: "todo", down: true, after, limit: 50 })).rows).toHaveLength(6);
});
