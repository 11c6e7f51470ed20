import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { makePlan } from "@/lib/domain/bulk/plan";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { addComment } from "@/lib/domain/discussion/comments";
import { selectEditorUnits } from "@/lib/domain/editor/unit";
import { performOperation } from "@/lib/domain/integrate/operations";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { updateProject } from "@/lib/domain/projects/projects";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editStrings } from "@/lib/domain/units/edit-strings";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const make = (cs = '{"a": "Hrušky"}') =>
  connect(
    admin,
    { "en.json": '{"a": "Pears", "blank": " "}', "cs.json": cs },
    { filemask: "*.json", template: "en.json", fileFormat: "json" },
  );

const stateOf = async (id: number) =>
  (await textRow<{ state: number }>(db, sql`select state from units where id = ${id}`))?.state;

describe("reviews of sources", () => {
  it("keep translations closed while their source needs editing, and not a moment longer", async () => {
    const { component } = await make();
    const [source, cs] = [await unitId(component, "en", "a"), await unitId(component, "cs", "a")];
    await editUnit(admin, source, { targets: ["Pearz"], state: 10 });
    await editUnit(admin, cs, { targets: ["Hruška"], state: 20 });
    await updateProject(admin, component.project.slug, { sourceReview: true });
    await expect(editUnit(admin, cs, { targets: ["Jinak"], state: 20 })).rejects.toMatchObject({
      denial: { reason: "read-only-string" },
      message: "The source string needs editing. It can be translated as soon as it is ready.",
    });
    expect([(await findUnit(admin, source)).waits, (await findUnit(admin, cs)).waits]).toEqual([false, true]);
    expect(await selectEditorUnits(admin, [source, cs])).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ id: source, waits: false }),
        expect.objectContaining({ id: cs, waits: true }),
      ]),
    );
    await editUnit(admin, source, { targets: ["Pears"], state: 20 });
    await editUnit(admin, cs, { targets: ["Jinak"], state: 20 });
    expect(await stateOf(cs)).toBe(20);
  });
});

describe("strings that wait for their source", () => {
  const files = {
    "en.json": '{"a": "Pears", "b": "Plums"}',
    "cs.json": '{"b": "Švestky"}',
    "lib/en.json": '{"a": "Pears", "b": "Plums"}',
    "lib/cs.json": '{"a": "Hrušky", "b": "Slívy"}',
  };

  it("are left alone by automatic translation, rules and bulk edits, until it is ready", async () => {
    const settings = {
      filemask: "*.json",
      template: "en.json",
      fileFormat: "json",
      allowTranslationPropagation: false,
    };
    const { component, upstream } = await connect(admin, files, settings);
    const lib = { name: "Lib", slug: "lib", repo: upstream.url, filemask: "lib/*.json", template: "lib/en.json" };
    const made = await createComponent(admin, component.project.slug, { ...settings, ...lib });
    await importComponent(made.id, () => {});
    await updateProject(admin, component.project.slug, { sourceReview: true });
    const [a, b] = [await unitId(component, "cs", "a"), await unitId(component, "cs", "b")];
    for (const key of ["a", "b"]) {
      const source = await findUnit(admin, await unitId(component, "en", key));
      await editUnit(admin, source.id, { targets: source.targets, state: 10 });
    }
    const now = async () =>
      [await findUnit(admin, a), await findUnit(admin, b)].map(({ targets, state }) => [...targets, state]);
    const before = [
      ["", 0],
      ["Švestky", 20],
    ];
    expect(await now()).toEqual(before);
    const run = async () => {
      const cs = await findTranslation(admin, component, "cs");
      const { accepted } = await autoTranslate(admin, cs, { mode: "translate", q: "", autoSource: "others" });
      return accepted;
    };
    const fill = (text: string) =>
      findTranslation(admin, component, "cs").then((cs) =>
        editStrings(
          admin,
          cs,
          { states: [0, 20], decide: () => ({ targets: [text], state: 10 }) },
          { cause: "addon", name: "Filling" },
        ),
      );
    const { project, slug } = component;
    const mark = async () => {
      const place = await resolvePath(admin, [project.slug, slug, "cs"]);
      const wish = { act: "edit", state: 10, addFlags: "", removeFlags: "", addLabels: [], removeLabels: [] } as const;
      return (await makePlan(admin, place, { wish })).counts.skipped;
    };
    expect(await run()).toBe(0);
    expect(await fill("?")).toBe(0);
    expect(await mark()).toMatchObject({ "read-only": 2 });
    expect(await now()).toEqual(before);
    for (const key of ["a", "b"]) {
      const source = await findUnit(admin, await unitId(component, "en", key));
      await editUnit(admin, source.id, { targets: source.targets, state: 20 });
    }
    expect(await mark()).toEqual({ empty: 1 });
    expect(await run()).toBe(2);
    expect(await now()).toEqual([
      ["Hrušky", 20],
      ["Slívy", 20],
    ]);
  });
});

describe("a report about a source", () => {
  it("marks it for edit where sources are reviewed, so that its translations wait", async () => {
    const { component } = await make();
    const [source, cs] = [await unitId(component, "en", "a"), await unitId(component, "cs", "a")];
    await addComment(admin, cs, { scope: "report", text: "What is it?" });
    expect(await stateOf(source)).toBe(20);
    await updateProject(admin, component.project.slug, { sourceReview: true });
    await addComment(admin, cs, { scope: "report", text: "What is it really?" });
    expect(await stateOf(source)).toBe(10);
    expect((await findUnit(admin, source)).labels.map(({ name }) => name)).toEqual(["Source needs review"]);
    await expect(editUnit(admin, cs, { targets: ["Jinak"], state: 20 })).rejects.toThrow("needs editing");
    expect(await stateOf(cs)).toBe(20);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("blanks alone", () => {
  it("are refused as a translation of a text, and taken for a source that is blank too", async () => {
    const { component } = await make();
    const cs = await unitId(component, "cs", "a");
    for (const state of [10, 20, 30])
      await expect(editUnit(admin, cs, { targets: ["  \n"], state })).rejects.toMatchObject({
        fields: expect.arrayContaining([expect.objectContaining({ path: "target", code: "blank" })]),
      });
    const blank = await unitId(component, "cs", "blank");
    await editUnit(admin, blank, { targets: ["  "], state: 20 });
    expect(await stateOf(blank)).toBe(20);
  });

  it("of a file need editing, from the first import on", async () => {
    const { component, upstream } = await make('{"a": "   "}');
    const cs = await unitId(component, "cs", "a");
    expect(await stateOf(cs)).toBe(10);
    upstream.commit({ "cs.json": '{"a": "Hrušky"}' });
    await performOperation(component.repositoryId, "pull");
    expect(await stateOf(cs)).toBe(20);
    upstream.commit({ "cs.json": '{"a": "\\t"}' });
    await performOperation(component.repositoryId, "pull");
    expect(await stateOf(cs)).toBe(10);
    expect(await counterDrift()).toEqual([]);
  });
});
