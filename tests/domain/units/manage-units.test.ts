import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addingDenial, addUnit, type NewUnit, shapeOfNew } from "@/lib/domain/units/add-unit";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { mayManage } from "@/lib/domain/units/manage-units";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { grant } from "../../support/actors";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const HEADER = (code: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${code}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
const CS = `${HEADER("cs")}\nmsgid "Quit"\nmsgstr "Konec"\n\nmsgid "Open"\nmsgstr ""\n`;
const DE = `${HEADER("de")}\nmsgid "Quit"\nmsgstr "Beenden"\n\nmsgid "Open"\nmsgstr "Öffnen"\n`;
const EN = '{\n  "a": "Apple",\n  "b": "Bean"\n}\n';

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const settle = (component: ComponentRow, operation: "commit" | "pull" | "push") =>
  performOperation(component.repositoryId, operation);
const waiting = (component: ComponentRow) =>
  textRows<{ kind: string }>(
    db,
    sql`
    select p.kind from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${component.id}`,
  );
const add = async (component: ComponentRow, language: string, input: NewUnit) =>
  addUnit(admin, await findTranslation(admin, component, language), input);

async function monolingual() {
  return connect(
    admin,
    { "l/en.json": EN, "l/cs.json": '{\n  "a": "Jablko",\n  "b": "Fazole"\n}\n' },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  );
}

async function bilingual() {
  const made = await connect(
    admin,
    { "po/cs.po": CS, "po/de.po": DE },
    { filemask: "po/*.po", fileFormat: "po", manageUnits: true },
  );
  return { ...made, component: await findComponentById(admin, made.component.id) };
}

describe("a string added here", () => {
  it("needs editing when its translation fails an enforced check, and the file says so", async () => {
    const { component, upstream } = await bilingual();
    await db.run(sql`update components set enforced_checks = '{end_stop}' where id = ${component.id}`);
    const fails = await add(component, "cs", { context: "", sources: ["Save it."], targets: ["Uložit"] });
    const passes = await add(component, "cs", { context: "", sources: ["Print it."], targets: ["Vytisknout."] });
    expect([fails.state, passes.state]).toEqual([10, 20]);
    const lines = await textRows<{ action: number }>(
      db,
      sql`select action from changes where unit_id = ${fails.id} order by id`,
    );
    expect(lines.map(({ action }) => action)).toEqual([31, 76]);
    await settle(component, "push");
    expect(upstream.read("po/cs.po")).toContain('#, fuzzy\nmsgid "Save it."\nmsgstr "Uložit"');
    expect(await counterDrift()).toEqual([]);
  });

  it("with a base file comes into every language, and into files as they say it", async () => {
    const { component, upstream } = await monolingual();
    const made = await add(component, "en", { context: "c", sources: ["Carrot"] });
    expect(made).toMatchObject({
      context: "c",
      sources: ["Carrot"],
      targets: ["Carrot"],
      state: 20,
      pending: true,
      isSource: true,
      position: 3,
    });
    expect(await findUnit(admin, await unitId(component, "cs", "c"))).toMatchObject({
      targets: [""],
      state: 0,
      pending: false,
    });
    expect(await readCounter("component", component.id)).toMatchObject({ total: 6, translated: 5 });
    expect(await counterDrift()).toEqual([]);
    expect(await settle(component, "commit")).toEqual({ result: true });
    expect(upstream.read("l/en.json")).toBe('{\n  "a": "Apple",\n  "b": "Bean",\n  "c": "Carrot"\n}\n');
    expect(upstream.read("l/cs.json")).not.toContain('"c"');
    await editUnit(admin, await unitId(component, "cs", "c"), { targets: ["Mrkev"], state: 20 });
    expect(await settle(component, "commit")).toEqual({ result: true });
    expect(upstream.read("l/cs.json")).toBe('{\n  "a": "Jablko",\n  "b": "Fazole",\n  "c": "Mrkev"\n}\n');
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(await waiting(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("without a base file goes into all files from the source language, into one from another", async () => {
    const { component, upstream } = await bilingual();
    const source = await add(component, "en", { context: "menu", sources: ["%d file", "%d files"] });
    expect(source).toMatchObject({ state: 100, targets: ["%d file", "%d files"], isSource: true });
    expect(await findUnit(admin, await unitId(component, "de", "%d file"))).toMatchObject({
      targets: ["", ""],
      state: 0,
      pending: true,
    });
    const only = await add(component, "cs", { context: "", sources: ["Save"], targets: ["Uložit"], state: 10 });
    expect(only).toMatchObject({ targets: ["Uložit"], state: 10 });
    await expect(unitId(component, "de", "Save")).rejects.toThrow();
    expect(await settle(component, "commit")).toEqual({ result: true });
    for (const file of ["po/cs.po", "po/de.po"])
      expect(upstream.read(file)).toContain('msgctxt "menu"\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""');
    expect(upstream.read("po/cs.po")).toContain('#, fuzzy\nmsgid "Save"\nmsgstr "Uložit"');
    expect(upstream.read("po/de.po")).not.toContain("Save");
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(await waiting(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("stays through a pull that comes before the commit", async () => {
    const { component, upstream } = await monolingual();
    await add(component, "en", { context: "c", sources: ["Carrot"] });
    upstream.commit({ "l/en.json": EN.replace("Apple", "Apples") });
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/en.json"))).toEqual({ a: "Apples", b: "Bean", c: "Carrot" });
    expect(await findUnit(admin, await unitId(component, "cs", "c"))).toMatchObject({ sources: ["Carrot"] });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("what a string to be added is asked for", () => {
  const shape = async (component: ComponentRow, language: string, actor = admin) =>
    shapeOfNew(actor, await findTranslation(actor, component, language));

  it("is a key and a text with a base file, in the source language", async () => {
    const { component } = await monolingual();
    expect(await shape(component, "en")).toEqual({
      ...{ monolingual: true, severalValues: false, sourceForms: 1, targetForms: 0 },
      states: [20, 10],
    });
  });

  it("is a source, and in other languages a translation, without one", async () => {
    const { component } = await bilingual();
    const common = { monolingual: false, severalValues: false, sourceForms: 2 };
    expect(await shape(component, "en")).toEqual({ ...common, targetForms: 0, states: [] });
    expect(await shape(component, "cs")).toEqual({ ...common, targetForms: 2, states: [20, 10, 0] });
    await updateProject(admin, component.project.slug, { translationReview: true });
    const reviewed = await findComponentById(admin, component.id);
    expect((await shape(reviewed, "cs")).states).toEqual([20, 10, 30, 0]);
    expect((await shape(reviewed, "cs", await makePerson("jan"))).states).toEqual([20, 10, 0]);
  });

  it("may be explained by somebody who may describe sources: all of it or nothing", async () => {
    const { component } = await bilingual();
    const made = await add(component, "en", { context: "", sources: ["Plum"], explanation: " The fruit " });
    expect(made).toMatchObject({ explanation: "The fruit" });
    expect(await findUnit(admin, await unitId(component, "cs", "Plum"))).toMatchObject({ explanation: "The fruit" });
    const team = grant({ permissions: ["unit.add"], projects: [component.projectId] });
    const petra = { ...(await makePerson("petra")), grants: [team] };
    const english = await findTranslation(petra, component, "en");
    await expect(addUnit(petra, english, { context: "", sources: ["Pear"], explanation: "Too" })).rejects.toMatchObject(
      {
        denial: { permission: "source.edit" },
      },
    );
    await expect(unitId(component, "en", "Pear")).rejects.toThrow();
    await addUnit(petra, english, { context: "", sources: ["Pear"] });
    expect(await counterDrift()).toEqual([]);
  });

  it("is a text for each form of a plural, or a file could not tell that there are two", async () => {
    const { component } = await bilingual();
    await expect(add(component, "en", { context: "", sources: ["%d file", ""] })).rejects.toMatchObject({
      fields: [{ path: "source", code: "blank" }],
    });
  });
});

describe("whether pages offer it", () => {
  it("follows the component, its format and the rights, but not an agreement, which is asked for on the way", async () => {
    const { component } = await monolingual();
    const jan = await makePerson("jan-of-pages");
    const english = await findTranslation(admin, component, "en");
    const czech = await findTranslation(admin, component, "cs");
    for (const what of ["add", "delete"] as const) {
      expect(mayManage(admin, component, what)).toBe(true);
      expect(mayManage(admin, component, what, english)).toBe(true);
      expect(mayManage(admin, component, what, czech)).toBe(false);
      expect(mayManage(jan, component, what)).toBe(false);
      expect(mayManage(admin, { ...component, manageUnits: false }, what)).toBe(false);
      expect(mayManage(admin, { ...component, agreement: "Yes" }, what)).toBe(true);
    }
    expect(await addingDenial(admin, english)).toBeUndefined();
    expect(await addingDenial(admin, czech)).toMatchObject({ reason: "not-supported" });
    const asking = { ...english, component: { ...component, agreement: "Yes" } };
    expect(await addingDenial(admin, asking)).toMatchObject({ reason: "agreement-unsigned" });
  });
});

describe("a string removed here", () => {
  it("with a base file leaves every language and every file", async () => {
    const { component, upstream } = await monolingual();
    const source = await unitId(component, "en", "a");
    await removeUnit(admin, source);
    await expect(unitId(component, "cs", "a")).rejects.toThrow();
    expect(await readCounter("component", component.id)).toMatchObject({ total: 2, translated: 2 });
    expect(await settle(component, "commit")).toEqual({ result: true });
    expect(upstream.read("l/en.json")).toBe('{\n  "b": "Bean"\n}\n');
    expect(upstream.read("l/cs.json")).toBe('{\n  "b": "Fazole"\n}\n');
    expect(await waiting(component)).toEqual([]);
    const commits = upstream.git("rev-list", "--count", "main").trim();
    expect(await settle(component, "push")).toEqual({ result: true });
    expect(upstream.git("rev-list", "--count", "main").trim()).toBe(commits);
    const lost = await textRows<{ old: string }>(
      db,
      sql`
      select old from changes where component_id = ${component.id} and action = 63 order by id`,
    );
    expect(lost).toEqual([{ old: "Apple" }, { old: "Jablko" }]);
    expect(await counterDrift()).toEqual([]);
  });

  it("stays removed through a pull that comes before the commit", async () => {
    const { component, upstream } = await monolingual();
    await removeUnit(admin, await unitId(component, "en", "a"));
    upstream.commit({ "l/en.json": EN.replace("Bean", "Green bean") });
    expect(await settle(component, "pull")).toEqual({ result: true });
    await expect(unitId(component, "en", "a")).rejects.toThrow();
    expect(JSON.parse(upstream.read("l/en.json"))).toEqual({ b: "Green bean" });
    expect(await waiting(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("comes back when upstream changed it meanwhile: no text is lost unseen", async () => {
    const { component, upstream } = await monolingual();
    await removeUnit(admin, await unitId(component, "en", "a"));
    upstream.commit({ "l/en.json": EN.replace("Apple", "Big apple") });
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(await findUnit(admin, await unitId(component, "en", "a"))).toMatchObject({ sources: ["Big apple"] });
    expect(JSON.parse(upstream.read("l/en.json"))).toEqual({ a: "Big apple", b: "Bean" });
    expect(await counterDrift()).toEqual([]);
  });

  it("without a base file leaves one language, or all from the source language", async () => {
    const { component, upstream } = await bilingual();
    await removeUnit(admin, await unitId(component, "cs", "Open"));
    expect(await findUnit(admin, await unitId(component, "de", "Open"))).toMatchObject({ targets: ["Öffnen"] });
    expect(await settle(component, "commit")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).not.toContain("Open");
    expect(upstream.read("po/de.po")).toContain("Open");
    await removeUnit(admin, await unitId(component, "en", "Quit"));
    expect(await settle(component, "commit")).toEqual({ result: true });
    for (const file of ["po/cs.po", "po/de.po"]) expect(upstream.read(file)).not.toContain("Quit");
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(await waiting(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("and added in between never reaches the files, nor comes back", async () => {
    const { component, upstream } = await monolingual();
    const made = await add(component, "en", { context: "c", sources: ["Carrot"] });
    await editUnit(admin, await unitId(component, "cs", "c"), { targets: ["Mrkev"], state: 20 });
    await removeUnit(admin, made.id);
    const commits = upstream.git("rev-list", "--count", "main").trim();
    expect(await settle(component, "commit")).toEqual({ result: true });
    expect(upstream.git("rev-list", "--count", "main").trim()).toBe(commits);
    expect(await waiting(component)).toEqual([]);
    upstream.commit({ "other.txt": "1\n" });
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(upstream.read("l/en.json")).toBe(EN);
  });

  it("can be added again", async () => {
    const { component, upstream } = await monolingual();
    await removeUnit(admin, await unitId(component, "en", "b"));
    await add(component, "en", { context: "b", sources: ["Broad bean"] });
    expect(await settle(component, "commit")).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/en.json"))).toEqual({ a: "Apple", b: "Broad bean" });
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(await findUnit(admin, await unitId(component, "cs", "b"))).toMatchObject({ sources: ["Broad bean"] });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("the flag read-only", () => {
  it("closes a string in all languages and gives their states back", async () => {
    const { component } = await bilingual();
    const source = await unitId(component, "en", "Quit");
    const [cs, de] = [await unitId(component, "cs", "Quit"), await unitId(component, "de", "Quit")];
    await editUnit(admin, de, { targets: ["Beenden?"], state: 10 });
    await changeUnit(admin, source, { extraFlags: "read-only" });
    for (const id of [cs, de]) expect(await findUnit(admin, id)).toMatchObject({ state: 100 });
    expect(await readCounter("translation", (await findUnit(admin, de)).translationId)).toMatchObject({
      readonly: 1,
      fuzzy: 0,
    });
    await expect(editUnit(admin, cs, { targets: ["x"], state: 20 })).rejects.toThrow(/read-only/);
    expect(await counterDrift()).toEqual([]);
    await changeUnit(admin, source, { extraFlags: "priority:40" });
    expect(await findUnit(admin, cs)).toMatchObject({ state: 20, priority: 40 });
    expect(await findUnit(admin, de)).toMatchObject({ state: 10 });
    expect(await counterDrift()).toEqual([]);
  });

  it("gives a string back that was read from its file meanwhile", async () => {
    const { component, upstream } = await monolingual();
    const source = await unitId(component, "en", "a");
    await changeUnit(admin, source, { extraFlags: "read-only" });
    expect(await findUnit(admin, source)).toMatchObject({ state: 100 });
    upstream.commit({ "l/cs.json": '{\n  "a": "Jablíčko",\n  "b": "Fazole"\n}\n' });
    expect(await settle(component, "pull")).toEqual({ result: true });
    await changeUnit(admin, source, { extraFlags: "" });
    expect(await findUnit(admin, await unitId(component, "cs", "a"))).toMatchObject({
      state: 20,
      targets: ["Jablíčko"],
    });
    expect(await findUnit(admin, source)).toMatchObject({ state: 20 });
    expect(await counterDrift()).toEqual([]);
  });

  it("keeps a string closed when upstream changes its text, and gives that text's state back", async () => {
    const { component, upstream } = await bilingual();
    const source = await unitId(component, "en", "Quit");
    const cs = await unitId(component, "cs", "Quit");
    await changeUnit(admin, source, { extraFlags: "read-only" });
    const path = "po/cs.po";
    upstream.commit({ [path]: upstream.read(path).replace(/(msgid "Quit"\nmsgstr )".*"/, '$1"Konec úplný"') });
    expect(await settle(component, "pull")).toEqual({ result: true });
    expect(await findUnit(admin, cs)).toMatchObject({ state: 100, targets: ["Konec úplný"] });
    await changeUnit(admin, source, { extraFlags: "" });
    expect(await findUnit(admin, cs)).toMatchObject({ state: 20 });
    expect(await counterDrift()).toEqual([]);
  });

  it("and any other flag is checked against all languages at once", async () => {
    const { component } = await bilingual();
    const source = await unitId(component, "en", "Open");
    const de = await unitId(component, "de", "Open");
    await changeUnit(admin, source, { extraFlags: "max-length:3" });
    expect(await findUnit(admin, de)).toMatchObject({ failing: true });
    const failing = () => textRows(db, sql`select "check" from findings where unit_id = ${de}`);
    expect(await failing()).toEqual([{ check: "max-length" }]);
    expect(await counterDrift()).toEqual([]);
    await changeUnit(admin, source, { extraFlags: "" });
    expect(await findUnit(admin, de)).toMatchObject({ failing: false });
    expect(await failing()).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });
});
