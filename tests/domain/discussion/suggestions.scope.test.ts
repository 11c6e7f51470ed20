import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import type { ComponentRow } from "@/lib/domain/components/components";
import {
  acceptSuggestion,
  addSuggestion,
  findSuggestion,
  listSuggestions,
  removeSuggestion,
  type SuggestionRow,
  voteOn,
} from "@/lib/domain/discussion/suggestions";
import { updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { actor, grant } from "../../support/actors";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** What suggesting, voting, accepting and removing take, and what they leave in the rows and in the history. */

let admin: Actor;
let component: ComponentRow;
let quit: number;
let open: number;
/** The history before a test. */
let mark: number;
const ids = { petra: 0, jan: 0, eva: 0 };
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  for (const name of ["petra", "jan", "eva"] as const) ids[name] = (await makePerson(name)).userId;
  const po = `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "Konec"\n\nmsgid "Open"\nmsgstr "Otevřít"\n`;
  ({ component } = await connect(admin, { "po/cs.po": po }, { filemask: "po/*.po", fileFormat: "po" }));
  await updateProject(admin, component.project.slug, { translationReview: true });
  quit = await unitId(component, "cs", "Quit");
  open = await unitId(component, "cs", "Open");
});
beforeEach(async () => {
  await set({});
  await db.run(sql`delete from suggestions`);
  await editUnit(admin, quit, { targets: ["Konec"], state: 20 });
  await db.run(sql`update units set suggested = false`);
  await db.run(sql`update counters set suggestions = 0`);
  mark = (await textRow<{ id: number }>(db, sql`select max(id) as id from changes`))?.id ?? 0;
});

/** Settings of the component; the rest as they are when it is made. */
function set(given: { voting?: boolean; enough?: number; agreement?: string; restricted?: boolean; locked?: boolean }) {
  return db.run(sql`
    update components set suggestion_voting = ${given.voting ?? false}, suggestion_autoaccept = ${given.enough ?? 0},
      agreement = ${given.agreement ?? ""}, restricted = ${given.restricted ?? false}, locked = ${given.locked ?? false}
    where id = ${component.id}`);
}

const person = (name: keyof typeof ids, ...permissions: string[]): Actor =>
  actor({ userId: ids[name], username: name, grants: [grant({ permissions, projects: [component.project.id] })] });
const suggest = async (who: Actor, text: string, unit = quit): Promise<SuggestionRow> => {
  const added = await addSuggestion(who, unit, [text]);
  if (!("made" in added)) throw new Error("This has been suggested before.");
  return added.made;
};
const unitNow = (id = quit) =>
  textRow<{ targets: string[]; state: number; suggested: boolean }>(
    db,
    sql`select targets, state, suggested from units where id = ${id}`,
  );
const texts = async () =>
  (await textRows<{ targets: string[] }>(db, sql`select targets from suggestions order by id`)).map(
    (row) => row.targets[0],
  );
const told = () =>
  textRows<Record<string, unknown>>(
    db,
    sql`select action, user_id, author_id, unit_id, component_id, target, details from changes where id > ${mark} and action in (4, 7, 26) order by id`,
  );
const WINDOW = { limit: 10, offset: 0 };

describe("suggesting", () => {
  it("needs the permission suggestion.add, and is recorded in the history", async () => {
    await expect(addSuggestion(person("petra", "unit.edit"), quit, ["Zavřít"])).rejects.toThrow("suggestion.add");
    expect(await texts()).toEqual([]);
    const made = await suggest(person("petra", "suggestion.add"), "Zavřít");
    expect(made).toEqual({
      id: expect.any(Number),
      unitId: quit,
      userId: ids.petra,
      username: "petra",
      pseudonym: null,
      targets: ["Zavřít"],
      cause: "person",
      createdAt: expect.any(Date),
      votes: 0,
    });
    expect(await unitNow()).toEqual({ targets: ["Konec"], state: 20, suggested: true });
    expect((await unitNow(open))?.suggested).toBe(false);
    expect(await told()).toEqual([
      {
        action: ACTION.SUGGESTION_ADDED,
        userId: ids.petra,
        authorId: ids.petra,
        unitId: quit,
        componentId: component.id,
        target: "Zavřít",
        details: {},
      },
    ]);
    expect(await counterDrift()).toEqual([]);
  });

  it("needs a string that the actor can see", async () => {
    await expect(addSuggestion(admin, 999_999, ["x"])).rejects.toThrow(
      "String 999999 does not exist, or you do not have permission to view it.",
    );
    await set({ restricted: true });
    await expect(addSuggestion(person("petra", "suggestion.add"), quit, ["x"])).rejects.toThrow(
      `String ${quit} does not exist, or you do not have permission to view it.`,
    );
  });

  it("needs a signed agreement when the component requires one", async () => {
    await set({ agreement: "Be kind." });
    const petra = person("petra", "suggestion.add");
    await expect(addSuggestion(petra, quit, ["Zavřít"])).rejects.toThrow("agreement");
    await db.run(sql`insert into agreements (user_id, component_id) values (${ids.petra}, ${component.id})`);
    expect((await suggest(petra, "Zavřít")).targets).toEqual(["Zavřít"]);
    await db.run(sql`delete from agreements`);
  });

  it("rejects a duplicate on the same string", async () => {
    await suggest(person("petra", "suggestion.add"), "Zavřít");
    await suggest(person("petra", "suggestion.add"), "Zavřít", open);
    await expect(addSuggestion(person("jan", "suggestion.add"), quit, ["Zavřít"])).rejects.toMatchObject({
      fields: [{ path: "target", message: "This suggestion already exists.", code: "unique" }],
    });
    await suggest(person("jan", "suggestion.add"), "Ukončit");
    expect(await texts()).toEqual(["Zavřít", "Zavřít", "Ukončit"]);
  });

  it("votes for the new or the identical existing suggestion when voting is on", async () => {
    await set({ voting: true, enough: 3 });
    const made = await suggest(person("petra", "suggestion.add", "suggestion.vote"), "Zavřít");
    expect(made.votes).toBe(1);
    expect((await suggest(person("eva", "suggestion.add"), "Ukončit")).votes).toBe(0);
    await expect(addSuggestion(person("eva", "suggestion.add"), quit, ["Zavřít"])).rejects.toThrow("already");
    const again = await addSuggestion(person("jan", "suggestion.add", "suggestion.vote"), quit, ["Zavřít"]);
    expect(again).toEqual({ vote: { result: "voted", suggestion: { ...made, votes: 2 } } });
    expect(await texts()).toEqual(["Zavřít", "Ukončit"]);
  });
});

describe("voting", () => {
  const voter = (name: keyof typeof ids) => person(name, "suggestion.vote");

  it("needs the permission suggestion.vote, and voting turned on", async () => {
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    await expect(voteOn(voter("jan"), id, 1)).rejects.toMatchObject({
      denial: { reason: "not-supported", text: "Voting is turned off in App." },
    });
    await set({ voting: true });
    await expect(voteOn(person("jan", "suggestion.add"), id, 1)).rejects.toThrow("suggestion.vote");
    await expect(voteOn(voter("jan"), 999_999, 1)).rejects.toThrow("Suggestion 999999 does not exist");
    await set({ voting: true, locked: true });
    await expect(voteOn(voter("jan"), id, 1)).rejects.toMatchObject({ denial: { reason: "locked" } });
    await set({ voting: true, agreement: "Be kind." });
    await expect(voteOn(voter("jan"), id, 1)).rejects.toMatchObject({ denial: { reason: "agreement-unsigned" } });
    await set({ voting: true });
    expect((await findSuggestion(admin, id)).votes).toBe(0);
  });

  it("counts only the last vote of each user", async () => {
    await set({ voting: true });
    const made = await suggest(person("petra", "suggestion.add"), "Zavřít");
    const votes = async (name: keyof typeof ids, value: 1 | -1) =>
      (await voteOn(voter(name), made.id, value)).suggestion?.votes;
    expect(await votes("jan", 1)).toBe(1);
    expect(await votes("jan", 1)).toBe(1);
    expect(await votes("eva", 1)).toBe(2);
    expect(await votes("jan", -1)).toBe(0);
    expect(await voteOn(voter("eva"), made.id, -1)).toEqual({ result: "voted", suggestion: { ...made, votes: -2 } });
  });

  it("accepts the suggestion with the last required vote and credits its author", async () => {
    await set({ voting: true, enough: 2 });
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    expect((await voteOn(voter("jan"), id, 1)).result).toBe("voted");
    expect(await voteOn(voter("eva"), id, 1)).toEqual({ result: "accepted", suggestion: undefined });
    expect(await unitNow()).toEqual({ targets: ["Zavřít"], state: 20, suggested: false });
    expect(await texts()).toEqual([]);
    expect((await told()).at(-1)).toMatchObject({
      action: ACTION.SUGGESTION_ACCEPTED,
      userId: ids.eva,
      authorId: ids.petra,
    });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("accepting", () => {
  it("needs the permission suggestion.accept, and credits the author", async () => {
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    await expect(acceptSuggestion(person("jan", "unit.edit"), id, false)).rejects.toThrow("suggestion.accept");
    expect(await unitNow()).toMatchObject({ targets: ["Konec"] });
    await acceptSuggestion(person("jan", "suggestion.accept"), id, false);
    expect(await unitNow()).toEqual({ targets: ["Zavřít"], state: 20, suggested: false });
    expect((await told()).at(-1)).toMatchObject({
      action: ACTION.SUGGESTION_ACCEPTED,
      userId: ids.jan,
      authorId: ids.petra,
      target: "Zavřít",
    });
    await expect(acceptSuggestion(admin, id, false)).rejects.toThrow(
      `Suggestion ${id} does not exist, or you do not have permission to view it.`,
    );
    expect(await counterDrift()).toEqual([]);
  });

  it("credits the accepting user when the author is unknown", async () => {
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    await db.run(sql`update suggestions set user_id = null`);
    expect(await findSuggestion(admin, id)).toMatchObject({ userId: null, username: null });
    await acceptSuggestion(person("jan", "suggestion.accept"), id, false);
    expect((await told()).at(-1)).toMatchObject({ authorId: ids.jan });
  });

  it("needs the permission unit.review to approve", async () => {
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    await expect(acceptSuggestion(person("jan", "suggestion.accept"), id, true)).rejects.toThrow("unit.review");
    expect(await texts()).toEqual(["Zavřít"]);
    await acceptSuggestion(person("jan", "suggestion.accept", "unit.review"), id, true);
    expect(await unitNow()).toMatchObject({ targets: ["Zavřít"], state: 30 });
  });

  it("needs a signed agreement and a valid text", async () => {
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    await set({ agreement: "Be kind." });
    await expect(acceptSuggestion(person("jan", "suggestion.accept"), id, false)).rejects.toMatchObject({
      denial: { reason: "agreement-unsigned" },
    });
    await set({});
    await db.run(sql`update suggestions set targets = array['a', 'b']`);
    await expect(acceptSuggestion(person("jan", "suggestion.accept"), id, false)).rejects.toThrow("one text");
    expect(await unitNow()).toMatchObject({ targets: ["Konec"], suggested: true });
  });

  it("leaves other suggestions and other strings unchanged", async () => {
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    await suggest(person("jan", "suggestion.add"), "Ukončit");
    await suggest(person("jan", "suggestion.add"), "Zavřít", open);
    await acceptSuggestion(admin, id, false);
    expect(await texts()).toEqual(["Ukončit", "Zavřít"]);
    expect(await unitNow()).toMatchObject({ suggested: true });
    expect(await unitNow(open)).toMatchObject({ targets: ["Otevřít"], suggested: true });
  });
});

describe("removing", () => {
  it("is allowed to the author, and to others with suggestion.delete", async () => {
    const { id } = await suggest(person("petra", "suggestion.add"), "Zavřít");
    const second = await suggest(person("petra", "suggestion.add"), "Ukončit");
    const silent = { text: "", isSpam: false };
    await expect(removeSuggestion(person("jan", "suggestion.add"), id, silent)).rejects.toThrow("suggestion.delete");
    expect(await texts()).toEqual(["Zavřít", "Ukončit"]);
    await removeSuggestion(person("petra"), id, silent);
    expect(await texts()).toEqual(["Ukončit"]);
    expect(await unitNow()).toMatchObject({ suggested: true, targets: ["Konec"] });
    await removeSuggestion(person("jan", "suggestion.delete"), second.id, { text: "Too long", isSpam: true });
    expect(await unitNow()).toMatchObject({ suggested: false });
    expect((await told()).slice(-2)).toMatchObject([
      { action: ACTION.SUGGESTION_REMOVED, userId: ids.petra, target: "Zavřít", details: { is_spam: false } },
      {
        action: ACTION.SUGGESTION_REMOVED,
        userId: ids.jan,
        target: "Ukončit",
        details: { rejection_reason: "Too long", is_spam: true },
      },
    ]);
    expect((await told()).at(-2)?.details).toEqual({ is_spam: false });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("the list", () => {
  it("is sorted by newest first, for one string or all, page by page", async () => {
    const petra = person("petra", "suggestion.add");
    const made = [await suggest(petra, "a"), await suggest(petra, "b"), await suggest(petra, "c", open)];
    const [a, b, c] = made.map((row) => row.id);
    const list = async (filter: { unitId?: number }, window = WINDOW) => {
      const { rows, count } = await listSuggestions(petra, filter, window);
      return [rows.map((row) => row.id), count];
    };
    expect(await list({})).toEqual([[c, b, a], 3]);
    expect(await list({}, { limit: 1, offset: 1 })).toEqual([[b], 3]);
    expect(await list({ unitId: quit })).toEqual([[b, a], 2]);
    expect((await listSuggestions(petra, { unitId: quit }, WINDOW)).rows).toEqual([made[1], made[0]]);
    expect(await list({ unitId: 999_999 })).toEqual([[], 0]);
  });

  it("omits components that the actor cannot see", async () => {
    const petra = person("petra", "suggestion.add");
    const { id } = await suggest(petra, "a");
    expect(await findSuggestion(petra, id)).toMatchObject({ id, votes: 0 });
    await set({ restricted: true });
    expect(await listSuggestions(petra, {}, WINDOW)).toEqual({ rows: [], count: 0 });
    await expect(findSuggestion(petra, id)).rejects.toThrow(
      `Suggestion ${id} does not exist, or you do not have permission to view it.`,
    );
    expect((await listSuggestions(admin, {}, WINDOW)).count).toBe(1);
  });
});
