import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { decideSourceEdits } from "@/lib/domain/source-edits/decide";
import { listSourceEdits } from "@/lib/domain/source-edits/list";
import { undoHere } from "@/lib/domain/undo/undo";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

const file = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;

let admin: Actor;
let component: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    {
      "l/en.json": file({ a: "Open the file", b: "Wait 5 seconds", c: "Quit", d: "Print" }),
      "l/cs.json": file({ a: "Otevřít soubor", b: "Čekejte 5 sekund", c: "Konec", d: "Tisk" }),
      "l/de.json": file({ a: "Datei öffnen", b: "Fünf Sekunden warten", c: "Beenden", d: "Drucken" }),
    },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
});

const english = (text: string) => unitId(component, "en", text);
const edit = async (from: string, to: string, keepTranslations?: boolean) =>
  editUnit(admin, await english(from), { targets: [to], state: 20, keepTranslations });
const czech = async (source: string) => {
  const { targets, state, previousSource } = await findUnit(admin, await unitId(component, "cs", source));
  return { text: targets[0], state, previousSource };
};
const edits = async () => (await listSourceEdits(component, { limit: 50 })).rows;

describe("an edited source string", () => {
  it("keeps its translations when its meaning is said to be the same, and says so in the ledger", async () => {
    await edit("Print", "Print…", true);
    expect(await czech("Print…")).toEqual({ text: "Tisk", state: 20, previousSource: "" });
    expect(await edits()).toEqual([]);
    // What the checks find is about the new text.
    const found = await findUnit(admin, await unitId(component, "cs", "Print…"));
    expect(found.failing).toBe(true);
    const line = await textRow<{ details: { kept: number } }>(
      db,
      sql`select details from changes where unit_id = ${await english("Print…")} and action = 30 order by id desc limit 1`,
    );
    expect(line?.details.kept).toBe(2);
    expect(await counterDrift()).toEqual([]);
  });

  it("cannot keep translations of what is none", async () => {
    const id = await unitId(component, "cs", "Quit");
    await expect(editUnit(admin, id, { targets: ["Odejít"], state: 20, keepTranslations: true })).rejects.toMatchObject(
      {
        fields: [{ path: "keepTranslations" }],
      },
    );
    await expect(changeUnit(admin, id, { explanation: "x", keepTranslations: true })).rejects.toMatchObject({
      fields: [{ path: "keepTranslations" }],
    });
    expect((await czech("Quit")).text).toBe("Konec");
  });

  it("is listed with its translations, what changed, and what the same change would make of them", async () => {
    await edit("Wait 5 seconds", "Wait 10 seconds");
    await edit("Open the file", "Open the file.");
    expect(await edits()).toMatchObject([
      {
        context: "b",
        kind: "values",
        before: ["Wait 5 seconds"],
        after: ["Wait 10 seconds"],
        translations: [
          { languageCode: "cs", followed: ["Čekejte 10 sekund"] },
          { languageCode: "de", followed: null },
        ],
      },
      {
        context: "a",
        kind: "end-mark",
        translations: [{ followed: ["Otevřít soubor."] }, { followed: ["Datei öffnen."] }],
      },
    ]);
  });

  it("gets the same change where a rule reaches; the others wait, and the count of them is told", async () => {
    const seen = (await edits()).map(({ sourceId, before, after }) => ({ sourceId, before, after }));
    const done = await decideSourceEdits(admin, component, seen, "follow");
    expect(done).toMatchObject({ decided: 3, skipped: [{ reason: "no-rule", count: 1 }] });
    expect(done.operation).not.toBeNull();
    expect(await czech("Wait 10 seconds")).toEqual({ text: "Čekejte 10 sekund", state: 20, previousSource: "" });
    expect(await czech("Open the file.")).toMatchObject({ text: "Otevřít soubor.", state: 20 });
    expect((await edits()).map((one) => one.translations.map((two) => two.languageCode))).toEqual([["de"]]);
    expect(await counterDrift()).toEqual([]);
  });

  it("waits for a decision again once the decision is taken back", async () => {
    await edit("Print…", "Print now…");
    const seen = (await edits())
      .filter(({ context }) => context === "d")
      .map(({ sourceId, before, after }) => ({ sourceId, before, after }));
    const { operation } = await decideSourceEdits(admin, component, seen, "keep");
    expect(await czech("Print now…")).toEqual({ text: "Tisk", state: 20, previousSource: "" });
    await undoHere(admin, operation ?? "", { plan: false });
    expect(await czech("Print now…")).toEqual({ text: "Tisk", state: 10, previousSource: "Print…" });
    expect((await edits()).map(({ context }) => context)).toContain("d");
    await decideSourceEdits(admin, component, seen, "keep");
    expect(await counterDrift()).toEqual([]);
  });

  it("has its translations confirmed as they are, but not those of a text that was edited again", async () => {
    const [first] = await edits();
    const seen = { sourceId: first?.sourceId ?? 0, before: first?.before ?? [], after: first?.after ?? [] };
    await edit("Wait 10 seconds", "Wait 20 seconds", true);
    expect(await decideSourceEdits(admin, component, [seen], "keep")).toMatchObject({
      decided: 0,
      skipped: [{ reason: "changed", count: 1 }],
      operation: null,
    });
    const again = { ...seen, after: ["Wait 20 seconds"] };
    expect(await decideSourceEdits(admin, component, [again], "keep")).toMatchObject({ decided: 1, skipped: [] });
    expect(await edits()).toEqual([]);
    expect(await decideSourceEdits(admin, component, [again], "keep")).toMatchObject({ decided: 0, operation: null });
  });

  it("is decided only by those who may edit each translation", async () => {
    await edit("Quit", "Quit!");
    const seen = (await edits()).map(({ sourceId, before, after }) => ({ sourceId, before, after }));
    await expect(decideSourceEdits(await anonymousActor(), component, seen, "keep")).rejects.toThrow(/Sign in/);
    const stranger = { ...(await makePerson("stranger")), grants: [] };
    expect(await decideSourceEdits(stranger, component, seen, "keep")).toMatchObject({
      decided: 0,
      skipped: [{ reason: "denied", count: 2 }],
    });
    await expect(decideSourceEdits(admin, component, [], "keep")).rejects.toMatchObject({
      fields: [{ path: "edits" }],
    });
  });
});
