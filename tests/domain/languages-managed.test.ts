import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findLanguage, removeLanguage } from "@/lib/domain/languages/languages";
import {
  addManagedLanguage,
  changeManagedLanguage,
  LANGUAGE_ORDERS,
  type LanguageForm,
  languageForm,
  listManagedLanguages,
} from "@/lib/domain/languages/manage-languages";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../support/people";
import { bareComponent, bareProject } from "../support/places";

/** The catalogue of languages as those see it who look after it. */

let admin: Actor;
const FORM: LanguageForm = {
  ...{ name: "Orchardish", direction: "ltr", population: 12, number: 2, formula: "n != 1", aliases: "orc, orc_XX" },
};
const list = async (query: Partial<Parameters<typeof listManagedLanguages>[1]>) =>
  (await listManagedLanguages(admin, { words: "", limit: 1000, ...query })).rows;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const component = await bareComponent(await bareProject());
  await db.run(sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename)
    select ${component}, l.id, p.id, l.code, 'cs.po' from languages l join plurals p on p.language_id = l.id where l.code = 'cs' limit 1`);
});

it("lists with numbers of uses, by kind, word and cursor", async () => {
  expect(
    (await list({ kind: "used" })).map(({ code, translations, sources }) => [code, translations, sources]),
  ).toEqual([
    ["cs", 1, 0],
    ["en", 0, 1],
  ]);
  expect((await list({ kind: "unused" })).map(({ code }) => code)).not.toContain("cs");
  expect(await list({ kind: "added" })).toEqual([]);
  expect((await list({ words: "CZECH" })).map(({ code }) => code)).toEqual(["cs", "cs@formal", "cs@informal"]);
  const whole = await list({ words: "an" });
  const seen: string[] = [];
  for (let after: string | undefined, pages = 0; pages < 200; pages++) {
    const page = await listManagedLanguages(admin, { words: "an", after, limit: 7 });
    seen.push(...page.rows.map(({ code }) => code));
    after = page.next;
    if (!after) break;
  }
  expect(seen).toEqual(whole.map(({ code }) => code));
  await expect(listManagedLanguages(await makePerson("vera"), { words: "", limit: 1 })).rejects.toThrow(
    "language.edit",
  );
});

it("is ordered by a number or backwards, and walked by key in each order", async () => {
  expect((await list({ order: "translations" }))[0]).toMatchObject({ code: "cs", translations: 1 });
  expect((await list({ order: "sources" }))[0]).toMatchObject({ code: "en", sources: 1 });
  expect((await list({ order: "forms", words: "ar" }))[0]).toMatchObject({ forms: 6 });
  const codes = (await list({})).map(({ code }) => code);
  expect((await list({ down: true })).map(({ code }) => code)).toEqual(codes.toReversed());
  for (const order of LANGUAGE_ORDERS) {
    const seen: string[] = [];
    for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
      expect(pages).toBeLessThan(200);
      const page = await listManagedLanguages(admin, { words: "an", order, after, limit: 9 });
      seen.push(...page.rows.map(({ code }) => code));
      after = page.next;
    }
    expect(seen).toEqual((await list({ words: "an", order })).map(({ code }) => code));
  }
});

it("adds a language with other codes, changes it, and removes it while nothing uses it", async () => {
  await addManagedLanguage(admin, "xorc", FORM);
  expect((await findLanguage("xorc")).aliases).toEqual(["orc", "orc_XX"]);
  const seen = await languageForm(admin, "xorc");
  await changeManagedLanguage(
    admin,
    "xorc",
    { ...seen, direction: "rtl", number: 3, formula: "n>2?2:n>1", aliases: "orc" },
    seen,
  );
  expect(await findLanguage("xorc")).toMatchObject({
    ...{ direction: "rtl", aliases: ["orc"] },
    plural: { number: 3, formula: "n>2?2:n>1" },
  });
  await expect(
    changeManagedLanguage(admin, "xorc", { ...seen, name: "Other", direction: "rtl" }, seen),
  ).rejects.toThrow("in the meantime");
  expect((await findLanguage("xorc")).name).toBe("Orchardish");
  await removeLanguage(admin, "xorc");
  await expect(findLanguage("xorc")).rejects.toThrow("no language");
  await expect(removeLanguage(admin, "cs")).rejects.toThrow("is used");
});

it.each([
  [{ aliases: "cs" }, "aliases"],
  [{ aliases: "ces" }, "aliases"],
  [{ aliases: "a/b" }, "aliases"],
  [{ name: " " }, "name"],
  [{ formula: "n ==" }, "plural.formula"],
  [{ number: 0 }, "plural.formula"],
  [{ population: -1 }, "population"],
])("refuses %j and adds nothing", async (given, field) => {
  await expect(addManagedLanguage(admin, "xnew", { ...FORM, aliases: "", ...given })).rejects.toMatchObject({
    fields: [expect.objectContaining({ path: field })],
  });
  await expect(findLanguage("xnew")).rejects.toThrow("no language");
});

it("leaves other languages what they have", async () => {
  await addManagedLanguage(admin, "xtwo", { ...FORM, aliases: "xtwo_alias" });
  const seen = await languageForm(admin, "xtwo");
  const before = (await findLanguage("cs")).aliases;
  await changeManagedLanguage(admin, "xtwo", { ...seen, aliases: "" }, seen);
  expect((await findLanguage("xtwo")).aliases).toEqual([]);
  expect((await findLanguage("cs")).aliases).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});
