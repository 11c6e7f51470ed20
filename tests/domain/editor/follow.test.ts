import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { tellLanguages } from "@/lib/domain/changes/record";
import { addComment } from "@/lib/domain/discussion/comments";
import { followPlace, type LiveEvent } from "@/lib/domain/editor/follow";
import { type PresenceInput, tellPresence } from "@/lib/domain/editor/presence";
import { Forbidden, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

const file = (language: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${[
    "Quit",
    "Close",
    "Open",
  ]
    .map((source) => `msgid "${source}"\nmsgstr ""\n`)
    .join("\n")}`;

let admin: Actor;
let petra: Actor;
let jan: Actor;
let czech: TranslationRow;
let german: TranslationRow;
let unit: (source: string, language?: string) => Promise<number>;
const ends: (() => void)[] = [];

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  [petra, jan] = [await makePerson("petra"), await makePerson("jan")];
  const { component } = await connect(
    admin,
    { "po/cs.po": file("cs"), "po/de.po": file("de") },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  czech = await findTranslation(petra, component, "cs");
  german = await findTranslation(petra, component, "de");
  unit = (source, language = "cs") => unitId(component, language, source);
});

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await db.run(sql`delete from editor_presence`);
});

const placeOf = (translationId: number) => ({ kind: "translation", translationId }) as const;

/** Follows, and waits until what is said arrives. */
async function follow(actor: Actor, translation: TranslationRow, since?: number): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  ends.push(await followPlace(actor, placeOf(translation.id), since, (event) => events.push(event)));
  const first = events.length;
  await expect
    .poll(async () => {
      await db.run(sql`select pg_notify('loquat_strings', ${`${translation.id}:7`})`);
      return events.length;
    })
    .toBeGreaterThan(first);
  await new Promise((done) => setTimeout(done, 100));
  events.splice(first);
  return events;
}

const units = (events: readonly LiveEvent[]) => events.flatMap((event) => ("units" in event ? [event.units] : []));
const lastPeople = (events: readonly LiveEvent[]) =>
  events
    .flatMap((event) => ("people" in event ? [event.people] : []))
    .at(-1)
    ?.map(({ username, tab, unitId: open, typing }) => ({ username, tab, open, typing }));

const here = (actor: Actor, more: Partial<PresenceInput> = {}): Promise<void> =>
  tellPresence(actor, {
    translationId: czech.id,
    tab: "a",
    unitId: null,
    typing: false,
    gone: false,
    accountId: actor.userId,
    ...more,
  });

describe("whoever follows a translation", () => {
  it("is told which of its strings somebody has saved, and of no others", async () => {
    const events = await follow(jan, czech);
    await editUnit(admin, await unit("Close", "de"), { targets: ["Schließen"], state: 20 });
    const id = await unit("Quit");
    await editUnit(admin, id, { targets: ["Konec"], state: 20 });
    await expect.poll(() => units(events)).toEqual([[id]]);
  });

  it("is told of many strings at once without their names", async () => {
    const events = await follow(jan, czech);
    await db.run(sql`select pg_notify('loquat_strings', ${`${czech.id}:*`})`);
    await expect.poll(() => units(events)).toEqual([null]);
  });

  it("learns on coming back what changed meanwhile", async () => {
    const id = await unit("Open");
    const since = Date.now();
    await editUnit(admin, id, { targets: ["Otevřít"], state: 20 });
    expect(units(await follow(jan, czech, since))[0]).toContain(id);
    // Whoever comes for the first time has just read everything.
    expect(units(await follow(jan, czech))).toEqual([]);
  });

  it("hears on after the connection to the database was lost", async () => {
    const events = await follow(jan, czech);
    await db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`);
    await expect.poll(() => units(events), { timeout: 10_000 }).toEqual([null]);
  });

  it("sees who comes, writes, and goes", async () => {
    const id = await unit("Quit");
    await here(petra, { unitId: id });
    const events = await follow(jan, czech);
    expect(lastPeople(events)).toEqual([{ username: "petra", tab: "a", open: id, typing: false }]);
    await here(petra, { unitId: id, typing: true });
    await expect.poll(() => lastPeople(events)?.[0]?.typing).toBe(true);
    await here(petra, { tab: "b" });
    await expect.poll(() => lastPeople(events)?.map(({ tab }) => tab)).toEqual(["a", "b"]);
    await here(petra, { gone: true });
    await here(petra, { tab: "b", translationId: german.id });
    await here(jan, { tab: "x" });
    await expect.poll(() => lastPeople(events)?.map(({ username }) => username)).toEqual(["jan"]);
  });

  it("sees nobody who has fallen silent", async () => {
    await here(petra);
    await db.run(sql`update editor_presence set seen_at = now() - interval '3 minutes'`);
    expect(lastPeople(await follow(jan, czech))).toEqual([]);
    await here(jan);
    expect(await db.answer(sql`select user_id from editor_presence`)).toMatchObject({ rows: [[jan.userId]] });
  });

  it("has to be signed in, and to be allowed to see it", async () => {
    const nobody = await anonymousActor();
    await expect(followPlace(nobody, placeOf(czech.id), undefined, () => {})).rejects.toThrow(Unauthenticated);
    await db.run(sql`update components set restricted = true`);
    try {
      await expect(followPlace(jan, placeOf(czech.id), undefined, () => {})).rejects.toThrow(NotFound);
      await expect(here(jan)).rejects.toThrow(NotFound);
    } finally {
      await db.run(sql`update components set restricted = false`);
    }
    await expect(here(jan, { accountId: petra.userId })).rejects.toThrow(Unauthenticated);
    await expect(here(nobody)).rejects.toThrow(Unauthenticated);
  });

  it("may have a number of editors open, and one more once another is closed", async () => {
    const join = () => followPlace(jan, placeOf(czech.id), undefined, () => {});
    for (let count = 0; count < 20; count++) ends.push(await join());
    await expect(join()).rejects.toThrow(Forbidden);
    ends.push(await followPlace(petra, placeOf(czech.id), undefined, () => {}));
    const leave = ends[0] as () => void;
    leave();
    leave();
    ends.push(await join());
    await expect(join()).rejects.toThrow(Forbidden);
  });
});

describe("what is said about a source string", () => {
  it("reaches who has it open in any language: explanations, questions, answers", async () => {
    const [cs, de] = [await unit("Quit"), await unit("Quit", "de")];
    const [czechs, germans] = [await follow(petra, czech), await follow(jan, german)];
    await changeUnit(admin, await unit("Quit", "en"), { explanation: "Of the program" });
    await expect.poll(() => [units(czechs), units(germans)]).toEqual([[[cs]], [[de]]]);
    await addComment(petra, cs, { text: "Noun or verb?", scope: "global" });
    await expect.poll(() => units(germans)).toEqual([[de], [de]]);
    await addComment(petra, cs, { text: "Only Czech", scope: "translation" });
    await expect.poll(() => units(czechs).length).toBeGreaterThan(2);
    expect(units(germans)).toEqual([[de], [de]]);
    const many = Array.from({ length: 60 }, () => cs);
    await inTransaction(async (tx) => tellLanguages(tx, [await unit("Quit", "en"), ...many]));
    await expect.poll(() => units(germans).at(-1)).toBeNull();
  });
});
