import { expect, it } from "vitest";
import { findProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { FORMATS, type TwoFormat } from "../support/two-formats";
import { json, person } from "./support";

/** What a removal would take away is told before it is done. */

const [PO] = FORMATS as [TwoFormat];

it("a dry run tells what would go, and nothing goes", async () => {
  const admin = await person("admin", { superuser: true });
  const petra = await person("petra");
  const cs = { Quit: "Konec", Open: "Otevřít", Save: "" };
  const { component } = await connect(admin.actor, PO.files({ cs, de: { Quit: "", Open: "", Save: "" } }), PO.settings);
  const { slug } = component.project;
  const unit = await unitId(component, "cs", "Save");
  const patched = await json("PATCH", `/api/units/${unit}/`, {
    key: admin.key,
    body: { target: ["Uložit"], state: 20 },
  });
  expect(patched.status).toBe(200);
  await db.run(sql`insert into suggestions (unit_id, targets) values (${unit}, array['Ulož'])`);
  const rows = () =>
    Promise.all([
      textRows(db, sql`select * from units order by id`),
      textRows(db, sql`select id, slug, removed_at from components order by id`),
      textRows(db, sql`select id, slug, removed_at from projects order by id`),
      textRows(db, sql`select count(*) from changes`),
      textRows(db, sql`select count(*) from tasks`),
    ]);
  const before = await rows();
  const language = `/api/translations/${slug}/app/cs/`;
  const whole = `/api/components/${slug}/app/`;
  const all = `/api/projects/${slug}/`;
  const ask = (path: string, key = admin.key) => json("DELETE", `${path}?dry_run=true`, { key });
  const one = { dry_run: true, languages: 1, strings: 3, texts: 3, unpushed: 1, suggestions: 1, comments: 0 };
  expect(await ask(language)).toMatchObject({
    status: 200,
    body: { ...one, components: [], screenshots: 0, files: ["po/cs.po"] },
  });
  for (const path of [whole, all])
    expect(await ask(path)).toMatchObject({
      status: 200,
      body: { ...one, components: ["app"], languages: 3, strings: 9, texts: 6, files: [] },
    });
  expect((await ask(`/api/translations/${slug}/app/en/`)).status).toBe(403);
  for (const path of [language, whole, all]) {
    expect((await ask(path, petra.key)).status).toBe(403);
    expect((await json("DELETE", `${path}?dry_run=true`)).status).toBe(401);
  }
  expect(await rows()).toEqual(before);
  // What was told goes.
  expect((await json("DELETE", language, { key: admin.key })).status).toBe(204);
  await expect(unitId(component, "cs", "Save")).rejects.toThrow();
  expect((await json("DELETE", `${whole}?dry_run=false`, { key: admin.key })).status).toBe(204);
  expect((await json("DELETE", all, { key: admin.key })).status).toBe(204);
  await expect(findProject(admin.actor, slug)).rejects.toThrow();
});

it("a category takes along what is below it, and what is linked to that", async () => {
  const admin = await person("keeper", { superuser: true });
  const petra = await person("reader");
  const cs = { Quit: "Konec", Open: "" };
  const { component } = await connect(admin.actor, PO.files({ cs }), PO.settings);
  const { slug } = component.project;
  const make = async (name: string, category: string | null) => {
    const body = { name, slug: name, project: `/api/projects/${slug}/`, category };
    const made = await json<{ id: number; url: string }>("POST", "/api/categories/", { key: admin.key, body });
    expect(made.status).toBe(201);
    return made.body;
  };
  const outer = await make("outer", null);
  const inner = await make("inner", outer.url);
  const empty = await make("empty", null);
  await db.run(sql`update components set category_id = ${inner.id} where id = ${component.id}`);
  const body = { ...PO.settings, name: "Beside", slug: "beside", repo: `internal://${slug}/outer/inner/app` };
  const { filemask, fileFormat, newBase } = PO.settings;
  const linked = {
    name: body.name,
    slug: body.slug,
    repo: body.repo,
    filemask,
    file_format: fileFormat,
    new_base: newBase,
  };
  expect((await json("POST", `/api/projects/${slug}/components/`, { key: admin.key, body: linked })).status).toBe(201);
  const state = () =>
    Promise.all([
      textRows(db, sql`select id, slug, removed_at from components order by id`),
      textRows(db, sql`select id, slug, removed_at from categories order by id`),
      textRows(db, sql`select count(*) from changes`),
    ]);
  const before = await state();
  const ask = (id: number, key = admin.key) => json("DELETE", `/api/categories/${id}/?dry_run=true`, { key });
  for (const { id } of [outer, inner])
    expect(await ask(id)).toMatchObject({
      status: 200,
      body: { dry_run: true, components: ["app", "beside"], strings: 4, texts: 3, files: [] },
    });
  expect(await ask(empty.id)).toMatchObject({ status: 200, body: { components: [], languages: 0, strings: 0 } });
  expect((await ask(outer.id, petra.key)).status).toBe(403);
  expect((await ask(2_000_000_000)).status).toBe(404);
  expect(await state()).toEqual(before);
  expect((await json("DELETE", `/api/categories/${outer.id}/`, { key: admin.key })).status).toBe(204);
  const left = await textRows(
    db,
    sql`select slug from components where removed_at is null and project_id = ${component.projectId}`,
  );
  expect(left).toEqual([]);
});
