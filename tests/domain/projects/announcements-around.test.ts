import { beforeAll, expect, it } from "vitest";
import { type AnnouncedPlace, announcementsAround } from "@/lib/domain/projects/announcements";
import { db, type Sql, sql } from "@/lib/platform/database";
import { bareComponent, bareProject } from "../../support/places";
import { textRow } from "../../support/text-rows";

/** What is announced to people who look at a place. */

let place: { projectId: number; outer: number; inner: number; componentId: number; czech: number; german: number };

const idOf = async (statement: Sql) => (await textRow<{ id: number }>(db, statement))?.id ?? 0;

const announce = (message: string, at: AnnouncedPlace | Omit<AnnouncedPlace, "projectId">, expiry: Sql = sql`null`) =>
  db.run(sql`
    insert into announcements (project_id, category_id, component_id, language_id, message, expiry)
    values (${"projectId" in at ? at.projectId : null}, ${at.categoryId ?? null}, ${at.componentId ?? null}, ${at.languageId ?? null},
      ${message}, (${expiry})::date)`);

const read = async (at: AnnouncedPlace) => (await announcementsAround(at)).map(({ message }) => message).sort();

beforeAll(async () => {
  const projectId = await bareProject();
  const category = (parent: number | null, slug: string) =>
    idOf(
      sql`insert into categories (project_id, parent_id, name, slug) values (${projectId}, ${parent}, ${slug}, ${slug}) returning id`,
    );
  const outer = await category(null, "outer");
  const inner = await category(outer, "inner");
  const language = (code: string) => idOf(sql`select id from languages where code = ${code}`);
  const componentId = await bareComponent(projectId);
  place = { projectId, outer, inner, componentId, czech: await language("cs"), german: await language("de") };
  await announce("project", { projectId });
  await announce("Czech of the project", { projectId, languageId: place.czech });
  await announce("outer", { categoryId: outer });
  await announce("component", { componentId });
  await announce("Czech of the component", { componentId, languageId: place.czech });
  await announce("over", { projectId }, sql`current_date - 1`);
  await announce("last day", { projectId }, sql`current_date`);
  await announce("elsewhere", { projectId: await bareProject() });
});

it("a project has its own announcements, without those for one language and those whose last day is over", async () => {
  expect(await read({ projectId: place.projectId })).toEqual(["last day", "project"]);
});

it("a component in a category has those of all categories around it, too", async () => {
  const { projectId, inner: categoryId, componentId } = place;
  expect(await read({ projectId, categoryId, componentId })).toEqual(["component", "last day", "outer", "project"]);
});

it("a language has those for it and for all languages, and no others", async () => {
  const { projectId, componentId, czech, german } = place;
  expect(await read({ projectId, componentId, languageId: czech })).toEqual([
    "Czech of the component",
    "Czech of the project",
    "component",
    "last day",
    "project",
  ]);
  expect(await read({ projectId, languageId: german })).toEqual(["last day", "project"]);
});
