import { NextRequest } from "next/server";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as forgePost } from "@/app/hooks/[service]/route";
import { GET as updateGet } from "@/app/hooks/update/[...path]/route";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { beginUpdate } from "@/lib/domain/integrate/due-commits";
import { createProject, updateProject } from "@/lib/domain/projects/projects";
import { repositoryTable } from "@/lib/domain/statistics/repository-table";
import { db, rawSql, sql } from "@/lib/platform/database";
import { makeUpstream } from "../support/git";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

/** Notifications of things the public cannot see, repeated ones, and many at once. */

const FILES = { "l/en.json": "{}", "l/cs.json": "{}" };
const SECRET = "orchard secret";

let admin: Actor;
let open: ComponentRow;
let hidden: ComponentRow;
let locked: ComponentRow;

const host = (name: string) => `https://code.example.org/team/${name}.git`;
async function component(project: string, slug: string): Promise<ComponentRow> {
  const made = await createComponent(admin, project, {
    name: slug,
    slug,
    repo: makeUpstream(FILES).url,
    filemask: "l/*.json",
    template: "l/en.json",
    fileFormat: "json",
  });
  await db.run(sql`update repositories set url = ${host(slug)} where id = ${made.repositoryId}`);
  return made;
}

const update = async (path: string[], headers: Record<string, string> = {}) => {
  const answer = await updateGet(new NextRequest(`http://loquat.test/hooks/update/${path.join("/")}/`, { headers }), {
    params: Promise.resolve({ path }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const gitea = async (name: string, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({
    ref: "refs/heads/main",
    repository: {
      clone_url: host(name),
      ssh_url: `git@code.example.org:team/${name}.git`,
      html_url: host(name).replace(/\.git$/, ""),
      full_name: `team/${name}`,
    },
  });
  const request = new NextRequest("http://loquat.test/hooks/gitea/", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  const answer = await forgePost(request, { params: Promise.resolve({ service: "gitea" }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const tasksOf = async ({ repositoryId }: ComponentRow) =>
  (
    await textRow<{ count: number }>(
      db,
      sql`
      select count(*)::int as count from tasks where kind = 'update-repository' and (payload->>'repository')::int = ${repositoryId}`,
    )
  )?.count;
const linesOf = async ({ id }: ComponentRow) =>
  (
    await textRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from changes where component_id = ${id} and action = 53`,
    )
  )?.count;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await createProject(admin, { name: "Pub", slug: "pub", web: "https://pub.example.org/" });
  await createProject(admin, { name: "Priv", slug: "priv", web: "https://priv.example.org/", accessControl: 100 });
  open = await component("pub", "open");
  hidden = await component("pub", "hidden");
  locked = await component("priv", "locked");
  await db.run(sql`update components set restricted = true where id = ${hidden.id}`);
});

beforeEach(async () => {
  await db.run(sql`delete from tasks where kind = 'update-repository'`);
  await db.run(sql`update repositories set update_wanted_at = null`);
  await db.run(sql`delete from hook_notices`);
});

describe("what the public cannot see", () => {
  it("is answered by the plain hook as if it did not exist, and pulled all the same", async () => {
    const unknown = JSON.stringify(await update(["nobody"]));
    expect(JSON.stringify(await update(["priv"])).replaceAll("priv", "nobody")).toBe(unknown);
    expect(JSON.stringify(await update(["priv", "locked"])).replaceAll("priv", "nobody")).toBe(unknown);
    expect(await tasksOf(locked)).toBe(1);
    const missing = JSON.stringify(await update(["pub", "nothing"]));
    expect(JSON.stringify(await update(["pub", "hidden"])).replaceAll("hidden", "nothing")).toBe(missing);
    expect(missing).toContain("404");
    expect(await tasksOf(hidden)).toBe(1);
    expect(await tasksOf(open)).toBe(0);
    expect(await update(["pub"])).toEqual({ status: 200, body: { status: "success", message: "Updated: pub/open" } });
  });

  it("is answered by the code hosts' hooks as an unknown repository, and pulled all the same", async () => {
    const unknown = await gitea("nothing");
    expect(unknown.status).toBe(202);
    for (const { slug } of [locked, hidden])
      expect(JSON.parse(JSON.stringify(await gitea(slug)).replaceAll(`/${slug}`, "/nothing"))).toEqual(unknown);
    expect([await tasksOf(locked), await tasksOf(hidden)]).toEqual([1, 1]);
    expect(await gitea("open")).toMatchObject({ status: 200, body: { message: "Updated: pub/open" } });
  });

  it("stays unknown with hooks off or a secret, and is told of to those who send the secret", async () => {
    await updateProject(admin, "priv", { hookSecret: SECRET });
    const unknown = JSON.stringify(await update(["nobody"]));
    expect(JSON.stringify(await update(["priv"])).replaceAll("priv", "nobody")).toBe(unknown);
    expect((await gitea("locked")).body).toEqual((await gitea("locked", { "x-gitea-signature": "00" })).body);
    expect(await gitea("locked")).toMatchObject({ status: 202, body: { match_status: { repository_matches: 0 } } });
    expect(await tasksOf(locked)).toBe(0);
    const proven = await update(["priv"], { authorization: `Bearer ${SECRET}` });
    expect(proven).toMatchObject({ status: 200, body: { message: "Updated: priv/locked" } });
    expect(await tasksOf(locked)).toBe(1);
    await updateProject(admin, "priv", { hookSecret: "", enableHooks: false });
    expect(JSON.stringify(await update(["priv"])).replaceAll("priv", "nobody")).toBe(unknown);
    await updateProject(admin, "priv", { enableHooks: true });
  });
});

it("the list of a project's repositories names only components that the reader may know of", async () => {
  const { id } = open.project;
  const namesFor = async (actor: Actor) =>
    (await repositoryTable(actor, id, { limit: 10 })).rows.map((line) => line.componentSlug).sort();
  expect(await namesFor(admin)).toEqual(["hidden", "open"]);
  expect(await namesFor(await makePerson("stranger"))).toEqual(["open"]);
});

describe("repeated notifications", () => {
  it("are one pull and one line of the ledger a minute, and the last one is not lost", async () => {
    const before = (await linesOf(open)) ?? 0;
    for (let round = 0; round < 200; round++) expect((await update(["pub"])).status).toBe(200);
    expect([await linesOf(open), await tasksOf(open)]).toEqual([before + 1, 1]);
    // The pull has begun: what comes now is not in it.
    await db.run(sql`update tasks set state = 'running' where kind = 'update-repository'`);
    await beginUpdate(open.repositoryId);
    for (let round = 0; round < 20; round++) await gitea("open");
    expect([await linesOf(open), await tasksOf(open)]).toEqual([before + 1, 2]);
    await db.run(sql`update hook_notices set at = now() - interval '61 seconds'`);
    await gitea("open");
    expect([await linesOf(open), await tasksOf(open)]).toEqual([before + 2, 2]);
  });

  it("at one moment are one as well", async () => {
    const before = (await linesOf(open)) ?? 0;
    await Promise.all(Array.from({ length: 20 }, (_, round) => (round % 2 ? update(["pub"]) : gitea("open"))));
    expect([await linesOf(open), await tasksOf(open), await tasksOf(hidden)]).toEqual([before + 1, 1, 1]);
  });

  it("are not swallowed by a want whose task has come to nothing", async () => {
    await gitea("open");
    await db.run(sql`update tasks set state = 'failed' where kind = 'update-repository'`);
    await gitea("open");
    expect(await tasksOf(open)).toBe(2);
  });
});

describe("a project of many components", () => {
  it("is written by one statement for each table", async () => {
    await db.run(sql`
      with made as (
        insert into repositories select (jsonb_populate_record(r, jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('repositories', 'id')), 'url', 'https://code.example.org/many/' || i))).*
        from repositories r, generate_series(1, 2000) i where r.id = ${open.repositoryId} returning id)
      insert into components select (jsonb_populate_record(c, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('components', 'id')), 'slug', 'many' || made.id, 'name', 'Many ' || made.id, 'repository_id', made.id))).*
      from components c, made where c.id = ${open.id}`);
    await db.run(sql`create table writes (name text)`);
    await db.run(sql`
      create function count_write() returns trigger language plpgsql as $$ begin insert into writes values (tg_table_name); return null; end $$`);
    for (const table of ["changes", "tasks", "outbox_events", "hook_notices"])
      await db.run(
        rawSql(`create trigger counted after insert on ${table} for each statement execute function count_write()`),
      );
    await db.run(
      sql`create trigger counted after update on repositories for each statement execute function count_write()`,
    );
    const answer = await update(["pub"]);
    expect(String(answer.body.message).split(", ")).toHaveLength(2001);
    expect(await textRows(db, sql`select name, count(*)::int as count from writes group by 1 order by 1`)).toEqual(
      ["changes", "hook_notices", "outbox_events", "repositories", "tasks"].map((name) => ({ name, count: 1 })),
    );
    const { count } = (await textRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from tasks where kind = 'update-repository'`,
    )) ?? { count: 0 };
    expect(count).toBe(2002);
  });
});
