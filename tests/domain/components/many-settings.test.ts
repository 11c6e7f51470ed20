import { beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import {
  applyKeptPlan,
  applySettings,
  findSettingsPlan,
  keepSettingsPlan,
  planSettings,
  previewOf,
  settingsToCopy,
} from "@/lib/domain/creation/many-settings";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { listOperations } from "@/lib/domain/undo/operations";
import { undoHere } from "@/lib/domain/undo/undo";
import { countStatements, db, sql } from "@/lib/platform/database";
import { grant } from "../../support/actors";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let project: ProjectRow;
let ids: number[] = [];
let round = 0;

/** Three components; the third shares the repository of the first. */
beforeEach(async () => {
  admin ??= await makePerson("admin", { superuser: true });
  const { component } = await connect(
    admin,
    { "po/cs.po": 'msgid ""\nmsgstr "Language: cs\\n"\n\nmsgid "Quit"\nmsgstr ""\n' },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  round++;
  await copies(component.id, ["second", "third"]);
  await db.run(sql`
    with made as (insert into repositories select (jsonb_populate_record(null::repositories, to_jsonb(r) || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('repositories', 'id'))))).* from repositories r where r.id = ${component.repositoryId} returning id)
    update components set repository_id = made.id from made where project_id = ${component.projectId} and slug = 'second'`);
  await db.run(sql`
    update components set linked_component_id = ${component.id} where project_id = ${component.projectId} and slug = 'third'`);
  project = await findProject(admin, component.project.slug);
  ids = (
    await textRows<{ id: number }>(
      db,
      sql`select id from components where project_id = ${project.id} and slug in ('app', 'second', 'third') order by id`,
    )
  ).map(({ id }) => id);
});

const copies = async (of: number, names: readonly string[]) => {
  for (const name of names)
    await db.run(sql`
      insert into components select (jsonb_populate_record(null::components, to_jsonb(c) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('components', 'id')), 'name', ${name}::text, 'slug', ${name}::text))).*
      from components c where c.id = ${of}`);
};
const read = (index: number): Promise<ComponentRow> => findComponentById(admin, ids[index] ?? 0);
const editor = async (...components: number[]): Promise<Actor> => ({
  ...(await makePerson(`petra${round}`)),
  grants: [grant({ projects: [project.id], components, permissions: ["component.edit"] })],
});

it("a plan tells what changes in which component and what stays, and changes nothing", async () => {
  await db.run(sql`update components set suggestion_voting = true where id = ${ids[1]}`);
  const values = { priority: 80, mergeStyle: "merge", suggestionAutoaccept: 3 };
  const plan = await planSettings(admin, { project }, { components: ids, values });
  const [first, second, third] = plan.components;
  expect(first?.changes.map(({ setting }) => setting)).toEqual(["priority", "mergeStyle"]);
  expect(first?.refused).toMatchObject([
    { setting: "suggestionAutoaccept", reason: "invalid", said: { key: expect.any(String) } },
  ]);
  expect(second?.changes).toEqual([
    { setting: "priority", old: 100, new: 80 },
    { setting: "suggestionAutoaccept", old: 0, new: 3 },
    { setting: "mergeStyle", old: "rebase", new: "merge" },
  ]);
  expect(second?.refused).toEqual([]);
  expect(third?.refused.map(({ reason }) => reason).sort()).toEqual(["invalid", "linked"]);
  expect(plan.changing).toBe(3);
  expect((await read(0)).priority).toBe(100);
});

it("components get their settings as one operation, and get them back", async () => {
  const values = { priority: 60, mergeStyle: "merge", checkFlags: "max-length:10", commitMessage: "Strings" };
  const done = await applySettings(admin, { project }, { components: ids, values });
  for (const index of [0, 1, 2])
    expect(await read(index)).toMatchObject({ priority: 60, checkFlags: "max-length:10", commitMessage: "Strings" });
  expect((await read(1)).repository.mergeStyle).toBe("merge");
  const [row] = (await listOperations(admin, { component: await read(2) }, { limit: 5 })).rows;
  expect(row).toMatchObject({ id: done.operation, kind: "settings", undoable: true, allowed: true });
  await updateComponent(admin, await read(1), { priority: 140 });
  expect(await undoHere(admin, done.operation ?? "", { plan: true })).toMatchObject({ restored: 3, skipped: 1 });
  expect((await read(0)).priority).toBe(60);
  const undone = await undoHere(admin, done.operation ?? "", { plan: false });
  expect(undone).toMatchObject({ restored: 3, skipped: 1 });
  expect(await read(0)).toMatchObject({ priority: 100, checkFlags: "" });
  expect(await read(1)).toMatchObject({ priority: 140, checkFlags: "" });
  expect((await read(1)).repository.mergeStyle).toBe("rebase");
  // The undo is an operation, and taken back like any other.
  await undoHere(admin, undone.operation ?? "", { plan: false });
  expect(await read(0)).toMatchObject({ priority: 60, checkFlags: "max-length:10" });
});

it("flags are followed by one task, however many components they are", async () => {
  await applySettings(admin, { project }, { components: ids, values: { checkFlags: "ignore-end-space" } });
  const tasks = await textRows<{ payload: object }>(
    db,
    sql`select payload from tasks where kind = 'follow-flags' and project_id = ${project.id}`,
  );
  expect(tasks).toEqual([{ payload: { project: project.id } }]);
  const kept = await textRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from components where id = any(${ids}::int[]) and former_flags <> '{}'`,
  );
  expect(kept).toEqual([{ count: 3 }]);
});

it("somebody without the right on a component leaves it as it is, and without any is refused", async () => {
  const petra = await editor(ids[0] ?? 0);
  const done = await applySettings(petra, { project }, { components: ids, values: { priority: 80 } });
  expect(done.components.map(({ refused }) => refused[0]?.reason)).toEqual([undefined, "rights", "rights"]);
  expect([(await read(0)).priority, (await read(1)).priority]).toEqual([80, 100]);
  await expect(
    applySettings(petra, { project }, { components: ids.slice(1), values: { priority: 60 } }),
  ).rejects.toMatchObject({ name: "Forbidden" });
});

it("wrong values and components that are not there change nothing", async () => {
  const bad = (values: object, components: readonly number[] = ids) =>
    applySettings(admin, { project }, { components, values });
  await expect(bad({ priority: 7 })).rejects.toMatchObject({ fields: [{ path: "priority" }] });
  await expect(bad({ checkFlags: "no such flag" })).rejects.toMatchObject({ fields: [{ path: "checkFlags" }] });
  await expect(bad({ name: "x" })).rejects.toMatchObject({ fields: [{ path: "values" }] });
  await expect(bad({ priority: 80 }, [...ids, 999_999])).rejects.toMatchObject({ fields: [{ path: "components" }] });
  await expect(bad({ priority: 80 }, [])).rejects.toMatchObject({ fields: [{ path: "components" }] });
  expect((await read(0)).priority).toBe(100);
});

it("all that is wrong is told at once, each at its field", async () => {
  const wish = {
    components: [...ids, 999_998, 999_999],
    values: { priority: 7, license: "no licence", checkFlags: "font-family:Strange", reportSourceBugs: "nobody" },
    follow: ["priority", "strange"] as never,
    problems: [{ path: "copyFrom", code: "does_not_exist", message: "There is no such component." }],
  };
  const fields = [
    { path: "copyFrom", code: "does_not_exist" },
    { path: "follow", code: "invalid_choice", said: { key: "noSetting" } },
    { path: "follow", code: "invalid", said: { key: "notBothValue" } },
    { path: "priority", code: "invalid_choice" },
    { path: "license", code: "invalid_choice" },
    { path: "reportSourceBugs", code: "invalid" },
    { path: "checkFlags", code: "does_not_exist" },
    { path: "components", message: "There are no components 999998, 999999 here." },
  ];
  await expect(planSettings(admin, { project }, wish)).rejects.toMatchObject({ fields });
  await expect(applySettings(admin, { project }, wish)).rejects.toMatchObject({ fields });
  const kept = keepSettingsPlan(admin, { project, path: project.slug }, { ...wish, components: [] });
  await expect(kept).rejects.toMatchObject({
    fields: [...fields.slice(0, -1), { path: "components", code: "required" }],
  });
  // What copying would have given is not missed.
  const copying = planSettings(admin, { project }, { values: {}, problems: wish.problems });
  await expect(copying).rejects.toMatchObject({ fields: fields.slice(0, 1) });
});

it("of many components that are not there the first are named, all are counted", async () => {
  const components = Array.from({ length: 30 }, (_, at) => 999_000 + at);
  const plan = planSettings(admin, { project }, { components, values: { priority: 80 } });
  await expect(plan).rejects.toMatchObject({
    fields: [{ message: expect.stringMatching(/999019, … here/), said: { values: { count: 30 } } }],
  });
});

it("a page about components that are not there is not found, and one without the right refused", async () => {
  const odd = previewOf(admin, { project }, { components: [999_999], values: {} });
  await expect(odd).rejects.toMatchObject({ name: "NotFound", said: { key: "noComponentHere" } });
  const shown = previewOf(await editor(999_998), { project }, { values: {} });
  await expect(shown).rejects.toMatchObject({ name: "Forbidden" });
  expect((await previewOf(admin, { project }, { components: ids, values: {} })).changing).toBe(0);
});

it("a kept plan is carried out once, and not when something else would change by then", async () => {
  const place = { project, path: project.slug };
  const kept = async () =>
    findSettingsPlan(
      admin,
      project.slug,
      await keepSettingsPlan(admin, place, { components: ids, values: { priority: 80 } }),
    );
  const old = await kept();
  await updateComponent(admin, await read(0), { priority: 140 });
  await expect(applyKeptPlan(admin, place, old)).rejects.toMatchObject({ name: "Conflict" });
  expect((await read(1)).priority).toBe(100);
  const plan = await kept();
  const operation = await applyKeptPlan(admin, place, plan);
  expect((await read(0)).priority).toBe(80);
  expect(await applyKeptPlan(admin, place, plan)).toBe(operation);
  await expect(findSettingsPlan(await editor(ids[0] ?? 0), project.slug, plan.id)).rejects.toMatchObject({
    name: "NotFound",
  });
});

it("settings are copied by groups, what a repository says included", async () => {
  await updateComponent(admin, await read(0), { priority: 60, license: "MIT", mergeStyle: "merge_noff" });
  const values = settingsToCopy(await read(0), ["translation", "repository"]);
  expect(values).toMatchObject({ priority: 60, mergeStyle: "merge_noff" });
  expect(values).not.toHaveProperty("license");
  await applySettings(admin, { project }, { components: [ids[1] ?? 0], values });
  expect(await read(1)).toMatchObject({ priority: 60, license: "" });
  expect((await read(1)).repository.mergeStyle).toBe("merge_noff");
  expect(() => settingsToCopy(project as never, ["files"])).toThrow("translation");
});

it("as many statements for many components as for few", async () => {
  const values = { priority: 80, checkFlags: "max-length:10", agreement: "Yes", allowPropagation: false };
  const few = await countStatements(() => applySettings(admin, { project }, { components: ids.slice(0, 1), values }));
  await copies(
    ids[0] ?? 0,
    Array.from({ length: 40 }, (_, at) => `more${at}`),
  );
  const many = await countStatements(() => applySettings(admin, { project }, { values: { ...values, priority: 60 } }));
  expect(many.result.changing).toBeGreaterThan(40);
  expect(many.count).toBeLessThanOrEqual(few.count + 6);
});
