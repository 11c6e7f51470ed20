import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { listOperations } from "@/lib/domain/undo/operations";
import { undoHere } from "@/lib/domain/undo/undo";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { db, sql } from "@/lib/platform/database";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { type Term, tbxEntry, tbxFile } from "../../support/tbx";
import { textRows } from "../../support/text-rows";

/** What is said of translations of terms comes back with them. */

const BEFORE: Term[] = [
  ["pear", "hruška", "The fruit"],
  ["quince", "kdoule"],
  ["plum", "švestka", "For jam"],
];

let admin: Actor;
let component: ComponentRow;
let upstream: Upstream;

beforeEach(async () => {
  admin ??= await makePerson("admin", { superuser: true });
  ({ component, upstream } = await connect(
    admin,
    { "l/cs.tbx": tbxFile(...BEFORE) },
    { filemask: "l/*.tbx", fileFormat: "tbx", isGlossary: true, manageUnits: true },
  ));
});

const said = () =>
  textRows<{ source: string; target: string; explanation: string }>(
    db,
    sql`select s.sources[1] as source, u.targets[1] as target, u.explanation from units u join source_units s on s.id = u.source_id
      join translations t on t.id = u.translation_id where t.component_id = ${component.id} and not t.is_source order by u.position`,
  );
const expected = (terms: readonly Term[]) =>
  terms.map(([source, target, explanation = ""]) => ({ source, target, explanation }));

async function upload(method: "translate" | "add" | "replace", ...terms: Term[]): Promise<string> {
  const translation = await findTranslation(admin, component, "cs");
  const done = await uploadFile(admin, translation, {
    ...{ filename: "cs.tbx", bytes: Buffer.from(tbxFile(...terms)), method },
    ...{ conflicts: "replace-translated", fuzzy: "" },
  });
  return done.operation ?? "";
}
const undo = (operation: string) => undoHere(admin, operation, { plan: false });
const push = async () => expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });

describe("an upload into a glossary is undone", () => {
  it.each(["translate", "replace"] as const)("with what it said of translations (%s)", async (method) => {
    const operation = await upload(
      method,
      ["pear", "hruška obecná", "The tree"],
      ["quince", "kdoule", "Hard"],
      ["plum", "švestka", "For jam"],
    );
    expect((await said()).map(({ explanation }) => explanation)).toEqual(["The tree", "Hard", "For jam"]);
    await push();
    // One string whose text changed, and one that only has another explanation.
    const first = await undo(operation);
    expect(first).toMatchObject({ restored: 2, skipped: 0, left: [] });
    expect(await said()).toEqual(expected(BEFORE));
    await push();
    expect(upstream.read("l/cs.tbx")).toBe(tbxFile(...BEFORE));
    // And that is undone as well.
    expect(await undo(first.operation ?? "")).toMatchObject({ restored: 2, skipped: 0 });
    expect((await said()).map(({ explanation }) => explanation)).toEqual(["The tree", "Hard", "For jam"]);
    await push();
    expect(upstream.read("l/cs.tbx")).toContain(tbxEntry(["quince", "kdoule", "Hard"]));
    expect(await counterDrift()).toEqual([]);
  });

  it("also by a file that says nothing of them, in place of one that did", async () => {
    const operation = await upload("replace", ["pear", "hruška"], ["quince", "kdoule", "Hard"]);
    expect(await said()).toEqual(
      expected([
        ["pear", "hruška"],
        ["quince", "kdoule", "Hard"],
        ["plum", ""],
      ]),
    );
    expect(await undo(operation)).toMatchObject({ restored: 3, skipped: 0 });
    expect(await said()).toEqual(expected(BEFORE));
    await push();
    expect(upstream.read("l/cs.tbx")).toBe(tbxFile(...BEFORE));
    expect(await counterDrift()).toEqual([]);
  });

  it("where nothing but explanations changed, and before anything was committed", async () => {
    const bytes = upstream.read("l/cs.tbx");
    const operation = await upload("translate", ["pear", "hruška", "Sweet"], ["quince", "kdoule", "Sour"]);
    expect(operation).not.toBe("");
    expect(await undo(operation)).toMatchObject({ restored: 2, skipped: 0 });
    expect(await said()).toEqual(expected(BEFORE));
    await push();
    expect(upstream.read("l/cs.tbx")).toBe(bytes);
    expect(await counterDrift()).toEqual([]);
  });

  it("but for what somebody has said or translated since", async () => {
    const operation = await upload(
      "translate",
      ["pear", "hruška", "Sweet"],
      ["quince", "kdoule", "Sour"],
      ["plum", "švestka", "Blue"],
    );
    const [pear, quince] = [await unitId(component, "cs", "pear"), await unitId(component, "cs", "quince")];
    await changeUnit(admin, pear, { explanation: "Mine" });
    await editUnit(admin, quince, { targets: ["kdouloň"], state: 20 });
    const done = await undo(operation);
    expect(done).toMatchObject({ restored: 1, skipped: 2 });
    expect(done.left).toEqual([pear, quince].sort((a, b) => a - b).map((unit) => ({ unit, reason: "changed" })));
    expect(await said()).toEqual(
      expected([
        ["pear", "hruška", "Mine"],
        ["quince", "kdouloň", "Sour"],
        ["plum", "švestka", "For jam"],
      ]),
    );
  });

  it("with the terms that it added, explained as they were", async () => {
    const operation = await upload("add", ["fig", "fík", "Dried"]);
    expect((await said()).at(-1)).toEqual({ source: "fig", target: "fík", explanation: "Dried" });
    const first = await undo(operation);
    expect(first).toMatchObject({ removed: 2, skipped: 0 });
    expect(await said()).toEqual(expected(BEFORE));
    expect(await undo(first.operation ?? "")).toMatchObject({ returned: 2, skipped: 0 });
    expect((await said()).at(-1)).toEqual({ source: "fig", target: "fík", explanation: "Dried" });
  });
});

it("a pull that changed what is said of a translation is undone", async () => {
  upstream.commit({ "l/cs.tbx": tbxFile(["pear", "hruška", "Theirs"], ["quince", "kdoule"], ["plum", "švestka"]) });
  expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
  expect((await said()).map(({ explanation }) => explanation)).toEqual(["Theirs", "", ""]);
  const { rows } = await listOperations(admin, { component }, { limit: 5 });
  expect(await undo(rows[0]?.id ?? "")).toMatchObject({ restored: 2, skipped: 0 });
  expect(await said()).toEqual(expected(BEFORE));
  await push();
  expect(upstream.read("l/cs.tbx")).toBe(tbxFile(...BEFORE));
});
