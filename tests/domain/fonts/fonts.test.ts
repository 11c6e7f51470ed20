import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, EVERY_PROJECT, installAddon } from "@/lib/domain/addons/addons";
import { bulkEdit } from "@/lib/domain/bulk/edit-component";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { applyDefaults, planDefaults } from "@/lib/domain/creation/change-defaults";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import {
  listFonts,
  readFontFile,
  removeFont,
  removeOrphanFonts,
  replaceFont,
  uploadFont,
} from "@/lib/domain/fonts/fonts";
import { changeGroup, createGroup, groupUse, listGroups, removeGroup } from "@/lib/domain/fonts/groups";
import { listRemoved, restoreRemoved } from "@/lib/domain/fonts/removed";
import { renewFindings } from "@/lib/domain/projects/former-flags";
import { updateProject } from "@/lib/domain/projects/projects";
import { removeWorkflow, setWorkflow } from "@/lib/domain/projects/workflows";
import type { Payload } from "@/lib/domain/tasks/kinds";
import { describeInside, lockDescribable } from "@/lib/domain/units/describe-source";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findingsOf } from "@/lib/domain/units/findings";
import { followFlags } from "@/lib/domain/units/follow-flags";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { readStored, storedKeys } from "@/lib/platform/file-store";
import { RULES_VERSION } from "@/lib/text/checks/rules-version";
import { evenWidths, makeFont, type TestFont } from "../../support/fonts";
import { makeUpstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Fonts of a project, and what is measured in them. */

let admin: Actor;
let petra: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const android = (strings: Record<string, string>) =>
  `<resources>\n${Object.entries(strings)
    .map(([name, text]) => `<string name="${name}">${text}</string>`)
    .join("\n")}\n</resources>\n`;

/** Eight letters in each language: 40 pixels at 5 a letter. */
const make = async (checkFlags = "max-size:40") =>
  (
    await connect(
      admin,
      {
        "values/s.xml": android({ a: "ignored.", b: "Other." }),
        "values-cs/s.xml": android({ a: "abcdefg.", b: "ab." }),
        "values-de/s.xml": android({ a: "hgfedcb.", b: "ba." }),
      },
      { filemask: "values-*/s.xml", template: "values/s.xml", fileFormat: "aresource", checkFlags },
    )
  ).component;

const file = (width: number, more: Partial<TestFont> = {}) => ({
  content: makeFont({ widths: { ...evenWidths(width), ".": width }, ...more }),
  filename: "menu.ttf",
});

async function follow({ projectId }: Pick<ComponentRow, "projectId">): Promise<number> {
  const rows = await textRows<{ id: string; payload: Payload<"follow-flags"> }>(
    db,
    sql`select id, payload from tasks where kind = 'follow-flags' and project_id = ${projectId} and state = 'pending' order by created_at`,
  );
  let checked = 0;
  for (const { id, payload } of rows) {
    checked += (await followFlags(payload)).checked;
    await db.run(sql`update tasks set state = 'done' where id = ${id}::uuid`);
  }
  return checked;
}

async function failing(component: ComponentRow, language: string, key = "a"): Promise<boolean> {
  const unit = await unitId(component, language, key);
  return (
    (await textRow(db, sql`select 1 from findings where unit_id = ${unit} and "check" = 'max-size'`)) !== undefined
  );
}

const history = async (component: ComponentRow) =>
  textRows<{ action: number; target: string }>(
    db,
    sql`select action, target from changes where project_id = ${component.projectId} and action in (80, 81, 82) order by id`,
  );

const problemOf = async (work: Promise<unknown>): Promise<{ path: string; code: string }> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Invalid);
  const { path = "", code = "" } = (error as Invalid).fields[0] ?? {};
  return { path, code };
};

describe("fonts of a project", () => {
  it("are uploaded, replaced and removed by those who may change it, and told in the history", async () => {
    const component = await make("");
    const { slug } = component.project;
    const font = await uploadFont(admin, slug, file(500));
    expect(font).toMatchObject({
      family: "Test Sans",
      style: "Regular",
      weight: 400,
      filename: "menu.ttf",
      groups: [],
    });
    expect(Buffer.from((await readFontFile(admin, slug, font.id)).content)).toEqual(file(500).content);
    expect((await listFonts(petra, slug, { limit: 10, offset: 0 })).count).toBe(1);
    for (const act of [
      () => uploadFont(petra, slug, file(400, { style: "Bold" })),
      () => replaceFont(petra, slug, font.id, file(400)),
      () => removeFont(petra, slug, font.id),
      () => readFontFile(petra, slug, font.id),
      () => createGroup(petra, slug, { name: "menu", fontId: font.id, languages: [] }),
    ])
      await expect(act()).rejects.toThrow(Forbidden);
    expect(await problemOf(uploadFont(admin, slug, file(700)))).toEqual({ path: "font", code: "unique" });
    for (const content of [Buffer.from("no font"), file(1).content.subarray(0, 200), Buffer.alloc(0)])
      expect(await problemOf(uploadFont(admin, slug, { content, filename: "x.ttf" }))).toEqual({
        path: "font",
        code: "invalid_font",
      });
    const replaced = await replaceFont(admin, slug, font.id, file(300, { style: "Book" }));
    expect(replaced).toMatchObject({ id: font.id, style: "Book" });
    expect(await readStored(font.fileKey)).toBeUndefined();
    await removeFont(admin, slug, font.id);
    // It can be put back, and so its file stays.
    expect(await readStored(replaced.fileKey)).toBeDefined();
    await expect(removeFont(admin, slug, font.id)).rejects.toThrow(NotFound);
    expect(await history(component)).toEqual([
      { action: 80, target: "Test Sans Regular" },
      { action: 81, target: "Test Sans Book" },
      { action: 82, target: "Test Sans Book" },
    ]);
  });

  it("of another project are not there", async () => {
    const [one, other] = [await make(""), await make("")];
    const font = await uploadFont(admin, one.project.slug, file(500));
    await expect(removeFont(admin, other.project.slug, font.id)).rejects.toThrow(NotFound);
    expect(
      await problemOf(createGroup(admin, other.project.slug, { name: "menu", fontId: font.id, languages: [] })),
    ).toEqual({ path: "font", code: "does_not_exist" });
  });

  it("whose project is gone leave no files", async () => {
    const component = await make("");
    const font = await uploadFont(admin, component.project.slug, file(500));
    await db.run(sql`delete from fonts where id = ${font.id}`);
    expect(await removeOrphanFonts()).toBe(0);
    expect(await removeOrphanFonts(-1000)).toBeGreaterThan(0);
    expect(await storedKeys("fonts", -1000)).not.toContain(font.fileKey);
  });
});

describe("groups of fonts", () => {
  it("have names that flags can say, and fonts of their project", async () => {
    const component = await make("");
    const { slug } = component.project;
    const { id } = await uploadFont(admin, slug, file(500));
    const wish = (name: string, languages: { language: string; font: number }[] = []) =>
      createGroup(admin, slug, { name, fontId: id, languages });
    for (const name of ["", "two words", "a,b", "Schrift-ü", "inter"])
      expect(await problemOf(wish(name))).toEqual({ path: "name", code: "invalid" });
    expect(await problemOf(wish("menu", [{ language: "xx_NO", font: id }]))).toEqual({
      path: "languages.0.language",
      code: "does_not_exist",
    });
    expect(
      await problemOf(
        wish("menu", [
          { language: "cs", font: id },
          { language: "cs", font: id },
        ]),
      ),
    ).toEqual({ path: "languages.1.language", code: "unique" });
    const group = await wish("menu", [{ language: "cs", font: id }]);
    expect(group).toMatchObject({ name: "menu", fontId: id, languages: [{ language: "cs", font: id }] });
    expect(await problemOf(wish("menu"))).toEqual({ path: "name", code: "unique" });
    expect(await problemOf(removeFont(admin, slug, id))).toEqual({ path: "", code: "in_use" });
    await removeGroup(admin, slug, group.id);
    await removeFont(admin, slug, id);
    expect((await listGroups(admin, slug, { limit: 10, offset: 0 })).count).toBe(0);
  });

  it("measure strings that name them, in each language in its font, and again when something changes", async () => {
    const component = await make();
    const { slug } = component.project;
    const narrow = await uploadFont(admin, slug, file(500));
    const wide = await uploadFont(admin, slug, file(501, { family: "Wide Sans" }));
    const group = await createGroup(admin, slug, { name: "menu", fontId: narrow.id, languages: [] });
    expect(await follow(component)).toBe(0);
    await updateComponent(admin, await findComponentById(admin, component.id), {
      checkFlags: "max-size:40, font-family:menu",
    });
    await follow(component);
    expect([await failing(component, "cs"), await failing(component, "de")]).toEqual([false, false]);
    expect((await groupUse(admin, slug)).get("menu")).toBe(2);

    await changeGroup(admin, slug, group.id, { languages: [{ language: "de", font: wide.id }] });
    await follow(component);
    expect([await failing(component, "cs"), await failing(component, "de")]).toEqual([false, true]);
    const [finding] = (await findingsOf(admin, await unitId(component, "de", "a"))).filter(
      ({ check }) => check === "max-size",
    );
    expect(finding?.findings[0]?.sentences[0]).toMatchObject({ values: { width: 41, limit: 40 } });

    // A save is measured in the same font.
    const unit = await unitId(component, "de", "a");
    await editUnit(admin, unit, { targets: ["gfedcb."], state: 20 });
    expect(await failing(component, "de")).toBe(false);
    await editUnit(admin, unit, { targets: ["hgfedcb."], state: 20 });
    expect(await failing(component, "de")).toBe(true);

    await replaceFont(admin, slug, wide.id, file(400, { family: "Wide Sans" }));
    await follow(component);
    expect(await failing(component, "de")).toBe(false);

    await replaceFont(admin, slug, narrow.id, file(900));
    await follow(component);
    expect([await failing(component, "cs"), await failing(component, "de")]).toEqual([true, false]);

    await removeGroup(admin, slug, group.id);
    await follow(component);
    const usual = await failing(component, "cs");
    await changeFlags(component, "max-size:40");
    expect(await failing(component, "cs")).toBe(usual);
    expect(await counterDrift()).toEqual([]);
  });

  it("measure what a repository brings", async () => {
    const first = await make("");
    const { slug } = first.project;
    const font = await uploadFont(admin, slug, file(900));
    await createGroup(admin, slug, { name: "menu", fontId: font.id, languages: [] });
    const upstream = makeUpstream({
      "values/s.xml": android({ a: "x." }),
      "values-cs/s.xml": android({ a: "abcdefg." }),
    });
    const made = await createComponent(admin, slug, {
      ...{ name: "Second", slug: "second", repo: upstream.url, push: upstream.url },
      ...{ filemask: "values-*/s.xml", template: "values/s.xml", fileFormat: "aresource" },
      checkFlags: "max-size:60, font-family:menu",
    });
    await importComponent(made.id, () => {});
    const component = await findComponentById(admin, made.id);
    expect(await failing(component, "cs")).toBe(true);
  });

  it("are chosen by weight among the fonts of a family", async () => {
    const component = await make("");
    const { slug } = component.project;
    const regular = await uploadFont(admin, slug, file(500));
    await createGroup(admin, slug, { name: "menu", fontId: regular.id, languages: [] });
    await changeFlags(component, "max-size:40, font-family:menu, font-weight:bold");
    expect(await failing(component, "cs")).toBe(false);
    await uploadFont(admin, slug, file(900, { style: "Bold Italic", weight: 700 }));
    await follow(component);
    expect(await failing(component, "cs")).toBe(false);
    const bold = await uploadFont(admin, slug, file(900, { style: "Bold", weight: 700 }));
    await follow(component);
    expect(await failing(component, "cs")).toBe(true);
    await removeFont(admin, slug, bold.id);
    await follow(component);
    expect(await failing(component, "cs")).toBe(false);
  });

  it("leave strings alone that do not name them", async () => {
    const component = await make("");
    const { slug } = component.project;
    const font = await uploadFont(admin, slug, file(900));
    const group = await createGroup(admin, slug, { name: "menu", fontId: font.id, languages: [] });
    await inTransaction(async (tx) => {
      const source = await lockDescribable(tx, admin, await unitId(component, "en", "a"), {});
      await describeInside(tx, admin, source, { extraFlags: "max-size:60, font-family:menu" });
    });
    expect((await groupUse(admin, slug)).get("menu")).toBe(1);
    expect(await failing(component, "cs")).toBe(true);
    await changeGroup(admin, slug, group.id, {
      fontId: (await uploadFont(admin, slug, file(100, { family: "Thin" }))).id,
    });
    // The string itself and its two translations.
    expect(await follow(component)).toBe(3);
    expect(await failing(component, "cs")).toBe(false);
  });
});

describe("a font or a group that was removed", () => {
  const ALL = { limit: 10, offset: 0 };

  it("is put back as it was, and strings are measured in it again", async () => {
    const component = await make("max-size:40, font-family:inter");
    const { slug } = component.project;
    const font = await uploadFont(admin, slug, file(500));
    const wide = await uploadFont(admin, slug, file(900, { family: "Wide" }));
    const group = await createGroup(admin, slug, {
      name: "menu",
      fontId: font.id,
      languages: [{ language: "de", font: wide.id }],
    });
    await changeFlags(component, "max-size:40, font-family:menu");
    expect([await failing(component, "cs"), await failing(component, "de")]).toEqual([false, true]);
    await removeGroup(admin, slug, group.id);
    await removeFont(admin, slug, font.id);
    await removeFont(admin, slug, wide.id);
    await follow(component);
    expect(await failing(component, "cs")).toBe(true);
    const { rows, count } = await listRemoved(admin, slug, ALL);
    expect([count, rows.map(({ kind, name }) => `${kind} ${name}`)]).toEqual([
      3,
      ["font Wide Regular", "font Test Sans Regular", "group menu"],
    ]);
    const [ofWide, ofFont, ofGroup] = rows.map(({ id }) => id) as [number, number, number];
    await expect(listRemoved(petra, slug, ALL)).rejects.toThrow(Forbidden);
    await expect(restoreRemoved(petra, slug, ofFont)).rejects.toThrow(Forbidden);
    const other = await make("");
    await expect(restoreRemoved(admin, other.project.slug, ofFont)).rejects.toThrow(NotFound);
    await expect(restoreRemoved(admin, slug, ofGroup)).rejects.toThrow(/font of this group/);
    expect(await restoreRemoved(admin, slug, ofFont)).toEqual({ kind: "font", id: font.id });
    expect((await readFontFile(admin, slug, font.id)).content).toEqual(file(500).content);
    await restoreRemoved(admin, slug, ofWide);
    expect(await restoreRemoved(admin, slug, ofGroup)).toEqual({ kind: "group", id: group.id });
    expect((await listGroups(admin, slug, ALL)).rows).toEqual([group]);
    await follow(component);
    expect([await failing(component, "cs"), await failing(component, "de")]).toEqual([false, true]);
    expect((await listRemoved(admin, slug, ALL)).count).toBe(0);
    await expect(restoreRemoved(admin, slug, ofFont)).rejects.toThrow(NotFound);
    expect((await history(component)).slice(-3).map(({ action }) => action)).toEqual([80, 80, 81]);
  });

  it("waits while its name is taken, and goes with its file after 30 days", async () => {
    const { slug } = (await make("")).project;
    const first = await uploadFont(admin, slug, file(500));
    await removeFont(admin, slug, first.id);
    const second = await uploadFont(admin, slug, file(600));
    const [kept] = (await listRemoved(admin, slug, ALL)).rows;
    await expect(restoreRemoved(admin, slug, kept?.id ?? 0)).rejects.toThrow(/has another/);
    await removeFont(admin, slug, second.id);
    await removeOrphanFonts(0);
    expect(await readStored(first.fileKey)).toBeDefined();
    await db.run(sql`update removed_fonts set removed_at = now() - interval '31 days' where id = ${kept?.id ?? 0}`);
    expect((await listRemoved(admin, slug, ALL)).count).toBe(1);
    await expect(restoreRemoved(admin, slug, kept?.id ?? 0)).rejects.toThrow(NotFound);
    await removeOrphanFonts(0);
    expect(await readStored(first.fileKey)).toBeUndefined();
    expect(await readStored(second.fileKey)).toBeDefined();
  });
});

async function changeFlags(component: ComponentRow, checkFlags: string): Promise<void> {
  await updateComponent(admin, await findComponentById(admin, component.id), { checkFlags });
  await follow(component);
}

it("a flag that names no font of the project is refused", async () => {
  const component = await make("");
  const { slug } = component.project;
  const flags = "max-size:40, font-family:nowhere";
  const wrong = { path: "checkFlags", code: "does_not_exist" };
  expect(
    await problemOf(updateComponent(admin, await findComponentById(admin, component.id), { checkFlags: flags })),
  ).toEqual(wrong);
  expect(await problemOf(updateProject(admin, slug, { checkFlags: flags }))).toEqual(wrong);
  const project = { id: component.projectId, name: "x", accessControl: component.project.accessControl };
  const workflow = {
    ...{ reviewsOff: false, enableSuggestions: null, suggestionVoting: null, suggestionAutoaccept: null },
    ...{ editsByMembers: false, sourceLanguage: null, checkFlags: flags },
  };
  expect(await problemOf(setWorkflow(admin, project as never, "cs", workflow as never))).toEqual(wrong);
  const unit = await unitId(component, "en", "a");
  expect(await problemOf(inTransaction((tx) => lockDescribable(tx, admin, unit, { extraFlags: flags })))).toEqual({
    path: "extraFlags",
    code: "does_not_exist",
  });
  await updateProject(admin, slug, { checkFlags: "font-family:jetbrains-mono" });
});

it("a font that no project has is refused where flags hold for all of them, and in bulk edits", async () => {
  const component = await make("");
  const { project } = component;
  const name = `g${component.projectId}`;
  const flags = `font-family:${name}`;
  const wrong = { path: "checkFlags", code: "does_not_exist" };
  const workflow = {
    ...{ reviewsOff: false, enableSuggestions: null, suggestionVoting: null, suggestionAutoaccept: null },
    ...{ editsByMembers: false, sourceLanguage: null, checkFlags: flags },
  };
  const everywhere = [
    () => setWorkflow(admin, null, "cs", workflow as never),
    () => planDefaults(admin, undefined, { set: { checkFlags: flags }, reset: [] }),
    () => applyDefaults(admin, undefined, { set: { checkFlags: flags }, reset: [] }),
  ];
  const here = [
    () => planDefaults(admin, { project }, { set: { checkFlags: flags }, reset: [] }),
    () => applyDefaults(admin, { project }, { set: { checkFlags: flags }, reset: [] }),
  ];
  for (const act of [...everywhere, ...here]) expect(await problemOf(act())).toEqual(wrong);
  const addon = { name: "weblate.flags.bulk", configuration: { add_flags: flags } };
  const inSettings = { path: "configuration.add_flags", code: "does_not_exist" };
  for (const place of [{ component }, { project }, EVERY_PROJECT] as const)
    expect(await problemOf(installAddon(admin, place as never, addon))).toEqual(inSettings);
  const wish = { q: "", state: undefined, addFlags: flags, removeFlags: "", addLabels: [], removeLabels: [] };
  const edit = () => bulkEdit(admin, component, wish, { apply: false, name: "x" });
  expect(await problemOf(edit())).toEqual({ path: "addFlags", code: "does_not_exist" });
  // Once this project has it all of them take it; a project without it still does not.
  const font = await uploadFont(admin, project.slug, file(500));
  await createGroup(admin, project.slug, { name, fontId: font.id, languages: [] });
  for (const act of [...everywhere.slice(0, 2), ...here.slice(0, 1), edit]) await act();
  await removeWorkflow(admin, null, "cs");
  const installed = await installAddon(admin, { component }, addon);
  const changed = { configuration: { add_flags: `font-family:${name}x` } };
  expect(await problemOf(configureAddon(admin, installed.id, changed))).toEqual(inSettings);
  const other = await make("");
  const there = planDefaults(admin, { project: other.project }, { set: { checkFlags: flags }, reset: [] });
  expect(await problemOf(there)).toEqual(wrong);
});

describe("findings that older rules made", () => {
  const version = async (component: ComponentRow) =>
    (
      await textRow<{ version: number }>(
        db,
        sql`select rules_version as version from components where id = ${component.id}`,
      )
    )?.version;

  it("are made anew in the background, some components at a time", async () => {
    await db.run(sql`update components set rules_version = ${RULES_VERSION}`);
    const components = [await make(""), await make(""), await make("")];
    const [first] = components as [ComponentRow];
    expect(await version(first)).toBe(RULES_VERSION);
    expect(await renewFindings(2)).toBe(0);
    const unit = await unitId(first, "cs", "a");
    // What a release before this one had found, and had not.
    await db.run(sql`delete from findings where unit_id = ${unit}`);
    await db.run(sql`insert into findings (unit_id, "check") values (${unit}, 'end_colon')`);
    await db.run(sql`update units set targets = '{"abcdefg"}' where id = ${unit}`);
    for (const { id } of components) await db.run(sql`update components set rules_version = 0 where id = ${id}`);
    expect(await renewFindings(2)).toBe(2);
    // Nothing more begins before these are done.
    expect(await renewFindings(2)).toBe(0);
    for (const component of components) await follow(component);
    const found = await textRows<{ check: string }>(
      db,
      sql`select "check" from findings where unit_id = ${unit} order by 1`,
    );
    expect(found.map(({ check }) => check)).toEqual(["end_stop"]);
    expect(await renewFindings(2)).toBe(1);
    for (const component of components) await follow(component);
    expect(await Promise.all(components.map(version))).toEqual(components.map(() => RULES_VERSION));
    expect(await renewFindings(2)).toBe(0);
  });

  it("of a component that fails wait for a day", async () => {
    const component = await make("");
    await db.run(sql`update components set rules_version = 0 where id = ${component.id}`);
    expect(await renewFindings(5)).toBe(1);
    await db.run(sql`
      update tasks set state = 'failed', finished_at = now() where component_id = ${component.id} and kind = 'follow-flags'`);
    expect(await renewFindings(5)).toBe(0);
    await db.run(sql`update tasks set finished_at = now() - interval '25 hours' where component_id = ${component.id}`);
    expect(await renewFindings(5)).toBe(1);
  });
});
