import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
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

/** Files of languages that upstream gave another code. */

const STYLES = ["rebase", "merge", "merge_noff"] as const;

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const json = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const EN = json({ a: "Apple", b: "Bean", c: "Carrot" });
const PT = json({ a: "Maçã", b: "Feijão" });
const operate = async (component: ComponentRow, operation: "commit" | "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const languages = (component: ComponentRow) =>
  textRows<{ code: string; filename: string }>(
    db,
    sql`select l.code, t.filename from translations t join languages l on l.id = t.language_id
      where t.component_id = ${component.id} and not t.is_source order by 1`,
  );
const begin = (files: Record<string, string>, mergeStyle = "rebase") =>
  connect(
    petra,
    { "l/en.json": EN, ...files },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, mergeStyle },
  );
const save = async (component: ComponentRow, language: string, key: string, text: string) =>
  editUnit(petra, await unitId(component, language, key), { targets: [text], state: 20 });
const drift = async () => expect(await counterDrift()).toEqual([]);

describe.each(STYLES)("with the style %s", (mergeStyle) => {
  it.each(["waits", "is committed"])("a text of ours that %s goes along with its language", async (when) => {
    const { component, upstream } = await begin({ "l/pt.json": PT, "l/cs.json": json({ a: "Jablko" }) }, mergeStyle);
    const id = await unitId(component, "pt", "c");
    await save(component, "pt", "c", "Cenoura");
    if (when === "is committed") await operate(component, "commit");
    upstream.commit({ "l/pt.json": null, "l/pt_BR.json": PT });
    await operate(component, "pull");
    expect(await languages(component)).toEqual([
      { code: "cs", filename: "l/cs.json" },
      { code: "pt_BR", filename: "l/pt_BR.json" },
    ]);
    expect(await unitId(component, "pt_BR", "c")).toBe(id);
    expect((await findUnit(petra, id)).targets).toEqual(["Cenoura"]);
    await operate(component, "push");
    expect(JSON.parse(upstream.read("l/pt_BR.json"))).toEqual({ a: "Maçã", b: "Feijão", c: "Cenoura" });
    expect(upstream.git("ls-tree", "--name-only", "-r", "main")).not.toContain("l/pt.json");
    expect(await fileDrift(component)).toEqual([]);
    await drift();
  });
});

it("languages stay apart where several files are alike, or the plural forms are others", async () => {
  const same = json({ a: "" });
  const { component, upstream } = await begin({ "l/pt.json": same, "l/cs.json": same, "l/de.json": PT });
  upstream.commit({ "l/pt.json": null, "l/pt_BR.json": same, "l/de.json": null, "l/ja.json": PT });
  await operate(component, "pull");
  const told = await textRows(
    db,
    sql`select id from changes where component_id = ${component.id} and details->>'reason' = 'renamed-upstream'`,
  );
  expect(told).toEqual([]);
  expect((await languages(component)).map(({ code }) => code)).toEqual(["cs", "ja", "pt_BR"]);
  await drift();
});

describe("when upstream moves the folder", () => {
  const moved = { "l/en.json": null, "l/pt.json": null, "l/cs.json": null, "t/en.json": EN, "t/pt.json": PT };
  const start = (mergeStyle: string) => begin({ "l/pt.json": PT, "l/cs.json": json({ a: "Jablko" }) }, mergeStyle);
  const files = (upstream: { git: (...words: string[]) => string }) =>
    upstream.git("ls-tree", "--name-only", "-r", "main").trim().split("\n");

  it.each(oneOf(STYLES, 1))("a language that was added here goes there, too (%s)", async (mergeStyle) => {
    const { component, upstream } = await start(mergeStyle);
    await beginLanguage(petra, component, "fr");
    await writeLanguageFile(component.repositoryId, (await findTranslation(petra, component, "fr")).id);
    await save(component, "fr", "a", "Pomme");
    await operate(component, "commit");
    upstream.commit({ ...moved, "t/cs.json": json({ a: "Jablko" }) });
    await operate(component, "pull");
    const now = await findComponentById(petra, component.id);
    expect([now.filemask, now.template]).toEqual(["t/*.json", "t/en.json"]);
    await operate(component, "push");
    expect(files(upstream)).toEqual(["t/cs.json", "t/en.json", "t/fr.json", "t/pt.json"]);
    expect(JSON.parse(upstream.read("t/fr.json"))).toEqual({ a: "Pomme" });
    expect(await fileDrift(now)).toEqual([]);
    await drift();
  });

  it.each(oneOf(STYLES, 2))("a language that was removed here stays removed (%s)", async (mergeStyle) => {
    const { component, upstream } = await start(mergeStyle);
    const translation = await findTranslation(petra, component, "cs");
    await removeLanguageFrom(petra, translation);
    const { repositoryId: repository, id } = component;
    await removeLanguageFile({ repository, component: id, filename: translation.filename, language: "cs" });
    upstream.commit({ ...moved, "t/cs.json": json({ a: "Jablko" }) });
    await operate(component, "pull");
    await operate(component, "push");
    const now = await findComponentById(petra, component.id);
    expect(now.filemask).toBe("t/*.json");
    expect(files(upstream)).toEqual(["t/en.json", "t/pt.json"]);
    expect((await languages(now)).map(({ code }) => code)).toEqual(["pt"]);
    expect(await fileDrift(now)).toEqual([]);
    await drift();
  });
});
