import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponent } from "@/lib/domain/components/components";
import { createFromScratch, formatsFromNothing } from "@/lib/domain/creation/from-scratch";
import { importComponent } from "@/lib/domain/creation/import-component";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { components } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { everyTranslation } from "./support";

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await createProject(admin, { name: "Orchard", slug: "orchard", web: "https://example.org/" });
});

const wish = {
  name: "Shop",
  slug: "shop",
  fileFormat: "json",
  sourceLanguage: "en",
  languages: ["cs", "de"],
  strings: "",
};

const found = (slug: string) => findComponent(admin, { projectSlug: "orchard", categoryPath: "", componentSlug: slug });

async function made(slug: string) {
  await importComponent((await found(slug)).id, () => {});
  return found(slug);
}

const contentOf = (component: ComponentRow, path: string): Promise<string> =>
  withWorkingCopy(component.repositoryId, async ({ copy }) => {
    const file = (await copy.tree(await copy.head())).find((one) => one.path === path);
    return file ? new TextDecoder().decode(await copy.read(file.blob, file.path)) : "";
  });

const componentsNow = async () => (await db.one(sql`select ${counted} from ${components}`))?.count;

async function fieldsOf(work: Promise<unknown>): Promise<[string, string][]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Invalid)) throw error ?? new Error("It was not refused.");
  return error.fields.map(({ path, message }) => [path, message]);
}

describe("a component from scratch", () => {
  it("has its languages and the strings that were typed, and takes more", async () => {
    const strings = "hello = Hello = hi\n\nbye\tGood bye\n";
    await createFromScratch(admin, "orchard", { ...wish, strings });
    const component = await made("shop");
    expect(await everyTranslation(admin, component)).toEqual(["cs", "de", "en"]);
    expect(await findUnit(admin, await unitId(component, "en", "hello"))).toMatchObject({ targets: ["Hello = hi"] });
    expect(await findUnit(admin, await unitId(component, "cs", "bye"))).toMatchObject({
      sources: ["Good bye"],
      state: 0,
    });
    await addUnit(admin, await findTranslation(admin, component, "en"), { context: "more", sources: ["More"] });
    await editUnit(admin, await unitId(component, "cs", "more"), { targets: ["Víc"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    expect(JSON.parse(await contentOf(component, "shop/cs.json"))).toMatchObject({ more: "Víc" });
  });

  it("that has no language yet tells of the strings of its base file", async () => {
    const strings = "hello = Hello\nbye = Good bye\n";
    await createFromScratch(admin, "orchard", { ...wish, name: "Alone", slug: "alone", languages: [], strings });
    const { files, strings: read } = await importComponent((await found("alone")).id, () => {});
    expect([files, read]).toEqual([1, 2]);
  });

  it("needs no keys where texts are their own names", async () => {
    await createFromScratch(admin, "orchard", {
      ...{ ...wish, name: "Gettext", slug: "gettext", fileFormat: "po" },
      strings: "Apple\nmenu\tPear",
    });
    const component = await made("gettext");
    expect(await everyTranslation(admin, component)).toEqual(["cs", "de", "en"]);
    expect(await findUnit(admin, await unitId(component, "de", "menu"))).toMatchObject({ sources: ["Pear"], state: 0 });
    await addUnit(admin, await findTranslation(admin, component, "en"), { context: "", sources: ["Plum"] });
    await editUnit(admin, await unitId(component, "cs", "Plum"), { targets: ["Švestka"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    expect(await contentOf(component, "gettext/cs.po")).toContain('msgid "Plum"\nmsgstr "Švestka"');
  });

  it.each(formatsFromNothing().map(({ id }) => id))("begins empty as %s", async (fileFormat) => {
    const slug = `empty-${fileFormat}`;
    await createFromScratch(admin, "orchard", { ...wish, name: slug, slug, fileFormat });
    expect(await everyTranslation(admin, await made(slug))).toEqual(["cs", "de", "en"]);
  });

  it("names the fields and lines that are wrong, and makes nothing", async () => {
    const before = await componentsNow();
    const ask = (other: Partial<typeof wish>) =>
      fieldsOf(createFromScratch(admin, "orchard", { ...wish, ...other, name: "Other", slug: "other" }));
    expect(await ask({ fileFormat: "docx" })).toEqual([["fileFormat", expect.stringContaining("begin empty")]]);
    expect(await ask({ languages: ["cs", "qqqq"] })).toEqual([["languages", expect.stringContaining("qqqq")]]);
    expect(await ask({ sourceLanguage: "qqqq" })).toEqual([["sourceLanguage", expect.stringContaining("qqqq")]]);
    expect(await ask({ strings: "a = A\nno key\na = B\nb =" })).toEqual([
      ["strings", expect.stringContaining("Line 2")],
      ["strings", expect.stringContaining("Line 3: the key a is in line 1")],
      ["strings", expect.stringContaining("Line 4: the text is missing")],
    ]);
    expect(await ask({ fileFormat: "fluent", strings: "good = Good\nnot.good = Bad" })).toEqual([
      ["strings", expect.stringContaining("Line 2: “not.good” cannot be a key")],
    ]);
    expect(await componentsNow()).toBe(before);
  });

  it("is made by those who may edit the project alone", async () => {
    const before = await componentsNow();
    const stranger = await makePerson("stranger");
    await expect(createFromScratch(stranger, "orchard", { ...wish, name: "X", slug: "x" })).rejects.toThrow(
      /permission/,
    );
    expect(await componentsNow()).toBe(before);
  });
});
