import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { Unauthenticated } from "@/lib/domain/errors";
import {
  editorPreferencesChange,
  editorPreferencesOf,
  setEditorPreferences,
} from "@/lib/domain/users/editor-preferences";
import { setPageLanguage } from "@/lib/domain/users/page-language";
import { userById } from "@/lib/domain/users/users";
import { db } from "@/lib/platform/database";
import { makePerson } from "../../support/people";

let reader: Actor;
let people = 0;

const kept = async (actor: Actor) => editorPreferencesOf(await userById(actor.userId));

beforeEach(async () => {
  reader = await makePerson(`writer${++people}`);
});

describe("preferences of the editor", () => {
  it("are the usual ones for visitors and until something is chosen", async () => {
    const usual = { plainField: false, protect: true, singleKeys: true, linear: false, keys: {}, characters: "" };
    expect(editorPreferencesOf(undefined)).toEqual({ ...usual, panels: { order: [], pinned: [] } });
    expect(await kept(reader)).toEqual(editorPreferencesOf(undefined));
  });

  it("change one by one, for this person alone, and leave the language of the pages as it is", async () => {
    const other = await makePerson(`another${people}`);
    await setPageLanguage(reader, "de", ["de"]);
    await setEditorPreferences(reader, reader.userId, { protect: false });
    await setEditorPreferences(reader, reader.userId, { keys: { comment: ["Mod+m"] } });
    expect(await kept(reader)).toMatchObject({ protect: false, keys: { comment: ["Mod+m"] } });
    expect((await userById(reader.userId))?.preferences.language).toBe("de");
    expect(await kept(other)).toEqual(editorPreferencesOf(undefined));
  });

  it("go back to the usual keys as a whole", async () => {
    await setEditorPreferences(reader, reader.userId, { keys: { comment: ["Mod+m"], help: ["h"] } });
    await setEditorPreferences(reader, reader.userId, { keys: {} });
    expect((await kept(reader)).keys).toEqual({});
  });

  it("are nobody's without an account, and not another account's", async () => {
    const visitor = await anonymousActor();
    await expect(setEditorPreferences(visitor, 0, { linear: true })).rejects.toBeInstanceOf(Unauthenticated);
    const other = await makePerson(`elsewhere${people}`);
    await expect(setEditorPreferences(reader, other.userId, { linear: true })).rejects.toBeInstanceOf(Unauthenticated);
    expect([(await kept(reader)).linear, (await kept(other)).linear]).toEqual([false, false]);
  });

  it("refuse a key for two commands, unknown names and what is too much", () => {
    const valid = (change: object) => editorPreferencesChange.safeParse(change).success;
    expect(valid({ keys: { comment: ["Mod+m"], help: ["h"] } })).toBe(true);
    expect(valid({ keys: { comment: ["Mod+m"], help: ["h", "Mod+m"] } })).toBe(false);
    expect(valid({ colour: "red" })).toBe(false);
    expect(valid({ characters: "x".repeat(201) })).toBe(false);
    expect(valid({ keys: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`c${at}`, []])) })).toBe(false);
  });

  it("are the usual ones where something else was stored", async () => {
    const preferences = { editor: { protect: "yes", characters: "„“", keys: [] } };
    await db.prisma.user.updateMany({ where: { id: reader.userId }, data: { preferences } });
    expect(await kept(reader)).toMatchObject({ protect: true, characters: "„“", keys: {} });
  });
});
