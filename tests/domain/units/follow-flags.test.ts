import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateProject } from "@/lib/domain/projects/projects";
import type { Payload } from "@/lib/domain/tasks/kinds";
import { describeInside, lockDescribable } from "@/lib/domain/units/describe-source";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dismissFinding } from "@/lib/domain/units/findings";
import { followFlags } from "@/lib/domain/units/follow-flags";
import { askComponents } from "@/lib/domain/units/related-checks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { growSearchWorld } from "../../bench/search-world";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Flags of a project or a component that change: what becomes of the strings that are there. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const android = (strings: Record<string, string>) =>
  `<resources>\n${Object.entries(strings)
    .map(([name, text]) => `<string name="${name}">${text}</string>`)
    .join("\n")}\n</resources>\n`;

const make = async (settings: { checkFlags?: string } = {}) =>
  (
    await connect(
      admin,
      {
        "values/s.xml": android({ a: "Pear.", b: "Figs {count}", c: "Plum" }),
        "values-cs/s.xml": android({ a: "Hruška", b: "Fíky {pocet}" }),
      },
      { filemask: "values-*/s.xml", template: "values/s.xml", fileFormat: "aresource", ...settings },
    )
  ).component;

/** The tasks that wait for a component's project, done in their order. */
async function follow(component: ComponentRow): Promise<void> {
  const rows = await textRows<{ payload: Payload<"follow-flags"> }>(
    db,
    sql`select payload from tasks where kind = 'follow-flags' and project_id = ${component.projectId} and state = 'pending' order by created_at`,
  );
  for (const { payload } of rows) await followFlags(payload);
}

async function change(component: ComponentRow, checkFlags: string): Promise<void> {
  await updateComponent(admin, await findComponentById(admin, component.id), { checkFlags });
}

async function findings(component: ComponentRow, key: string): Promise<string[]> {
  const unit = await unitId(component, "cs", key);
  const rows = await textRows<{ check: string }>(
    db,
    sql`select "check" from findings where unit_id = ${unit} order by 1`,
  );
  return rows.map((row) => row.check);
}

async function stateOf(unit: number): Promise<{ state: number; version: number; failing: boolean }> {
  const row = await textRow<{ state: number; version: number; failing: boolean }>(
    db,
    sql`select state, version, failing from units where id = ${unit}`,
  );
  if (!row) throw new Error("There is no such string.");
  return row;
}

const set = async (unit: number, extraFlags: string) =>
  inTransaction(async (tx) => {
    const source = await lockDescribable(tx, admin, unit, {});
    await describeInside(tx, admin, source, { extraFlags });
  });

describe("flags of a component", () => {
  it("leave a closed term of a glossary its finding of a first character, and take others", async () => {
    const { component } = await connect(
      admin,
      { "values/s.xml": android({ a: "=Sum." }), "values-cs/s.xml": android({ a: "=Součet" }) },
      { filemask: "values-*/s.xml", template: "values/s.xml", fileFormat: "aresource", isGlossary: true },
    );
    const both = ["end_stop", "prohibited_initial_character"];
    expect(await findings(component, "=Sum.")).toEqual(both);
    await change(component, "read-only");
    await follow(component);
    expect((await stateOf(await unitId(component, "cs", "=Sum."))).state).toBe(100);
    expect(await findings(component, "=Sum.")).toEqual(["prohibited_initial_character"]);
    await change(component, "");
    await follow(component);
    expect(await findings(component, "=Sum.")).toEqual(both);
    expect(await counterDrift()).toEqual([]);
  });

  it("ignore checks of strings that are there, and let them fail again", async () => {
    const component = await make();
    expect(await findings(component, "a")).toEqual(["end_stop"]);
    await change(component, "ignore-end-stop");
    await follow(component);
    expect(await findings(component, "a")).toEqual([]);
    expect((await stateOf(await unitId(component, "cs", "a"))).failing).toBe(false);
    expect(await counterDrift()).toEqual([]);
    await change(component, "");
    await follow(component);
    expect(await findings(component, "a")).toEqual(["end_stop"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("switch checks on for strings that are there, but for those whose own flags discard them", async () => {
    const component = await make();
    expect(await findings(component, "b")).toEqual([]);
    await change(component, "vue-format, max-length:5");
    await follow(component);
    expect(await findings(component, "b")).toEqual(["max-length", "vue_format"]);
    await set(await unitId(component, "en", "b"), "discard:vue-format");
    expect(await findings(component, "b")).toEqual(["max-length"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("close strings and give them back the state that they had, whatever was saved before", async () => {
    const component = await make();
    const [a, b, c] = [
      await unitId(component, "cs", "a"),
      await unitId(component, "cs", "b"),
      await unitId(component, "cs", "c"),
    ];
    await editUnit(admin, b, { targets: ["Fíky {count}"], state: 10 });
    await change(component, "read-only");
    await follow(component);
    expect((await Promise.all([a, b, c].map(stateOf))).map(({ state }) => state)).toEqual([100, 100, 100]);
    await expect(editUnit(admin, a, { targets: ["Jiná."], state: 20 })).rejects.toThrow("read-only");
    expect(await counterDrift()).toEqual([]);
    await change(component, "");
    await follow(component);
    expect((await Promise.all([a, b, c].map(stateOf))).map(({ state }) => state)).toEqual([20, 10, 0]);
    expect(await findings(component, "a")).toEqual(["end_stop"]);
    await editUnit(admin, a, { targets: ["Jiná."], state: 20 });
    expect(await counterDrift()).toEqual([]);
  });

  it("leave a string closed that has the flag itself, and open one that discards it", async () => {
    const component = await make();
    const source = await unitId(component, "en", "a");
    await set(source, "read-only");
    await set(await unitId(component, "en", "b"), "discard:read-only");
    await change(component, "read-only");
    await follow(component);
    expect((await stateOf(await unitId(component, "cs", "b"))).state).toBe(20);
    await change(component, "");
    await follow(component);
    expect((await stateOf(await unitId(component, "cs", "a"))).state).toBe(100);
    await set(source, "");
    expect((await stateOf(await unitId(component, "cs", "a"))).state).toBe(20);
  });

  it("set the priority of all strings, except where a string has its own", async () => {
    const component = await make();
    await set(await unitId(component, "en", "b"), "priority:300");
    await change(component, "priority:200");
    await follow(component);
    const rows = await textRows<{ priority: number }>(
      db,
      sql`select priority from source_units where component_id = ${component.id} order by position`,
    );
    expect(rows.map((row) => row.priority)).toEqual([200, 300, 200]);
    expect((await findComponentById(admin, component.id)).taskId).not.toBeNull();
  });

  it("hold for strings from the import on: read-only ones are closed, priorities are set", async () => {
    const component = await make({ checkFlags: "read-only, priority:70" });
    const b = await unitId(component, "cs", "b");
    expect((await stateOf(b)).state).toBe(100);
    expect(
      await textRow(
        db,
        sql`select min(priority) as low, max(priority) as high from source_units where component_id = ${component.id}`,
      ),
    ).toEqual({ low: 70, high: 70 });
    await change(component, "");
    await follow(component);
    expect((await stateOf(b)).state).toBe(20);
    expect(await counterDrift()).toEqual([]);
  });

  it("have related checks asked again, also by a task that was killed behind its last change", async () => {
    const component = await make();
    await askComponents();
    const waiting = () =>
      textRows<{ languageId: number | null }>(
        db,
        sql`select language_id from waiting_checks where component_id = ${component.id}`,
      );
    await change(component, "ignore-end-stop");
    const killed = followFlags({ project: component.projectId, component: component.id }, (done, total) => {
      if (done === total) throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    await expect.poll(waiting).toEqual([{ languageId: expect.any(Number) }]);
    await follow(component);
    expect(await waiting()).toEqual([{ languageId: expect.any(Number) }]);
    await change(component, "read-only");
    await follow(component);
    expect(await waiting()).toContainEqual({ languageId: null });
  });

  it("have related checks asked again by a transaction that was begun anew", async () => {
    const component = await make();
    await askComponents();
    await change(component, "ignore-end-stop");
    // The first commit meets another one, as the database says it.
    await db.run(sql`create sequence commits`);
    await db.run(sql`
      create function meet() returns trigger language plpgsql as $$ begin
        if nextval('commits') = 1 then raise exception 'met' using errcode = '40001'; end if; return null; end $$`);
    await db.run(sql`
      create constraint trigger meet after insert on waiting_checks deferrable initially deferred
        for each row execute function meet()`);
    await follow(component);
    await db.run(sql`drop function meet cascade`);
    const rows = await textRows(db, sql`select 1 from waiting_checks where component_id = ${component.id}`);
    expect(rows).toHaveLength(1);
  });

  it("write nothing where the outcome is the same, so that no version moves", async () => {
    const component = await make();
    const units = [await unitId(component, "cs", "a"), await unitId(component, "cs", "b")];
    const before = await Promise.all(units.map(stateOf));
    await change(component, "ignore-end-colon");
    await follow(component);
    expect(await Promise.all(units.map(stateOf))).toEqual(before);
  });

  it("keep what was dismissed while it fails", async () => {
    const component = await make();
    const a = await unitId(component, "cs", "a");
    await dismissFinding(admin, a, "end_stop", { dismissed: true });
    await change(component, "max-length:3");
    await follow(component);
    const rows = await textRows(db, sql`select "check", dismissed from findings where unit_id = ${a} order by 1`);
    expect(rows).toEqual([
      { check: "end_stop", dismissed: true },
      { check: "max-length", dismissed: false },
    ]);
    await change(component, "");
    await follow(component);
    expect(await textRows(db, sql`select "check", dismissed from findings where unit_id = ${a}`)).toEqual([
      { check: "end_stop", dismissed: true },
    ]);
    expect((await stateOf(a)).failing).toBe(false);
  });

  it("end in the right state when they go back and forth before the task runs, with a save in between", async () => {
    const component = await make();
    const b = await unitId(component, "cs", "b");
    await change(component, "vue-format");
    await editUnit(admin, b, { targets: ["Fíky {kolik}"], state: 20 });
    expect(await findings(component, "b")).toEqual(["vue_format"]);
    await change(component, "");
    await follow(component);
    expect(await findings(component, "b")).toEqual([]);
    expect(await counterDrift()).toEqual([]);
    expect(
      await textRow(db, sql`select cardinality(former_flags) as left from components where id = ${component.id}`),
    ).toEqual({ left: 0 });
  });
});

describe("flags of a project", () => {
  it("reach the strings of all its components, under those of the component", async () => {
    const component = await make();
    await change(component, "discard:ignore-end-stop");
    await updateProject(admin, component.project.slug, { checkFlags: "ignore-end-stop, vue-format" });
    await follow(component);
    expect(await findings(component, "a")).toEqual(["end_stop"]);
    expect(await findings(component, "b")).toEqual(["vue_format"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("and of a component that change together leave no string behind", async () => {
    const component = await make();
    await updateProject(admin, component.project.slug, { checkFlags: "vue-format" });
    await follow(component);
    expect(await findings(component, "b")).toEqual(["vue_format"]);
    await updateProject(admin, component.project.slug, { checkFlags: "" });
    await change(component, "discard:vue-format");
    await follow(component);
    expect(await findings(component, "b")).toEqual([]);
  });
});

describe("flags of the base file", () => {
  it("reach the strings of all languages when upstream changes them", async () => {
    const flagged = (flags: string) =>
      `<resources>\n<string name="a"${flags && ` weblate-flags="${flags}"`}>Pear.</string>\n</resources>\n`;
    const { component, upstream } = await connect(
      admin,
      { "values/s.xml": flagged(""), "values-cs/s.xml": android({ a: "Hruška" }) },
      { filemask: "values-*/s.xml", template: "values/s.xml", fileFormat: "aresource" },
    );
    const a = await unitId(component, "cs", "a");
    upstream.commit({ "values/s.xml": flagged("ignore-end-stop, max-length:2, priority:7") });
    await performOperation(component.repositoryId, "pull");
    expect(await findings(component, "a")).toEqual(["max-length"]);
    expect(await textRow(db, sql`select priority from source_units where component_id = ${component.id}`)).toEqual({
      priority: 7,
    });
    upstream.commit({ "values/s.xml": flagged("read-only") });
    await performOperation(component.repositoryId, "pull");
    expect((await stateOf(a)).state).toBe(100);
    upstream.commit({ "values/s.xml": flagged("") });
    await performOperation(component.repositoryId, "pull");
    expect((await stateOf(a)).state).toBe(20);
    expect(await findings(component, "a")).toEqual(["end_stop"]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("any sequence of flags", () => {
  it("leaves the findings, states and counters that a component imported under the last ones has", async () => {
    const pool = [
      "",
      "read-only",
      "ignore-end-stop",
      "ignore-all-checks",
      "max-length:5",
      "vue-format",
      "priority:3, url",
    ];
    const component = await make();
    let seed = 7;
    const pick = () => {
      seed = (seed * 48271) % 2147483647;
      return pool[seed % pool.length] as string;
    };
    for (let round = 0; round < 12; round++) {
      const last = [pick(), pick()] as const;
      await change(component, pick());
      await updateProject(admin, component.project.slug, { checkFlags: last[0] });
      if (round % 3 === 0) await follow(component);
      await change(component, last[1]);
      await follow(component);
      const fresh = await make({ checkFlags: [last[1], last[0]].filter(Boolean).join(", ") });
      const look = (id: number) =>
        textRows(
          db,
          sql`select s.context, l.code, u.state, u.original_state, u.failing, s.priority,
                array(select "check" from findings where unit_id = u.id order by 1) as checks
              from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
                join languages l on l.id = t.language_id where t.component_id = ${id} order by 1, 2`,
        );
      expect(await look(component.id), `${round}: ${last.join(" / ")}`).toEqual(await look(fresh.id));
      expect(await counterDrift()).toEqual([]);
    }
  });
});

// Last, as the counters of strings that the database makes itself do not hold all numbers.
describe("flags of a large project", () => {
  it.each([4000, 4001])("reach all of %i strings, which are more than are looked at in one go", async (strings) => {
    const slug = `long-${strings}`;
    await growSearchWorld([{ project: slug, slug, strings, languages: 1 }]);
    await updateProject(admin, slug, { checkFlags: "read-only" });
    const at = await textRow<{ id: number }>(db, sql`select id from projects where slug = ${slug}`);
    await followFlags({ project: at?.id ?? 0 });
    const open = await textRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from units u join translations t on t.id = u.translation_id join components c on c.id = t.component_id
        where c.slug = ${slug} and u.state <> 100`,
    );
    expect(open).toEqual({ count: 0 });
  });
});
