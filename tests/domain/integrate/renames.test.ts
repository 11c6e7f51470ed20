import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { oneOf } from "../../support/combinations";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";
import { FORMATS, type Texts } from "../../support/two-formats";

/** Files that upstream moves elsewhere stay the files of their languages. */

const STYLES = ["rebase", "merge", "merge_noff"] as const;

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const CS: Texts = { Quit: "Konec", Open: "Otevřít" };
const DE: Texts = { Quit: "Ende", Open: "Öffnen" };

const operate = async (component: ComponentRow, operation: "commit" | "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const units = async (component: ComponentRow) =>
  textRows(
    db,
    sql`
    select u.id, t.id as translation from units u join translations t on t.id = u.translation_id
    where t.component_id = ${component.id} order by 1`,
  );

describe.each(FORMATS)("in $name", (format) => {
  const { settings, files, file, path } = format;
  const turn = FORMATS.indexOf(format);
  const moved = (from: string) => `app/texts/${from.slice(from.indexOf("/") + 1)}`;
  const begin = (mergeStyle: string) =>
    connect(petra, files({ cs: CS, de: DE }), { ...settings, mergeStyle, pushOnCommit: false });
  const everything = files({ cs: CS, de: DE });

  it.each(oneOf(STYLES, turn))("the folder of the mask, with our edits (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
    await operate(component, "commit");
    await editUnit(petra, await unitId(component, "de", "Quit"), { targets: ["Beenden"], state: 20 });
    const before = await units(component);
    upstream.commit({
      ...Object.fromEntries(Object.keys(everything).map((name) => [name, null])),
      ...Object.fromEntries(Object.entries(everything).map(([name, content]) => [moved(name), content])),
      // One of them is changed at the same time.
      [moved(path("de"))]: file("de", { ...DE, Open: "Aufmachen" }),
    });
    await operate(component, "pull");
    const now = await findComponentById(petra, component.id);
    expect(now).toMatchObject({
      filemask: moved(component.filemask),
      template: component.template && moved(component.template),
      newBase: moved(component.newBase),
      locked: false,
    });
    expect(await units(component)).toEqual(before);
    expect(await findUnit(petra, await unitId(component, "cs", "Quit"))).toMatchObject({ targets: ["Ukončit"] });
    expect(await findUnit(petra, await unitId(component, "de", "Open"))).toMatchObject({ targets: ["Aufmachen"] });
    const told = await textRows<{ details: { setting: string }; target: string }>(
      db,
      sql`select target, details from changes where component_id = ${component.id} and action = 96 order by id`,
    );
    expect(told).toContainEqual({
      target: moved(component.filemask),
      details: { setting: "filemask", reason: "renamed-upstream" },
    });
    await operate(component, "push");
    expect(upstream.git("ls-tree", "--name-only", "-r", "main").trim().split("\n")).toEqual(
      Object.keys(everything).map(moved).sort(),
    );
    expect(upstream.read(moved(path("cs")))).toContain("Ukončit");
    expect(upstream.read(moved(path("de")))).toContain("Beenden");
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it.each(oneOf(STYLES, turn + 1))("a language that was added here meanwhile goes along (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    await beginLanguage(petra, component, "fr");
    const { id } = await findTranslation(petra, component, "fr");
    await writeLanguageFile(component.repositoryId, id);
    await editUnit(petra, await unitId(component, "fr", "Quit"), { targets: ["Quitter"], state: 20 });
    await operate(component, "commit");
    upstream.commit({
      ...Object.fromEntries(Object.keys(everything).map((name) => [name, null])),
      ...Object.fromEntries(Object.entries(everything).map(([name, content]) => [moved(name), content])),
    });
    await operate(component, "pull");
    await operate(component, "push");
    const there = upstream.git("ls-tree", "--name-only", "-r", "main").trim().split("\n");
    expect(there).toEqual([...Object.keys(everything), path("fr")].map(moved).sort());
    expect(upstream.read(moved(path("fr")))).toContain("Quitter");
    expect(await findUnit(petra, await unitId(component, "fr", "Quit"))).toMatchObject({ targets: ["Quitter"] });
    const now = await findComponentById(petra, component.id);
    expect(await fileDrift(now)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("the folder of the mask, where every file changed before we looked", async () => {
    const [cs, de] = [
      { Quit: "Konec", Open: "Otevřít", Save: "Uložit", Print: "Tisk" },
      { Quit: "Ende", Open: "Öffnen", Save: "Sichern", Print: "Druck" },
    ];
    const before = files({ cs, de });
    const { component, upstream } = await connect(petra, before, { ...settings, pushOnCommit: false });
    await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
    const [now, next] = [
      { ...cs, Open: "Otevři" },
      { ...de, Open: "Auf", Close: "" },
    ];
    upstream.commit(Object.fromEntries(Object.keys(before).map((name) => [name, null])));
    const after = Object.entries(files({ cs: now, de: next }));
    upstream.commit(Object.fromEntries(after.map(([name, content]) => [moved(name), content])));
    await operate(component, "push");
    expect(await findComponentById(petra, component.id)).toMatchObject({
      filemask: moved(component.filemask),
      template: component.template && moved(component.template),
      newBase: moved(component.newBase),
    });
    expect(upstream.read(moved(path("cs")))).toContain("Ukončit");
    expect(await findUnit(petra, await unitId(component, "de", "Open"))).toMatchObject({ targets: ["Auf"] });
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("other files of the same names are others, whatever has gone", async () => {
    const { component, upstream } = await begin("rebase");
    const others = files({
      cs: { Left: "Vlevo", Right: "Vpravo", Up: "Nahoru", Down: "Dolů", Back: "Zpět" },
      de: { Left: "Links", Right: "Rechts", Up: "Auf", Down: "Ab", Back: "Zurück" },
    });
    upstream.commit({
      ...Object.fromEntries(Object.keys(everything).map((name) => [name, null])),
      ...Object.fromEntries(Object.entries(others).map(([name, content]) => [moved(name), content])),
    });
    await performOperation(component.repositoryId, "pull");
    expect((await findComponentById(petra, component.id)).filemask).toBe(component.filemask);
  });

  it("the base file alone", async () => {
    const { component, upstream } = await begin("rebase");
    const before = await units(component);
    const place = `elsewhere/base${settings.newBase?.slice(settings.newBase.lastIndexOf(".")) ?? ""}`;
    upstream.commit({ [component.newBase]: null, [place]: everything[component.newBase] ?? "" });
    await operate(component, "pull");
    expect(await findComponentById(petra, component.id)).toMatchObject({
      filemask: component.filemask,
      template: component.template && place,
      newBase: place,
    });
    expect(await units(component)).toEqual(before);
    await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toContain("Ukončit");
    expect(await fileDrift(component)).toEqual([]);
  });

  it("nothing is followed when other files of the languages were removed for good", async () => {
    const { component, upstream } = await begin("rebase");
    upstream.commit({ [path("cs")]: null, [path("de")]: null, "other.txt": "1" });
    await performOperation(component.repositoryId, "pull");
    expect(await findComponentById(petra, component.id)).toMatchObject({ filemask: component.filemask });
  });
});

it("a language that was added here goes along where each has a folder of its own, too", async () => {
  const xml = (text: string) => `<resources>\n    <string name="quit">${text}</string>\n</resources>\n`;
  const files = (top: string) => ({
    [`${top}res/values/strings.xml`]: xml("Quit"),
    [`${top}res/values-cs/strings.xml`]: xml("Konec"),
  });
  const { component, upstream } = await connect(petra, files(""), {
    ...{ filemask: "res/values-*/strings.xml", template: "res/values/strings.xml", fileFormat: "aresource" },
    ...{ mergeStyle: "merge", pushOnCommit: false },
  });
  await beginLanguage(petra, component, "de");
  await writeLanguageFile(component.repositoryId, (await findTranslation(petra, component, "de")).id);
  const gone = Object.fromEntries(Object.keys(files("")).map((name) => [name, null]));
  upstream.commit({ ...gone, ...files("moved/") });
  await operate(component, "pull");
  await operate(component, "push");
  expect(upstream.git("ls-tree", "--name-only", "-r", "main").trim().split("\n")).toEqual(
    [...Object.keys(files("moved/")), "moved/res/values-de/strings.xml"].sort(),
  );
});
