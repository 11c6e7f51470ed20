import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Edits that wait: what a commit takes of them, and what upstream does to them. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const message = (source: string, target: string) => `\nmsgid "${source}"\nmsgstr "${target}"\n`;
const po = (texts: Record<string, string>) =>
  `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n${Object.entries(texts)
    .map(([source, target]) => message(source, target))
    .join("")}`;
const TEXTS = { Quit: "Konec", Open: "Otevřít", Save: "Uložit", Print: "Tisk" };
const begin = (settings: { pushOnCommit?: boolean } = {}) =>
  connect(admin, { "po/cs.po": po(TEXTS) }, { filemask: "po/*.po", fileFormat: "po", manageUnits: true, ...settings });
const waiting = async (componentId: number) =>
  (
    await textRows<{ source: string }>(
      db,
      sql`
      select p.sources[1] as source from pending_changes p join translations t on t.id = p.translation_id
      where t.component_id = ${componentId} and p.commit is null order by p.id`,
    )
  ).map((row) => row.source);

describe("a commit policy", () => {
  it.each([20, 30])("of %i holds back texts below it, never what was emptied or removed", async (commitPolicy) => {
    const { component, upstream } = await begin();
    await updateProject(admin, component.project.slug, { translationReview: true, commitPolicy });
    await editUnit(admin, await unitId(component, "cs", "Open"), { targets: ["Otevři"], state: 10 });
    await editUnit(admin, await unitId(component, "cs", "Quit"), { targets: [""], state: 0 });
    await removeUnit(admin, await unitId(component, "cs", "Save"));
    await editUnit(admin, await unitId(component, "cs", "Print"), { targets: ["Tiskni"], state: commitPolicy });
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    const file = upstream.read("po/cs.po");
    expect(file).toContain(message("Quit", ""));
    expect(file).toContain(message("Open", "Otevřít"));
    expect(file).toContain(message("Print", "Tiskni"));
    expect(file).not.toContain('"Save"');
    expect(await waiting(component.id)).toEqual(["Open"]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("a string that was removed here", () => {
  it("comes back with upstream's text when upstream changed it meanwhile", async () => {
    const { component, upstream } = await begin();
    await removeUnit(admin, await unitId(component, "cs", "Quit"));
    upstream.commit({ "po/cs.po": po({ ...TEXTS, Quit: "Ukončit" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    const unit = await findUnit(admin, await unitId(component, "cs", "Quit"));
    expect(unit).toMatchObject({ targets: ["Ukončit"], state: 20 });
    expect(upstream.read("po/cs.po")).toContain("Ukončit");
    expect(await waiting(component.id)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("is gone for good when upstream left it alone", async () => {
    const { component, upstream } = await begin();
    await removeUnit(admin, await unitId(component, "cs", "Quit"));
    upstream.commit({ "po/cs.po": po({ ...TEXTS, Open: "Otevřete" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await expect(unitId(component, "cs", "Quit")).rejects.toThrow();
    expect(upstream.read("po/cs.po")).not.toContain("Quit");
    expect(upstream.read("po/cs.po")).toContain("Otevřete");
  });
});

describe("one commit", () => {
  it("takes all that waits in a file, however much it is", async () => {
    const { component, upstream } = await begin({ pushOnCommit: false });
    const id = await unitId(component, "cs", "Quit");
    await editUnit(admin, id, { targets: ["Ukončit"], state: 20 });
    await db.run(sql`
      insert into pending_changes (translation_id, unit_id, id_hash, context, sources, targets, state, author_name, author_email, author_id)
      select translation_id, unit_id, id_hash, context, sources, array['Ukončit ' || n], state, author_name, author_email, author_id
      from pending_changes, generate_series(1, 20500) n where unit_id = ${id}`);
    await db.run(sql`update units set targets = array['Ukončit 20500'] where id = ${id}`);
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(await waiting(component.id)).toEqual([]);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).toContain(message("Quit", "Ukončit 20500"));
    expect(await counterDrift()).toEqual([]);
  });
});

describe("files that are committed together", () => {
  it("are made from the base file as it is after its own commit", async () => {
    const { component, upstream } = await connect(
      admin,
      { "en.json": '{\n  "quit": "Quit"\n}\n', "cs.json": '{\n  "quit": "Konec"\n}\n', "de.json": "{}\n" },
      { filemask: "*.json", template: "en.json", fileFormat: "json", manageUnits: true },
    );
    const english = await findTranslation(admin, component, "en");
    await addUnit(admin, english, { context: "first", sources: ["First"] });
    await addUnit(admin, english, { context: "second", sources: ["Second"] });
    const petra = await makePerson("petra", { superuser: true });
    await editUnit(petra, await unitId(component, "cs", "Second"), { targets: ["Druhý"], state: 20 });
    await editUnit(admin, await unitId(component, "cs", "First"), { targets: ["První"], state: 20 });
    await editUnit(admin, await unitId(component, "de", "Second"), { targets: ["Zweiter"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    // The order of new strings is the base file's, not that of their commits.
    expect(Object.keys(JSON.parse(upstream.read("cs.json")))).toEqual(["quit", "first", "second"]);
    expect(JSON.parse(upstream.read("de.json"))).toEqual({ second: "Zweiter" });
    expect(upstream.git("log", "--format=%an %s", "--name-only", "main").match(/\w+\.json/g)).toEqual([
      "de.json",
      "cs.json",
      "cs.json",
      "en.json",
      "cs.json",
      "de.json",
      "en.json",
    ]);
  });
});

describe("an edit of the base file that waits", () => {
  it("leaves translations as they are confirmed when a pull brings other keys", async () => {
    const english = (rest: Record<string, string>) =>
      `${JSON.stringify({ title: "Title", quit: "Quit", ...rest }, null, 2)}\n`;
    const { component, upstream } = await connect(
      admin,
      { "en.json": english({}), "de.json": '{\n  "title": "Titel",\n  "quit": "Ende"\n}\n', "cs.json": "{}\n" },
      { filemask: "*.json", template: "en.json", fileFormat: "json" },
    );
    await editUnit(admin, await unitId(component, "en", "title"), { targets: ["Title X"], state: 20 });
    const german = await unitId(component, "de", "title");
    expect((await findUnit(admin, german)).state).toBe(10);
    await editUnit(admin, german, { targets: ["Titel X"], state: 20 });
    const lines = async () =>
      (await textRows<{ id: number }>(db, sql`select id from changes where unit_id = ${german}`)).length;
    const before = await lines();
    upstream.commit({ "en.json": english({ more: "More" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await findUnit(admin, german)).toMatchObject({ targets: ["Titel X"], state: 20, previousSource: "" });
    expect(await lines()).toBe(before);
    expect((await findUnit(admin, await unitId(component, "de", "more"))).state).toBe(0);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(JSON.parse(upstream.read("de.json"))).toMatchObject({ title: "Titel X" });
    expect(JSON.parse(upstream.read("en.json"))).toMatchObject({ title: "Title X", more: "More" });
    expect((await findUnit(admin, german)).state).toBe(20);
    expect(await counterDrift()).toEqual([]);
  });
});
