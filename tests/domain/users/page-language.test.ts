import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { Unauthenticated } from "@/lib/domain/errors";
import { pageLanguageOf, setPageLanguage } from "@/lib/domain/users/page-language";
import { type UserRow, userById } from "@/lib/domain/users/users";
import { db } from "@/lib/platform/database";
import { makePerson } from "../../support/people";

const OFFERED = ["en", "de", "pt-BR"];
let reader: Actor;
let people = 0;

const rowOf = async (actor: Actor): Promise<UserRow> => (await userById(actor.userId)) as UserRow;

beforeEach(async () => {
  reader = await makePerson(`reader${++people}`);
});

describe("the language of the interface", () => {
  it("is the browser's until one is chosen", async () => {
    expect(pageLanguageOf(await rowOf(reader))).toBeUndefined();
  });

  it("is the one chosen, for this person alone", async () => {
    const other = await makePerson(`other${people}`);
    await setPageLanguage(reader, "de", OFFERED);
    expect(pageLanguageOf(await rowOf(reader))).toBe("de");
    await setPageLanguage(reader, "pt-BR", OFFERED);
    expect(pageLanguageOf(await rowOf(reader))).toBe("pt-BR");
    expect(pageLanguageOf(await rowOf(other))).toBeUndefined();
  });

  it("can be left to the browser again, and leaves other preferences alone", async () => {
    await db.prisma.user.updateMany({ where: { id: reader.userId }, data: { preferences: { keys: "own" } } });
    await setPageLanguage(reader, "de", OFFERED);
    expect((await rowOf(reader)).preferences).toEqual({ keys: "own", language: "de" });
    await setPageLanguage(reader, undefined, OFFERED);
    expect((await rowOf(reader)).preferences).toEqual({ keys: "own" });
  });

  it("is refused when it is not offered", async () => {
    await setPageLanguage(reader, "de", OFFERED);
    for (const code of ["cs", "", "DE", "__proto__"])
      await expect(setPageLanguage(reader, code, OFFERED), code).rejects.toMatchObject({
        fields: [{ path: "language", code: "invalid_choice", message: "Choose one of: en, de, pt-BR." }],
      });
    expect(pageLanguageOf(await rowOf(reader))).toBe("de");
  });

  it("needs an account", async () => {
    await expect(setPageLanguage(await anonymousActor(), "de", OFFERED)).rejects.toThrow(Unauthenticated);
  });
});
