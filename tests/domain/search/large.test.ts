import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ListedTranslation } from "@/lib/domain/editor/place";
import { List, loadIds, loadWindow } from "@/lib/domain/editor/window";
import { readSearch } from "@/lib/domain/search/condition";
import { foundUnits } from "@/lib/domain/search/find-units";
import { readySearch } from "@/lib/domain/search/ready-search";
import { searchStrings } from "@/lib/domain/search/search-strings";
import { searchUnits } from "@/lib/domain/search/search-units";
import { db, rawSql, type Sql, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import { parseQuery } from "@/lib/text/search-query/parse";
import { growSearchWorld } from "../../bench/search-world";
import { makePerson } from "../../support/people";
import { nothingDone, watched } from "../../support/plans";
import { textRow, textRows } from "../../support/text-rows";

/** Searches over many strings: what pages count, and how the database finds a few. */

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await growSearchWorld([
    { project: "large", slug: "huge", strings: 10_050, languages: 1 },
    { project: "large", slug: "tiny", strings: 20, languages: 1 },
  ]);
  await db.run(
    sql`update source_units set sources = array['A quagga runs'], note = 'quagga', explanation = 'quagga', context = 'quagga.' || id where position = 777`,
  );
  await db.run(sql`update units set explanation = 'An okapi, rather' where position = 4242 and id <> source_id`);
  await db.run(sql`update units set targets = array['Zebra quagga'] where position = 777 and id <> source_id`);
  // More events than are read at once, two for each of some 10,000 strings.
  await db.run(sql`
    insert into changes (action, cause, user_id, translation_id, unit_id, at)
    select 7, 'person', (select id from users where username = 'person7'), u.translation_id, u.id, now() - interval '30 days'
    from units u, generate_series(1, 2) where u.id <> u.source_id`);
  await db.run(sql`insert into changes (action, cause, unit_id) select 7, 'person', max(id) + 1000 from units`);
  await db.run(sql`vacuum analyze`);
});

describe("a page of strings", () => {
  it("tells no more than that there are very many, and begins with the first ones all the same", async () => {
    const first = await textRows<{ id: number }>(db, sql`select id from units order by id limit 5`);
    const found = await searchStrings(admin, "location:src", { limit: 5, offset: 0 });
    expect(found).toMatchObject({ count: 10_000, more: true });
    expect(found.rows.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    const next = await searchStrings(admin, "location:src", { limit: 2, offset: 3 });
    expect(next.rows.map(({ id }) => id)).toEqual(first.slice(3).map(({ id }) => id));
    // The API counts all of them, and so do the counters.
    expect((await searchUnits(admin, "location:src", { limit: 1, offset: 0 })).count).toBe(20_140);
    expect(await searchStrings(admin, "state:read-only", { limit: 1, offset: 0 })).toMatchObject({
      count: 10_070,
      more: false,
    });
    expect(await searchStrings(admin, "source:quagga", { limit: 10, offset: 0 })).toMatchObject({
      count: 2,
      more: false,
    });
  });

  it("holds what the reader may see alone", async () => {
    await db.run(sql`update components set restricted = true where slug = 'huge'`);
    expect(await searchStrings(await anonymousActor(), "quagga", { limit: 10, offset: 0 })).toMatchObject({
      rows: [],
      count: 0,
    });
    expect((await searchStrings(await anonymousActor(), "location:src", { limit: 50, offset: 0 })).count).toBe(40);
    expect((await searchStrings(await anonymousActor(), "language:cs", { limit: 50, offset: 0 })).count).toBe(20);
    await db.run(sql`update components set restricted = false where slug = 'huge'`);
  });

  it("of a list in the editor counts what its counters know, and what they do not", async () => {
    const at = await textRow<{ id: number }>(
      db,
      sql`select t.id from translations t join components c on c.id = t.component_id where c.slug = 'huge' and not t.is_source`,
    );
    const place = { kind: "translation", translationId: at?.id ?? 0 } as const;
    for (const query of [
      ...["state:<translated", "NOT has:check", "source:e", "quagga", "has:plural AND state:empty"],
      ...["location:src", "translation", "source:translation OR state:empty", "source_state:read-only"],
    ]) {
      const { total, units, cursor } = await loadWindow(admin, place, query, { at: "offset", offset: 40 });
      expect(total, query).toBe(
        (await searchUnits(admin, `component:huge language:cs (${query})`, { limit: 1, offset: 0 })).count,
      );
      expect(units.length, query).toBe(Math.min(total, total > 40 ? 100 : total));
      if (total > 40) expect(cursor, query).toBe(units[20]?.id);
    }
  });

  it("of a list in the editor stands around a string, whether few or many are found", async () => {
    const [at] = await textRows<{ id: number }>(
      db,
      sql`select t.id from translations t join components c on c.id = t.component_id where c.slug = 'huge' and not t.is_source`,
    );
    const place = { kind: "translation", translationId: at?.id ?? 0 } as const;
    const texts = sql`s.sources || u.targets || s.context`;
    for (const [query, where] of [
      ["location:src", sql`true`],
      ["translation", sql`array_to_string(${texts}, '|') ilike '%translation%'`],
      ["component", sql`array_to_string(${texts}, '|') ilike '%component%'`],
      ["has:plural", sql`cardinality(s.sources) > 1`],
      ["target:eteled", sql`array_to_string(u.targets, '|') ilike '%eteled%'`],
      ["state:needs-editing", sql`u.state = 10`],
      ["has:suggestion", sql`exists (select from suggestions g where g.unit_id = u.id)`],
      [
        "has:comment",
        sql`exists (select from comments m where m.source_id = s.id and m.translation_id = u.translation_id and not m.resolved)`,
      ],
    ] as const) {
      const listed = await textRows<{ id: number; found: boolean }>(
        db,
        sql`select u.id, (${where}) as found from units u join source_units s on s.id = u.source_id where u.translation_id = ${at?.id} order by u.position, u.id`,
      );
      const ids = listed.filter(({ found }) => found).map(({ id }) => id);
      expect((await loadIds(admin, place, query, 0)).ids, query).toEqual(ids);
      for (const n of [0, Math.floor(ids.length / 2), ids.length - 1]) {
        const window = await loadWindow(admin, place, query, { at: "string", string: { id: ids[n] ?? 0 } });
        expect(window, query).toMatchObject({ total: ids.length, cursor: ids[n], first: Math.max(0, n - 20) });
        expect(window.units.map(({ id }) => id)).toEqual(ids.slice(Math.max(0, n - 20), n + 80));
      }
      const other = listed.findIndex(({ found }, n) => !found && n > 5000);
      if (other < 0) continue;
      const before = listed.slice(0, other).filter(({ found }) => found).length;
      const window = await loadWindow(admin, place, query, { at: "string", string: { id: listed[other]?.id ?? 0 } });
      expect(window, query).toMatchObject({ outside: listed[other]?.id, total: ids.length + 1 });
      expect(window.first + window.units.findIndex(({ id }) => id === listed[other]?.id)).toBe(before);
    }
  });
});

describe("strings by what the history says", () => {
  const counted = async (where: Sql) =>
    (await textRow<{ count: number }>(db, sql`select count(*)::int as count from units u where ${where}`))?.count ?? 0;
  const changed = (where: Sql) => sql`exists (select from changes ch where ch.unit_id = u.id and ${where})`;

  it.each<[string, Sql]>([
    ["change_action:suggestion-accepted", changed(sql`ch.action = 7`)],
    ["change_action:suggestion-accepted AND position:<100", sql`u.position < 100 and ${changed(sql`ch.action = 7`)}`],
    [
      "change_action:suggestion-accepted AND has:plural",
      sql`cardinality(u.targets) > 1 and ${changed(sql`ch.action = 7`)}`,
    ],
    [
      "change_action:suggestion-accepted AND changed_by:person7",
      changed(sql`ch.action = 7 and ch.user_id = (select id from users where username = 'person7')`),
    ],
    ["changed_by:person3", changed(sql`ch.author_id = (select id from users where username = 'person3')`)],
    [
      'changed_by:person3 AND last_changed:<"20 days ago"',
      sql`${changed(sql`ch.author_id = (select id from users where username = 'person3')`)}
        and not ${changed(sql`ch.action in (2, 5, 7, 59) and ch.at >= date_trunc('day', now()) - interval '20 days'`)}`,
    ],
    [
      'changed:>="9 days ago"',
      changed(sql`ch.action in (2, 5, 7, 59) and ch.at >= date_trunc('day', now()) - interval '9 days'`),
    ],
  ])("finds all of %s", async (query, where) => {
    const count = await counted(where);
    expect(count).toBeGreaterThan(0);
    const found = await searchUnits(admin, query, { limit: 7, offset: 3 });
    expect(found.count).toBe(count);
    const ids = await textRows<{ id: number }>(
      db,
      sql`select id from units u where ${where} order by id limit 7 offset 3`,
    );
    expect(found.rows.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    const page = await searchStrings(admin, query, { limit: 7, offset: 3 });
    expect(page).toMatchObject({ count: Math.min(count, 10_000), more: count > 10_000 });
    expect(page.rows.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
  });
});

describe("strings by their texts", () => {
  it.each<[string, Sql]>([
    ["e", sql`array_to_string(s.sources || u.targets || s.context, '|') ilike '%e%'`],
    ["location:src", sql`s.location ilike '%src%'`],
    [
      "source:e AND NOT has:label",
      sql`array_to_string(s.sources, '|') ilike '%e%' and not exists (select from source_unit_labels l where l.source_id = s.id)`,
    ],
    ["source:e OR state:<translated", sql`array_to_string(s.sources, '|') ilike '%e%' or u.state < 20`],
    ["quagga", sql`u.position = 777`],
    ["runs quagga", sql`u.position = 777`],
    ["has:explanation", sql`s.explanation <> '' or u.explanation <> ''`],
    ["explanation:quagga OR explanation:okapi", sql`u.position = 777 or (u.position = 4242 and u.id <> u.source_id)`],
    [
      "explanation:a AND NOT explanation:quagga",
      sql`(s.explanation ilike '%a%' or u.explanation ilike '%a%') and u.position <> 777`,
    ],
    ["quagga zebra runs a", sql`u.position = 777 and u.id <> u.source_id`],
  ])("are all counted for %s", async (query, where) => {
    const from = sql`from units u join source_units s on s.id = u.source_id where ${where}`;
    const ids = await textRows<{ id: number }>(db, sql`select u.id ${from} order by u.id limit 5`);
    const total = await textRow<{ count: number }>(db, sql`select count(*)::int as count ${from}`);
    const found = await searchUnits(admin, query, { limit: 5, offset: 0 });
    expect(found.count).toBe(total?.count);
    expect(found.rows.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
  });
});

describe("the database", () => {
  it.each([
    "quagga",
    '"quagga runs"',
    "source:quagga",
    'source:="a quagga runs"',
    'source:r"(?i)\\bQUAGGA\\b"',
    "target:quagga",
    'target:r"^Zebra q"',
    "context:quagga",
    "note:quagga",
    "location:.c:777",
    "explanation:quagga",
    "explanation:okapi",
    'explanation:r"\\bOKAPI|okapi\\b"',
    "has:explanation",
    "has:explanation AND source:quagga",
    "source:quagga OR target:quagga",
    "id:5,6",
    "suggestion:quagga",
    "comment:quagga",
    "label:quagga",
    "changed_by:nobody",
    "changed_by:nobody AND change_action:suggestion-accepted",
    "change_action:comment-added",
    'last_changed:>"2 days ago"',
    "quagga runs",
    "runs quagga zebra",
    "source_state:empty",
    "added:<2020",
    "priority:>150",
    "state:approved AND target:quagga",
  ])("finds the few strings of %s without reading all of them", async (query) => {
    const done = nothingDone();
    const on = watched(done);
    const ready = await readySearch(on, admin, parseQuery(query), rawSql("true"));
    await foundUnits(on, ready, { limit: 50, offset: 0 });
    expect(done.scans.filter((table) => table === "units" || table === "source_units" || table === "changes")).toEqual(
      [],
    );
  });

  it.each(["state:<translated", "language:cs", "has:check", "is:approved"])(
    "has the first page of %s without reading all strings",
    async (query) => {
      const done = nothingDone();
      const on = watched(done);
      const ready = await readySearch(on, admin, parseQuery(query), rawSql("true"));
      expect(ready.count).toBeGreaterThan(0);
      await foundUnits(on, ready, { limit: 50, offset: 0 });
      expect(done.scans.filter((table) => table === "units" || table === "source_units")).toEqual([]);
    },
  );

  it.each(["state:needs-editing", "has:comment", "has:suggestion"])(
    "has the first strings of %s in a large translation without reading others",
    async (query) => {
      const large = await textRow<ListedTranslation>(
        db,
        sql`select t.id, 10050 as total from translations t join components c on c.id = t.component_id where c.slug = 'huge' and not t.is_source`,
      );
      if (!large) throw new Error("There is no translation.");
      const done = nothingDone();
      const list = new List([large], readSearch(query), watched(done, true));
      const sizes = await list.sizes();
      const ids = await list.slice(sizes, 0, 25);
      expect(ids.length).toBe(25);
      expect(done.pages).toBeLessThan(40);
    },
  );

  it("is seen to read a table from end to end where it does", async () => {
    const done = nothingDone();
    await watched(done, true).rows(sql`select ${counted} from units where state + 0 = 5`);
    expect(done.scans).toEqual(["units"]);
    expect(done.pages).toBeGreaterThan(200);
  });
});
