import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { createCategory } from "@/lib/domain/categories/categories";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { describeTranslations } from "@/lib/domain/editor/head";
import { languagesIn, type PlaceOfStrings, placeKey, readPlaceKey, translationsIn } from "@/lib/domain/editor/place";
import { resolveEditorPath } from "@/lib/domain/editor/resolve-place";
import { loadIds, loadWindow, type UnitWindow } from "@/lib/domain/editor/window";
import { NotFound } from "@/lib/domain/errors";
import { createProject } from "@/lib/domain/projects/projects";
import { countStatements, db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../../support/git";
import { makePerson } from "../../support/people";

/** Strings of several components in one list. */

let admin: Actor;
let petra: Actor;
let inProject: PlaceOfStrings;
let inCategory: PlaceOfStrings;

const po = (word: string, count: number) =>
  [
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n',
    ...Array.from({ length: count }, (_, index) => `msgid "${word} ${index + 1}"\nmsgstr "${index % 2 ? "x" : ""}"\n`),
  ].join("\n");

async function component(slug: string, files: Record<string, string>, categoryId?: number): Promise<void> {
  const upstream = makeUpstream(files);
  const given = { name: slug, slug, repo: upstream.url, push: upstream.url, filemask: "po/*.po", fileFormat: "po" };
  const made = await createComponent(admin, "garden", { ...given, ...(categoryId ? { categoryId } : {}) });
  await importComponent(made.id, () => {});
}

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const project = await createProject(admin, { name: "Garden", slug: "garden", web: "https://example.org/" });
  const category = await createCategory(admin, { name: "Docs", slug: "docs", project: "garden", parentId: null });
  await component("pears", { "po/cs.po": po("Pear", 30), "po/de.po": po("Pear", 30) });
  await component("apples", { "po/cs.po": po("Apple", 5) });
  await component("guide", { "po/cs.po": po("Page", 60) }, category.id);
  await component("faq", { "po/cs.po": po("Question", 2) }, category.id);
  const target = await resolveEditorPath(petra, ["garden", "-", "cs"]);
  const docs = await resolveEditorPath(petra, ["garden", "docs", "-", "cs"]);
  if (target.kind !== "list" || docs.kind !== "list") throw new Error("A language has to be chosen.");
  inProject = target.place;
  inCategory = docs.place;
  expect(project.id).toBeGreaterThan(0);
});

const sources = (window: UnitWindow) => window.units.map((unit) => unit.sources[0]);
const at = (place: PlaceOfStrings, offset: number, query = "") =>
  loadWindow(petra, place, query, { at: "offset", offset });

describe("a list of several components", () => {
  it("has their strings one component after the other, those of categories behind", async () => {
    const window = await at(inProject, 0);
    expect(window).toMatchObject({ first: 0, total: 97 });
    expect(sources(window).slice(0, 6)).toEqual(["Apple 1", "Apple 2", "Apple 3", "Apple 4", "Apple 5", "Pear 1"]);
    expect(sources(window).at(-1)).toBe("Page 43");
    const list = await loadIds(petra, inProject, "", 0);
    expect(list.ids.slice(0, 80)).toEqual(window.units.map(({ id }) => id));
    expect(list.ids).toHaveLength(97);
  });

  it("has a window anywhere, over the border of components", async () => {
    const window = await at(inProject, 36);
    expect(window).toMatchObject({ first: 16, total: 97 });
    expect(window.units.find(({ id }) => id === window.cursor)?.sources).toEqual(["Question 2"]);
    expect(sources(await at(inProject, 96)).slice(-2)).toEqual(["Page 59", "Page 60"]);
  });

  it("finds strings of all of them, and tells their places among what was found", async () => {
    const window = await at(inProject, 20, "state:empty");
    expect(window).toMatchObject({ first: 0, total: 49 });
    expect(sources(window).slice(0, 4)).toEqual(["Apple 1", "Apple 3", "Apple 5", "Pear 1"]);
    const cursor = window.units.find(({ id }) => id === window.cursor);
    const same = await loadWindow(petra, inProject, "state:empty", { at: "string", string: { id: cursor?.id ?? 0 } });
    expect([same.cursor, same.first + same.units.findIndex(({ id }) => id === same.cursor)]).toEqual([cursor?.id, 20]);
    const next = await loadWindow(petra, inProject, "state:empty", { at: "after", string: { id: cursor?.id ?? 0 } });
    expect(next.cursor).toBe(window.units[21]?.id);
    expect(await loadIds(petra, inProject, "source:Apple", 2)).toMatchObject({ total: 5, ids: { length: 3 } });
  });

  it("is of a category alone when that is named", async () => {
    const window = await at(inCategory, 0);
    expect(window).toMatchObject({ total: 62 });
    expect(sources(window).slice(0, 3)).toEqual(["Question 1", "Question 2", "Page 1"]);
  });

  it("leaves out what the reader may not see, in the list and by number", async () => {
    const all = await loadIds(admin, inProject, "", 0);
    await db.run(sql`update components set restricted = true where slug = 'apples'`);
    try {
      expect(await at(inProject, 0)).toMatchObject({ total: 92 });
      expect(await loadIds(petra, inProject, "", 0)).toMatchObject({ total: 92, ids: all.ids.slice(5) });
      const hidden = await loadWindow(petra, inProject, "", { at: "string", string: { id: all.ids[0] ?? 0 } });
      expect(hidden).toMatchObject({ units: [], cursor: undefined });
      expect(
        (await languagesIn(petra, { projectId: (inProject as { projectId: number }).projectId }))[0],
      ).toMatchObject({ code: "cs", total: 92 });
    } finally {
      await db.run(sql`update components set restricted = false`);
    }
  });

  it("costs the same number of statements wherever the window is, and however many components there are", async () => {
    // Languages are remembered for a while, and may have to be read again.
    const count = async (place: PlaceOfStrings, offset: number) => {
      const counts: number[] = [];
      for (let round = 0; round < 3; round++) counts.push((await countStatements(() => at(place, offset))).count);
      return Math.min(...counts);
    };
    const one = { kind: "translation", translationId: (await translationsIn(petra, inProject))[0]?.id ?? 0 } as const;
    expect(await count(inProject, 90)).toBe(await count(inProject, 0));
    expect(await count(inProject, 0)).toBe(await count(one, 0));
    expect((await countStatements(() => loadIds(petra, inProject, "", 0))).count).toBeLessThanOrEqual(4);
  });

  it("tells of each translation what is its own", async () => {
    const [apples, pears] = await translationsIn(petra, inProject);
    const heads = await describeTranslations(petra, [apples?.id ?? 0, pears?.id ?? 0, 999_999]);
    expect(heads.map(({ component }) => component.slug).sort()).toEqual(["apples", "pears"]);
  });
});

describe("a place of strings", () => {
  it("is read as it was written, and nothing else is", () => {
    const places: PlaceOfStrings[] = [
      { kind: "translation", translationId: 5 },
      { kind: "category", categoryId: 7, languageId: 3 },
      { kind: "project", projectId: 1, languageId: 3 },
    ];
    for (const place of places) expect(readPlaceKey(placeKey(place))).toEqual(place);
    for (const key of ["", "t", "t5.3", "p1", "c7", "x1.2", "p1.2 ", "t99999999999"])
      expect(() => readPlaceKey(key)).toThrow(NotFound);
  });

  it("has to be chosen where no language is named, of those that its components have", async () => {
    for (const path of [["garden"], ["garden", "pears"], ["garden", "docs"]])
      expect(await resolveEditorPath(petra, path)).toMatchObject({ kind: "choice" });
    const { projectId } = inProject as { projectId: number };
    expect((await languagesIn(petra, { projectId })).map(({ code, total }) => [code, total])).toEqual(
      expect.arrayContaining([
        ["cs", 97],
        ["de", 30],
      ]),
    );
  });

  it("is not found for a category that is none, or a language that nobody knows", async () => {
    for (const path of [
      ["garden", "pears", "-", "cs"],
      ["garden", "docs", "-", "nonsense"],
      ["garden", "nothing"],
    ])
      await expect(resolveEditorPath(petra, path)).rejects.toThrow(NotFound);
  });
});
