import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { previewComponent } from "@/lib/domain/creation/settings-preview";
import { settingMarks, updateComponent } from "@/lib/domain/creation/update-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** A component that takes only some of the keys of its files. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

type Texts = Record<string, string>;
const json = (texts: Texts) => `${JSON.stringify(texts, null, 2)}\n`;
const ENGLISH = { "app.open": "Open", "app.save": "Save", "log.start": "Started", "my.app": "Mine" };
const CZECH = { "app.open": "Otevřít", "log.start": "Spuštěno" };

const begin = (keyFilter: string) =>
  connect(
    petra,
    { "l/en.json": json(ENGLISH), "l/cs.json": json(CZECH) },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, keyFilter },
  );

const stringsOf = async ({ id }: ComponentRow, language: string) =>
  (
    await textRows<{ told: string }>(
      db,
      sql`
    select s.context || '=' || u.targets[1] as told from units u join source_units s on s.id = u.source_id
      join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${id} and l.code = ${language} order by s.position`,
    )
  ).map(({ told }) => told);

async function expectSound(component: ComponentRow) {
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
}

async function refilter(component: ComponentRow, keyFilter: string): Promise<ComponentRow> {
  const wanted = { keyFilter };
  const marks = settingMarks(component, ["keyFilter"]);
  const plan = await previewComponent(petra, component, wanted, marks, "saving");
  expect(plan.problems).toEqual([]);
  await updateComponent(petra, component, wanted);
  expect(await performOperation(component.repositoryId, "file-scan")).toMatchObject({ result: true });
  return findComponentById(petra, component.id);
}

it("imports strings whose key has a match, and leaves the others in the files", async () => {
  const { component, upstream } = await begin("^app\\.");
  expect(await stringsOf(component, "cs")).toEqual(["app.open=Otevřít", "app.save="]);
  await editUnit(petra, await unitId(component, "cs", "app.save"), { targets: ["Uložit"], state: 20 });
  await expectSound(component);
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(upstream.read("l/cs.json")).toBe(
    json({ "app.open": "Otevřít", "app.save": "Uložit", "log.start": "Spuštěno" }),
  );
  await expectSound(component);
});

it("follows upstream for these keys alone", async () => {
  const { component, upstream } = await begin("^app\\.");
  upstream.commit({
    "l/en.json": json({
      ...ENGLISH,
      "app.open": "Open it",
      "app.quit": "Quit",
      "log.start": "Begun",
      "log.end": "Ended",
    }),
    "l/cs.json": json({ ...CZECH, "app.quit": "Konec", "log.end": "Skončeno" }),
  });
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  expect(await stringsOf(component, "en")).toEqual(["app.open=Open it", "app.save=Save", "app.quit=Quit"]);
  expect(await stringsOf(component, "cs")).toEqual(["app.open=Otevřít", "app.save=", "app.quit=Konec"]);
  await expectSound(component);
});

it("is followed when it changes: strings that match no more go, others come with their translations", async () => {
  const { component } = await begin("");
  await editUnit(petra, await unitId(component, "cs", "log.start"), { targets: ["Zahájeno"], state: 20 });
  expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
  const told = await previewComponent(
    petra,
    component,
    { keyFilter: "^app\\." },
    settingMarks(component, ["keyFilter"]),
  );
  expect(told.consequences).toMatchObject([{ kind: "files", lost: 1 }]);
  expect(told.sure).not.toBe("");
  const narrow = await refilter(component, "^app\\.");
  expect(await stringsOf(narrow, "cs")).toEqual(["app.open=Otevřít", "app.save="]);
  await expectSound(narrow);
  const other = await refilter(narrow, "^log|app$");
  expect(await stringsOf(other, "cs")).toEqual(["log.start=Zahájeno", "my.app="]);
  await expectSound(other);
  const whole = await refilter(other, "");
  expect(await stringsOf(whole, "cs")).toEqual(["app.open=Otevřít", "app.save=", "log.start=Zahájeno", "my.app="]);
  await expectSound(whole);
});

it("lets nobody add a string that it would not import", async () => {
  const { component } = await begin("^app\\.");
  const source = await findTranslation(petra, component, "en");
  await expect(addUnit(petra, source, { context: "log.end", sources: ["Ended"] })).rejects.toMatchObject({
    fields: [{ path: "key", message: "The key filter “^app\\.” of the component does not match this key." }],
  });
  await addUnit(petra, source, { context: "app.quit", sources: ["Quit"] });
  const bytes = new TextEncoder().encode(json({ "app.help": "Help", "log.help": "Helped" }));
  await uploadFile(petra, source, {
    ...{ bytes, filename: "en.json", method: "add", conflicts: "", fuzzy: "" },
  });
  expect(await stringsOf(component, "en")).toEqual([
    "app.open=Open",
    "app.save=Save",
    "app.quit=Quit",
    "app.help=Help",
  ]);
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  await expectSound(component);
});

it("is for components with a base file, and is a regular expression", async () => {
  const po = 'msgid ""\nmsgstr ""\n\nmsgid "Open"\nmsgstr "Otevřít"\n';
  const given = { filemask: "po/*.po", fileFormat: "po", keyFilter: "^app" };
  await expect(connect(petra, { "po/cs.po": po }, given)).rejects.toMatchObject({
    fields: [{ path: "keyFilter", message: "A key filter needs a base file." }],
  });
  await expect(begin("(")).rejects.toMatchObject({ fields: [{ path: "keyFilter" }] });
});
