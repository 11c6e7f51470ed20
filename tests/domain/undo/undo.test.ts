import { beforeAll, describe, expect } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { type ComponentRow, setLock } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { findOperation, listOperations } from "@/lib/domain/undo/operations";
import { purgeOperations } from "@/lib/domain/undo/purge-operations";
import { performUndo, undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { askComponents, askTouched } from "@/lib/domain/units/related-checks";
import type { Upload } from "@/lib/domain/uploads/upload";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { setPseudonym } from "@/lib/domain/users/pseudonyms";
import { db, rawSql, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import type { Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";
import { FORMATS, type Texts, type TwoFormat } from "../../support/two-formats";

/** What an operation did to strings is taken back; what people wrote since stays. */

let petra: Actor;
let jan: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan", { superuser: true });
});

const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "", Close: "Zavřít" };
const GERMAN: Texts = { Quit: "Beenden", Open: "Öffnen", Save: "Speichern", Close: "" };

const save = async (component: ComponentRow, source: string, text: string, language = "cs", actor = jan) =>
  editUnit(actor, await unitId(component, language, source), { targets: [text], state: 20 });

/** What every string says, whatever its id. */
const texts = async (component: ComponentRow) => {
  // What their checks find behind the commit belongs to it.
  await askTouched();
  await askComponents();
  return textRows(
    db,
    sql`
    select l.code, s.context, s.sources, s.note, s.position, u.targets, u.state, u.original_state, u.previous_source, u.automatic, u.failing
    from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} order by l.code, s.context, s.sources`,
  );
};

const listed = async (component: ComponentRow, actor = petra) =>
  (await listOperations(actor, { component }, { limit: 50 })).rows;

describe.each(FORMATS)("in $name", (format: TwoFormat) => {
  const it = inTurn(FORMATS.indexOf(format), FORMATS.length);
  const begin = () =>
    connect(petra, format.files({ cs: TEXTS, de: GERMAN }), { ...format.settings, pushOnCommit: false });

  async function upload(
    component: ComponentRow,
    language: string,
    file: Texts,
    method: Upload["method"] = "replace",
    actor = petra,
  ): Promise<{ operation: string }> {
    const translation = await findTranslation(actor, component, language);
    const done = await uploadFile(actor, translation, {
      filename: format.path(language).split("/").at(-1) ?? "",
      bytes: Buffer.from(format.file(language, file)),
      method,
      conflicts: "replace-approved",
      fuzzy: "",
    });
    return { operation: done.operation ?? "" };
  }

  /** The sources of the component become those of a file. */
  async function uploadBase(component: ComponentRow, base: Texts): Promise<{ operation: string }> {
    if (component.template !== "") return upload(component, "en", base);
    const translation = await findTranslation(petra, component, "en");
    const blank = Object.fromEntries(Object.keys(base).map((key) => [key, ""]));
    const file = { filename: "app.pot", bytes: Buffer.from(format.file("", blank)) };
    const done = await uploadFile(petra, translation, { ...file, method: "source", conflicts: "", fuzzy: "" });
    return { operation: done.operation ?? "" };
  }

  /** Everything agrees, and upstream has these texts. */
  async function expectUpstream(component: ComponentRow, upstream: Upstream, cs: Texts): Promise<void> {
    expect(await counterDrift()).toEqual([]);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    const said = Object.fromEntries(Object.entries(format.read(upstream, "cs")).filter(([, text]) => text !== ""));
    expect(said).toEqual(Object.fromEntries(Object.entries(cs).filter(([, text]) => text !== "")));
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  }

  it("a file put in place of another, before it was committed", async () => {
    const { component, upstream } = await begin();
    const before = await texts(component);
    const bytes = upstream.read(format.path("cs"));
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    expect(await undoHere(petra, operation, { plan: false })).toMatchObject({ restored: 3, skipped: 0, left: [] });
    expect(await texts(component)).toEqual(before);
    await expectUpstream(component, upstream, TEXTS);
    expect(upstream.read(format.path("cs"))).toBe(bytes);
  });

  it("the same after it was pushed: the file follows by a commit of the one who undid it", async () => {
    const { component, upstream } = await begin();
    const before = await texts(component);
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    await performOperation(component.repositoryId, "push");
    expect(await undoHere(jan, operation, { plan: false })).toMatchObject({ restored: 3, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    await expectUpstream(component, upstream, TEXTS);
    expect(upstream.git("log", "-1", "--format=%an", "main").trim()).toBe("Jan");
  });

  it("a text that somebody wrote since stays, and is named", async () => {
    const { component, upstream } = await begin();
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    const plan = await undoHere(petra, operation, { plan: true });
    expect(plan).toMatchObject({ restored: 3, skipped: 0, operation: null });
    // Between the plan and the undo.
    await save(component, "Open", "Otevřete");
    // The same text again is somebody's decision as well.
    await save(component, "Quit", "Quittez");
    await save(component, "Quit", "Beenden");
    const done = await undoHere(petra, operation, { plan: false });
    expect(done).toMatchObject({ restored: 1, skipped: 2 });
    const left = await Promise.all(["Quit", "Open"].map((source) => unitId(component, "cs", source)));
    expect(done.left).toEqual(left.sort((a, b) => a - b).map((unit) => ({ unit, reason: "changed" })));
    await expectUpstream(component, upstream, { Quit: "Beenden", Open: "Otevřete", Close: "Zavřít" });
  });

  it("strangers read the pseudonym of whoever did it, and nothing of the account", async () => {
    const { component } = await begin();
    const { operation } = await upload(component, "cs", { ...TEXTS, Quit: "Ukončit" });
    await setPseudonym(petra, "petra", component.project.slug, { name: "Night Owl", ownAddress: false });
    const stranger = await anonymousActor();
    const hidden = { userId: null, username: null, fullName: "Night Owl" };
    expect(await listed(component, stranger)).toMatchObject([hidden]);
    expect(await findOperation(stranger, operation)).toMatchObject(hidden);
    expect(await listed(component)).toMatchObject([{ userId: petra.userId, username: "petra" }]);
  });

  it("a plan changes nothing", async () => {
    const { component } = await begin();
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    const before = [await texts(component), await textRows(db, sql`select * from operations order by id`)];
    const plan = await undoHere(petra, operation, { plan: true });
    expect(plan).toMatchObject({ languages: [{ component: "app", language: "cs", filled: 2, changed: 1 }] });
    expect([await texts(component), await textRows(db, sql`select * from operations order by id`)]).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("an undo is undone, and that again", async () => {
    const { component, upstream } = await begin();
    const before = await texts(component);
    const { operation } = await upload(component, "cs", { Quit: "Beenden", Save: "Speichern" });
    const after = await texts(component);
    const first = await undoHere(petra, operation, { plan: false });
    const second = await undoHere(jan, first.operation ?? "", { plan: false });
    // What somebody emptied by an undo does not count as a text that got lost.
    const said = (rows: unknown[]) => rows.map((row) => ({ ...(row as object), failing: undefined }));
    expect(said(await texts(component))).toEqual(said(after));
    const third = await undoHere(petra, second.operation ?? "", { plan: false });
    expect(third).toMatchObject({ restored: 4, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    expect(await listed(component)).toMatchObject([
      { id: third.operation, kind: "undo", undoable: true, details: { undoes: second.operation, of: "upload" } },
      { id: second.operation, kind: "undo", undoable: false, undoneBy: third.operation },
      { id: first.operation, kind: "undo", undoable: false, undoneBy: second.operation },
      { id: operation, kind: "upload", undoable: false, undoneBy: first.operation, languages: [{ strings: 4 }] },
    ]);
    await expectUpstream(component, upstream, TEXTS);
  });

  it("twice at once is once", async () => {
    const { component } = await begin();
    const before = await texts(component);
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    const tries = await Promise.allSettled([1, 2, 3].map(() => undoHere(petra, operation, { plan: false })));
    for (const one of tries)
      if (one.status === "fulfilled") expect(one.value).toMatchObject({ restored: 3 });
      else expect(one.reason).toMatchObject({ name: "Conflict" });
    expect(tries.some((one) => one.status === "fulfilled")).toBe(true);
    expect(await texts(component)).toEqual(before);
    expect(await listed(component)).toHaveLength(2);
    const lines = await textRows(
      db,
      sql`select unit_id from changes where component_id = ${component.id} and action = 8`,
    );
    expect(lines).toHaveLength(3);
    await expect(undoHere(petra, operation, { plan: false })).rejects.toMatchObject({ name: "Conflict" });
    expect(await counterDrift()).toEqual([]);
  });

  it("one that was killed goes on where it was", async () => {
    const { component } = await begin();
    const before = await texts(component);
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    const dies = () => {
      throw new Error("killed");
    };
    const payload = { operation, user: petra.userId, cause: "person" as const };
    await expect(performUndo(payload, dies)).rejects.toThrow("killed");
    const rows = await listed(component);
    const begun = rows.find((one) => one.id === operation)?.undoneBy;
    expect(begun).toEqual(expect.any(String));
    expect(await performUndo(payload)).toMatchObject({ operation: begun, restored: 3, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("one that another version has begun goes on at its step by name, and skips none that is not known", async () => {
    const { component } = await begin();
    const before = await texts(component);
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    const dies = () => {
      throw new Error("killed");
    };
    const payload = { operation, user: petra.userId, cause: "person" as const };
    await expect(performUndo(payload, dies)).rejects.toThrow("killed");
    const undo = (await listed(component)).find((one) => one.id === operation)?.undoneBy ?? "";
    const [at] = await textRows<{ step: unknown }>(
      db,
      sql`select details #> '{progress,step}' as step from operations where id = ${undo}::uuid`,
    );
    expect(at?.step).toBe("base-texts");
    const setStep = (step: string | number) =>
      db.run(sql`
        update operations set details = jsonb_set(details, '{progress,step}', ${JSON.stringify(step)}::jsonb) where id = ${undo}::uuid`);
    await setStep("something-newer");
    await expect(performUndo(payload)).rejects.toThrow(/another version of Loquat, whose step something-newer/);
    expect(await texts(component)).not.toEqual(before);
    // As versions before names wrote it.
    await setStep(1);
    expect(await performUndo(payload)).toMatchObject({ operation: undo, restored: 3, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("strings that a new base file has and has not come and go, with all their languages", async () => {
    const { component, upstream } = await begin();
    await save(component, "Open", "Otevřete");
    const before = await texts(component);
    const base = { Quit: "Quit", Fresh: "Fresh", Newer: "Newer" };
    const { operation } = await uploadBase(component, base);
    expect((await texts(component)).length).toBe(9);
    // Somebody has translated one of the new strings.
    await save(component, "Newer", "Novější");
    const plan = await undoHere(petra, operation, { plan: true });
    const done = await undoHere(petra, operation, { plan: false });
    // Open, Save and Close in three languages come back; Fresh goes in three.
    expect(done).toMatchObject({ returned: 9, removed: 3, skipped: 3 });
    expect({ ...plan, ...done }).toMatchObject({ ...plan, operation: done.operation });
    const after = await texts(component);
    expect(after.filter((row) => !JSON.stringify(row).includes("Newer"))).toEqual(
      before.map((row) => ({ ...(row as object), position: expect.any(Number) })),
    );
    await expectUpstream(component, upstream, { ...TEXTS, Open: "Otevřete", Newer: "Novější" });
    // And once more.
    expect(await undoHere(petra, done.operation ?? "", { plan: false })).toMatchObject({ returned: 3, removed: 9 });
    await expectUpstream(component, upstream, { Quit: "Konec", Newer: "Novější" });
  });

  it("a pull, with what upstream changed, emptied and removed", async () => {
    const { component, upstream } = await begin();
    const before = await texts(component);
    const theirs = { Quit: "Ukončit", Open: "", Save: "Uložit", Fresh: "Nové" };
    upstream.commit(format.files({ cs: theirs, de: GERMAN }), "Break it");
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    const [pull] = await listed(component);
    expect(pull).toMatchObject({
      kind: "repository",
      details: { name: "pull", needs: ["vcs.update"] },
      undoable: true,
    });
    const done = await undoHere(jan, pull?.id ?? "", { plan: false });
    expect(done).toMatchObject({ skipped: 0, removed: 0 });
    const after = (await texts(component)).filter((row) => !JSON.stringify(row).includes("Fresh"));
    expect(after).toEqual(before.map((row) => ({ ...(row as object), position: expect.any(Number) })));
    await expectUpstream(component, upstream, { ...TEXTS, Fresh: "Nové" });
  });

  it.each(["reset", "reset-keep", "pull-merge"] as const)("what %s brought in", async (operation) => {
    const { component, upstream } = await begin();
    const before = await texts(component);
    upstream.commit(format.files({ cs: { ...TEXTS, Save: "Uložit" }, de: GERMAN }), "More");
    expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
    const [first, ...others] = await listed(component);
    expect(others).toEqual([]);
    expect(first?.details.name).toBe(operation);
    expect(await undoHere(jan, first?.id ?? "", { plan: false })).toMatchObject({ restored: 1, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    await expectUpstream(component, upstream, TEXTS);
  });

  it("translations whose source text an upload changed are confirmed again", async () => {
    const { component, upstream } = await begin();
    if (component.template === "") return;
    const before = await texts(component);
    const { operation } = await uploadBase(component, { Quit: "Quit now", Open: "Open", Save: "Save", Close: "Close" });
    expect((await texts(component)).filter((row) => (row as { state: number }).state === 10)).toHaveLength(2);
    expect(await undoHere(petra, operation, { plan: false })).toMatchObject({ restored: 3, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    await expectUpstream(component, upstream, TEXTS);
  });

  it("operations that changed nothing are not kept", async () => {
    const { component } = await begin();
    await performOperation(component.repositoryId, "pull");
    await performOperation(component.repositoryId, "commit");
    expect(await upload(component, "cs", TEXTS)).toEqual({ operation: "" });
    expect(await listed(component)).toEqual([]);
    const kept = await textRows(
      db,
      sql`select id from operations o where not exists (select from operation_languages where operation_id = o.id)`,
    );
    expect(kept).toEqual([]);
  });

  it("a locked component takes nothing back, and tells why; unlocked it does", async () => {
    const { component } = await begin();
    const before = await texts(component);
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    await setLock(petra, component, true);
    const held = await undoHere(petra, operation, { plan: false });
    expect(held).toMatchObject({ operation: null, restored: 0, skipped: 3 });
    expect(held.left.map(({ reason }) => reason)).toEqual(["locked", "locked", "locked"]);
    await setLock(petra, component, false);
    expect(await undoHere(petra, operation, { plan: false })).toMatchObject({ restored: 3, skipped: 0 });
    expect(await texts(component)).toEqual(before);
  });

  it("30 days, and not longer; then nothing is kept", async () => {
    const { component } = await begin();
    const { operation } = await upload(component, "cs", { Quit: "Beenden" });
    const age = (days: number) =>
      db.run(
        sql`update operations set created_at = now() - make_interval(days => ${days}::int, hours => -1) where id = ${operation}::uuid`,
      );
    await age(30);
    await purgeOperations();
    expect(await undoHere(petra, operation, { plan: true })).toMatchObject({ restored: 3 });
    await age(31);
    await expect(undoHere(petra, operation, { plan: false })).rejects.toMatchObject({ name: "Conflict" });
    expect(await listed(component)).toEqual([]);
    expect(await purgeOperations()).toBe(1);
    for (const table of ["operations", "operation_texts", "operation_languages"])
      expect(
        await textRows(
          db,
          sql`select from ${rawSql(table)} where ${rawSql(table === "operations" ? "id" : "operation_id")} = ${operation}::uuid`,
        ),
      ).toEqual([]);
  });
});
