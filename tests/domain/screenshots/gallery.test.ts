import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { changeAddress } from "@/lib/domain/changes/address";
import { listChanges } from "@/lib/domain/changes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import {
  type GalleryFilter,
  type GalleryOrder,
  listGallery,
  readShot,
  shotLanguages,
} from "@/lib/domain/screenshots/gallery";
import {
  createScreenshot,
  placeStrings,
  replaceImage,
  showUnit,
  showUnits,
  updateScreenshot,
} from "@/lib/domain/screenshots/screenshots";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { findTranslation } from "@/lib/domain/translations/translations";
import { db, sql } from "@/lib/platform/database";
import { urls } from "@/lib/urls";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";

/** Screenshots of a place, and the strings of one. */

const PO = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr "Konec"

msgid "Open"
msgstr ""

msgid "Save"
msgstr ""
`;

let petra: Actor;
let eva: Actor;
let visitor: Actor;
let component: ComponentRow;
let slug: string;

const add = async (name: string, language = "en") =>
  (
    await createScreenshot(petra, await findTranslation(petra, component, language), {
      ...{ name, repositoryFilename: "", content: png(640, 480) },
    })
  ).id;

const names = async (actor: Actor, path: readonly string[], filter: GalleryFilter = {}) =>
  (await listGallery(actor, await resolvePath(petra, [slug, ...path]), filter, 50)).rows.map(({ name }) => name);

beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  eva = await makePerson("eva");
  visitor = await anonymousActor();
  ({ component } = await connect(petra, { "po/cs.po": PO, "po/de.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  slug = component.project.slug;
  await add("100 % of the menu");
  const toolbar = await add("Toolbar");
  await add("Czech menu", "cs");
  await showUnit(petra, toolbar, await unitId(component, "en", "Quit"));
});

it("a place has its screenshots, the newest first", async () => {
  for (const path of [[], [component.slug]])
    expect(await names(petra, path)).toEqual(["Czech menu", "Toolbar", "100 % of the menu"]);
  for (const path of [
    ["-", "cs"],
    [component.slug, "cs"],
  ])
    expect(await names(petra, path)).toEqual(["Czech menu"]);
  expect(await names(petra, [component.slug, "de"])).toEqual([]);
});

it("they are found by a part of the name as it is written, and those without strings by themselves", async () => {
  expect(await names(petra, [], { words: " MENU " })).toEqual(["Czech menu", "100 % of the menu"]);
  expect(await names(petra, [], { words: "0 %" })).toEqual(["100 % of the menu"]);
  expect(await names(petra, [], { words: "%u%" })).toEqual([]);
  expect(await names(petra, [], { loose: true })).toEqual(["Czech menu", "100 % of the menu"]);
});

it("a long list is read piece by piece", async () => {
  const place = await resolvePath(petra, [slug]);
  const first = await listGallery(petra, place, {}, 2);
  expect(first.rows.map(({ name, strings }) => [name, strings])).toEqual([
    ["Czech menu", 0],
    ["Toolbar", 1],
  ]);
  const second = await listGallery(petra, place, { after: first.next }, 2);
  expect([second.rows.map(({ name }) => name), second.next]).toEqual([["100 % of the menu"], undefined]);
});

it("they are ordered by name, by how many strings are on them, or with those first that none is on, also piece by piece", async () => {
  const place = await resolvePath(petra, [slug]);
  const walk = async (order: GalleryOrder) => {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { rows, next } = await listGallery(petra, place, { order, after }, 1);
      found.push(...rows.map(({ name }) => name));
      after = next;
    } while (after !== undefined);
    return found;
  };
  expect(await walk("new")).toEqual(["Czech menu", "Toolbar", "100 % of the menu"]);
  expect(await walk("name")).toEqual(["100 % of the menu", "Czech menu", "Toolbar"]);
  expect((await walk("most"))[0]).toBe("Toolbar");
  expect((await walk("loose")).at(-1)).toBe("Toolbar");
  expect(await names(petra, [], { order: "name", after: "nonsense" })).toHaveLength(3);
});

it("those of a restricted component are for those alone who may see it", async () => {
  expect(await names(visitor, [])).toHaveLength(3);
  await db.run(sql`update components set restricted = true where id = ${component.id}`);
  try {
    expect(await names(visitor, [])).toEqual([]);
    expect(await names(petra, [])).toHaveLength(3);
    const hidden = await add("Hidden");
    await expect(readShot(eva, hidden)).rejects.toThrow("does not exist");
    await db.run(sql`delete from screenshots where id = ${hidden}`);
  } finally {
    await db.run(sql`update components set restricted = false where id = ${component.id}`);
  }
});

it("strings are put on one by ids, each once, and those of other languages not at all", async () => {
  const shot = await add("Window");
  const [quit, open, czech] = [
    await unitId(component, "en", "Quit"),
    await unitId(component, "en", "Open"),
    await unitId(component, "cs", "Save"),
  ];
  await expect(showUnits(eva, shot, [quit])).rejects.toThrow();
  expect(await showUnits(petra, shot, [quit, open, quit, czech, 1])).toBe(2);
  await showUnit(petra, shot, open, [0, 0, 20, 20]);
  expect(await showUnits(petra, shot, [open])).toBe(0);
  const seen = await readShot(eva, shot);
  expect(seen).toMatchObject({ edits: false, deletes: false });
  expect(seen.strings.map(({ source, region, there }) => [source, region, there])).toEqual([
    ["Open", [0, 0, 20, 20], true],
    ["Quit", null, true],
  ]);
  expect(await readShot(petra, shot)).toMatchObject({ edits: true, deletes: true });
});

it("strings of one that is not of the source language are marked by their source, too", async () => {
  const shot = await add("In Czech", "cs");
  const [quit, open] = [await unitId(component, "en", "Quit"), await unitId(component, "en", "Open")];
  await showUnit(petra, shot, quit, [1, 2, 3, 4]);
  await placeStrings(petra, shot, [{ unit: open, region: [5, 6, 7, 8] }]);
  expect((await readShot(petra, shot)).strings.map(({ id, region }) => [id, region])).toEqual([
    [quit, [1, 2, 3, 4]],
    [open, [5, 6, 7, 8]],
  ]);
});

it("a smaller image takes away the marks that do not lie in it", async () => {
  const shot = await add("Large");
  const [quit, open] = [await unitId(component, "en", "Quit"), await unitId(component, "en", "Open")];
  await showUnit(petra, shot, quit, [0, 0, 100, 100]);
  await showUnit(petra, shot, open, [0, 0, 101, 50]);
  await replaceImage(petra, shot, png(100, 100));
  expect((await readShot(petra, shot)).strings.map(({ source, region }) => [source, region])).toEqual([
    ["Quit", [0, 0, 100, 100]],
    ["Open", null],
  ]);
});

it("it goes to another language of its component, and to no other component", async () => {
  const languages = await shotLanguages(component.id);
  expect(languages.map(({ code }) => code)).toEqual(["en", "cs", "de"]);
  const shot = await add("Moved");
  const german = languages.find(({ code }) => code === "de")?.id;
  expect(await updateScreenshot(petra, shot, { translationId: german })).toMatchObject({
    languageCode: "de",
    name: "Moved",
  });
  const { component: other } = await connect(petra, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  const foreign = (await findTranslation(petra, other, "cs")).id;
  await expect(updateScreenshot(petra, shot, { name: "Gone", translationId: foreign })).rejects.toMatchObject({
    fields: [{ path: "language" }],
  });
  expect((await readShot(petra, shot)).row).toMatchObject({ languageCode: "de", name: "Moved" });
});

it("the history leads to the page of a new one", async () => {
  const shot = await add("Told");
  const { rows } = await listChanges(petra, { componentId: component.id }, { limit: 1, offset: 0 });
  expect(rows.map((change) => changeAddress(change))).toEqual([urls.screenshot(shot).web]);
});
