import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import { createCategory } from "@/lib/domain/categories/categories";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { ACCESS } from "@/lib/text/codes";
import { makeUpstream, type Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { json, type Person, person } from "./support";

/** A new language with the texts that other components have. */

const FILES = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" } as const;
const ENGLISH = { open: "Open", menu: "Menu", quit: "Quit" };
const text = (strings: object) => JSON.stringify(strings);

let admin: Person;
let app: ComponentRow;
let upstream: Upstream;
let at = "";

beforeAll(async () => {
  await startEngine(functions);
  admin = await person("admin", { superuser: true });
  ({ component: app, upstream } = await connect(admin.actor, { "l/en.json": text(ENGLISH) }, FILES));
  at = `/api/components/${app.project.slug}/app/translations/`;
});

afterAll(() => stopEngine());

/** A component with some languages beside the source, in the project of the first or in another. */
async function lender(
  slug: string,
  languages: Record<string, object>,
  project = app.project.slug,
  categoryId?: number,
) {
  const files = Object.fromEntries(
    Object.entries(languages).map(([code, strings]) => [`l/${code}.json`, text(strings)]),
  );
  const repo = makeUpstream({ "l/en.json": text(ENGLISH), ...files }).url;
  const made = await createComponent(admin.actor, project, { name: slug, slug, repo, categoryId, ...FILES });
  await importComponent(made.id, () => {});
  return findComponentById(admin.actor, made.id);
}

interface Added {
  data: { total: number; translated: number };
}

const add = (language_code: string, from_component: unknown, key = admin.key) =>
  json<Added & { from_component?: string[] }>("POST", at, { key, body: { language_code, from_component } });

const stored = () =>
  textRows(
    db,
    sql`
    select 'translation' as what, id::text from translations where component_id = ${app.id}
    union all select 'task', id::text from tasks union all select 'change', id::text from changes
    union all select 'operation', id::text from operations order by 1, 2`,
  );

describe("a new language with texts of other components", () => {
  it("takes the texts of those that are named by id or path, and of no other, as automatic translation does", async () => {
    const category = await createCategory(admin.actor, {
      project: app.project.slug,
      parentId: null,
      name: "Parts",
      slug: "parts",
    });
    await lender("lib", { cs: { open: "Otevřít" }, de: { open: "Öffnen" } });
    const part = await lender("part", { cs: { menu: "Nabídka" } }, app.project.slug, category.id);
    await lender("third", { cs: { quit: "Konec" } });
    const { slug } = app.project;
    const answer = await add("cs", [`${slug}/lib`, `${slug}/parts/part`]);
    expect(answer).toMatchObject({ status: 201, body: { data: { total: 3, translated: 2 } } });
    const unit = async (key: string) => findUnit(admin.actor, await unitId(app, "cs", key));
    expect(await unit("open")).toMatchObject({ targets: ["Otevřít"], state: 20, automatic: true });
    expect(await unit("menu")).toMatchObject({ targets: ["Nabídka"], state: 20, automatic: true });
    expect(await unit("quit")).toMatchObject({ state: 0 });
    expect(
      await textRows(
        db,
        sql`
        select cause, user_id, details->>'path' as path from changes where component_id = ${app.id} and action = 6 order by id`,
      ),
    ).toEqual([
      { cause: "memory", userId: admin.actor.userId, path: `${slug}/lib` },
      { cause: "memory", userId: admin.actor.userId, path: `${slug}/parts/part` },
    ]);
    expect(await counterDrift()).toEqual([]);
    const [task] = await textRows<{ id: string }>(db, sql`select id from tasks where kind = 'take-texts'`);
    const read = await json<{ result: unknown }>("GET", `/api/tasks/${task?.id}/`, { key: admin.key });
    expect(read.body.result).toEqual({
      translation: expect.any(Number),
      message: "Automatic translation completed, 2 strings were updated.",
    });
    await performOperation(app.repositoryId, "commit");
    await performOperation(app.repositoryId, "push");
    expect(JSON.parse(upstream.read("l/cs.json"))).toMatchObject({ open: "Otevřít", menu: "Nabídka" });
    expect(await add("de", [part.id, `${slug}/lib`])).toMatchObject({ status: 201, body: { data: { translated: 1 } } });
  });

  it("is refused with an unknown component, and nothing is changed", async () => {
    const known = `${app.project.slug}/lib`;
    const before = await stored();
    for (const names of [["nowhere/at-all"], [known, `${app.project.slug}/parts/lib`], ["999999"], [999_999], ["lib"]])
      expect(await add("fr", names), String(names)).toMatchObject({
        status: 400,
        body: { from_component: [`There is no component ${names.at(-1)}.`] },
      });
    expect(await add("fr", [app.id])).toMatchObject({ status: 400, body: { from_component: [expect.any(String)] } });
    expect(await add("fr", known)).toMatchObject({ status: 400, body: { from_component: [expect.any(String)] } });
    expect(await stored()).toEqual(before);
  });

  it("is refused with a component that one may not see as with one that is not there", async () => {
    const hidden = { name: "Hidden", slug: "hidden", web: "https://example.org/", accessControl: ACCESS.PRIVATE };
    await createProject(admin.actor, hidden);
    const secret = await lender("secret", { fr: { open: "Ouvrir" } }, "hidden");
    const petra = await person("petra");
    await db.run(sql`
      insert into team_members (team_id, user_id) select id, ${petra.actor.userId} from teams
      where defining_project_id = ${app.projectId} and name = 'Administration'`);
    const before = await stored();
    for (const name of ["hidden/secret", String(secret.id), "hidden/nothing"])
      expect(await add("fr", [name], petra.key)).toMatchObject({
        status: 400,
        body: { from_component: [`There is no component ${name}.`] },
      });
    expect(await stored()).toEqual(before);
    expect(await add("fr", ["hidden/secret"])).toMatchObject({ status: 201, body: { data: { translated: 1 } } });
  });

  it("takes no right but that to add the language", async () => {
    const jan = await person("jan");
    await db.run(sql`
      with made as (insert into teams (name, project_selection, language_selection) values ('Languages', 0, 1) returning id),
        placed as (insert into team_projects (team_id, project_id) select id, ${app.projectId}::int from made),
        given as (insert into team_roles (team_id, role_id) select made.id, r.id from made, roles r where r.name = 'Manage languages')
      insert into team_members (team_id, user_id) select id, ${jan.actor.userId}::int from made`);
    await lender("italian", { it: { open: "Apri" } });
    const added = await add("it", [`${app.project.slug}/italian`], jan.key);
    expect(added).toMatchObject({ status: 201, body: { data: { translated: 1 } } });
  });
});
