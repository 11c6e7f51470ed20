import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { loadContext } from "@/lib/domain/editor/context";
import { performOperation } from "@/lib/domain/integrate/operations";
import { updateProject } from "@/lib/domain/projects/projects";
import { searchUnits } from "@/lib/domain/search/search-units";
import { describeInside, lockDescribable } from "@/lib/domain/units/describe-source";
import { groupVariants } from "@/lib/domain/units/variants";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Strings that are variants of each other, by their keys and by flags. */

const json = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const TEXTS = {
  title: "Welcome to the garden",
  title_short: "Welcome",
  title_min: "Hi",
  quit: "Quit",
  short_of_water: "Short of water",
};

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const make = async (settings: { variantRegex?: string; checkFlags?: string } = {}) =>
  connect(
    admin,
    { "en.json": json(TEXTS), "cs.json": json({ title: "Vítejte v zahradě", title_short: "Vítejte" }) },
    { filemask: "*.json", template: "en.json", fileFormat: "json", ...settings },
  );

const sources = async (component: ComponentRow, text: string, language = "cs") => {
  const { variants } = await loadContext(admin, await unitId(component, language, text));
  return variants.map((one) => one.sources[0]);
};
const found = async (component: ComponentRow) =>
  (
    await searchUnits(admin, `has:variant AND language:cs AND path:${component.project.slug}/${component.slug}`, {
      limit: 20,
      offset: 0,
    })
  ).rows
    .map((row) => row.sources[0])
    .sort();
const rows = (component: ComponentRow) =>
  textRows(db, sql`select source_id, waiting from string_variants where component_id = ${component.id}`);
const setFlags = async (component: ComponentRow, text: string, extraFlags: string) => {
  const id = await unitId(component, "en", text);
  await inTransaction(async (tx) => {
    const source = await lockDescribable(tx, admin, id, {});
    await describeInside(tx, admin, source, { extraFlags });
  });
};

describe("variants by keys", () => {
  it("are grouped from the import on, and shown in the order of the file with their texts", async () => {
    const { component } = await make({ variantRegex: "_(short|min)$" });
    expect(await found(component)).toEqual([]);
    await groupVariants();
    expect(await sources(component, "Welcome to the garden")).toEqual(["Welcome", "Hi"]);
    expect(await sources(component, "Hi")).toEqual(["Welcome to the garden", "Welcome"]);
    expect(await sources(component, "Hi", "en")).toEqual(["Welcome to the garden", "Welcome"]);
    expect(await sources(component, "Quit")).toEqual([]);
    expect(await found(component)).toEqual(["Hi", "Welcome", "Welcome to the garden"]);
    const { variants } = await loadContext(admin, await unitId(component, "cs", "Hi"));
    expect(variants.map((one) => one.targets)).toEqual([["Vítejte v zahradě"], ["Vítejte"]]);
  });

  it("follow an expression that changes, and leave nothing behind when it goes", async () => {
    const { component } = await make();
    await groupVariants();
    expect(await rows(component)).toEqual([]);
    const set = async (variantRegex: string) => {
      await updateComponent(admin, await findComponentById(admin, component.id), { variantRegex });
      await groupVariants();
    };
    await set("_short$");
    expect(await found(component)).toEqual(["Welcome", "Welcome to the garden"]);
    await set("_min$");
    expect(await found(component)).toEqual(["Hi", "Welcome to the garden"]);
    await set("");
    expect(await found(component)).toEqual([]);
    expect(await rows(component)).toEqual([]);
    expect(await textRows(db, sql`select 1 from waiting_variants where component_id = ${component.id}`)).toEqual([]);
  });

  it("follow keys that come with a pull", async () => {
    const { component, upstream } = await make({ variantRegex: "_(short|min)$" });
    await groupVariants();
    const more = Object.fromEntries(Array.from({ length: 80 }, (_, number) => [`row${number}_min`, `Row ${number}`]));
    upstream.commit({ "en.json": json({ ...TEXTS, ...more, quit_short: "Bye" }) });
    await performOperation(component.repositoryId, "pull");
    await groupVariants();
    expect(await sources(component, "Quit")).toEqual(["Bye"]);
  });

  it("are regrouped again when a change comes while they are grouped", async () => {
    const { component } = await make({ variantRegex: "_short$" });
    await groupVariants();
    // As a change of the string behind the one who has read it.
    await db.run(sql`update string_variants set waiting = 2, key_group = null where component_id = ${component.id}`);
    await db.run(
      sql`update source_units set context = 'quit_short' where context = 'title_min' and component_id = ${component.id}`,
    );
    expect(
      await textRows(
        db,
        sql`select distinct waiting from string_variants where component_id = ${component.id} order by 1`,
      ),
    ).toEqual([{ waiting: 2 }, { waiting: 3 }]);
    await groupVariants();
    expect(await sources(component, "Quit")).toEqual(["Hi"]);
  });
});

describe("variants by flags", () => {
  it("are the string that the flag names and all that name it, in both directions", async () => {
    const { component } = await make();
    await setFlags(component, "Hi", 'variants:"Welcome to the garden", max-length:4');
    await setFlags(component, "Welcome", "variants: 'Welcome to the garden'");
    await setFlags(component, "Quit", "variants:Nothing");
    await groupVariants();
    expect(await sources(component, "Welcome to the garden")).toEqual(["Welcome", "Hi"]);
    expect(await sources(component, "Hi")).toEqual(["Welcome to the garden", "Welcome"]);
    expect(await sources(component, "Quit")).toEqual([]);
    expect(await found(component)).toEqual(["Hi", "Welcome", "Welcome to the garden"]);
    await setFlags(component, "Hi", "");
    await groupVariants();
    expect(await found(component)).toEqual(["Welcome", "Welcome to the garden"]);
    expect(await rows(component)).toHaveLength(2);
  });

  it("hold for all strings of a component or a project, but for those that discard them", async () => {
    const { component } = await make({ checkFlags: "variants:Quit" });
    await setFlags(component, "Hi", "discard:variants");
    await groupVariants();
    expect(await sources(component, "Welcome")).toEqual(["Welcome to the garden", "Quit", "Short of water"]);
    expect(await sources(component, "Hi")).toEqual([]);
    await updateComponent(admin, await findComponentById(admin, component.id), { checkFlags: "" });
    await groupVariants();
    expect(await found(component)).toEqual([]);
    await updateProject(admin, component.project.slug, { checkFlags: "variants:Hi" });
    await groupVariants();
    expect(await sources(component, "Quit")).toContain("Hi");
    await updateProject(admin, component.project.slug, { checkFlags: "" });
    await groupVariants();
    expect(await rows(component)).toEqual([]);
  });

  it("name plural strings by their singular", async () => {
    const po = `msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\nmsgid "%d pear"\nmsgid_plural "%d pears"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n\n#, variants:"%d pear"\nmsgid "Pears"\nmsgstr ""\n`;
    const { component } = await connect(admin, { "po/cs.po": po }, { filemask: "po/*.po", fileFormat: "po" });
    await setFlags(component, "Pears", 'variants:"%d pear"');
    await groupVariants();
    expect(await sources(component, "Pears")).toEqual(["%d pear"]);
    expect(await found(component)).toHaveLength(2);
  });
});

it("Strings with the same context and no match are no variants, and another component has its own groups.", async () => {
  const po = (texts: string[]) =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${texts.map((text) => `msgctxt "menu"\nmsgid "${text}"\nmsgstr ""\n`).join("\n")}`;
  const { component } = await connect(
    admin,
    { "po/cs.po": po(["Open", "Close"]) },
    { filemask: "po/*.po", fileFormat: "po", variantRegex: "_short$" },
  );
  await make({ variantRegex: "_short$" });
  await groupVariants();
  expect(await found(component)).toEqual([]);
  expect(await sources(component, "Open")).toEqual([]);
});
