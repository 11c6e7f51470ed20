import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performPlan, startPlan } from "@/lib/domain/bulk/apply";
import { findPlan, planStrings, tickStrings } from "@/lib/domain/bulk/plan";
import { makeTranslationPlan, planTranslation } from "@/lib/domain/bulk/plan-translation";
import type { TranslateWish } from "@/lib/domain/bulk/wish";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { addMachinery } from "@/lib/domain/machinery/settings";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { makeUpstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { type Services, startServices } from "../../support/services";
import { textRows } from "../../support/text-rows";

/** Plans of automatic translation: found once, shown, unticked, carried out as they were shown, and taken back. */

let petra: Actor;
let services: Services;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  services = await startServices();
  setEnvironment({ ...environment(), privateServices: OPEN });
});
beforeEach(() => {
  services.requests.length = 0;
  services.next = undefined;
});
afterAll(() => services.stop());

const po = (texts: Record<string, string>) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${Object.entries(texts)
    .map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`)
    .join("\n")}`;

const CZECH = { Open: "", "Save %s": "", Quit: "Konec", Help: "" };
const GERMAN = { Open: "Öffnen", "Save %s": "", Quit: "", Help: "" };
const SETTINGS = { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false };

/** Answers are remembered for a while by address and text. */
let begun = 0;

async function begin(settings: Record<string, unknown> = {}): Promise<ComponentRow> {
  const files = { "po/cs.po": po(CZECH), "po/de.po": po(GERMAN) };
  const { component } = await connect(petra, files, { ...SETTINGS, ...settings });
  await addMachinery(petra, component.project, "libretranslate", { url: `${services.url}/${++begun}/` });
  return component;
}

async function beside(component: ComponentRow, texts: Record<string, string>): Promise<ComponentRow> {
  const input = { name: "Lib", slug: "lib", repo: makeUpstream({ "po/cs.po": po(texts) }).url, ...SETTINGS };
  const made = await createComponent(petra, component.project.slug, input);
  await importComponent(made.id, () => {});
  return findComponentById(petra, made.id);
}

const wish = (more: Partial<TranslateWish> = {}): TranslateWish => ({
  ...{ act: "translate", mode: "translate", sources: ["libretranslate"], threshold: 80, ...more },
});

const place = (actor: Actor, component: ComponentRow, ...rest: string[]) =>
  resolvePath(actor, [component.project.slug, component.slug, ...rest]);

/** Makes a plan in this process. */
async function plan(component: ComponentRow, given: TranslateWish, q: string, ...rest: string[]) {
  const begun = await planTranslation(petra, await place(petra, component, ...rest), given, q);
  await makeTranslationPlan({ plan: begun.id, user: petra.userId, cause: "person" });
  return findPlan(petra, begun.id);
}

const apply = async (id: string) => {
  await startPlan(petra, await findPlan(petra, id));
  return performPlan({ plan: id, user: petra.userId, cause: "person" });
};

const rowsOf = async (id: string) => planStrings(petra, await findPlan(petra, id), { from: 0, limit: 50 });
const unit = async (component: ComponentRow, language: string, source: string) =>
  findUnit(petra, await unitId(component, language, source));
const texts = (component: ComponentRow) =>
  textRows(
    db,
    sql`
    select l.code, s.sources, u.targets, u.state, u.suggested, u.automatic
    from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} order by l.code, s.sources`,
  );

describe("a plan of automatic translation", () => {
  it("asks once, shows where each text comes from, is carried out without what was unticked, and is taken back", async () => {
    const component = await begin();
    const lib = await beside(component, { Open: "Otevřít" });
    const before = await texts(component);
    const made = await plan(component, wish({ sources: ["others", "libretranslate"] }), "state:<translated", "cs");
    expect(made).toMatchObject({ strings: 3, out: 0, making: { done: true, at: 3, total: 3, problems: {} } });
    expect(await texts(component)).toEqual(before);
    const rows = await rowsOf(made.id);
    const path = `${component.project.slug}/lib`;
    expect(rows.map(({ unit: { sources }, change }) => [sources[0], change?.edit, change?.origin])).toEqual([
      [
        "Open",
        { targets: ["Otevřít"], state: 20 },
        { source: { auto_source: "others", component: lib.id, path }, lost: [] },
      ],
      [
        "Save %s",
        { targets: ["SAVE %s"], state: 20 },
        { source: { auto_source: "mt", engine: "libretranslate", quality: 89 }, lost: [] },
      ],
      ["Help", { targets: ["HELP"], state: 20 }, expect.anything()],
    ]);
    const asked = services.requests.length;
    await tickStrings(petra, made, { out: [rows[2]?.unit.id ?? 0], back: [] });
    const done = await apply(made.id);
    expect(done).toMatchObject({ operation: made.id, changed: 2, left: [] });
    expect(services.requests.length).toBe(asked);
    expect(await unit(component, "cs", "Open")).toMatchObject({ targets: ["Otevřít"], state: 20, automatic: true });
    expect(await unit(component, "cs", "Help")).toMatchObject({ state: 0 });
    const lines = await textRows(
      db,
      sql`select action, cause, details->>'engine' as engine from changes where operation_id = ${made.id} order by cause`,
    );
    expect(lines).toEqual([
      { action: 6, cause: "machine", engine: "libretranslate" },
      { action: 6, cause: "memory", engine: null },
    ]);
    expect(await counterDrift()).toEqual([]);
    expect(await undoHere(petra, made.id, { plan: false })).toMatchObject({ restored: 2, skipped: 0 });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("reaches all languages of a component, and makes suggestions that are taken back", async () => {
    const component = await begin();
    const before = await texts(component);
    const made = await plan(component, wish({ mode: "suggest" }), "state:<translated");
    expect(made).toMatchObject({ strings: 6, counts: { found: 6 } });
    expect((await rowsOf(made.id))[0]?.change).toMatchObject({ suggested: ["OPEN"] });
    expect(await apply(made.id)).toMatchObject({ changed: 6 });
    expect(await unit(component, "de", "Quit")).toMatchObject({ state: 0, suggested: true });
    expect(await counterDrift()).toEqual([]);
    await undoHere(petra, made.id, { plan: false });
    expect(await texts(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
  });

  it("counts the translations that it replaces, and leaves strings alone that somebody has changed since", async () => {
    const component = await begin();
    const made = await plan(component, wish(), "", "cs");
    expect(made).toMatchObject({ strings: 4, counts: { replaced: 1 } });
    await editUnit(petra, await unitId(component, "cs", "Open"), { targets: ["Otevři"], state: 20 });
    expect((await findPlan(petra, made.id)).changedSince).toBe(1);
    expect(await apply(made.id)).toMatchObject({ changed: 3, skipped: { changed: 1 } });
    expect(await unit(component, "cs", "Open")).toMatchObject({ targets: ["Otevři"] });
    expect(await unit(component, "cs", "Quit")).toMatchObject({ targets: ["QUIT"] });
  });

  it("keeps a text that lost a placeholder as needing editing, and says which", async () => {
    const component = await begin();
    services.next = { status: 200, body: JSON.stringify({ translatedText: ["Uložit"] }) };
    const made = await plan(component, wish(), 'source:"Save"', "cs");
    expect(made.counts).toMatchObject({ damaged: 1 });
    const [row] = await rowsOf(made.id);
    expect(row?.change).toMatchObject({ edit: { targets: ["Uložit"], state: 10 }, origin: { lost: ["%s"] } });
    await apply(made.id);
    expect(await unit(component, "cs", "Save %s")).toMatchObject({ targets: ["Uložit"], state: 10 });
  });

  it("says what a service said that did not answer, and goes on with the next source", async () => {
    const component = await begin();
    await addMachinery(petra, component.project, "ltengine", { url: `${services.url}/${begun}/` });
    services.next = { status: 429, body: "" };
    const made = await plan(component, wish({ sources: ["libretranslate", "ltengine"] }), "state:<translated", "cs");
    expect(made.making?.problems).toEqual({ libretranslate: expect.stringContaining("usage limit") });
    expect((await rowsOf(made.id)).map(({ change }) => change?.origin?.source.engine)).toEqual(
      Array(3).fill("ltengine"),
    );
  });

  it("is not carried out before it is complete, and goes on where a task was killed", async () => {
    const component = await begin();
    const begun = await planTranslation(petra, await place(petra, component), wish(), "state:<translated");
    await expect(startPlan(petra, begun)).rejects.toThrow("still being made");
    const payload = { plan: begun.id, user: petra.userId, cause: "person" } as const;
    const killed = makeTranslationPlan(payload, () => {
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    const asked = services.requests.length;
    expect(asked).toBeGreaterThan(0);
    // What was found for another text is not proposed.
    await editUnit(petra, await unitId(component, "cs", "Help"), { targets: ["Pomoc"], state: 20 });
    await makeTranslationPlan(payload);
    expect(services.requests.length).toBe(asked);
    const made = await findPlan(petra, begun.id);
    expect(made).toMatchObject({ strings: 5, making: { done: true }, counts: { skipped: { changed: 1 } } });
  });

  it("refuses what cannot be done, by its field", async () => {
    const component = await begin();
    const jan = await makePerson("jan");
    const at = await place(petra, component, "cs");
    const wrong = (given: Partial<TranslateWish>, q = "") =>
      planTranslation(petra, at, wish(given), q).catch(
        (error: { fields?: { path: string }[] }) => error.fields?.[0]?.path ?? error,
      );
    expect(await wrong({ sources: [] })).toBe("sources");
    expect(await wrong({ sources: ["deepl"] })).toBe("sources");
    expect(await wrong({ sources: ["others"], component: "nowhere" })).toBe("component");
    expect(await wrong({ mode: "approved" })).toBe("mode");
    expect(await wrong({ threshold: 0 })).toBe("threshold");
    expect(await wrong({}, "state:(")).toBe("q");
    await expect(planTranslation(jan, await place(jan, component, "cs"), wish(), "")).rejects.toThrow(
      "translation.auto",
    );
    await expect(planTranslation(petra, await place(petra, component, "en"), wish(), "")).rejects.toThrow("source");
    await db.run(sql`update components set locked = true where id = ${component.id}`);
    await expect(planTranslation(petra, await place(petra, component), wish(), "")).rejects.toThrow("locked");
  });
});
