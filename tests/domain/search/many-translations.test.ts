import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { loadWindow } from "@/lib/domain/editor/window";
import { searchStrings } from "@/lib/domain/search/search-strings";
import { searchUnits } from "@/lib/domain/search/search-units";
import { db, type Sql, sql } from "@/lib/platform/database";
import { growSearchWorld } from "../../bench/search-world";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Searches in so many translations that their list is no help to find strings. */

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await growSearchWorld([
    ...["open-1", "open-2", "hidden"].map((slug) => ({ project: "many", slug, strings: 20, languages: 10 })),
    ...Array.from({ length: 20 }, (_, at) => ({ project: "wide", slug: `part-${at}`, strings: 3, languages: 2 })),
    { project: "wide", slug: "hidden-part", strings: 3, languages: 2 },
  ]);
  await db.run(
    sql`update units set targets = array['Zebra quagga ' || id] where position in (2, 3, 17) and id <> source_id`,
  );
  await db.run(sql`update components set restricted = true where slug like 'hidden%'`);
});

const OPEN = sql`exists (select from translations t join components c on c.id = t.component_id where t.id = u.translation_id and not c.restricted)`;

describe("a search in more translations than are looked at one by one", () => {
  it.each<[string, Sql]>([
    ["target:quagga", sql`u.targets[1] like '%quagga%'`],
    ["quagga", sql`u.targets[1] like '%quagga%'`],
    ["quagga zebra", sql`u.targets[1] like '%quagga%'`],
    ["target:quagga OR target:xyzzy", sql`u.targets[1] like '%quagga%'`],
    ["NOT state:read-only AND (target:quagga OR id:1)", sql`u.targets[1] like '%quagga%' and u.state <> 100`],
  ])("finds %s where it may be seen, and nowhere else", async (query, where) => {
    for (const [actor, seen] of [
      [admin, sql`true`],
      [await anonymousActor(), OPEN],
    ] as const) {
      const ids = (
        await textRows<{ id: number }>(db, sql`select u.id from units u where ${where} and ${seen} order by u.id`)
      ).map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(100);
      const page = { limit: 10, offset: 5 };
      const found = await searchUnits(actor, query, page);
      expect([found.count, found.rows.map(({ id }) => id)]).toEqual([ids.length, ids.slice(5, 15)]);
      const shown = await searchStrings(actor, query, page);
      expect([shown.count, shown.rows.map(({ id }) => id)]).toEqual([ids.length, ids.slice(5, 15)]);
    }
  });

  it("is a list of the editor, of one language of all components", async () => {
    const at = await textRow<{ project: number; language: number }>(
      db,
      sql`select p.id as project, l.id as language from projects p, languages l where p.slug = 'wide' and l.code = 'cs'`,
    );
    const place = { kind: "project", projectId: at?.project ?? 0, languageId: at?.language ?? 0 } as const;
    const window = await loadWindow(await anonymousActor(), place, "target:quagga", { at: "offset", offset: 30 });
    // Two of three strings in each of twenty parts.
    expect(window).toMatchObject({ total: 40, first: 10 });
    expect(window.units.every(({ targets }) => targets[0]?.includes("quagga"))).toBe(true);
    expect((await loadWindow(admin, place, "target:quagga", { at: "offset", offset: 0 })).total).toBe(42);
  });
});
