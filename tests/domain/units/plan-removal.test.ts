import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { addComment, listComments } from "@/lib/domain/discussion/comments";
import { addSuggestion, listSuggestions } from "@/lib/domain/discussion/suggestions";
import { createScreenshot, listScreenshots, showUnit } from "@/lib/domain/screenshots/screenshots";
import { findTranslation } from "@/lib/domain/translations/translations";
import { undoHere } from "@/lib/domain/undo/undo";
import { planRemoval } from "@/lib/domain/units/plan-removal";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";

/** What would go with one string, and whether it does. */

const po = (language: string, quit: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "${quit}"\n`;

let admin: Actor;
let jan: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  jan = await makePerson("jan");
});

async function bilingual(manageUnits = true) {
  const { component } = await connect(
    admin,
    { "po/cs.po": po("cs", "Konec"), "po/de.po": po("de", "Beenden"), "po/fr.po": po("fr", "") },
    { filemask: "po/*.po", fileFormat: "po", manageUnits, suggestionVoting: true },
  );
  return findComponentById(admin, component.id);
}

const PAGE = { limit: 10, offset: 0 };

/** What people said of a string, and the screenshots on which it is seen. */
async function said(unit: number, source: number) {
  const { suggested, commented } = await findUnit(admin, unit);
  const comments = (await listComments(admin, unit, PAGE)).rows;
  const suggestions = (await listSuggestions(admin, { unitId: unit }, PAGE)).rows;
  const shown = (await listScreenshots(admin, {}, PAGE)).rows.filter(({ units }) => units.includes(source));
  const screenshots = shown.map(({ id, regions }) => ({ id, regions }));
  return { suggested, commented, comments, suggestions, screenshots };
}

it("counts what goes from one language and from all, and changes nothing", async () => {
  const component = await bilingual();
  const [cs, de, en] = [
    await unitId(component, "cs", "Quit"),
    await unitId(component, "de", "Quit"),
    await unitId(component, "en", "Quit"),
  ];
  await addSuggestion(jan, cs, ["Ukončit"]);
  await addSuggestion(jan, de, ["Schließen"]);
  await addComment(jan, cs, { scope: "translation", text: "Which one?" });
  await addComment(jan, de, { scope: "translation", text: "Dialog" });
  await addComment(jan, en, { scope: "report", text: "Where is this?" });
  const here = { unitId: cs, everywhere: false, denial: undefined, translated: 1, comments: 0, suggestions: 1 };
  const all = { unitId: en, everywhere: true, denial: undefined, translated: 2, comments: 3, suggestions: 2 };
  expect(await planRemoval(admin, cs)).toEqual([here, all]);
  expect(await planRemoval(admin, en)).toEqual([all]);
  expect(await findUnit(admin, cs)).toMatchObject({ targets: ["Konec"] });
});

it("is what goes, and comes back with the operation: texts, and what people said of them", async () => {
  const component = await bilingual();
  const en = await unitId(component, "en", "Quit");
  const cs = await unitId(component, "cs", "Quit");
  await addComment(jan, cs, { scope: "translation", text: "Which one?" });
  await addComment(jan, en, { scope: "report", text: "Where is this?" });
  await addSuggestion(jan, cs, ["Ukončit"]);
  // The same once more is a vote.
  await addSuggestion(admin, cs, ["Ukončit"]);
  const english = await findTranslation(admin, component, "en");
  const image = { name: "Menu", repositoryFilename: "", content: png(64, 48) };
  const { id } = await createScreenshot(admin, english, image);
  await showUnit(admin, id, en, [1, 2, 3, 4]);
  const before = await said(cs, en);
  expect(before).toMatchObject({ suggestions: [{ votes: 2 }], comments: [{}, {}], screenshots: [{}] });
  const plan = await planRemoval(admin, cs);
  const operation = await removeUnit(admin, en);
  await expect(findUnit(admin, cs)).rejects.toThrow();
  expect(await undoHere(admin, operation ?? "", { plan: false })).toMatchObject({ returned: expect.any(Number) });
  expect(await findUnit(admin, cs)).toMatchObject({ targets: ["Konec"], state: 20 });
  expect(await planRemoval(admin, cs)).toEqual(plan);
  expect(await said(cs, en)).toEqual(before);
  expect(await counterDrift()).toEqual([]);
});

it("does not come back of a language that has gone meanwhile, while the rest does", async () => {
  const component = await bilingual();
  const en = await unitId(component, "en", "Quit");
  const [cs, de] = [await unitId(component, "cs", "Quit"), await unitId(component, "de", "Quit")];
  await addComment(jan, cs, { scope: "translation", text: "Which one?" });
  await addComment(jan, de, { scope: "translation", text: "Dialog" });
  const operation = await removeUnit(admin, en);
  await removeLanguageFrom(admin, await findTranslation(admin, component, "cs"));
  await undoHere(admin, operation ?? "", { plan: false });
  expect((await said(de, en)).comments.map(({ text }) => text)).toEqual(["Dialog"]);
});

it("from one language leaves the comments where they are, and they are there again with the string", async () => {
  const component = await bilingual();
  const cs = await unitId(component, "cs", "Quit");
  await addComment(jan, cs, { scope: "translation", text: "Which one?" });
  const operation = await removeUnit(admin, cs);
  expect(await findUnit(admin, await unitId(component, "de", "Quit"))).toMatchObject({ targets: ["Beenden"] });
  await undoHere(admin, operation ?? "", { plan: false });
  const back = await unitId(component, "cs", "Quit");
  expect((await listComments(admin, back, { limit: 10, offset: 0 })).count).toBe(1);
});

it("says why somebody may not", async () => {
  const component = await bilingual();
  const cs = await unitId(component, "cs", "Quit");
  expect((await planRemoval(jan, cs)).map(({ denial }) => [denial?.reason, denial?.permission])).toEqual([
    ["missing-permission", "unit.delete"],
    ["missing-permission", "unit.delete"],
  ]);
  const fixed = await bilingual(false);
  expect((await planRemoval(admin, await unitId(fixed, "cs", "Quit"))).map(({ denial }) => denial?.reason)).toEqual([
    "not-supported",
    "not-supported",
  ]);
});

it("is from all languages alone where there is a base file", async () => {
  const { component } = await connect(
    admin,
    { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": '{"a": "Jablko"}\n' },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  );
  const [here, all] = await planRemoval(admin, await unitId(component, "cs", "a"));
  expect(here?.denial?.text).toContain("only be removed in its source language");
  expect(all).toMatchObject({ everywhere: true, denial: undefined, translated: 1 });
});

it("tells nothing of a string that the actor may not see", async () => {
  const component = await bilingual();
  await expect(planRemoval(jan, 2 ** 40)).rejects.toMatchObject({ name: "NotFound" });
  await expect(planRemoval(admin, await unitId(component, "cs", "Quit"))).resolves.toHaveLength(2);
});
