import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { acceptSuggestion, addSuggestion, listSuggestions, voteOn } from "@/lib/domain/discussion/suggestions";
import { describeTranslation } from "@/lib/domain/editor/head";
import { saveString } from "@/lib/domain/editor/save-string";
import { decideSuggestion, suggestString } from "@/lib/domain/editor/suggest-string";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { actor, grant } from "../../support/actors";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Suggestions as the editor meets them: made, taken over by a save, decided, each twice or too late. */

let admin: Actor;
let petra: Actor;
let jan: Actor;
let component: ComponentRow;
let upstream: Upstream;
let quit: number;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
  const po = `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "Konec"\n\nmsgid "Open"\nmsgstr "Otevřít"\n`;
  ({ component, upstream } = await connect(admin, { "po/cs.po": po }, { filemask: "po/*.po", fileFormat: "po" }));
  quit = await unitId(component, "cs", "Quit");
});
beforeEach(async () => {
  await set({});
  await db.run(sql`delete from suggestions`);
  await db.run(sql`update units set suggested = false`);
  await db.run(sql`update counters set suggestions = 0`);
  await editUnit(admin, quit, { targets: ["Konec"], state: 20 });
});

const set = (given: { voting?: boolean; locked?: boolean; enabled?: boolean }) =>
  db.run(sql`
    update components set suggestion_voting = ${given.voting ?? false}, locked = ${given.locked ?? false},
      enable_suggestions = ${given.enabled ?? true} where id = ${component.id}`);
/** Somebody of the project who has these permissions and no others. */
const only = (who: Actor, ...permissions: string[]): Actor =>
  actor({ ...who, grants: [grant({ permissions, projects: [component.project.id] })] });
async function suggest(who: Actor, text: string): Promise<number> {
  const added = await addSuggestion(who, quit, [text]);
  if (!("made" in added)) throw new Error("This has been suggested before.");
  return added.made.id;
}
const waiting = async () =>
  (await listSuggestions(admin, { unitId: quit }, { limit: 10, offset: 0 })).rows.map((row) => row.targets[0]);
const lastLine = async () =>
  (
    await textRows<Record<string, unknown>>(
      db,
      sql`select action, user_id, author_id, target from changes where unit_id = ${quit} order by id desc limit 1`,
    )
  )[0];
const version = async () => (await findUnit(admin, quit)).version;
const save = async (who: Actor, text: string, more: { state?: number; suggestionId?: number; base?: number } = {}) =>
  saveString(who, {
    unitId: quit,
    targets: [text],
    state: more.state ?? 20,
    baseVersion: more.base ?? (await version()),
    accountId: who.userId,
    suggestionId: more.suggestionId,
  });

describe("a save", () => {
  it("of a suggested text takes it as accepted, in the ledger and in the commit", async () => {
    await suggest(petra, "Zavřít");
    await suggest(jan, "Ukončit");
    await save(admin, "Zavřít");
    expect(await waiting()).toEqual(["Ukončit"]);
    expect(await lastLine()).toEqual({
      action: ACTION.SUGGESTION_ACCEPTED,
      userId: admin.userId,
      authorId: petra.userId,
      target: "Zavřít",
    });
    expect(await counterDrift()).toEqual([]);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("log", "-1", "--format=%an")).toBe("Petra\n");
  });

  it("through the API takes it as well, and the last one leaves no mark on the string", async () => {
    await suggest(petra, "Zavřít");
    await editUnit(jan, quit, { targets: ["Zavřít"], state: 20 }, { cause: "api" });
    expect(await waiting()).toEqual([]);
    expect(await findUnit(admin, quit)).toMatchObject({ targets: ["Zavřít"], suggested: false });
    expect(await lastLine()).toMatchObject({ userId: jan.userId, authorId: petra.userId });
    expect(await counterDrift()).toEqual([]);
  });

  it("of the same text as needs editing, or of another one, leaves the suggestion and is the person's own", async () => {
    await suggest(petra, "Zavřít");
    await save(jan, "Zavřít", { state: 10 });
    expect(await lastLine()).toMatchObject({ authorId: jan.userId });
    await save(jan, "Ukončit");
    expect(await lastLine()).toMatchObject({ action: ACTION.TRANSLATION_CHANGED, authorId: jan.userId });
    expect(await waiting()).toEqual(["Zavřít"]);
  });

  it("of a suggestion that was improved credits its author, and it leaves", async () => {
    const id = await suggest(petra, "Zavrit");
    await save(jan, "Zavřít", { suggestionId: id });
    expect(await waiting()).toEqual([]);
    expect(await lastLine()).toEqual({
      action: ACTION.SUGGESTION_ACCEPTED,
      userId: jan.userId,
      authorId: petra.userId,
      target: "Zavřít",
    });
    expect(await counterDrift()).toEqual([]);
  });

  it("of an improved suggestion needs the right to accept", async () => {
    const id = await suggest(petra, "Zavrit");
    await expect(save(only(jan, "unit.edit"), "Zavřít", { suggestionId: id })).rejects.toThrow("suggestion.accept");
    expect(await waiting()).toEqual(["Zavrit"]);
    expect((await findUnit(admin, quit)).targets).toEqual(["Konec"]);
  });

  it("made from a suggestion that is gone is the person's own, and one of another string changes nothing there", async () => {
    const id = await suggest(petra, "Zavrit");
    await decideSuggestion(admin, id, { act: "reject", reason: "" });
    await save(jan, "Zavřít", { suggestionId: id });
    expect(await lastLine()).toMatchObject({ action: ACTION.TRANSLATION_CHANGED, authorId: jan.userId });
    const open = await unitId(component, "cs", "Open");
    const other = await addSuggestion(petra, open, ["Otevři"]);
    await suggest(petra, "Ukončit");
    await save(jan, "Opustit", { suggestionId: "made" in other ? other.made.id : 0 });
    expect(await lastLine()).toMatchObject({ authorId: jan.userId });
    expect((await findUnit(admin, open)).suggested).toBe(true);
  });
});

describe("a suggestion from the editor", () => {
  const send = (who: Actor, text: string, more: { sources?: string[]; account?: number } = {}) =>
    suggestString(who, {
      unitId: quit,
      targets: [text],
      sources: more.sources ?? ["Quit"],
      accountId: more.account ?? who.userId,
    });

  it("may be sent twice, and says so when the string says it already", async () => {
    expect(await send(petra, "Zavřít")).toMatchObject({ kind: "suggested", result: "made", unit: { suggested: true } });
    expect((await send(petra, "Zavřít")).result).toBe("known");
    expect((await send(petra, "Konec")).result).toBe("same");
    expect(await waiting()).toEqual(["Zavřít"]);
  });

  it("for a source text that has changed meanwhile is refused", async () => {
    await expect(send(petra, "Zavřít", { sources: ["Exit"] })).rejects.toThrow("The source text has changed");
    expect(await waiting()).toEqual([]);
  });

  it("for a string that has gone is refused", async () => {
    await expect(
      suggestString(petra, { unitId: 999_999, targets: ["x"], sources: ["Quit"], accountId: petra.userId }),
    ).rejects.toThrow("String 999999 does not exist");
  });

  it("is anybody's in a public project, and the account's that typed it otherwise", async () => {
    const nobody = await anonymousActor();
    expect((await send(nobody, "Zavřít", { account: 0 })).result).toBe("made");
    await expect(send(nobody, "Ukončit", { account: petra.userId })).rejects.toThrow("You have been signed out");
    await expect(send(jan, "Ukončit", { account: petra.userId })).rejects.toThrow("Another user is signed in");
    await db.run(sql`update projects set access_control = 1 where id = ${component.project.id}`);
    await expect(send(nobody, "Ukončit", { account: 0 })).rejects.toThrow("Sign in to add suggestions");
    await db.run(sql`update projects set access_control = 0 where id = ${component.project.id}`);
    expect(await waiting()).toEqual(["Zavřít"]);
  });
});

describe("a decision in the editor", () => {
  it("over a string that has changed since it was read changes nothing", async () => {
    const id = await suggest(petra, "Zavřít");
    const seen = await version();
    await editUnit(jan, quit, { targets: ["Ukončit"], state: 20 });
    expect(await decideSuggestion(admin, id, { act: "accept", version: seen })).toMatchObject({
      kind: "changed",
      unit: { targets: ["Ukončit"] },
      reason: expect.stringContaining("has changed since you read it"),
    });
    await expect(acceptSuggestion(admin, id, false, { baseVersion: seen })).rejects.toThrow("has changed");
    expect(await waiting()).toEqual(["Zavřít"]);
    expect(await decideSuggestion(admin, id, { act: "accept", version: await version() })).toMatchObject({
      kind: "decided",
      unit: { targets: ["Zavřít"], suggested: false },
    });
  });

  it("about a suggestion that is gone says so, however many decide at once", async () => {
    const id = await suggest(petra, "Zavřít");
    const seen = await version();
    const outcomes = await Promise.allSettled([
      decideSuggestion(admin, id, { act: "accept", version: seen }),
      decideSuggestion(admin, id, { act: "reject", reason: "No" }),
      decideSuggestion(petra, id, { act: "reject", reason: "" }),
    ]);
    const done = outcomes.filter((outcome) => outcome.status === "fulfilled");
    const gone = outcomes.filter((outcome) => outcome.status === "rejected");
    expect([done.length, gone.length]).toEqual([1, 2]);
    for (const { reason } of gone) expect(String(reason)).toContain(`Suggestion ${id} does not exist`);
    expect(await waiting()).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("by vote counts once for each person, however often it is sent", async () => {
    await set({ voting: true });
    const id = await suggest(only(petra, "suggestion.add"), "Zavřít");
    await Promise.all([1, 2, 3].map(() => decideSuggestion(jan, id, { act: "vote", value: 1 })));
    expect((await voteOn(admin, id, 1)).suggestion?.votes).toBe(2);
  });
});

describe("what the editor may offer", () => {
  const head = async (who: Actor) =>
    describeTranslation(who, await findTranslation(admin, await findComponentById(admin, component.id), "cs"));

  it("is suggesting for a locked component and for those who may not edit, but not for read-only strings", async () => {
    await set({ locked: true });
    const locked = await head(petra);
    expect(locked.denials.ordinary?.reason).toBe("locked");
    expect(locked.suggesting.ordinary).toBeNull();
    expect(locked.suggesting.readOnly?.reason).toBe("read-only-string");
    expect(locked.deciding).toEqual({ accept: false, acceptApproved: false, reject: true, vote: false });
    await set({});
    expect((await head(await anonymousActor())).suggesting.ordinary).toBeNull();
    await set({ enabled: false });
    expect((await head(petra)).suggesting.ordinary?.reason).toBe("not-supported");
  });

  it("is accepting, rejecting and voting for those who may", async () => {
    await set({ voting: true });
    expect((await head(only(jan, "suggestion.vote"))).deciding).toMatchObject({ accept: false, vote: true });
    expect((await head(only(jan, "suggestion.accept"))).deciding).toMatchObject({ accept: true, reject: false });
    expect((await head(only(jan, "suggestion.delete"))).deciding).toMatchObject({ accept: false, reject: true });
  });
});
