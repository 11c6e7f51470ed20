import { NextRequest } from "next/server";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as stats } from "@/app/exports/stats/[...path]/route";
import { type Actor, anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { addMembers } from "@/lib/domain/access/seed";
import { createCategory } from "@/lib/domain/categories/categories";
import { addLink } from "@/lib/domain/components/component-links";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { createProject } from "@/lib/domain/projects/projects";
import { listContributors } from "@/lib/domain/statistics/contributors";
import { projectsOfLanguage } from "@/lib/domain/statistics/languages-in-use";
import { projectLanguageCounters, projectSizes, visibleCounters } from "@/lib/domain/statistics/visible";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { issueToken } from "@/lib/domain/users/tokens";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { makeUpstream } from "../support/git";
import { unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";
import { send } from "./support";

/** What a restricted component holds counts in no number of somebody who may not see it. */

type Who = "anonymous" | "outsider" | "admin of the project" | "named" | "superuser";
const WITHOUT: readonly Who[] = ["anonymous", "outsider", "admin of the project"];
const WITH: readonly Who[] = ["named", "superuser"];

let root: Actor;
let project: { id: number; slug: string };
let shared: { id: number; slug: string };
let categoryId: number;
let languageId: Record<string, number>;
const keys = {} as Record<Who, string | undefined>;
const actors = {} as Record<Who, Actor>;

const file = (n: number, done = n) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: done }, (_, i) => [`key${i}`, `Text number ${i}`])));

async function component(slug: string, where: string, category: number | null, files: Record<string, string>) {
  const made = await createComponent(root, where, {
    name: slug,
    slug,
    repo: makeUpstream(files).url,
    filemask: "*.json",
    template: "en.json",
    fileFormat: "json",
    categoryId: category,
  });
  await importComponent(made.id, () => {});
  return findComponentById(root, made.id);
}

async function team(who: Actor, reach: (team: number) => Sql): Promise<void> {
  await inTransaction(async (tx) => {
    const made = await textRow<{ id: number }>(
      tx,
      sql`insert into teams (name, project_selection, language_selection) values ('t', 0, 1) returning id`,
    );
    const id = made?.id ?? 0;
    await tx.run(reach(id));
    await tx.run(sql`insert into team_roles select ${id}, id from roles where name = 'Administration'`);
    await addMembers(tx, id, [who.userId]);
  });
}

beforeAll(async () => {
  root = await makePerson("root", { superuser: true });
  const people = { outsider: "outsider", "admin of the project": "padm", named: "named" } as const;
  project = await createProject(root, { name: "Alpha", slug: "alpha", web: "https://example.org/" });
  shared = await createProject(root, { name: "Beta", slug: "beta", web: "https://example.org/" });
  categoryId = (await createCategory(root, { project: project.slug, name: "Cat", slug: "cat", parentId: null })).id;
  await component("app", "alpha", categoryId, { "en.json": file(2), "cs.json": file(2, 1) });
  const hidden = await component("hidden", "alpha", categoryId, {
    "en.json": file(3),
    "cs.json": file(3),
    "de.json": file(3),
  });
  // The newest change of the project, by somebody who did nothing else.
  const writer = await makePerson("writer", { superuser: true });
  await editUnit(writer, await unitId(hidden, "de", "key0"), { targets: ["Neu"], state: 20 });
  await component("other", "beta", null, { "en.json": file(1) });
  await addLink(root, hidden, { projectSlug: "beta", categoryId: null });
  await db.run(sql`update components set restricted = true where id = ${hidden.id}`);
  const made = new Map<string, Actor>();
  for (const name of Object.values(people)) made.set(name, await makePerson(name));
  await team(
    made.get("padm") as Actor,
    (id) => sql`insert into team_projects values (${id}, ${project.id}), (${id}, ${shared.id})`,
  );
  await team(made.get("named") as Actor, (id) => sql`insert into team_components values (${id}, ${hidden.id})`);
  for (const [who, name] of Object.entries(people)) {
    const userId = made.get(name)?.userId ?? 0;
    actors[who as Who] = (await loadActor(userId)) as Actor;
    keys[who as Who] = (await issueToken(userId)).key;
  }
  actors.anonymous = await anonymousActor();
  actors.superuser = root;
  keys.superuser = (await issueToken(root.userId)).key;
  languageId = Object.fromEntries(
    (
      await textRows<{ code: string; id: number }>(
        db,
        sql`select code, id from languages where code in ('en', 'cs', 'de')`,
      )
    ).map((row) => [row.code, row.id]),
  );
});

const get = async (who: Who, path: string) => {
  const answer = await send("GET", path, { key: keys[who] });
  expect(answer.status).toBe(200);
  return answer.json();
};

const exported = async (who: Who): Promise<unknown[]> => {
  const headers: Record<string, string> = keys[who] ? { Authorization: `Token ${keys[who]}` } : {};
  const answer = await stats(new NextRequest("http://loquat.test/exports/stats/alpha/", { headers }), {
    params: Promise.resolve({ path: ["alpha"] }),
  });
  return ((await answer.json()) as { code: string; total: number; last_change: string }[]).map((row) => [
    row.code,
    row.total,
  ]);
};

type Listed = { results: { code: string; total: number; translated: number }[]; count?: number };
const listed = async (who: Who) => (await get(who, "/api/projects/alpha/languages/")) as Listed["results"] | Listed;

const rowsOf = async (who: Who) => {
  const answer = await listed(who);
  return (Array.isArray(answer) ? answer : answer.results).map((row) => [row.code, row.total, row.translated]);
};

describe.each(WITHOUT)("to %s, a restricted component", (who) => {
  it("counts in no statistics of the project and the category", async () => {
    for (const path of ["/api/projects/alpha/statistics/", `/api/categories/${categoryId}/statistics/`])
      expect(await get(who, path)).toMatchObject({ total: 4, translated: 3, total_words: 12 });
    expect(await get(who, "/api/projects/beta/statistics/")).toMatchObject({ total: 1 });
    const seen = await get(who, "/api/projects/alpha/statistics/");
    const all = await get("superuser", "/api/projects/alpha/statistics/");
    expect(seen.last_change < all.last_change).toBe(true);
  });

  it("counts in no language of the project, and brings none", async () => {
    expect(await rowsOf(who)).toEqual([
      ["cs", 2, 1],
      ["en", 2, 2],
    ]);
    expect(await exported(who)).toEqual([
      ["cs", 2],
      ["en", 2],
    ]);
    const actor = actors[who];
    expect((await projectLanguageCounters(actor, project.id, languageId.cs ?? 0))?.total).toBe(2);
    expect(await projectLanguageCounters(actor, project.id, languageId.de ?? 0)).toBeUndefined();
    const inCzech = await projectsOfLanguage(actor, languageId.cs ?? 0);
    expect(inCzech.map((row) => [row.slug, row.counters.total])).toEqual([["alpha", 2]]);
    expect(await projectsOfLanguage(actor, languageId.de ?? 0)).toEqual([]);
  });

  it("counts in no list of projects, and its translators are not named", async () => {
    const actor = actors[who];
    const numbers = await visibleCounters(actor, "project", [project.id, shared.id]);
    expect([numbers.get(project.id)?.total, numbers.get(shared.id)?.total]).toEqual([4, 1]);
    const sizes = await projectSizes(actor, [project.id, shared.id]);
    expect(sizes.get(project.id)).toMatchObject({ components: 1, languages: 2 });
    expect(sizes.get(shared.id)).toMatchObject({ components: 1, languages: 1 });
    expect(await listContributors(actor, { projectId: project.id }, 7, 5)).toEqual([]);
  });
});

describe.each(WITH)("to %s, a restricted component", (who) => {
  it("counts everywhere", async () => {
    for (const path of ["/api/projects/alpha/statistics/", `/api/categories/${categoryId}/statistics/`])
      expect(await get(who, path)).toMatchObject({ total: 13, translated: 12 });
    expect(await get(who, "/api/projects/beta/statistics/")).toMatchObject({ total: 10 });
    expect(await rowsOf(who)).toEqual([
      ["cs", 5, 4],
      ["en", 5, 5],
      ["de", 3, 3],
    ]);
    expect(await exported(who)).toEqual([
      ["cs", 5],
      ["de", 3],
      ["en", 5],
    ]);
    expect((await projectSizes(actors[who], [project.id])).get(project.id)).toMatchObject({
      components: 2,
      languages: 3,
    });
    const people = await listContributors(actors[who], { projectId: project.id }, 7, 5);
    expect(people.map((one) => one.username)).toEqual(["writer"]);
  });
});

describe("numbers of a language, in all projects together,", () => {
  const numbers = (who: Who, code: string) => get(who, `/api/languages/${code}/statistics/`);

  it.each(WITHOUT)("leave out to %s what is restricted", async (who) => {
    expect(await numbers(who, "de")).toMatchObject({ total: 0, translated: 0, last_change: null, recent_changes: 0 });
    expect(await numbers(who, "cs")).toMatchObject({ total: 2, translated: 1, translated_percent: 50 });
  });

  it.each(WITH)("tell %s all of it", async (who) => {
    const told = await numbers(who, "de");
    expect(told).toMatchObject({ total: 3, translated: 3, last_change: expect.any(String) });
    expect(told).toEqual(await numbers("superuser", "de"));
    expect(await numbers(who, "cs")).toMatchObject({ total: 5, translated: 4 });
  });

  it("leave out what is private", async () => {
    await db.run(sql`update projects set access_control = 100 where slug = 'alpha'`);
    const told = await numbers("outsider", "cs");
    const root = await numbers("superuser", "cs");
    await db.run(sql`update projects set access_control = 0 where slug = 'alpha'`);
    expect([told.total, root.total]).toEqual([0, 5]);
  });
});
