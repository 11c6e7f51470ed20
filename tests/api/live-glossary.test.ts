import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { askGlossary, checkTexts, readyForTexts } from "@/app/ui/editor/live-checks";
import { describeTranslation, type EditorHead } from "@/lib/domain/editor/head";
import { selectEditorUnits } from "@/lib/domain/editor/unit";
import { findTranslation } from "@/lib/domain/translations/translations";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { addTerm, withGlossary } from "../support/glossary";
import { unitId } from "../support/loop";
import { json, type Person, person, send } from "./support";

/** What the checks in the browser say of a text that is compared with a glossary is what the server says when it is saved. */

const STRINGS = { a: "Open the issues", b: "Save and go", c: "Save and go now", d: "Open the branches of Loquat" };

let admin: Person;
let head: EditorHead;
const ids: Record<string, number> = {};
let asked = 0;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  const { component, glossary } = await withGlossary(admin.actor, STRINGS);
  for (const [term, flags, german] of [
    ["issue", "", "Ticket"],
    ["branch", "", "Zweig"],
    ["Save and go", "read-only", ""],
    ["Loquat", "read-only", ""],
  ] as const) {
    await addTerm(admin.actor, glossary, term, flags);
    if (german) await editUnit(admin.actor, await unitId(glossary, "de", term), { targets: [german], state: 20 });
  }
  head = await describeTranslation(admin.actor, await findTranslation(admin.actor, component, "de"));
  for (const key of Object.keys(STRINGS)) {
    ids[key] = await unitId(component, "de", key);
    await changeUnit(admin.actor, await unitId(component, "en", key), { extraFlags: "check-glossary" });
  }
  // The browser's requests reach the routes of this process.
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    asked++;
    return send("POST", path, { key: admin.key, body: JSON.parse(body) });
  });
});

afterAll(() => void vi.unstubAllGlobals());

const read = async (key: string) => {
  const [unit] = await selectEditorUnits(admin.actor, [ids[key] ?? 0]);
  if (!unit) throw new Error(`There is no string ${key}.`);
  return unit;
};

const said = (findings: readonly { check: string; sentences: unknown }[]) =>
  findings.map(({ check, sentences }) => ({ check, sentences }));

/** What is said while a text is written, and after it was saved. */
async function both(key: string, text: string) {
  const before = await read(key);
  await readyForTexts(head, before, [text]);
  await askGlossary(before, [text]);
  const live = said(checkTexts(head, before, [text]));
  await editUnit(admin.actor, before.id, { targets: [text], state: 20 });
  return { live, saved: said((await read(key)).findings) };
}

describe("a text that is compared with a glossary", () => {
  it.each([
    ["a", "Öffne die Hefte", ["check_glossary"]],
    ["a", "Öffne die Tickets", []],
    ["a", "Open the issues", ["check_glossary", "same"]],
    ["b", "Save and go", []],
    ["b", "Speichern und los", ["check_glossary"]],
    ["c", "Save and go now", ["same"]],
    ["d", "Öffne die Zweige von Loquat", []],
    ["d", "Öffne die Äste von Lokat", ["check_glossary"]],
  ])("%s: %s", async (key, text, expected) => {
    const { live, saved } = await both(key, text);
    expect(saved.map(({ check }) => check)).toEqual(expected);
    expect(live).toEqual(saved);
  });

  it("is not asked about twice, and keeps what was found last until it was asked about the next", async () => {
    const unit = await read("a");
    const [bad, good] = [["Öffne die Bücher"], ["Öffne alle Tickets"]];
    await askGlossary(unit, bad);
    expect(checkTexts(head, unit, bad).map(({ check }) => check)).toEqual(["check_glossary"]);
    const before = asked;
    await askGlossary(unit, bad);
    expect(asked).toBe(before);
    expect(checkTexts(head, unit, good).map(({ check }) => check)).toEqual(["check_glossary"]);
    await askGlossary(unit, good);
    expect(asked).toBe(before + 1);
    expect(checkTexts(head, unit, good)).toEqual([]);
  });

  it("says nothing of an unchanged one before the glossary has told its names, and what was stored of its terms", async () => {
    const { id, ...unit } = await read("d");
    const unknown = { ...unit, id: id + 1_000_000 };
    expect(checkTexts(head, unknown, ["Open the branches of Loquat"])).toEqual(unit.findings);
    expect(unit.findings.map(({ check }) => check)).toEqual(["check_glossary"]);
  });

  it("is not looked at for somebody who may not see its string", async () => {
    await db.run(sql`update projects set access_control = 100`);
    const body = { unit: ids.a, texts: ["Öffne die Hefte"] };
    const stranger = await person("stranger");
    expect((await send("POST", "/translate/-/glossary/", { key: stranger.key, body })).status).toBe(404);
    expect(await json("POST", "/translate/-/glossary/", { key: admin.key, body })).toMatchObject({
      status: 200,
      body: { named: [], wrong: [{ source: STRINGS.a, text: body.texts[0] }] },
    });
    await db.run(sql`update projects set access_control = 0`);
  });
});
