import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addSuggestion, listSuggestions, removeSuggestion } from "@/lib/domain/discussion/suggestions";
import { performOperation } from "@/lib/domain/integrate/operations";
import { type LostFilter, listLost } from "@/lib/domain/lost/list";
import { putBack } from "@/lib/domain/lost/put-back";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { findTranslation } from "@/lib/domain/translations/translations";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { FORMATS, type Texts, type TwoFormat } from "../../support/two-formats";

/** Texts that are nowhere any more are found, and come back. */

const [PO] = FORMATS as [TwoFormat];
const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit", Close: "Zavřít" };

let petra: Actor;
let eva: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  eva = await makePerson("eva");
});

const begin = async () =>
  connect(petra, PO.files({ cs: TEXTS }), { ...PO.settings, manageUnits: true, pushOnCommit: false });
const place = (component: ComponentRow, ...rest: string[]) =>
  resolvePath(petra, [component.project.slug, component.slug, ...rest]);
const lost = async (component: ComponentRow, filter: LostFilter = {}, ...rest: string[]) =>
  (await listLost(petra, await place(component, ...rest), filter, { limit: 50 })).rows.map(
    ({ change, loss, targets }) => ({
      ...{ id: change.id, loss, text: targets[0] },
    }),
  );
const unit = async (component: ComponentRow, source: string) => findUnit(petra, await unitId(component, "cs", source));

async function upload(component: ComponentRow, texts: Texts): Promise<void> {
  const translation = await findTranslation(petra, component, "cs");
  const file = { filename: "cs.po", bytes: Buffer.from(PO.file("cs", texts)), method: "translate" as const };
  await uploadFile(petra, translation, { ...file, conflicts: "replace-approved", fuzzy: "" });
}

describe("lost texts", () => {
  it("are those of removed strings, which come back in all languages", async () => {
    const { component } = await begin();
    await removeUnit(petra, await unitId(component, "en", "Quit"));
    const found = await lost(component, {}, "cs");
    expect(found).toMatchObject([{ loss: "removed", text: "Konec" }]);
    const done = await putBack(petra, await place(component, "cs"), [found[0]?.id ?? 0]);
    expect(done).toMatchObject({ done: [found[0]?.id], left: [] });
    expect(await unit(component, "Quit")).toMatchObject({ targets: ["Konec"], state: 20 });
    expect(await lost(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("are those that a file replaced, which become the translation again, and can be undone", async () => {
    const { component, upstream } = await begin();
    await upload(component, { ...TEXTS, Quit: "Ukončit", Open: "Otevři" });
    await performOperation(component.repositoryId, "push");
    upstream.commit(
      { [PO.path("cs")]: PO.file("cs", { ...TEXTS, Quit: "Ukončit", Open: "Otevři", Close: "Zavři" }) },
      "Close",
    );
    await performOperation(component.repositoryId, "pull");
    const found = await lost(component);
    expect(found.map(({ text, loss }) => `${loss} ${text}`).sort()).toEqual([
      ...["replaced Konec", "replaced Otevřít", "replaced Zavřít"],
    ]);
    expect(await lost(component, { cause: "upload" })).toHaveLength(2);
    expect(await lost(component, { user: "eva" })).toEqual([]);
    expect(await lost(component, { user: "Petra", loss: "replaced" })).toHaveLength(2);
    const done = await putBack(
      petra,
      await place(component),
      found.map(({ id }) => id),
    );
    expect(done.done).toHaveLength(3);
    expect(await unit(component, "Close")).toMatchObject({ targets: ["Zavřít"], pending: true });
    // What stood there meanwhile was put there by a file and is still in the ledger, but a person took it away.
    expect(await lost(component)).toEqual([]);
    expect(await undoHere(petra, done.operation ?? "", { plan: false })).toMatchObject({ restored: 3 });
    expect(await unit(component, "Quit")).toMatchObject({ targets: ["Ukončit"] });
    expect(await counterDrift()).toEqual([]);
  });

  it("are rejected suggestions, which wait again; what people have edited is not lost", async () => {
    const { component } = await begin();
    const quit = await unitId(component, "cs", "Quit");
    const made = await addSuggestion(eva, quit, ["Odejít"]);
    await removeSuggestion(petra, "made" in made ? made.made.id : 0, { text: "no", isSpam: false });
    await editUnit(petra, quit, { targets: ["Ukončit"], state: 20 });
    const found = await lost(component);
    expect(found).toMatchObject([{ loss: "rejected", text: "Odejít" }]);
    // Found by whose text it was.
    expect(await lost(component, { user: "eva" })).toEqual(found);
    expect(await putBack(petra, await place(component), [found[0]?.id ?? 0, 4711])).toMatchObject({
      ...{ done: [found[0]?.id], left: [{ id: 4711 }] },
    });
    expect(await unit(component, "Quit")).toMatchObject({ targets: ["Ukončit"], suggested: true });
    // Whoever puts it back does not become its author.
    const { rows } = await listSuggestions(petra, { unitId: quit }, { limit: 10, offset: 0 });
    expect(rows).toMatchObject([{ targets: ["Odejít"], username: "eva" }]);
    expect(await lost(component)).toEqual([]);
  });

  it("stay where the actor may not put them back, and the reason is told", async () => {
    const { component } = await begin();
    await upload(component, { ...TEXTS, Quit: "Ukončit" });
    await removeUnit(petra, await unitId(component, "en", "Open"));
    await db.run(sql`update components set locked = true where id = ${component.id}`);
    const found = await lost(component, {}, "cs");
    const { done, left, operation } = await putBack(
      eva,
      await place(component),
      found.map(({ id }) => id),
    );
    expect({ done, operation }).toEqual({ done: [], operation: null });
    expect(left).toHaveLength(2);
    expect(await unit(component, "Quit")).toMatchObject({ targets: ["Ukončit"] });
  });

  it("whose operation is no longer kept are told to be copied", async () => {
    const { component } = await begin();
    await removeUnit(petra, await unitId(component, "en", "Open"));
    await db.run(
      sql`delete from operation_texts where operation_id in (select operation_id from operation_languages where component_id = ${component.id})`,
    );
    const [found] = await lost(component, {}, "cs");
    expect(await putBack(petra, await place(component), [found?.id ?? 0])).toMatchObject({
      ...{ done: [], left: [{ why: { message: expect.stringContaining("Copy the text") } }] },
    });
  });

  it("come in pages that new losses do not move, and not to strangers", async () => {
    const { component } = await begin();
    await upload(component, { ...TEXTS, Quit: "Ukončit", Open: "Otevři", Close: "Zavři" });
    const here = await place(component);
    const first = await listLost(petra, here, {}, { limit: 2 });
    expect(first).toMatchObject({ more: true });
    await upload(component, { ...TEXTS, Quit: "Ukončit", Open: "Otevři", Close: "Zavři", Save: "Ulož" });
    const second = await listLost(petra, here, {}, { limit: 2, before: first.rows.at(-1)?.cursor });
    expect(second).toMatchObject({ more: false });
    expect(second.rows).toHaveLength(1);
    await expect(listLost(await anonymousActor(), here, {}, { limit: 2 })).rejects.toThrow("Sign in");
  });
});
