import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { addMembers } from "@/lib/domain/access/seed";
import { installAddon } from "@/lib/domain/addons/addons";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { findTranslation } from "@/lib/domain/translations/translations";
import { listOperations } from "@/lib/domain/undo/operations";
import { undoHere } from "@/lib/domain/undo/undo";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import type { Upload } from "@/lib/domain/uploads/upload";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { countStatements, db, inTransaction, sql } from "@/lib/platform/database";
import { runWaitingAddons } from "../../support/addons";
import { makeUpstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";
import { FORMATS, type Texts, type TwoFormat } from "../../support/two-formats";

/** Operations of every kind are kept, and taken back by whoever may do them. */

const [PO] = FORMATS as [TwoFormat];
const TEXTS: Texts = { Quit: "Konec", Open: "", Save: "", Close: "Zavřít" };

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const texts = (component: ComponentRow) =>
  textRows(
    db,
    sql`
    select l.code, s.sources, u.targets, u.state, u.original_state, u.previous_source, u.automatic
    from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} order by l.code, s.sources`,
  );
const begin = async (cs = TEXTS) => (await connect(petra, PO.files({ cs }), PO.settings)).component;
const listed = async (component: ComponentRow, actor = petra) =>
  (await listOperations(actor, { component }, { limit: 50 })).rows;
const onlyOne = async (component: ComponentRow) => {
  const [row, ...others] = await listed(component);
  expect(others).toEqual([]);
  return row;
};

async function beside(component: ComponentRow, slug: string, cs: Texts): Promise<ComponentRow> {
  const { url } = makeUpstream(PO.files({ cs }));
  const made = await createComponent(petra, component.project.slug, { name: slug, slug, repo: url, ...PO.settings });
  await importComponent(made.id, () => {});
  return findComponentById(petra, made.id);
}

async function upload(component: ComponentRow, file: Texts, method: Upload["method"] = "translate"): Promise<string> {
  const done = await uploadFile(petra, await findTranslation(petra, component, "cs"), {
    filename: "cs.po",
    bytes: Buffer.from(PO.file("cs", file)),
    method,
    conflicts: "replace-translated",
    fuzzy: "",
  });
  return done.operation ?? "";
}

/** Somebody with a role in the project of a component, and in some of its components only. */
async function member(name: string, component: ComponentRow, role: string, only: readonly ComponentRow[] = []) {
  const actor = await makePerson(name);
  await inTransaction(async (tx) => {
    const team = await textRow<{ id: number }>(
      tx,
      sql`insert into teams (name, project_selection, language_selection) values (${name}, 0, 1) returning id`,
    );
    await tx.run(sql`insert into team_roles select ${team?.id}, id from roles where name = ${role}`);
    if (only.length === 0) await tx.run(sql`insert into team_projects values (${team?.id}, ${component.projectId})`);
    for (const { id } of only) await tx.run(sql`insert into team_components values (${team?.id}, ${id})`);
    await addMembers(tx, team?.id ?? 0, [actor.userId]);
  });
  return (await loadActor(actor.userId)) as Actor;
}

describe("kinds", () => {
  it("automatic translation", async () => {
    const component = await begin();
    await beside(component, "lib", { Open: "Otevřít", Save: "Uložit" });
    const before = await texts(component);
    const translation = await findTranslation(petra, component, "cs");
    const wish = { mode: "translate", q: "state:<translated", autoSource: "others" } as const;
    expect((await autoTranslate(petra, translation, wish)).accepted).toBe(2);
    const row = await onlyOne(component);
    expect(row).toMatchObject({ kind: "auto-translate", details: { name: "translate", needs: ["translation.auto"] } });
    expect(await undoHere(petra, row?.id ?? "", { plan: false })).toMatchObject({ restored: 2, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("bulk edits: one operation for all languages", async () => {
    const { component } = await connect(petra, PO.files({ cs: TEXTS, de: TEXTS }), PO.settings);
    const before = await texts(component);
    await installAddon(petra, { component }, { name: "weblate.flags.bulk", configuration: { q: "", state: 10 } });
    await runWaitingAddons();
    const row = await onlyOne(component);
    expect(row).toMatchObject({ kind: "bulk-edit", languages: [{ strings: 2 }, { strings: 2 }] });
    expect(await undoHere(petra, row?.id ?? "", { plan: false })).toMatchObject({ restored: 4 });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("bulk edits of flags and labels, with what the flags closed", async () => {
    const { component } = await connect(petra, PO.files({ cs: TEXTS, de: TEXTS }), PO.settings);
    await db.run(
      sql`insert into labels (project_id, name) select ${component.projectId}, unnest(array['menu', 'old'])`,
    );
    const marks = () =>
      textRows(
        db,
        sql`
        select s.sources, s.extra_flags, s.priority, (select array_agg(l.name order by l.name) from source_unit_labels n join labels l on l.id = n.label_id
          where n.source_id = s.id) as labels from source_units s where s.component_id = ${component.id} order by s.sources`,
      );
    const open = await unitId(component, "en", "Open");
    await changeUnit(petra, open, { extraFlags: "priority:200, max-length:9" });
    await db.run(
      sql`insert into source_unit_labels select ${open}::bigint, id from labels where project_id = ${component.projectId} and name = 'old'`,
    );
    const before = [await marks(), await texts(component)];
    const configuration = {
      ...{ q: "", state: "-1", add_flags: "read-only, priority:50", remove_flags: "max-length" },
      ...{ add_labels: ["menu"], remove_labels: ["old"] },
    };
    await installAddon(petra, { component }, { name: "weblate.flags.bulk", configuration });
    await runWaitingAddons();
    const after = [await marks(), await texts(component)];
    expect(after[0]).not.toEqual(before[0]);
    expect(after[1]).not.toEqual(before[1]);
    const row = await onlyOne(component);
    expect(row).toMatchObject({ kind: "bulk-edit", details: { needs: ["component.edit"] } });
    expect(row?.languages.find(({ language }) => language === "en")).toMatchObject({ strings: 4 });
    expect(await undoHere(petra, row?.id ?? "", { plan: true })).toMatchObject({ operation: null, restored: 4 });
    expect([await marks(), await texts(component)]).toEqual(after);
    const done = await undoHere(petra, row?.id ?? "", { plan: false });
    expect(done).toMatchObject({ restored: 4, skipped: 0, left: [] });
    expect([await marks(), await texts(component)]).toEqual(before);
    expect(await counterDrift()).toEqual([]);
    // And that again.
    expect(await undoHere(petra, done.operation ?? "", { plan: false })).toMatchObject({ restored: 4 });
    expect([await marks(), await texts(component)]).toEqual(after);
    expect(await counterDrift()).toEqual([]);
  });

  it("flags that somebody has changed since stay, labels alone go back", async () => {
    const { component } = await connect(petra, PO.files({ cs: TEXTS }), PO.settings);
    await db.run(sql`insert into labels (project_id, name) values (${component.projectId}, 'menu')`);
    const configuration = { q: "", state: "-1", add_flags: "max-length:40", add_labels: ["menu"] };
    await installAddon(petra, { component }, { name: "weblate.flags.bulk", configuration });
    await runWaitingAddons();
    const open = await unitId(component, "en", "Open");
    await changeUnit(petra, open, { extraFlags: "max-length:50" });
    const done = await undoHere(petra, (await onlyOne(component))?.id ?? "", { plan: false });
    expect(done).toMatchObject({ restored: 3, left: [{ unit: open, reason: "changed" }] });
    expect(
      await textRows(
        db,
        sql`select extra_flags from source_units where component_id = ${component.id} and extra_flags <> ''`,
      ),
    ).toEqual([{ extraFlags: "max-length:50" }]);
    expect(
      await textRows(
        db,
        sql`select from source_unit_labels n join source_units s on s.id = n.source_id where s.component_id = ${component.id}`,
      ),
    ).toEqual([]);
  });

  it("strings that come back have their labels", async () => {
    const { component, upstream } = await connect(petra, PO.files({ cs: TEXTS }), PO.settings);
    await db.run(sql`insert into labels (project_id, name) values (${component.projectId}, 'menu')`);
    const close = await unitId(component, "en", "Close");
    await db.run(
      sql`insert into source_unit_labels select ${close}::bigint, id from labels where project_id = ${component.projectId}`,
    );
    const { Close: _, ...rest } = TEXTS;
    upstream.commit(PO.files({ cs: rest }), "Remove it");
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textRows(db, sql`select from source_unit_labels where source_id = ${close}`)).toEqual([]);
    const row = await onlyOne(component);
    expect(await undoHere(petra, row?.id ?? "", { plan: false })).toMatchObject({ returned: 2, skipped: 0 });
    expect(
      await textRows(
        db,
        sql`select l.name from source_unit_labels n join labels l on l.id = n.label_id where n.source_id = ${close}`,
      ),
    ).toEqual([{ name: "menu" }]);
    expect(await counterDrift()).toEqual([]);
  });

  it("add-ons that write texts", async () => {
    const { component } = await connect(petra, PO.files({ cs: TEXTS }), PO.settings);
    const before = await texts(component);
    await installAddon(petra, { component }, { name: "weblate.generate.prefill", configuration: {} });
    await runWaitingAddons();
    const row = await onlyOne(component);
    expect(row).toMatchObject({ kind: "add-on", details: { needs: ["component.edit"] }, languages: [{ strings: 2 }] });
    expect(await undoHere(petra, row?.id ?? "", { plan: false })).toMatchObject({ restored: 2 });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("strings elsewhere that an upload reached by propagation", () => {
  it("go back as well, as far as the one who undoes it may edit there", async () => {
    const component = await begin();
    const [lib, closed] = [await beside(component, "lib", TEXTS), await beside(component, "closed", TEXTS)];
    const before = await Promise.all([component, lib, closed].map(texts));
    const id = await upload(component, { Quit: "Ukončit" });
    const worker = await member("worker", component, "Power user", [component, lib]);
    await db.run(sql`update components set restricted = true where id = ${closed.id}`);
    const done = await undoHere(worker, id, { plan: false });
    expect(done).toMatchObject({ restored: 2, skipped: 1, left: [] });
    expect(await Promise.all([component, lib].map(texts))).toEqual(before.slice(0, 2));
    expect(await texts(closed)).not.toEqual(before[2]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("rights", () => {
  it("are those of the operation", async () => {
    const component = await begin();
    const id = await upload(component, { Quit: "Ukončit" }, "replace");
    const translator = await member("translator", component, "Translate");
    const stranger = await makePerson("stranger");
    // A translator may upload, but not put a file in place of another.
    for (const actor of [translator, stranger]) {
      await expect(undoHere(actor, id, { plan: true })).rejects.toMatchObject({ name: "Forbidden" });
      await expect(undoHere(actor, id, { plan: false })).rejects.toMatchObject({ name: "Forbidden" });
      expect(await listed(component, actor)).toMatchObject([{ undoable: true, allowed: false }]);
    }
    const power = await member("power", component, "Administration");
    expect(await listed(component, power)).toMatchObject([{ undoable: true, allowed: true }]);
    const { operation } = await undoHere(power, id, { plan: false });
    // So does undoing the undo.
    await expect(undoHere(translator, operation ?? "", { plan: false })).rejects.toMatchObject({ name: "Forbidden" });
  });
});

it("a list costs the same however many operations it holds", async () => {
  const component = await begin();
  const count = async () => (await countStatements(() => listed(component))).count;
  await upload(component, { Quit: "a" });
  const one = await count();
  for (const text of ["b", "c", "d", "e"]) await upload(component, { Quit: text });
  expect(await listed(component)).toHaveLength(5);
  // What is looked up once for all may cost the first one a statement more.
  expect(await count()).toBeLessThanOrEqual(one);
});

it("an undo does not send a statement for each string, and nothing is kept of a plain save", async () => {
  const cost = async (length: number) => {
    const cs = Object.fromEntries(Array.from({ length }, (_, index) => [`Text ${index}`, "Ano"]));
    const component = await begin(cs);
    const changed = Object.fromEntries(Object.entries(cs).map(([source, text]) => [source, `${text} ne`]));
    const id = await upload(component, changed);
    const { result, count } = await countStatements(() => undoHere(petra, id, { plan: false }));
    expect(result).toMatchObject({ restored: length, skipped: 0 });
    return count;
  };
  // What is looked up once for all costs the first one a statement more.
  expect(await cost(400)).toBeLessThan((await cost(40)) + 5);
  const component = await begin();
  await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
  const kept = await textRows(
    db,
    sql`select from operation_texts k join translations t on t.id = k.translation_id where t.component_id = ${component.id}`,
  );
  expect(kept).toEqual([]);
});
