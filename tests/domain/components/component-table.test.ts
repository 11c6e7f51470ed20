import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import {
  componentTable,
  matchingComponents,
  TABLE_STATES,
  type TableFilter,
} from "@/lib/domain/components/component-table";
import { WORK_ORDERS, type WorkOrder } from "@/lib/domain/counters/work-order";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";

let admin: Actor;
let visitor: Actor;
let projectId = 0;
const ids = new Map<string, number>();

/** Seven components; each has a number of its own to do, two have equal ones. */
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  visitor = await makePerson("visitor");
  projectId = await bareProject();
  for (const [at, name] of ["Alpha", "beta", "Gamma_x", "Gamma1x", "Delta", "Eta", "Theta"].entries()) {
    const id = await bareComponent(projectId);
    ids.set(name, id);
    await db.run(sql`update components set name = ${name}, restricted = ${name === "Theta"} where id = ${id}`);
    await db.run(sql`delete from counters where scope = 'component' and object_id = ${id}`);
    if (at < 5)
      await db.run(sql`
        insert into counters (scope, object_id, language_id, total, translated, failing)
        values ('component', ${id}, 0, 10, ${Math.min(9, at * 3)}, ${at === 1 ? 4 : 0})`);
  }
  await db.run(sql`update components set locked = true where id = ${ids.get("Delta")}`);
  await db.run(sql`update components set locked = true, locked_auto = true where id = ${ids.get("Eta")}`);
  await db.run(sql`insert into alerts (component_id, kind) values (${ids.get("Eta")}, 'UpdateFailure')`);
  await db.run(
    sql`insert into alerts (component_id, kind, dismissed) values (${ids.get("beta")}, 'UpdateFailure', true)`,
  );
});

async function names(filter: TableFilter, order: WorkOrder = "name", down = false, actor = admin): Promise<string[]> {
  const { rows, count } = await componentTable(actor, { projectId }, filter, { order, down, limit: 50 });
  expect(count).toBe(rows.length);
  return rows.map(({ name }) => name);
}

it("narrows by a part of the name, whose signs mean themselves", async () => {
  expect(await names({ q: "gamma_" })).toEqual(["Gamma_x"]);
  expect(await names({ q: "ETA" })).toEqual(expect.arrayContaining(["beta", "Eta", "Theta"]));
  expect(await names({ q: "%" })).toEqual([]);
  expect(await names({ q: "gam\0ma_" })).toEqual(["Gamma_x"]);
});

it("is ordered by name, whatever its case", async () => {
  expect(await names({})).toEqual(
    ["Alpha", "beta", "Delta", "Eta", "Gamma_x", "Gamma1x", "Theta"].sort((a, b) =>
      a.toLowerCase() < b.toLowerCase() ? -1 : 1,
    ),
  );
});

it("has what is shared with the project among its own, in every order and across pages", async () => {
  const elsewhere = await bareProject();
  const shared = await bareComponent(elsewhere);
  await db.run(sql`update components set name = 'Centre' where id = ${shared}`);
  await db.run(sql`delete from counters where scope = 'component' and object_id = ${shared}`);
  await db.run(sql`
    insert into counters (scope, object_id, language_id, total, translated) values ('component', ${shared}, 0, 20, 15)`);
  await db.run(sql`insert into component_links (component_id, project_id) values (${shared}, ${projectId})`);
  // A component that is shared with its own project is there once.
  await db.run(sql`insert into component_links (component_id, project_id) values (${ids.get("beta")}, ${projectId})`);
  const walk = async (order: WorkOrder, down: boolean) => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { rows, count, next } = await componentTable(admin, { projectId }, {}, { order, down, after, limit: 2 });
      expect(count).toBe(8);
      seen.push(...rows.map(({ name }) => name));
      after = next;
    } while (after !== undefined);
    return seen;
  };
  try {
    expect((await walk("name", false)).slice(0, 4)).toEqual(["Alpha", "beta", "Centre", "Delta"]);
    expect((await walk("todo", true)).slice(0, 4)).toEqual(["Alpha", "beta", "Centre", "Gamma_x"]);
  } finally {
    await db.run(sql`delete from component_links where project_id = ${projectId}`);
  }
});

it("narrows by state", async () => {
  expect((await names({ state: "unfinished" })).sort()).toEqual(
    ["Alpha", "Delta", "Gamma1x", "Gamma_x", "beta"].sort(),
  );
  expect(await names({ state: "failing" })).toEqual(["beta"]);
  expect(await names({ state: "alerts" })).toEqual(["Eta"]);
  expect(await names({ state: "locked" })).toEqual(["Delta"]);
  expect(await names({ state: "suggestions" })).toEqual([]);
  expect(await matchingComponents(admin, { projectId }, { state: "locked" }, 10)).toEqual([ids.get("Delta")]);
});

it("narrows to what the reader watches, and to what is to do in the languages of the reader", async () => {
  const reader = await makePerson("reader");
  const other = await makePerson("other");
  const watch = (userId: number, name: string, frequency: number) =>
    db.run(sql`
      insert into subscriptions (user_id, notification, scope, frequency, component_id)
      values (${userId}, 'NewStringNotificaton', 40, ${frequency}, ${ids.get(name)})`);
  await watch(reader.userId, "Alpha", 1);
  await watch(reader.userId, "beta", 0);
  await watch(other.userId, "Delta", 1);
  expect(await names({ state: "watched" }, "name", false, reader)).toEqual(["Alpha"]);
  const has = (name: string, language: string, total: number, translated: number) =>
    db.run(sql`
      with made as (
        insert into translations (component_id, language_id, plural_id, language_code, filename)
        select ${ids.get(name)}, l.id, g.id, l.code, l.code || '.po' from languages l join plurals g on g.language_id = l.id
        where l.code = ${language} order by g.id limit 1 returning id)
      insert into counters (scope, object_id, language_id, total, translated)
      select 'translation', id, 0, ${total}, ${translated} from made`);
  await has("Alpha", "cs", 10, 10);
  await has("beta", "cs", 10, 9);
  await has("Delta", "de", 10, 1);
  await has("Theta", "cs", 10, 1);
  expect(await names({ state: "mine" }, "name", false, reader)).toEqual([]);
  await db.run(sql`
    insert into user_languages (user_id, language_id, secondary)
    select ${reader.userId}, id, code = 'de' from languages where code in ('cs', 'de')`);
  expect(await names({ state: "mine" }, "name", false, reader)).toEqual(["beta"]);
  expect(await matchingComponents(reader, { projectId }, { state: "mine" }, 10)).toEqual([ids.get("beta")]);
});

it("every order is walked by key, both ways, with each component once", async () => {
  for (const order of WORK_ORDERS)
    for (const down of [true, false]) {
      const whole = await names({}, order, down);
      expect(new Set(whole).size).toBe(7);
      const walked: string[] = [];
      for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
        expect(pages).toBeLessThan(9);
        const page = await componentTable(admin, { projectId }, {}, { order, down, after, limit: 2 });
        expect(page.count).toBe(7);
        walked.push(...page.rows.map(({ name }) => name));
        after = page.next;
      }
      expect(walked).toEqual(whole);
    }
  expect((await names({}, "todo", true)).slice(0, 3)).toEqual(["Alpha", "beta", "Gamma_x"]);
});

it("shows nothing that the actor may not know of, and takes no odd place for one", async () => {
  expect(await names({}, "name", false, visitor)).not.toContain("Theta");
  expect(await names({}, "name", false, visitor)).toContain("Alpha");
  for (const state of TABLE_STATES) expect(await names({ state }, "name", false, visitor)).not.toContain("Theta");
  for (const after of ["x", "1.", "1.drop", "99999999999.1", ".5"]) {
    const page = await componentTable(admin, { projectId }, {}, { order: "todo", down: true, after, limit: 50 });
    expect(page.rows).toHaveLength(7);
  }
});
