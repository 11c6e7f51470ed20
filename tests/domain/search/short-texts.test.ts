import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { searchStrings } from "@/lib/domain/search/search-strings";
import { searchUnits } from "@/lib/domain/search/search-units";
import { db, sql } from "@/lib/platform/database";
import { growSearchWorld } from "../../bench/search-world";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Texts that are too short for an index, in few strings and in very many: all are read, and found all the same. */

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await growSearchWorld([
    { project: "small", slug: "part", strings: 200, languages: 3 },
    { project: "vast", slug: "huge", strings: 34_000, languages: 2 },
  ]);
  await db.run(sql`update source_units set sources = array['A Zq'] where position = 5`);
  await db.run(sql`update source_units set context = 'zq.context' where position = 9`);
  await db.run(sql`update units set targets = array['', 'two zQ'] where position = 11 and id <> source_id`);
  await db.run(sql`update units set targets = array['設定を開く'] where position = 13 and id <> source_id`);
  await db.run(sql`vacuum analyze`);
});

/** Strings with a text in any case, as plainly as can be asked. */
const plainly = (text: string, project: string) =>
  textRows<{ id: number; translationId: number }>(
    db,
    sql`
    select u.id, u.translation_id from units u join source_units s on s.id = u.source_id join components c on c.id = s.component_id join projects p on p.id = c.project_id
    where p.slug like ${project} and lower(array_to_string(s.sources || s.context || u.targets, chr(10))) like ${`%${text}%`} order by u.id`,
  );

describe("a text of two letters", () => {
  it.each(["zq", "ab", "設定", "ZQ", "!!"])("finds the strings that have %s, here and everywhere", async (text) => {
    for (const project of ["small", "vast", "%"]) {
      const ids = (await plainly(text.toLowerCase(), project)).map(({ id }) => id);
      const query = project === "%" ? text : `${text} project:${project}`;
      const found = await searchUnits(admin, query, { limit: 20, offset: 0 });
      expect(found.count, query).toBe(ids.length);
      expect(
        found.rows.map(({ id }) => id),
        query,
      ).toEqual(ids.slice(0, 20));
    }
  });

  it("is looked for on a page in the first of very many strings, and in all of them on request", async () => {
    const all = await plainly("ab", "%");
    const last = Math.max(...all.map(({ translationId }) => translationId));
    const first = all.filter(({ translationId }) => translationId !== last);
    const window = { limit: 20, offset: 0 };
    const found = await searchStrings(admin, "ab", window);
    expect(found).toMatchObject({ count: first.length, more: false, part: { strings: 68_800, all: 102_800 } });
    expect(found.rows.map(({ id }) => id)).toEqual(first.slice(0, 20).map(({ id }) => id));
    const whole = await searchStrings(admin, "ab", window, { whole: true });
    expect(whole).toMatchObject({ count: 1000, more: true });
    expect(whole.part).toBeUndefined();
    expect(whole.rows.map(({ id }) => id)).toEqual(all.slice(0, 20).map(({ id }) => id));
    const rare = await searchStrings(admin, "zq", { limit: 50, offset: 0 }, { whole: true });
    expect(rare).toMatchObject({ count: (await plainly("zq", "%")).length, more: false });
    expect(rare.part).toBeUndefined();
  });

  it("is counted exactly in few strings, and what others may have makes no difference to many", async () => {
    const few = await plainly("ab", "small");
    expect(few.length).toBeGreaterThan(0);
    const found = await searchStrings(admin, "ab project:small", { limit: 20, offset: 0 });
    expect(found).toMatchObject({ count: few.length, more: false });
    expect(found.part).toBeUndefined();
    const many = await searchStrings(admin, "NOT ab", { limit: 20, offset: 0 });
    expect(many).toMatchObject({ count: 10_000, more: true });
    expect(many.part).toBeUndefined();
    for (const query of ["abc", "state:translated", 'changed:>"2 days ago"'])
      expect((await searchStrings(admin, query, { limit: 5, offset: 0 })).part).toBeUndefined();
  });

  it("is found once where the source and the translation have it", async () => {
    const both = await textRow<{ id: number }>(
      db,
      sql`update units u set targets = array['zq'] from source_units s where s.id = u.source_id and s.position = 5 and u.id <> u.source_id returning u.id`,
    );
    const { rows, count } = await searchStrings(admin, "zq", { limit: 50, offset: 0 }, { whole: true });
    expect(rows.filter(({ id }) => id === both?.id)).toHaveLength(1);
    expect(count).toBe(rows.length);
  });
});
