import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findTranslation } from "@/lib/domain/translations/translations";
import { findUnit } from "@/lib/domain/units/units";
import type { Upload, UploadMethod } from "@/lib/domain/uploads/upload";
import { planUpload, uploadFile } from "@/lib/domain/uploads/upload-file";
import { connect, unitId } from "../support/loop";
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
  const upload: Upload = {
    ...{ filename: "x.json", bytes: new TextEncoder().encode(json(strings)), method },
    ...{ conflicts: "", fuzzy: "" },
  };
  const { likely: planned } = await planUpload(admin, await findTranslation(admin, component, language), upload);
  return planned;
}

it("is told of with the language that it is in", async () => {
  expect(await likely("cs", texts("Deutsch"))).toEqual({ code: "de", name: "German", same: 30, compared: 30 });
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
  expect(await likely("cs", { elsewhere: "Deutsch key0" }, "translate")).toBeUndefined();
});

it("is asked by those who may upload", async () => {
  const petra = await makePerson("petra");
  await expect(
    planUpload(petra, await findTranslation(petra, component, "cs"), {
      ...{ filename: "x.json", bytes: new TextEncoder().encode("{}"), method: "replace", conflicts: "", fuzzy: "" },
    }),
  ).rejects.toThrow();
});

it("is told of to whoever uploads before anything is done, of the file that is then taken in", async () => {
  const translation = await findTranslation(admin, component, "cs");
  const upload: Upload = {
    ...{ filename: "x.json", bytes: new TextEncoder().encode(json(texts("Deutsch"))), method: "translate" },
    ...{ conflicts: "replace-translated", fuzzy: "" },
  };
  const said = async () => (await findUnit(admin, await unitId(component, "cs", "key3"))).targets;
  const refused = uploadFile(admin, translation, upload, async ({ likely, plan }) => {
    expect(likely).toMatchObject({ code: "de" });
    expect(await plan()).toMatchObject({ result: { total: 30, accepted: 30 }, likely: { code: "de" } });
    throw new Error("Not meant.");
  });
  await expect(refused).rejects.toThrow("Not meant.");
  expect(await said()).toEqual(["Český key3"]);
  await expect(uploadFile(admin, translation, upload, async () => {})).resolves.toMatchObject({ accepted: 30 });
  expect(await said()).toEqual(["Deutsch key3"]);
});
