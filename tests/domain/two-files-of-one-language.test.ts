import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { chooseFile, filesOfOneLanguage } from "@/lib/domain/creation/choose-file";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Two files of one language: told before anything begins, or by an alert that names both and lets people choose. */

let admin: Actor;
let petra: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const json = (a: string) => `${JSON.stringify({ a }, null, 2)}\n`;
const settings = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false };
const [NEW, OLD] = ["l/pt-BR.json", "l/pt_BR.json"];

const operate = async (component: ComponentRow, operation: "pull" | "push" | "file-scan") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const fileOf = async (component: ComponentRow) =>
  (
    await textRows<{ filename: string }>(
      db,
      sql`select t.filename from translations t join languages l on l.id = t.language_id where t.component_id = ${component.id} and l.code = 'pt_BR'`,
    )
  )[0]?.filename;
const alertOf = async (component: ComponentRow) =>
  (await listAlerts(component.id)).find(({ kind }) => kind === "DuplicateLanguage")?.details;

it("are an error of the mask at creation, which names both, unless one of them is preferred", async () => {
  const files = { "l/en.json": json("x"), [NEW]: json("new"), [OLD]: json("old") };
  const error = await connect(admin, files, settings).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Invalid);
  expect((error as Invalid).fields).toEqual([
    expect.objectContaining({ path: "filemask", message: expect.stringContaining(`${NEW} and ${OLD} are files`) }),
  ]);
  const { component } = await connect(admin, files, { ...settings, preferredFiles: [OLD] });
  expect(await fileOf(component)).toBe(OLD);
  const wrong = connect(admin, files, { ...settings, preferredFiles: ["x/pt.json"] });
  await expect(wrong).rejects.toThrow("does not match l/*.json");
});

it("leave the one in use that was first, until somebody chooses the other, which then stays", async () => {
  const { component, upstream } = await connect(admin, { "l/en.json": json("x"), [OLD]: json("old") }, settings);
  upstream.commit({ [NEW]: json("new") });
  await operate(component, "pull");
  expect(await fileOf(component)).toBe(OLD);
  expect(await alertOf(component)).toEqual({ duplicates: [{ language: "pt_BR", files: [OLD, NEW] }] });
  expect(await filesOfOneLanguage(component)).toEqual([{ language: "pt_BR", used: OLD, others: [NEW] }]);
  await expect(chooseFile(petra, component, NEW)).rejects.toThrow();
  await expect(chooseFile(admin, component, "l/de.json")).rejects.toThrow("is not one of several files");
  await chooseFile(admin, component, NEW);
  const changed = await findComponentById(admin, component.id);
  expect(changed.preferredFiles).toEqual([NEW]);
  await operate(component, "file-scan");
  expect(await fileOf(component)).toBe(NEW);
  const unit = await unitId(component, "pt_BR", "a");
  expect((await findUnit(admin, unit)).targets).toEqual(["new"]);
  await editUnit(admin, unit, { targets: ["newer"], state: 20 });
  await operate(component, "push");
  expect([upstream.read(OLD), upstream.read(NEW)]).toEqual([json("old"), json("newer")]);
  await chooseFile(admin, changed, OLD);
  expect((await findComponentById(admin, component.id)).preferredFiles).toEqual([OLD]);
  await operate(component, "file-scan");
  expect((await findUnit(admin, unit)).targets).toEqual(["old"]);
  expect(await counterDrift()).toEqual([]);
  // The alert goes with its reason.
  upstream.commit({ [NEW]: null });
  await operate(component, "pull");
  expect(await alertOf(component)).toBeUndefined();
  expect(await fileOf(component)).toBe(OLD);
});

it("are told where only an alias of the project makes them one language", async () => {
  const files = { "l/en.json": json("x"), "l/de.json": json("a"), "l/german.json": json("b") };
  const { component } = await connect(admin, files, settings);
  await updateProject(admin, component.project.slug, { languageAliases: "german:de" });
  await operate(component, "file-scan");
  expect(await alertOf(component)).toEqual({
    duplicates: [{ language: "de", files: ["l/de.json", "l/german.json"] }],
  });
});
