import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createScreenshot, showUnit } from "@/lib/domain/screenshots/screenshots";
import { findPersons, searchPeople } from "@/lib/domain/search/find-people";
import { findScreenshots, searchGallery } from "@/lib/domain/search/find-screenshots";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { PEOPLE_FIELDS, PEOPLE_IS, SHOT_FIELDS, SHOT_HAS } from "../../fixtures/specification";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";

/** Searches for screenshots and for people: every field of the specification finds some and leaves others. */

const PO = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#: src/menu.c:12
msgctxt "file menu"
msgid "Quit"
msgstr "Konec"

msgid "Open"
msgstr ""
`;

let admin: Actor;
let vera: Actor;
let component: ComponentRow;
let shot = 0;

beforeAll(async () => {
  admin = await makePerson("ada", { superuser: true });
  vera = await makePerson("vera");
  await makePerson("quiet");
  ({ component } = await connect(admin, { "po/cs.po": PO, "po/de.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  const add = async (name: string, repositoryFilename: string, language: string) =>
    (
      await createScreenshot(admin, await findTranslation(admin, component, language), {
        ...{ name, repositoryFilename, content: png(20, 10) },
      })
    ).id;
  shot = await add("The menu", "doc/menu.png", "cs");
  await add("About", "", "de");
  await showUnit(admin, shot, await unitId(component, "cs", "Quit"));
  await db.run(sql`update screenshots set created_at = '2020-02-02' where id <> ${shot}`);
  await editUnit(admin, await unitId(component, "cs", "Open"), { targets: ["Otevřít"], state: 20 });
  await db.run(sql`update users set date_joined = '2020-02-02', is_bot = true where username = 'quiet'`);
  await db.run(sql`update users set is_active = false where username = 'quiet'`);
  await db.run(
    sql`insert into user_languages (user_id, language_id) select ${vera.userId}, id from languages where code = 'de'`,
  );
});

const shots = async (q: string, actor = admin) =>
  (await findScreenshots(actor, { q }, { limit: 10, offset: 0 })).rows.map(({ name }) => name);
const people = async (q: string, actor = admin) =>
  (await findPersons(actor, { q }, { limit: 50, offset: 0 })).rows.map(({ person }) => person.username);

const OF_SHOTS: Readonly<Record<string, string>> = {
  ...{ name: "menu", path: "doc", repository: 'r"^doc/.*png$"', language: "Czech", string: "qui", context: "file" },
  ...{ location: "menu.c", timestamp: ">2021", strings: ">0" },
};

describe("screenshots", () => {
  it.each([
    ...SHOT_FIELDS.map((field) => [`${field}:`, OF_SHOTS[field]] as const),
    ...SHOT_HAS.map((word) => ["has:", word] as const),
  ])("%s%s finds one and not the other", async (field, value) => {
    const query = `${field}${field === "id:" ? shot : value}`;
    expect(query).not.toContain("undefined");
    expect(await shots(query)).toEqual(["The menu"]);
    expect(await shots(`NOT ${query}`)).toEqual(["About"]);
    const place = await resolvePath(admin, [component.project.slug]);
    expect((await searchGallery(admin, place, { q: query }, 5)).rows.map(({ name }) => name)).toEqual(["The menu"]);
  });

  it("are found by words in their names, and by several things together", async () => {
    expect(await shots("MENU")).toEqual(["The menu"]);
    expect(await shots("menu OR about")).toEqual(["The menu", "About"]);
    expect(await shots("menu strings:0")).toEqual([]);
    expect(await shots("")).toHaveLength(2);
    await expect(shots("source:x")).rejects.toMatchObject({ fields: [{ path: "q" }] });
    await expect(shots('name:r"(a)\\1"')).rejects.toMatchObject({ fields: [{ path: "q" }] });
  });

  it("of what the reader may not see are not found", async () => {
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    expect(await shots("menu", await anonymousActor())).toEqual([]);
    expect(await shots("menu")).toHaveLength(1);
    await db.run(sql`update components set restricted = false where id = ${component.id}`);
  });
});

/** With whom it finds. */
const OF_PEOPLE: Readonly<Record<string, [value: string, found: string[]]>> = {
  username: ["=ADA", ["ada"]],
  full_name: ["ver", ["vera"]],
  email: ["quiet@", ["quiet"]],
  language: ["german", ["vera"]],
  joined: ["<2021", ["quiet"]],
  translates: ["CS", ["ada"]],
  contributes: ["", ["ada"]],
  change_time: [">2021", ["ada"]],
  change_action: ["translation-added", ["ada"]],
};
const ARE: Readonly<Record<string, string[]>> = { bot: ["quiet"], active: ["ada", "vera"], superuser: ["ada"] };

describe("people", () => {
  it.each(PEOPLE_FIELDS)("%s: finds some and not others", async (field) => {
    const [value, found] = OF_PEOPLE[field] ?? ["", []];
    const query = `${field}:${field === "contributes" ? component.project.slug : value}`;
    expect(found).not.toEqual([]);
    const everybody = await people("username:a OR NOT username:a");
    expect(await people(query)).toEqual(found);
    expect(await people(`NOT ${query}`)).toEqual(everybody.filter((name) => !found.includes(name)));
  });

  it.each(PEOPLE_IS)("is:%s finds some and not others", async (word) => {
    expect((await people(`is:${word}`)).filter((name) => ["ada", "vera", "quiet"].includes(name))).toEqual(ARE[word]);
  });

  it("are found by what one and the same event says, and where they contributed", async () => {
    const { slug } = component.project;
    expect(await people("change_action:translation-added change_time:<2021")).toEqual([]);
    expect(await people("change_action:translation-added AND change_time:>2021")).toEqual(["ada"]);
    expect(await people(`contributes:${slug}/app`)).toEqual(["ada"]);
    expect(await people(`contributes:${slug}/ap`)).toEqual([]);
    expect(await people("translates:de")).toEqual([]);
    await expect(people("change_action:nonsense")).rejects.toMatchObject({ fields: [{ path: "q" }] });
    await expect(people("ip:192.0.2.1")).rejects.toMatchObject({ fields: [{ path: "q" }] });
  });

  it("are for those alone who may know of everybody", async () => {
    await expect(people("is:superuser", vera)).rejects.toMatchObject({ name: "Forbidden" });
    await expect(people("username:vera", await anonymousActor())).rejects.toMatchObject({ name: "Unauthenticated" });
    const listed = (actor: Actor) => searchPeople(actor, { q: "ver is:active", order: "name", limit: 5 });
    expect((await listed(admin)).rows.map(({ username }) => username)).toEqual(["vera"]);
    await expect(listed(vera)).rejects.toThrow("management.use");
  });
});
