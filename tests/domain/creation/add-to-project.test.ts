import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage, languagesWithin } from "@/lib/domain/creation/add-language";
import { addToComponents, componentsWithout } from "@/lib/domain/creation/add-to-project";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { Invalid } from "@/lib/domain/errors";
import { findLanguage } from "@/lib/domain/languages/languages";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** A language for many components of a project at once. */

const FILES = { "po/cs.po": 'msgid "Apple"\nmsgstr ""\n', "po/app.pot": 'msgid "Apple"\nmsgstr ""\n' };
const SETTINGS = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", newLang: "add" } as const;

let admin: Actor;
let first: ComponentRow;
let second: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component: first } = await connect(admin, FILES, SETTINGS));
  const other = await connect(admin, FILES, SETTINGS);
  await db.run(
    sql`update components set project_id = ${first.projectId}, name = 'Second', slug = 'second' where id = ${other.component.id}`,
  );
  second = await findComponentById(admin, other.component.id);
});

const lacking = async (actor: Actor, code: string) =>
  (await componentsWithout(actor, first.project, await findLanguage(code)))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);

it("are those that lack the language and can be given it", async () => {
  expect(await lacking(admin, "cs")).toEqual([]);
  expect(await lacking(admin, "de")).toEqual([first.id, second.id]);
  expect(await lacking(await anonymousActor(), "de")).toEqual([]);
  const petra = await makePerson("petra");
  // A language that the project does not have is added by those who may add any.
  expect(await lacking(petra, "de")).toEqual([]);
  await beginLanguage(admin, second, "fr");
  expect(await lacking(petra, "fr")).toEqual([first.id]);
  await updateComponent(admin, first, { newLang: "none" });
  expect(await lacking(petra, "fr")).toEqual([]);
  expect(await lacking(admin, "fr")).toEqual([first.id]);
  await updateComponent(admin, await findComponentById(admin, first.id), { newLang: "add" });
  expect(await lacking(admin, "de")).toEqual([first.id, second.id]);
});

it("are given a language by anybody once the project has it, and a new one by those who may add any", async () => {
  const jan = await makePerson("jan");
  await expect(beginLanguage(jan, first, "it")).rejects.toThrow("translation.add_more");
  expect(await languagesWithin(jan, first)).not.toContain((await findLanguage("it")).id);
  expect(await languagesWithin(admin, first)).toBeUndefined();
  expect(await languagesWithin(jan, first)).toContain((await findLanguage("fr")).id);
  expect(await beginLanguage(jan, first, "fr")).toMatchObject({ code: "fr" });
});

it("get it each by itself, and who cannot is told why", async () => {
  await updateComponent(admin, await findComponentById(admin, second.id), { languageRegex: "^cs$" });
  const { added, problems } = await addToComponents(admin, [first.id, second.id, first.id, 999_999], "de");
  expect(added).toBe(1);
  expect(problems).toMatchObject([{ component: "Second", error: expect.any(Invalid) }]);
  expect(await lacking(admin, "de")).toEqual([second.id]);
  const rows = await textRows<{ code: string }>(
    db,
    sql`select language_code as code from translations where component_id = ${first.id} order by 1`,
  );
  expect(rows.map(({ code }) => code)).toContain("de");
  await expect(addToComponents(admin, [], "de")).rejects.toBeInstanceOf(Invalid);
});
