import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findTranslation } from "@/lib/domain/translations/translations";
import { likelyLanguage } from "@/lib/domain/uploads/likely-language";
import type { UploadMethod } from "@/lib/domain/uploads/upload";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";

/** A file that says in one language what the component has in another. */

let admin: Actor;
let component: ComponentRow;

const KEYS = Array.from({ length: 30 }, (_, index) => `key${index}`);
const texts = (word: string, keys: readonly string[] = KEYS) =>
  Object.fromEntries(keys.map((key) => [key, `${word} ${key}`]));
const json = (strings: Record<string, string>) => `${JSON.stringify(strings, null, 2)}\n`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    {
      "l/en.json": json(texts("Source")),
      "l/cs.json": json(texts("Český", KEYS.slice(0, 20))),
      "l/de.json": json(texts("Deutsch")),
      "l/sk.json": json({ ...texts("Český"), key0: "Slovensky" }),
    },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
});

async function likely(language: string, strings: Record<string, string>, method: UploadMethod = "replace") {
  return likelyLanguage(admin, await findTranslation(admin, component, language), {
    ...{ filename: "x.json", bytes: new TextEncoder().encode(json(strings)), method },
    ...{ conflicts: "", fuzzy: "" },
  });
}

it("is told of with the language that it is in", async () => {
  expect(await likely("cs", texts("Deutsch"))).toEqual({ name: "German", same: 30, compared: 30 });
  expect(await likely("cs", texts("Deutsch"), "translate")).toMatchObject({ name: "German" });
});

it("is its own language where its texts are those that are here, or new", async () => {
  expect(await likely("cs", texts("Český", KEYS.slice(0, 20)))).toBeUndefined();
  expect(await likely("cs", texts("Nový"))).toBeUndefined();
});

it("may share texts with a sister language, as long as others are new", async () => {
  expect(await likely("cs", { ...texts("Nový"), ...texts("Český", KEYS.slice(15)) })).toBeUndefined();
});

it("says nothing by few texts, by sources that were left, and by keys that are not here", async () => {
  expect(await likely("cs", texts("Deutsch", KEYS.slice(0, 7)))).toBeUndefined();
  expect(await likely("cs", texts("Deutsch", KEYS.slice(0, 8)))).toMatchObject({ same: 8, compared: 8 });
  expect(await likely("cs", texts("Source"))).toBeUndefined();
  expect(await likely("cs", { ...texts("Source"), ...texts("Deutsch", KEYS.slice(0, 10)) })).toMatchObject({
    same: 10,
    compared: 10,
  });
  expect(await likely("cs", { elsewhere: "Deutsch key0" }, "add")).toBeUndefined();
});

it("is asked by those who may upload", async () => {
  const petra = await makePerson("petra");
  await expect(
    likelyLanguage(petra, await findTranslation(petra, component, "cs"), {
      ...{ filename: "x.json", bytes: new TextEncoder().encode("{}"), method: "replace", conflicts: "", fuzzy: "" },
    }),
  ).rejects.toThrow();
});
