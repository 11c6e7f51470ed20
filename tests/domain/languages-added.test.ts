import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { addLanguage } from "@/lib/domain/creation/add-language";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { performOperation } from "@/lib/domain/integrate/operations";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../support/differences";
import { projectFile } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow } from "../support/text-rows";
import { bundleWorker, type WorkerProgram } from "../support/worker";

let admin: Actor;
let worker: WorkerProgram;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  worker = await bundleWorker();
  await worker.start();
});
afterAll(() => worker.dispose());

const ANDROID = "aresource/compass/app/src/main/res";

describe("adding a language", () => {
  it("in PO makes the file from the template, with the language's plurals", async () => {
    const root = "po/orchard/src/locale";
    const { component, upstream } = await connect(
      admin,
      {
        "l/orchard.pot": projectFile(`${root}/orchard.pot`),
        "l/cs/orchard.po": projectFile(`${root}/cs/LC_MESSAGES/orchard.po`),
      },
      { filemask: "l/*/orchard.po", newBase: "l/orchard.pot", fileFormat: "po" },
    );
    const made = await addLanguage(admin, component, "sl");
    expect(made).toMatchObject({ languageCode: "sl", filename: "l/sl/orchard.po", fileWanted: false });
    const id = await unitId(component, "sl", "Plant a tree");
    await editUnit(admin, id, { targets: ["Posadi drevo"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    const file = upstream.read("l/sl/orchard.po");
    expect(file).toMatch(/nplurals=4/);
    expect(file).toContain("Posadi drevo");
    expect((await readCounter("translation", made.id)).translated).toBe(1);
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  });

  it("in Android uses the platform's code and starts with nothing", async () => {
    const { component, upstream } = await connect(
      admin,
      {
        "res/values/strings.xml": projectFile(`${ANDROID}/values/strings.xml`),
        "res/values-de/strings.xml": projectFile(`${ANDROID}/values-de/strings.xml`),
      },
      { filemask: "res/values-*/strings.xml", template: "res/values/strings.xml", fileFormat: "aresource" },
    );
    const made = await addLanguage(admin, component, "pt_BR");
    expect(made.filename).toBe("res/values-pt-rBR/strings.xml");
    await performOperation(component.repositoryId, "push");
    expect(upstream.read("res/values-pt-rBR/strings.xml")).toContain("<resources");
    const { counters } = await findTranslation(admin, await findComponentById(admin, component.id), "pt_BR");
    expect(counters.translated).toBe(counters.readonly);
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  });

  it("survives an upstream that moves before the push", async () => {
    const { component, upstream } = await connect(
      admin,
      { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": '{"a": "Jablko"}\n' },
      { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" },
    );
    await addLanguage(admin, component, "fr");
    await editUnit(admin, await unitId(component, "fr", "a"), { targets: ["Pomme"], state: 20 });
    upstream.commit({ "l/en.json": '{"a": "Apple", "b": "Bean"}\n' });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/fr.json"))).toMatchObject({ a: "Pomme" });
    expect((await readCounter("component", component.id)).total).toBe(6);
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  });

  it("refuses one that is there, unknown ones, and a bilingual component without a template", async () => {
    const { component } = await connect(
      admin,
      { "po/cs.po": 'msgid "x"\nmsgstr "y"\n' },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    await expect(addLanguage(admin, component, "cs")).rejects.toThrow(/new base/);
    const other = await connect(
      admin,
      { "l/en.json": '{"a": "A"}', "l/cs.json": "{}" },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    await expect(addLanguage(admin, other.component, "cs")).rejects.toThrow(/already/);
    await expect(addLanguage(admin, other.component, "nope")).rejects.toThrow(/no language/);
  });
});

describe("removing a language", () => {
  it("removes its file with the next push, and never the source", async () => {
    const { component, upstream } = await connect(
      admin,
      { "l/en.json": '{"a": "A"}', "l/cs.json": '{"a": "B"}', "l/de.json": '{"a": "C"}' },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    await removeLanguageFrom(admin, await findTranslation(admin, component, "de"));
    await expect(removeLanguageFrom(admin, await findTranslation(admin, component, "en"))).rejects.toThrow(
      /source language/,
    );
    const task = await textRow<{ id: string }>(
      db,
      sql`select id from tasks where component_id = ${component.id} and kind = 'remove-file'`,
    );
    expect((await waitForTask(task?.id ?? "", 20_000))?.state).toBe("done");
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("ls-tree", "--name-only", "-r", "main")).toBe("l/cs.json\nl/en.json\n");
    expect((await readCounter("component", component.id)).total).toBe(2);
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  });
});
