import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, setLock } from "@/lib/domain/components/components";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { firstStrings } from "@/lib/domain/statistics/first-strings";
import { lastWorkedOn, listWork, siteNumbers, sumWork } from "@/lib/domain/statistics/remaining-work";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** What is left to do, by translation and language, as far as a viewer may know. */

const po = (...texts: string[]) =>
  ["Open the file.", "Close it.", "Three short words"]
    .map((text, at) => `msgid "${text}"\nmsgstr "${texts[at] ?? ""}"\n`)
    .join("\n");
const settings = { filemask: "po/*.po", fileFormat: "po" } as const;

let admin: Actor;
let petra: Actor;
let open: ComponentRow;
let hidden: ComponentRow;
const ids = new Map<string, number>();

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const files = {
    "po/cs.po": po("Otevři soubor."),
    "po/de.po": po("Öffne die Datei.", "Schließe es.", "Drei kurze Wörter"),
    "po/fr.po": po(),
    "po/it.po": po("Apri il file.", "Chiudilo.", "Tre parole brevi"),
  };
  ({ component: open } = await connect(admin, files, settings));
  ({ component: hidden } = await connect(admin, { "po/fr.po": po(), "po/pl.po": po() }, settings));
  await db.run(sql`update projects set access_control = 100 where id = ${hidden.projectId}`);
  for (const code of ["cs", "de", "fr", "it", "pl"])
    ids.set(
      code,
      (await textRow<{ id: number }>(db, sql`select id from languages where code = ${code}`))?.id as number,
    );
  await editUnit(petra, await unitId(open, "cs", "Close it."), { targets: ["Zavři to."], state: 10 });
});

const languages = (...codes: string[]) => codes.map((code) => ids.get(code) as number);
const work = async (viewer: Actor, filter: Parameters<typeof listWork>[1] = {}, limit = 10) =>
  (await listWork(viewer, filter, limit)).map(
    ({ componentSlug, languageCode, counters }) =>
      `${componentSlug} ${languageCode} ${counters.total - counters.translated}`,
  );
describe("the work that is left", () => {
  it("is listed by translation, most first, without those that are done", async () => {
    expect(await work(petra)).toEqual(["app fr 3", "app cs 2"]);
    expect(await work(petra, {}, 1)).toEqual(["app fr 3"]);
  });

  it("can be asked for some languages or one project", async () => {
    expect(await work(petra, { languageIds: languages("cs", "de") })).toEqual(["app cs 2"]);
    expect(await work(petra, { languageIds: [] })).toEqual([]);
    expect(await work(admin, { projectId: hidden.projectId })).toEqual(["app fr 3", "app pl 3"]);
  });

  it("in projects that the viewer may not see is not told", async () => {
    expect(await work(petra, { projectId: hidden.projectId })).toEqual([]);
    expect(await sumWork(petra, languages("pl"))).toMatchObject({ empty: 0 });
    expect(await sumWork(admin, languages("fr", "pl"))).toMatchObject({ empty: 9 });
  });

  it("is summed over languages: what is empty, and what needs editing, with its words", async () => {
    expect(await sumWork(petra, languages("cs", "de", "fr"))).toEqual({
      empty: 4,
      emptyWords: 11,
      needsEditing: 1,
      needsEditingWords: 2,
      failing: 0,
      failingWords: 0,
      suggestions: 0,
      comments: 0,
    });
    expect(await sumWork(petra, [])).toMatchObject({ empty: 0, emptyWords: 0, needsEditing: 0 });
  });

  it("counts translations that are complete but have failing checks or suggestions", async () => {
    await editUnit(petra, await unitId(open, "de", "Close it."), { targets: ["Schließe es"], state: 20 });
    await addSuggestion(petra, await unitId(open, "it", "Close it."), ["Chiudi."]);
    expect(await work(petra)).toEqual(["app fr 3", "app cs 2", "app de 0", "app it 0"]);
    expect(await sumWork(petra, languages("de", "it"))).toMatchObject({ failing: 1, failingWords: 2, suggestions: 1 });
  });

  it("goes on where the viewer worked last and something is left", async () => {
    // German is touched last, but it is complete.
    await editUnit(petra, await unitId(open, "de", "Open the file."), {
      targets: ["Öffnen Sie die Datei."],
      state: 20,
    });
    expect(await lastWorkedOn(petra)).toMatchObject({ languageCode: "cs" });
    expect(await lastWorkedOn(admin)).toBeUndefined();
    await editUnit(petra, await unitId(open, "fr", "Close it."), { targets: ["Fermez-le."], state: 20 });
    expect(await lastWorkedOn(petra)).toMatchObject({ languageCode: "fr", componentSlug: "app", locked: false });
    await setLock(admin, open, true);
    expect(await lastWorkedOn(petra)).toBeUndefined();
    await setLock(admin, open, false);
    expect(await lastWorkedOn(petra)).toMatchObject({ languageCode: "fr" });
  });
});

describe("the numbers of the site", () => {
  it("count visible projects, languages with translations, and people but no bots", async () => {
    const before = await siteNumbers(petra);
    expect(before.projects).toBe(1);
    expect((await siteNumbers(admin)).projects).toBe(2);
    // English as the source, and the five others.
    expect(before.languages).toBe(6);
    await makePerson("ondra");
    await db.run(sql`update users set is_active = false where username = 'petra'`);
    await db.run(sql`insert into users (username, full_name, is_bot) values ('robot', 'Robot', true)`);
    expect((await siteNumbers(admin)).people).toBe(before.people);
    await db.run(sql`update users set is_active = true where username = 'petra'`);
    expect((await siteNumbers(admin)).people).toBe(before.people + 1);
  });
});

describe("strings to begin with", () => {
  const translation = async (component: ComponentRow, code: string) =>
    (
      await textRow<{ id: number }>(
        db,
        sql`select id from translations where component_id = ${component.id} and language_code = ${code}`,
      )
    )?.id as number;
  const strings = async (viewer: Actor, ids: number[], each: number) =>
    (await firstStrings(viewer, ids, each)).map(({ languageCode, sources }) => `${languageCode} ${sources.join("|")}`);

  it("are the shortest empty ones of each translation, in their order", async () => {
    const [cs, fr, de] = [await translation(open, "cs"), await translation(open, "fr"), await translation(open, "de")];
    await db.run(sql`update units set state = 0 where translation_id = ${fr}`);
    expect(await strings(petra, [fr, cs, de], 2)).toEqual([
      "fr Close it.",
      "fr Open the file.",
      "cs Three short words",
    ]);
    expect(await strings(petra, [cs, fr], 1)).toEqual(["cs Three short words", "fr Close it."]);
    expect(await strings(petra, [], 2)).toEqual([]);
    const [first] = await firstStrings(petra, [fr], 1);
    expect(first?.checksum).toMatch(/^[0-9a-f]{16}$/);
  });

  it("are none of what somebody may not see", async () => {
    const pl = await translation(hidden, "pl");
    expect(await strings(petra, [pl], 2)).toEqual([]);
    expect(await strings(admin, [pl], 1)).toEqual(["pl Close it."]);
  });
});
