import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { acceptSuggestion, addSuggestion } from "@/lib/domain/discussion/suggestions";
import { loadReview } from "@/lib/domain/editor/review";
import { Forbidden, Invalid } from "@/lib/domain/errors";
import { type AutoTranslation, autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { editStrings } from "@/lib/domain/units/edit-strings";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Nobody approves a text of their own, where a project wants it so. */

let petra: Actor;
let jan: Actor;
let component: ComponentRow;
let czech: TranslationRow;
let fig: number;

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Fig"
msgstr "Fík"

msgid "Pear"
msgstr ""
`;

beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  jan = await makePerson("jan", { superuser: true });
  ({ component } = await connect(
    petra,
    { "po/cs.po": PO },
    { filemask: "po/*.po", fileFormat: "po", manageUnits: true },
  ));
  await updateProject(petra, component.project.slug, { translationReview: true, fourEyes: true });
  component = await findComponentById(petra, component.id);
  czech = await findTranslation(petra, component, "cs");
});
beforeEach(async () => {
  fig = await unitId(component, "cs", "Fig");
});

const approve = (who: Actor, text: string) => editUnit(who, fig, { targets: [text], state: 30 });
const stateOf = async (who: Actor, text: string) =>
  (await editUnit(who, fig, { targets: [text], state: 20 })).unit.state;

describe("under the four-eyes rule", () => {
  it("a text that comes from the repository is anybody's to approve", async () => {
    expect((await approve(petra, "Fík")).unit.state).toBe(30);
  });

  it("nobody approves a text with the same save that brings it", async () => {
    await expect(approve(petra, "Fíček")).rejects.toThrow(Forbidden);
    await expect(approve(petra, "Fíček")).rejects.toMatchObject({ denial: { reason: "own-text" } });
  });

  it("nobody approves a text that they saved before, and others do", async () => {
    expect(await stateOf(petra, "Fíky")).toBe(20);
    await expect(approve(petra, "Fíky")).rejects.toThrow(Forbidden);
    // What was done to its state since does not make the text another's.
    await editUnit(jan, fig, { targets: ["Fíky"], state: 10 });
    await editUnit(jan, fig, { targets: ["Fíky"], state: 20 });
    await expect(approve(petra, "Fíky")).rejects.toThrow(Forbidden);
    expect((await approve(jan, "Fíky")).unit.state).toBe(30);
  });

  it("a text that is back again is of whoever brought it back", async () => {
    await stateOf(petra, "Ten");
    await stateOf(jan, "Onen");
    await stateOf(jan, "Ten");
    await expect(approve(jan, "Ten")).rejects.toThrow(Forbidden);
    expect((await approve(petra, "Ten")).unit.state).toBe(30);
  });

  it("a suggestion is the text of whoever made it, unless it is changed", async () => {
    await stateOf(jan, "Před");
    const first = await addSuggestion(jan, fig, ["Návrh"]);
    if (!("made" in first)) throw new Error("It was not made.");
    await expect(acceptSuggestion(jan, first.made.id, true)).rejects.toThrow(Forbidden);
    await expect(
      editUnit(petra, fig, { targets: ["Jiný návrh"], state: 30 }, { suggestionId: first.made.id }),
    ).rejects.toThrow(Forbidden);
    await acceptSuggestion(petra, first.made.id, true);
    expect((await editUnit(petra, fig, { targets: ["Návrh"], state: 30 })).unit.state).toBe(30);
  });

  it("a suggestion that was changed in accepting it is the text of both", async () => {
    const suggestion = await addSuggestion(jan, fig, ["Janův text"]);
    if (!("made" in suggestion)) throw new Error("It was not made.");
    await editUnit(petra, fig, { targets: ["Janův a Petřin"], state: 20 }, { suggestionId: suggestion.made.id });
    await expect(approve(petra, "Janův a Petřin")).rejects.toThrow(Forbidden);
    await expect(approve(jan, "Janův a Petřin")).rejects.toThrow(Forbidden);
    const eva = await makePerson("eva", { superuser: true });
    const listed = async (who: Actor) =>
      (await loadReview(who, { kind: "translation", translationId: czech.id }, "")).ids.includes(fig);
    expect([await listed(petra), await listed(jan), await listed(eva)]).toEqual([false, false, true]);
    expect((await approve(eva, "Janův a Petřin")).unit.state).toBe(30);
  });

  it("an upload approves nothing of its own, by its method or its states", async () => {
    const bytes = Buffer.from(PO.replace("Fík", "Nahraný"));
    const upload = { bytes, filename: "cs.po", conflicts: "replace-approved", fuzzy: "" } as const;
    await expect(uploadFile(petra, czech, { ...upload, method: "approve" })).rejects.toThrow(/nobody approves/);
    expect(await uploadFile(petra, czech, { ...upload, method: "translate" })).toMatchObject({ accepted: 1 });
  });

  it("automatic translation approves nothing", async () => {
    await expect(autoTranslate(petra, czech, { mode: "approved" } as AutoTranslation)).rejects.toThrow(Invalid);
  });

  it("a string is not added as approved", async () => {
    await expect(
      addUnit(petra, czech, { context: "", sources: ["Plum"], targets: ["Švestka"], state: 30 }),
    ).rejects.toThrow(Invalid);
  });

  it("a rule for many strings leaves out those of whoever runs it", async () => {
    await stateOf(petra, "Pravidlo");
    const rule = {
      states: [20] as const,
      decide: (one: { targets: readonly string[] }) => ({ targets: [...one.targets], state: 30 as const }),
    };
    expect(await editStrings(petra, czech, rule, { cause: "addon", name: "test" })).toBe(0);
    expect(await editStrings(jan, czech, rule, { cause: "addon", name: "test" })).toBe(1);
  });
});

describe("without the rule", () => {
  it("reviewers approve what they write", async () => {
    await updateProject(petra, component.project.slug, { fourEyes: false });
    expect((await approve(petra, "Vlastní")).unit.state).toBe(30);
  });
});
