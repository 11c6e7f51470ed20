import fc from "fast-check";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { actionCodes } from "@/lib/domain/change-actions";
import { type ChangeFilter, listChanges } from "@/lib/domain/changes/list";
import { dailyChanges, type Level, talliedChanges, tallyChanges } from "@/lib/domain/changes/tallies";
import { findComponentById } from "@/lib/domain/components/components";
import { removeComponent } from "@/lib/domain/creation/update-component";
import { createProject, removeProject } from "@/lib/domain/projects/projects";
import { removePerson } from "@/lib/domain/users/manage-users";
import { contributedTranslations, userStatistics } from "@/lib/domain/users/user-statistics";
import { removeMarked } from "@/lib/domain/working-copy/remove-marked";
import { databaseUrl, db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { ledgerReadable, tallyAll } from "../../support/ledger";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Whatever has happened, a count must be what the whole ledger says, and hardly read it. */

interface World {
  admin: Actor;
  actors: Actor[];
  projects: number[];
  components: number[];
  people: string[];
}

let world: World;
let round = 0;

const LANGUAGES = ["en", "cs", "de"];
const ACTIONS = [2, 5, 36, 59, 4, 3, 9, 72, 14, 17];

/** Components of a project with three languages each; the second of two is restricted. */
async function makeComponents(projectId: number, slug: string): Promise<number[]> {
  const rows = await textRows<{ id: number }>(
    db,
    sql`
    with r as (insert into repositories (vcs, url, branch) values ('git', ${`https://git.example/${slug}`}, 'main') returning id)
    insert into components (project_id, name, slug, repository_id, source_language_id, filemask, file_format, imported_at, restricted,
      repoweb, commit_message, add_message, delete_message, merge_message, addon_message, pull_message)
    select ${projectId}, 'Part ' || n, 'part-' || n, r.id, (select id from languages where code = 'en'), 'po/*.po', 'po', now(), n = 2,
      '', 'x', 'x', 'x', 'x', 'x', 'x' from r, generate_series(1, 2) n returning id`,
  );
  const ids = rows.map((row) => row.id);
  await db.run(sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename, is_source)
    select c, l.id, (select min(q.id) from plurals q where q.language_id = l.id), l.code, '', l.code = 'en'
    from unnest(${ids}::int[]) c, languages l where l.code = any(${LANGUAGES}::text[])`);
  return ids;
}

/** Three projects (open, private, open) of two components; people of all kinds. */
async function makeWorld(): Promise<World> {
  const tag = `w${round++}`;
  const admin = await makePerson(`${tag}-admin`, { superuser: true });
  const people = [`${tag}-admin`, `${tag}-petra`, `${tag}-jan`, `${tag}-eva`];
  const [petra, jan, eva] = await Promise.all(people.slice(1).map((name) => makePerson(name)));
  const projects: number[] = [];
  const components: number[] = [];
  for (const name of ["open", "private", "other"]) {
    const slug = `${tag}-${name}`;
    const project = await createProject(admin, { name: slug, slug, web: "https://example.org/" });
    if (name === "private") await db.run(sql`update projects set access_control = 100 where id = ${project.id}`);
    projects.push(project.id);
    components.push(...(await makeComponents(project.id, slug)));
  }
  const team = async (member: Actor | undefined, reach: (team: number) => Sql) => {
    const made = await textRow<{ id: number }>(db, sql`insert into teams (name) values (${tag}) returning id`);
    await db.run(reach(made?.id ?? 0));
    await db.run(sql`insert into team_members (team_id, user_id) values (${made?.id}, ${member?.userId})`);
  };
  await team(petra, (id) => sql`insert into team_projects (team_id, project_id) values (${id}, ${projects[1]})`);
  await team(jan, (id) => sql`insert into team_components (team_id, component_id) values (${id}, ${components[3]})`);
  const loaded = await Promise.all([
    loadActor(admin.userId),
    anonymousActor(),
    loadActor(petra?.userId ?? 0),
    loadActor(jan?.userId ?? 0),
    loadActor(eva?.userId ?? 0),
    loadActor(admin.userId, { tokenProjectId: projects[1] }),
  ]);
  return { admin, actors: loaded.flatMap((actor) => actor ?? []), projects, components, people };
}

/** A statement that tells `count` lines: with and without places, people, languages; `seed` shuffles them. */
function telling(count: number, seed: number): { text: string; values: unknown[] } {
  const text = `
    insert into changes (action, cause, details, user_id, project_id, component_id, translation_id, language_id, unit_id)
    select ($3::int[])[1 + h % 10], 'person', case when h % 3 > 0 then jsonb_build_object('words', h % 13) else '{}' end, case when h % 7 > 0 then ($4::int[])[1 + h / 7 % 4] end,
      case when h % 11 > 0 then t.project_id end, case when h % 11 > 1 then t.component_id end,
      case when h % 11 > 2 then t.id end, case when h % 11 > 2 or h % 2 = 1 then t.language_id end, case when h % 11 > 4 then h % 5 + 1 end
    from (select abs(hashint4(n * 7919 + $2)) as h from generate_series(1, $1) n) x
    join (select t.id, t.language_id, c.id as component_id, c.project_id, row_number() over (order by t.id) - 1 as place, count(*) over () as places
      from translations t join components c on c.id = t.component_id where c.id = any($5::int[])) t on t.place = x.h / 100 % t.places`;
  return {
    text,
    values: [count, seed, ACTIONS, world.actors.slice(0, 5).map((actor) => actor.userId), world.components],
  };
}

async function tell(count: number, seed: number, client?: pg.Client): Promise<void> {
  const statement = telling(count, seed);
  const own = client ?? new pg.Client({ connectionString: databaseUrl() });
  if (!client) await own.connect();
  await own.query(statement.text, statement.values);
  if (!client) await own.end();
}

const clients = new Set<pg.Client>();

/** Opens a transaction that has told lines and ends when it is told to. */
async function open(count: number, seed: number): Promise<(how: "commit" | "rollback") => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  clients.add(client);
  await client.query("begin");
  await tell(count, seed, client);
  return async (how) => {
    await client.query(how);
    await client.end();
    clients.delete(client);
  };
}

async function filters(): Promise<ChangeFilter[]> {
  const languages = await textRows<{ id: number }>(
    db,
    sql`select id from languages where code = any(${LANGUAGES}::text[])`,
  );
  const translation = await textRow<{ id: number }>(
    db,
    sql`select id from translations where component_id = any(${world.components}::int[]) order by random() limit 1`,
  );
  const [projectId, privateId] = world.projects;
  const [componentId, restrictedId] = world.components;
  const languageId = languages[1]?.id;
  return [
    {},
    { projectId },
    { projectId: privateId },
    { componentId },
    { componentId: restrictedId },
    { componentId: world.components[2] },
    { translationId: translation?.id ?? 0 },
    { languageId },
    { username: world.people[1]?.toUpperCase() },
    { username: world.people[3] },
    { username: "nobody at all" },
    { actions: [2, 59] },
    { actions: [] },
    { content: true },
    { content: true, actions: [14, 36] },
    { projectId, username: world.people[2] },
    { projectId: privateId, languageId, actions: [5] },
    { componentId, content: true, username: world.people[1] },
    { translationId: translation?.id ?? 0, actions: [2] },
    { unitId: 3 },
    { after: new Date(Date.now() - 3600_000), projectId },
    { before: new Date(Date.now() + 3600_000), content: true },
  ];
}

const FIRST = { limit: 1, offset: 0 };
/** Behind the end: where only the count is looked at, no line need be joined with all that it names. */
const NONE = { limit: 1, offset: 1_000_000 };
/** A filter by time is counted line by line: here it takes in all there is. */
const EVER = { after: new Date(0) };

/**
 * Every count against the ledger's own lines: where they differ.
 * @param turn looks at every third filter only, at others each time
 */
async function drift(turn?: number): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const asked = (await filters()).filter((_, index) => turn === undefined || index % 3 === turn % 3);
  for (const filter of asked)
    await Promise.all(
      world.actors.map(async (actor, index) => {
        const { count } = await listChanges(actor, filter, NONE);
        const told = (await listChanges(actor, { ...EVER, ...filter }, NONE)).count;
        if (told !== count) wrong.push({ filter, actor: index, told, count });
      }),
    );
  for (const name of world.people) wrong.push(...(await personDrift(name)));
  return [...wrong, ...(await levelDrift())];
}

async function personDrift(name: string): Promise<unknown[]> {
  const person = await textRow<{ id: number }>(db, sql`select id from users where username = ${name}`);
  if (!person) return [];
  const told = await textRow<{ suggested: number; commented: number; uploaded: number; translated: number }>(
    db,
    sql`
    select count(*) filter (where action = 4) as suggested, count(*) filter (where action = 3) as commented,
      count(*) filter (where action in (9, 72, 73)) as uploaded, count(*) filter (where action in (2, 5, 7, 8, 27, 36, 37)) as translated
    from changes where user_id = ${person.id}`,
  );
  const places = await textRow<{ count: number }>(
    db,
    sql`
    select count(distinct t.id) as count from changes ch join translations t on t.id = ch.translation_id
      join components c on c.id = t.component_id join projects p on p.id = c.project_id
    where ch.user_id = ${person.id} and ch.action = any(${actionCodes("content")}::smallint[]) and c.removed_at is null and p.removed_at is null`,
  );
  const expected = { ...told, places: places?.count };
  const { languages: _, ...statistics } = await userStatistics(world.admin, name);
  const contributed = await contributedTranslations(world.admin, name, FIRST);
  const found = { ...statistics, places: contributed.count };
  return JSON.stringify(Object.entries(expected).sort()) === JSON.stringify(Object.entries(found).sort())
    ? []
    : [{ name, expected, found }];
}

/** Days of activity against the ledger: rows of which one of both says something else. */
async function dayDrift(): Promise<unknown[]> {
  const days = sql`
    select component_id, language_id, day, user_id, action, sum(lines)::int as lines, sum(words)::int from ${dailyChanges("2000-01-01")} group by 1, 2, 3, 4, 5`;
  const told = sql`
    select component_id, language_id, (at at time zone 'UTC')::date, coalesce(author_id, user_id), action, count(*)::int,
      sum(case when action = any(${actionCodes("content")}::int[]) then coalesce((details->>'words')::int, 0) else 0 end)::int from changes
    where component_id is not null and language_id is not null group by 1, 2, 3, 4, 5`;
  return textRows(db, sql`((${days}) except (${told})) union all ((${told}) except (${days}))`);
}

/** Each level against the ledger, whatever anybody may see. */
async function levelDrift(): Promise<unknown[]> {
  const levels: Level[] = ["place", "action", "person", "everything"];
  const wrong: unknown[] = [...(await dayDrift())];
  for (const level of levels)
    wrong.push(
      ...(await textRows(
        db,
        sql`
        select ${level} as level, sum(ch.lines) as lines, (select count(*) from changes) as told from ${talliedChanges(level)}
        having coalesce(sum(ch.lines), 0) <> (select count(*) from changes)`,
      )),
    );
  return wrong;
}

/** Lines that are not in the sums. */
async function behind(): Promise<number> {
  const row = await textRow<{ count: number }>(
    db,
    sql`select count(*) as count from changes where tx > (select tx from change_boundaries)`,
  );
  return row?.count ?? -1;
}

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows": number;
  Plans?: PlanNode[];
}

/** Lines of the ledger that a count reads. */
async function read(): Promise<number> {
  const rows = await textRows<Record<string, [{ Plan: PlanNode }]>>(
    db,
    sql`explain (analyze, format json) select sum(ch.lines) from ${talliedChanges("place")}`,
  );
  const sum = (node: PlanNode): number =>
    (node["Relation Name"] === "changes" ? node["Actual Rows"] : 0) +
    (node.Plans ?? []).reduce((total, plan) => total + sum(plan), 0);
  const [plan] = Object.values(rows[0] ?? {});
  if (!plan) throw new Error("There is no plan.");
  return sum(plan[0].Plan);
}

beforeEach(async () => {
  world = await makeWorld();
});

afterEach(async () => {
  for (const client of clients) await client.end();
  clients.clear();
});

describe("counts of changes", () => {
  it("read what has come since the last tally, and nothing of what was there before", async () => {
    await tell(500, 1);
    expect(await read()).toBeGreaterThan(499);
    expect(await tallyAll()).toBeGreaterThan(499);
    expect(await read()).toBe(0);
    await tell(7, 2);
    expect(await read()).toBe(7);
    expect(await drift()).toEqual([]);
    expect(await tallyAll()).toBe(7);
    expect(await read()).toBe(0);
    expect(await tallyChanges()).toBe(0);
    expect(await drift()).toEqual([]);
  });

  it("hold a line of a transaction that ends late once, wherever its number stands", async () => {
    await tallyAll();
    const early = await open(3, 3);
    const lost = await open(5, 4);
    await tell(4, 5);
    await tallyChanges();
    expect(await behind()).toBe(4);
    expect(await drift()).toEqual([]);
    await early("commit");
    expect(await drift()).toEqual([]);
    await tallyChanges();
    expect(await drift()).toEqual([]);
    await lost("rollback");
    await tallyAll();
    expect(await behind()).toBe(0);
    expect(await drift()).toEqual([]);
  });

  it("are not summed twice by several at once, while lines come in", async () => {
    for (let part = 0; part < 30; part++) await tell(20, 100 + part);
    const writing = (async () => {
      for (let part = 0; part < 30; part++) await tell(5, 200 + part);
    })();
    const tallying = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 8; turn++) await tallyChanges(25);
    });
    const looking = (async () => {
      for (let turn = 0; turn < 10; turn++) expect(await levelDrift()).toEqual([]);
    })();
    await Promise.all([writing, looking, ...tallying]);
    expect(await drift()).toEqual([]);
    await tallyAll(25);
    expect(await drift()).toEqual([]);
  });

  it("do not wait for whoever tallies", async () => {
    await tallyAll();
    await tell(6, 6);
    await ledgerReadable();
    await inTransaction(async (tx) => {
      await tx.run(sql`select tx from change_boundaries for update`);
      expect(await tallyChanges()).toBe(0);
      expect(await drift()).toEqual([]);
    });
    expect(await tallyAll()).toBe(6);
  });

  it("follow what is removed and moved", async () => {
    await tell(400, 7);
    await tallyAll();
    const [first, , , , , last] = world.components;
    const slugOf = async (id: number | undefined) =>
      (await textRow<{ slug: string }>(db, sql`select slug from projects where id = ${id}`))?.slug ?? "";
    await db.run(
      sql`update components set project_id = ${world.projects[1]}, name = 'Moved', slug = 'moved' where id = ${first}`,
    );
    expect(await drift()).toEqual([]);
    await tell(50, 8);
    expect(await drift()).toEqual([]);
    await removeComponent(world.admin, await findComponentById(world.admin, last ?? 0));
    expect(await drift()).toEqual([]);
    await removeMarked();
    expect(await drift()).toEqual([]);
    await removePerson(world.admin, world.people[3] ?? "");
    expect(await drift()).toEqual([]);
    await removeProject(world.admin, await slugOf(world.projects[1]));
    expect(await drift()).toEqual([]);
    await removeMarked();
    await removeProject(world.admin, await slugOf(world.projects[0]));
    expect(await drift()).toEqual([]);
    await tallyAll();
    expect(await drift()).toEqual([]);
  });

  it("hold in a database that was restored on another server, where transactions have other numbers", async () => {
    await tell(60, 9);
    await tallyAll();
    await db.run(sql`update change_boundaries set cluster = cluster + 1, tx = '4611686018427387904'::xid8`);
    expect(await drift()).toEqual([]);
    await tell(8, 10);
    expect(await drift()).toEqual([]);
    await tallyAll();
    expect(await drift()).toEqual([]);
    expect(
      await textRows(
        db,
        sql`select cluster = (select system_identifier from pg_control_system()) as here from change_boundaries`,
      ),
    ).toEqual([{ here: true }]);
  });

  it("hold when somebody takes lines out of the ledger by hand", async () => {
    await tell(60, 11);
    await tallyAll();
    await db.run(sql`delete from changes where id % 3 = 0`);
    expect(await drift()).toEqual([]);
    await tallyAll();
    expect(await drift()).toEqual([]);
    await db.run(sql`truncate changes`);
    expect(await drift()).toEqual([]);
    await tell(5, 12);
    await tallyAll();
    expect(await drift()).toEqual([]);
  });
});

const act = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant("tell"), fc.integer({ min: 1, max: 40 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("open"), fc.integer({ min: 1, max: 9 })) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom("commit", "rollback"), fc.nat(5)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant("tally"), fc.constantFrom(1, 3, 20, 100_000)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("hide", "restrict", "show", "move"), fc.nat(5)) },
);

describe("counts of changes, whatever happens in whatever order", () => {
  beforeAll(() => db.run(sql`truncate changes`));

  const runs = fc.sample(fc.array(act, { minLength: 24, maxLength: 24 }), { numRuns: 3, seed: 11 });
  it.each(runs.map((acts, index) => ({ index, acts })))("are those of the ledger ($index)", async ({ index, acts }) => {
    const running: Awaited<ReturnType<typeof open>>[] = [];
    const end = async (at: number, how: "commit" | "rollback") => running.splice(at % running.length, 1)[0]?.(how);
    for (const [at, [what, number]] of acts.entries()) {
      const component = world.components[number % 6];
      const seed = index * 1000 + at;
      if (what === "tell") await tell(number, seed);
      else if (what === "open") running.push(await open(number, seed));
      else if (what === "tally") await tallyChanges(number);
      else if (what === "commit" || what === "rollback") await (running.length > 0 ? end(number, what) : undefined);
      else if (what === "hide") await db.run(sql`update components set removed_at = now() where id = ${component}`);
      else if (what === "move")
        await db.run(
          sql`update components set project_id = ${world.projects[number % 3]}, slug = 'm' || id, name = 'm' || id where id = ${component}`,
        );
      else
        await db.run(
          sql`update components set restricted = ${what === "restrict"}, removed_at = null where id = ${component}`,
        );
      expect({ at, what, drift: await drift(at) }).toEqual({ at, what, drift: [] });
    }
    while (running.length > 0) await end(0, "commit");
    await tallyAll(10);
    expect(await drift()).toEqual([]);
  });
});
