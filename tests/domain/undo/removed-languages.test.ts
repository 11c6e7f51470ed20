import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { type ComponentRow, setLock } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { addComment } from "@/lib/domain/discussion/comments";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { keepDraft } from "@/lib/domain/editor/drafts";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createScreenshot, readImage, removeOrphanImages, showUnit } from "@/lib/domain/screenshots/screenshots";
import { findTranslation } from "@/lib/domain/translations/translations";
import { listOperations } from "@/lib/domain/undo/operations";
import { purgeOperations } from "@/lib/domain/undo/purge-operations";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import type { Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";
import { textRow, textRows } from "../../support/text-rows";
import { FORMATS, type Texts, type TwoFormat } from "../../support/two-formats";

/** Languages that were removed, here or by upstream, and are brought back with all that people typed. */

let petra: Actor;
let jan: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan", { superuser: true });
});

const CS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "", Close: "Zavřít" };
const DE: Texts = { Quit: "Ende", Open: "", Save: "Sichern", Close: "" };

const save = async (component: ComponentRow, source: string, text: string, actor = jan, language = "cs") =>
  editUnit(actor, await unitId(component, language, source), { targets: [text], state: 20 });
const operate = async (component: ComponentRow, operation: "commit" | "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });

/** Everything that hangs on a language, whatever versions and moments. */
const everything = async (component: ComponentRow) => {
  const here = sql`(select t.id from translations t join languages l on l.id = t.language_id where t.component_id = ${component.id} and l.code = 'cs')`;
  return Promise.all([
    textRows(db, sql`select id, language_code, filename, plural_id, check_flags from translations where id = ${here}`),
    textRows(
      db,
      sql`select id, source_id, targets, state, original_state, previous_source, pending, automatic, position, failing, suggested, commented
      from units where translation_id = ${here} order by id`,
    ),
    textRows(
      db,
      sql`select f.* from findings f join units u on u.id = f.unit_id where u.translation_id = ${here} order by 1, 2`,
    ),
    textRows(
      db,
      sql`select g.*, (select jsonb_agg(v) from votes v where v.suggestion_id = g.id) from suggestions g join units u on u.id = g.unit_id where u.translation_id = ${here} order by g.id`,
    ),
    textRows(db, sql`select * from comments where translation_id = ${here} order by id`),
    textRows(
      db,
      sql`select h.*, y.source_id from screenshots h join screenshot_units y on y.screenshot_id = h.id where h.translation_id = ${here} order by h.id`,
    ),
    textRows(
      db,
      sql`select d.user_id, d.unit_id, d.targets from drafts d join units u on u.id = d.unit_id where u.translation_id = ${here} order by 1, 2`,
    ),
    textRows(
      db,
      sql`select kind, unit_id, id_hash, targets, state, author_name, author_email, author_id from pending_changes where translation_id = ${here} order by id`,
    ),
    textRows(
      db,
      sql`select scope, object_id, language_id, total, translated, fuzzy, failing, suggestions, comments, pending, translations, recent from counters order by 1, 2, 3`,
    ),
  ]);
};

async function remove(component: ComponentRow): Promise<string> {
  const translation = await findTranslation(petra, component, "cs");
  const operation = await removeLanguageFrom(petra, translation);
  await writeRemoval(component, translation.filename);
  return operation;
}
const writeRemoval = ({ repositoryId: repository, id }: ComponentRow, filename: string) =>
  removeLanguageFile({ repository, component: id, filename, language: "Czech" });

/** What the task of a language that came does. */
const write = async (component: ComponentRow) =>
  writeLanguageFile(component.repositoryId, (await findTranslation(petra, component, "cs")).id);

const listed = async (component: ComponentRow, actor = petra) =>
  (await listOperations(actor, { component }, { limit: 50 })).rows;
const removal = async (component: ComponentRow) =>
  (await listed(component)).find(({ kind, undoneBy }) => kind === "removal" && undoneBy === null)?.id ?? "";
const undo = (operation: string, actor = petra) => undoHere(actor, operation, { plan: false });

const languages = async (component: ComponentRow) =>
  textRows(
    db,
    sql`select l.code from translations t join languages l on l.id = t.language_id where t.component_id = ${component.id} order by 1`,
  );
const said = async (component: ComponentRow) =>
  Object.fromEntries(
    (
      await textRows<{ name: string; target: string }>(
        db,
        sql`
        select coalesce(nullif(s.context, ''), s.sources[1]) as name, u.targets[1] as target
        from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
          join languages l on l.id = t.language_id
        where t.component_id = ${component.id} and l.code = 'cs' and u.targets[1] <> '' order by u.position, u.id`,
      )
    ).map((row) => [row.name, row.target]),
  );

describe.each(FORMATS)("in $name", (format: TwoFormat) => {
  const it = inTurn(FORMATS.indexOf(format), FORMATS.length);
  const { files, file, path, read, settings } = format;
  const begin = (more: object = {}) =>
    connect(petra, files({ cs: CS, de: DE }), { ...settings, pushOnCommit: false, ...more });

  /** Comments, suggestions, a screenshot, a draft and a dismissed finding. */
  async function discuss(component: ComponentRow): Promise<number> {
    const open = await unitId(component, "cs", "Open");
    await addSuggestion(jan, open, ["Otevři"]);
    await addComment(jan, open, { scope: "translation", text: "Dialog" });
    await addComment(petra, open, { scope: "report", text: "Where is this?" });
    const translation = await findTranslation(petra, component, "cs");
    const shot = await createScreenshot(petra, translation, {
      name: "Menu",
      repositoryFilename: "",
      content: png(20, 10),
    });
    await showUnit(petra, shot.id, open);
    await save(component, "Quit", "Konec.");
    await db.run(sql`update findings set dismissed = true where unit_id = ${await unitId(component, "cs", "Quit")}`);
    await keepDraft(jan, open, { targets: ["Otev"], baseVersion: 1 });
    return shot.id;
  }

  /** Files and strings agree, and after a push upstream has these texts. */
  async function expectUpstream(component: ComponentRow, upstream: Upstream, cs: Texts): Promise<void> {
    const filled = (texts: Texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
    expect(await said(component)).toEqual(filled(cs));
    expect(await counterDrift()).toEqual([]);
    await operate(component, "push");
    expect(filled(read(upstream, "cs"))).toEqual(filled(cs));
    expect(await said(component)).toEqual(filled(cs));
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  }

  it("removed here, pushed and brought back: everything is there, and upstream gets the same file", async () => {
    const { component, upstream } = await begin();
    const shot = await discuss(component);
    await operate(component, "push");
    const bytes = upstream.read(path("cs"));
    const before = await everything(component);
    const operation = await remove(component);
    await operate(component, "push");
    expect(await languages(component)).toEqual([{ code: "de" }, { code: "en" }]);
    expect(upstream.git("ls-tree", "--name-only", "-r", "main")).not.toContain(path("cs"));
    expect(await removeOrphanImages(0)).toBe(0);
    expect(await listed(component)).toMatchObject([
      {
        id: operation,
        kind: "removal",
        details: { name: "Czech", needs: ["translation.delete"] },
        languages: [{ language: "cs", strings: 4 }],
        undoable: true,
        allowed: true,
      },
    ]);
    const plan = await undoHere(petra, operation, { plan: true });
    expect(plan).toMatchObject({ operation: null, returned: 4, skipped: 0, languages: [{ language: "cs", added: 4 }] });
    expect(await languages(component)).toEqual([{ code: "de" }, { code: "en" }]);
    expect(await undo(operation)).toMatchObject({ returned: 4, restored: 0, skipped: 0, left: [] });
    expect(await everything(component)).toEqual(before);
    expect((await readImage(petra, shot)).content.length).toBeGreaterThan(20);
    await write(component);
    await expectUpstream(component, upstream, { ...CS, Quit: "Konec." });
    expect(upstream.read(path("cs"))).toBe(bytes);
    const told = await textRows(
      db,
      sql`
      select details from changes where component_id = ${component.id} and action = 48`,
    );
    expect(told).toMatchObject([{ details: { language: "cs", reason: "restored", filename: path("cs") } }]);
  });

  it.each(["waiting", "committed"])("removed by upstream, with texts that were %s", async (how) => {
    const { component, upstream } = await begin();
    await discuss(component);
    await save(component, "Save", "Uložit");
    await save(component, "Open", "Otevřete", petra);
    const before = await everything(component);
    if (how === "committed") await operate(component, "commit");
    upstream.commit({ [path("cs")]: null, "other.txt": "1" });
    await operate(component, "pull");
    expect(await languages(component)).toEqual([{ code: "de" }, { code: "en" }]);
    const [first, ...others] = await listed(component);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: "removal", userId: null, languages: [{ language: "cs", strings: 4 }] });
    expect(await undo(first?.id ?? "")).toMatchObject({ returned: 4, skipped: 0 });
    const after = await everything(component);
    // The ledger tells of texts that upstream never had.
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    await write(component);
    await expectUpstream(component, upstream, { Quit: "Konec.", Open: "Otevřete", Save: "Uložit", Close: "Zavřít" });
    // Who wrote a text that upstream never had is its author there.
    const authors = upstream.git("log", "-4", "--format=%an", "main").trim().split("\n");
    expect(new Set(authors)).toEqual(new Set(["Upstream", "Loquat", "Jan", "Petra"]));
  });

  it("the file is written with all texts by whichever comes first, the task or a commit", async () => {
    const { component, upstream } = await begin();
    await save(component, "Save", "Uložit");
    const operation = await remove(component);
    await undo(operation);
    await operate(component, "commit");
    await write(component);
    await expectUpstream(component, upstream, { ...CS, Save: "Uložit" });
  });

  it("a removal of the file that runs late leaves the file of the language that is there again", async () => {
    const { component, upstream } = await begin();
    const translation = await findTranslation(petra, component, "cs");
    const operation = await removeLanguageFrom(petra, translation);
    await undo(operation);
    expect(await writeRemoval(component, translation.filename)).toEqual({ commit: null });
    await write(component);
    await expectUpstream(component, upstream, CS);
  });

  it("the language was added again: each string says what is newest", async () => {
    const { component, upstream } = await begin();
    await save(component, "Open", "Otevřete");
    await save(component, "Save", "Uložit", petra);
    await discuss(component);
    const operation = await remove(component);
    await beginLanguage(petra, component, "cs");
    await write(component);
    await save(component, "Quit", "Skončit", petra);
    await save(component, "Close", "Zavři", petra);
    await save(component, "Save", "Ulož", petra);
    await editUnit(petra, await unitId(component, "cs", "Save"), { targets: [""], state: 0 });
    const plan = await undoHere(petra, operation, { plan: true });
    expect(plan).toMatchObject({ returned: 0, restored: 1, skipped: 3, languages: [{ language: "cs", filled: 1 }] });
    const done = await undo(operation);
    expect(done).toMatchObject({ returned: 0, restored: 1, skipped: 3 });
    expect(done.left.map(({ reason }) => reason)).toEqual(["changed", "changed", "changed"]);
    const open = await unitId(component, "cs", "Open");
    expect(
      await textRows(
        db,
        sql`
      select s.targets[1] as text, a.username from suggestions s join users a on a.id = s.user_id where s.unit_id = ${open}`,
      ),
    ).toEqual([{ text: "Otevři", username: "jan" }]);
    expect(
      await textRow(
        db,
        sql`
      select u.suggested, u.commented, (select count(*)::int from comments o where o.translation_id = u.translation_id) as comments,
        (select count(*)::int from screenshots h where h.translation_id = u.translation_id) as shots
      from units u where u.id = ${open}`,
      ),
    ).toEqual({ suggested: true, commented: true, comments: 1, shots: 1 });
    // In the name of who wrote it.
    expect(
      await textRows(
        db,
        sql`
      select targets[1] as text, author_name as name from pending_changes where translation_id = (select translation_id from units where id = ${open})
        and targets[1] = 'Otevřete'`,
      ),
    ).toEqual([{ text: "Otevřete", name: "Jan" }]);
    await expectUpstream(component, upstream, { Quit: "Skončit", Open: "Otevřete", Close: "Zavři" });
    // What was taken from the removed language goes, and the language stays.
    expect(await undo(done.operation ?? "")).toMatchObject({ restored: 1, removed: 0 });
    await expectUpstream(component, upstream, { Quit: "Skončit", Close: "Zavři" });
  });

  it("upstream took its removal back: texts that it never had win over the old ones, not over new ones", async () => {
    const { component, upstream } = await begin();
    await save(component, "Quit", "Skončit");
    await save(component, "Open", "Otevřete");
    await save(component, "Save", "Uložit");
    upstream.commit({ [path("cs")]: null });
    await operate(component, "pull");
    upstream.commit({ [path("cs")]: file("cs", { ...CS, Open: "Otevři" }) });
    await operate(component, "pull");
    expect(await said(component)).toEqual({ Quit: "Konec", Open: "Otevři", Close: "Zavřít" });
    expect(await undo(await removal(component))).toMatchObject({ restored: 2, returned: 0, skipped: 1 });
    await expectUpstream(component, upstream, { ...CS, Quit: "Skončit", Open: "Otevři", Save: "Uložit" });
  });

  it("strings that left the template stay away, also in the file; new ones wait for a text", async () => {
    const { component, upstream } = await begin();
    await save(component, "Open", "Otevřete");
    const gone = await unitId(component, "cs", "Close");
    await remove(component);
    await operate(component, "push");
    const now = (texts: Texts) => {
      const { Close: _, ...rest } = texts;
      return { ...rest, Fresh: "" };
    };
    const [base, , german] = Object.entries(files({ cs: now(CS), de: now(DE) }));
    upstream.commit(Object.fromEntries([base ?? ["", ""], german ?? ["", ""]]));
    await operate(component, "pull");
    const done = await undo(await removal(component));
    expect(done).toMatchObject({ returned: 3, skipped: 1, left: [{ unit: gone, reason: "gone" }] });
    await write(component);
    await operate(component, "commit");
    await expectUpstream(component, upstream, { Quit: "Konec", Open: "Otevřete" });
    expect(upstream.read(path("cs"))).not.toContain("Close");
    await save(component, "Fresh", "Nové");
    await expectUpstream(component, upstream, { Quit: "Konec", Open: "Otevřete", Fresh: "Nové" });
  });

  it("a text whose source text was changed meanwhile is to be looked at again", async () => {
    const { component, upstream } = await begin();
    if (component.template === "") return;
    await remove(component);
    await operate(component, "push");
    upstream.commit({
      [component.template]: file("en", { Quit: "Quit now", Open: "Open", Save: "Save", Close: "Close" }),
    });
    await operate(component, "pull");
    expect(await undo(await removal(component))).toMatchObject({ returned: 4, skipped: 0 });
    expect(
      await textRow(
        db,
        sql`select state, previous_source from units where id = ${await unitId(component, "cs", "Quit")}`,
      ),
    ).toEqual({ state: 10, previousSource: "Quit" });
    await write(component);
    await expectUpstream(component, upstream, CS);
  });

  it("an undo is undone, and that again; twice is refused", async () => {
    const { component, upstream } = await begin();
    await discuss(component);
    const before = await everything(component);
    const operation = await remove(component);
    const first = await undo(operation);
    await expect(undo(operation)).rejects.toMatchObject({ name: "Conflict" });
    await write(component);
    const second = await undo(first.operation ?? "", jan);
    expect(second).toMatchObject({ removed: 4, returned: 0 });
    await writeRemoval(component, path("cs"));
    expect(await languages(component)).toEqual([{ code: "de" }, { code: "en" }]);
    await operate(component, "push");
    expect(await counterDrift()).toEqual([]);
    const third = await undo(second.operation ?? "");
    expect(third).toMatchObject({ returned: 4, skipped: 0 });
    expect(await everything(component)).toEqual(before);
    await write(component);
    await expectUpstream(component, upstream, { ...CS, Quit: "Konec." });
    // Somebody has worked there since.
    await save(component, "Save", "Uložit");
    const fourth = await undo(third.operation ?? "");
    expect(fourth).toMatchObject({ operation: null, removed: 0, skipped: 4 });
    expect(fourth.left[0]?.reason).toBe("changed");
  });

  it("takes the right to remove languages, and an open component", async () => {
    const { component } = await begin();
    const operation = await remove(component);
    const guest = await makePerson(`guest${component.id}`);
    const actor = (await loadActor(guest.userId)) ?? guest;
    await expect(undo(operation, actor)).rejects.toMatchObject({ name: "Forbidden" });
    await expect(undoHere(actor, operation, { plan: true })).rejects.toMatchObject({ name: "Forbidden" });
    expect(await listed(component, actor)).toMatchObject([{ undoable: true, allowed: false }]);
    await setLock(petra, component, true);
    const held = await undo(operation);
    expect(held).toMatchObject({ operation: null, returned: 0, skipped: 4 });
    expect(held.left[0]?.reason).toBe("locked");
    await setLock(petra, component, false);
    expect(await undo(operation)).toMatchObject({ returned: 4 });
  });

  it("30 days, and not longer; then nothing is kept, and the pictures go", async () => {
    const { component } = await begin();
    await discuss(component);
    const operation = await remove(component);
    await db.run(sql`update operations set created_at = now() - interval '31 days' where id = ${operation}::uuid`);
    await expect(undo(operation)).rejects.toMatchObject({ name: "Conflict" });
    expect(await purgeOperations()).toBe(1);
    expect(await textRows(db, sql`select from operation_rows where operation_id = ${operation}::uuid`)).toEqual([]);
    expect(await textRows(db, sql`select from operation_translations where operation_id = ${operation}::uuid`)).toEqual(
      [],
    );
    expect(await removeOrphanImages(0)).toBe(1);
  });
});

describe("where only the files of languages have the strings", () => {
  const po = FORMATS[0] as TwoFormat;

  it("they come back with their labels", async () => {
    const { component, upstream } = await connect(
      petra,
      { "po/cs.po": po.file("cs", CS), "po/de.po": po.file("de", { Quit: "Ende" }) },
      { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false },
    );
    await save(component, "Open", "Otevřete");
    await db.run(sql`insert into labels (project_id, name) values (${component.projectId}, 'menu')`);
    const close = await textRow<{ sourceId: number }>(
      db,
      sql`select source_id from units where id = ${await unitId(component, "cs", "Close")}`,
    );
    await db.run(
      sql`insert into source_unit_labels select ${close?.sourceId}::bigint, id from labels where project_id = ${component.projectId}`,
    );
    const before = await everything(component);
    upstream.commit({ "po/cs.po": null });
    await operate(component, "pull");
    expect(
      await textRows(db, sql`select sources[1] as source from source_units where component_id = ${component.id}`),
    ).toEqual([{ source: "Quit" }]);
    expect(await undo(await removal(component))).toMatchObject({ returned: 4, skipped: 0 });
    expect((await everything(component)).slice(0, -1)).toEqual(before.slice(0, -1));
    expect(
      await textRows(
        db,
        sql`
      select l.name from source_unit_labels n join labels l on l.id = n.label_id where n.source_id = ${close?.sourceId}`,
      ),
    ).toEqual([{ name: "menu" }]);
    expect(await counterDrift()).toEqual([]);
    await write(component);
    await operate(component, "push");
    expect(po.read(upstream, "cs")).toEqual({ ...CS, Open: "Otevřete" });
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("in a file that says itself which languages it holds", () => {
  const strings = (texts: Record<string, string>) =>
    JSON.stringify(
      {
        sourceLanguage: "en",
        strings: {
          basket: {
            localizations: Object.fromEntries(
              Object.entries(texts).map(([code, value]) => [code, { stringUnit: { state: "translated", value } }]),
            ),
          },
        },
        version: "1.0",
      },
      null,
      2,
    ).replace(/^( *"(?:[^"\\]|\\.)*"):/gm, "$1 :");
  const xliff = (text: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="cs">\n  <file id="f1">\n    <unit id="basket"><segment><source>Basket</source><target>${text}</target></segment></unit>\n  </file>\n</xliff>\n`;

  it.each([
    {
      name: "of all languages",
      path: "Localizable.xcstrings",
      settings: { template: "Localizable.xcstrings/en", fileFormat: "xcstrings" },
      with: (text: string) => strings({ cs: text, de: "Korb", en: "Basket" }),
    },
    { name: "of one language", path: "messages.xliff", settings: { fileFormat: "xliff2" }, with: xliff },
  ])("$name: it comes back with its texts", async ({ path, settings, with: content }) => {
    const { component, upstream } = await connect(
      petra,
      { [path]: content("Košík"), "README.md": "Orchard\n" },
      { filemask: `${path}/*`, pushOnCommit: false, ...settings },
    );
    await save(component, settings.template ? "basket" : "Basket", "Koš");
    const before = (await everything(component)).slice(0, -1);
    const operation = await remove(component);
    await operate(component, "push");
    expect(await languages(component)).not.toContainEqual({ code: "cs" });
    const left = upstream.git("ls-tree", "-r", "--name-only", "main").includes(path) ? upstream.read(path) : "";
    expect(left).not.toContain("Koš");
    expect(await undo(operation)).toMatchObject({ returned: 1, skipped: 0 });
    expect((await everything(component)).slice(0, -1)).toEqual(before);
    await write(component);
    await operate(component, "push");
    expect(upstream.read(path)).toBe(content("Koš"));
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });
});
