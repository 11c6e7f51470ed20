import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findingsOf } from "@/lib/domain/units/findings";
import { followFlags } from "@/lib/domain/units/follow-flags";
import { db, sql } from "@/lib/platform/database";
import { englishFinding } from "@/lib/text/checks/say-english";
import type { Upstream } from "../../support/git";
import { addTerm, withGlossary } from "../../support/glossary";
import { counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let component: ComponentRow;
let glossary: ComponentRow;
let upstream: Upstream;

beforeAll(async () => {
  admin = await makePerson("glossary-checker", { superuser: true });
  ({ component, glossary, upstream } = await withGlossary(admin, { a: "Open the issues", b: "Close it" }));
  await addTerm(admin, glossary, "issue");
  await editUnit(admin, await unitId(glossary, "de", "issue"), { targets: ["Ticket"], state: 20 });
});

const setComponent = async (input: Parameters<typeof updateComponent>[2]) =>
  updateComponent(admin, await findComponentById(admin, component.id), input);

const said = async (key: string, language = "de") => {
  const findings = await findingsOf(admin, await unitId(component, language, key));
  return findings.filter((one) => one.check === "check_glossary").flatMap((one) => one.findings.map(englishFinding));
};

const WRONG = "Translate “issues” as “Ticket”.";

describe("the check of the glossary", () => {
  it("is made where the flag asks for it: when a text is saved, and when the flag is set", async () => {
    const id = await unitId(component, "de", "a");
    await editUnit(admin, id, { targets: ["Öffne die Hefte"], state: 20 });
    expect(await said("a")).toEqual([]);
    const source = await unitId(component, "en", "a");
    await changeUnit(admin, source, { extraFlags: "check-glossary" });
    expect(await said("a")).toEqual([WRONG]);
    await editUnit(admin, id, { targets: ["Öffne die Tickets"], state: 20 });
    expect(await said("a")).toEqual([]);
    await editUnit(admin, id, { targets: ["Öffne die Hefte"], state: 20 });
    expect(await said("a")).toEqual([WRONG]);
    await changeUnit(admin, source, { extraFlags: "" });
    expect(await said("a")).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("is made of texts that come from upstream", async () => {
    await setComponent({ checkFlags: "check-glossary" });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    const pull = async (text: string) => {
      upstream.commit({ "l/de.json": `{\n  "a": "${text}"\n}\n` });
      expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
      return said("a");
    };
    expect(await pull("Öffne jedes Ticket")).toEqual([]);
    expect(await pull("Öffne jedes Heft")).toEqual([WRONG]);
    expect(await pull("Öffne alle Tickets")).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("lets an enforced check lower the state", async () => {
    await setComponent({ enforcedChecks: ["check_glossary"] });
    const { unit, enforced } = await editUnit(admin, await unitId(component, "de", "a"), {
      targets: ["Öffne die Hefte"],
      state: 20,
    });
    expect({ state: unit.state, enforced }).toEqual({ state: 10, enforced: ["check_glossary"] });
  });
});

describe("terminology", () => {
  it("is added to every language of the glossary that lacks it", async () => {
    const czech = await findTranslation(admin, glossary, "cs");
    await addUnit(admin, czech, { context: "", sources: ["branch"], targets: ["větev"], state: 20 });
    await expect(unitId(glossary, "de", "branch")).rejects.toThrow();
    const source = await unitId(glossary, "en", "branch");
    await changeUnit(admin, source, { extraFlags: "terminology" });
    await changeUnit(admin, source, { extraFlags: "terminology, forbidden" });
    await editUnit(admin, await unitId(glossary, "de", "branch"), { targets: ["Zweig"], state: 20 });
    expect(await performOperation(glossary.repositoryId, "commit")).toEqual({ result: true });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("terminology of a whole glossary", () => {
  const states = async (source: string) =>
    textRows(
      db,
      sql`select l.code, u.state from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
        join languages l on l.id = t.language_id where s.component_id = ${glossary.id} and s.sources[1] = ${source} and not t.is_source order by l.code`,
    );
  const flag = async (checkFlags: string) => {
    await updateComponent(admin, await findComponentById(admin, glossary.id), { checkFlags });
    await followFlags({ project: glossary.projectId, component: glossary.id });
  };

  it("fills the languages at once, and leaves where nothing was done when the flag goes", async () => {
    const czech = await findTranslation(admin, glossary, "cs");
    for (const [source, target] of [
      ["merge", "sloučit"],
      ["rebase", "přeskládat"],
    ] as const)
      await addUnit(admin, czech, { context: "", sources: [source], targets: [target], state: 20 });
    expect(await states("merge")).toEqual([{ code: "cs", state: 20 }]);
    await flag("terminology");
    const filled = [
      { code: "cs", state: 20 },
      { code: "de", state: 0 },
    ];
    expect([await states("merge"), await states("rebase")]).toEqual([filled, filled]);
    // Done twice it adds nothing.
    await flag("terminology, forbidden");
    expect(await states("merge")).toEqual(filled);
    await editUnit(admin, await unitId(glossary, "de", "rebase"), { targets: ["umsetzen"], state: 20 });
    await flag("");
    expect(await states("merge")).toEqual([{ code: "cs", state: 20 }]);
    expect(await states("rebase")).toEqual([
      { code: "cs", state: 20 },
      { code: "de", state: 20 },
    ]);
    expect(await performOperation(glossary.repositoryId, "commit")).toEqual({ result: true });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("the first character of a term", () => {
  const saidOf = async (owner: ComponentRow, key: string, language: string) =>
    (await findingsOf(admin, await unitId(owner, language, key))).map(({ check }) => check);

  it("is looked at in glossaries alone, also where the term stays as it is", async () => {
    await addTerm(admin, glossary, "sum");
    await editUnit(admin, await unitId(glossary, "de", "sum"), { targets: ["=SUMME"], state: 20 });
    expect(await saidOf(glossary, "sum", "de")).toContain("prohibited_initial_character");
    await changeUnit(admin, await unitId(glossary, "en", "sum"), { extraFlags: "read-only" });
    expect(await saidOf(glossary, "sum", "de")).toEqual(["prohibited_initial_character"]);
    await changeUnit(admin, await unitId(glossary, "en", "sum"), {
      extraFlags: "read-only, ignore-prohibited-initial-character",
    });
    expect(await saidOf(glossary, "sum", "de")).toEqual([]);
    await editUnit(admin, await unitId(component, "de", "b"), { targets: ["=Schließen"], state: 20 });
    expect(await saidOf(component, "b", "de")).not.toContain("prohibited_initial_character");
    expect(await counterDrift()).toEqual([]);
  });
});
