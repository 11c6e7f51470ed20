import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { loadWindow } from "@/lib/domain/editor/window";
import { searchCondition } from "@/lib/domain/search/condition";
import { searchUnits } from "@/lib/domain/search/search-units";
import { openlyCommented } from "@/lib/domain/units/commented";
import { UNIT_FROM } from "@/lib/domain/units/units";
import { groupVariants } from "@/lib/domain/units/variants";
import { units } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { parseQuery } from "@/lib/text/search-query/parse";
import { growSearchWorld } from "../../bench/search-world";
import { HAS_VALUES, IS_VALUES, SEARCH_FIELDS } from "../../fixtures/specification";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";
import { Oracle, readWorld } from "./oracle";

/** Random searches over everything that can be searched for, against what they mean. */

let admin: Actor;
let oracle: Oracle;

const hang = (random: number) => sql`(hashint8(s.id * 31 + ${random}) & 7) = 0`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await growSearchWorld([
    { project: "garden", slug: "beds", strings: 60, languages: 2 },
    { project: "garden", slug: "trees", strings: 12, languages: 1 },
    { project: "house", slug: "rooms", strings: 25, languages: 3 },
  ]);
  await db.run(sql`update components set variant_regex = '\\.[0-9]*[05]$' where slug = 'beds'`);
  await db.run(sql`update source_units s set context = 'menu.plain.' || position % 20 where ${hang(1)}`);
  await db.run(sql`update source_units s set extra_flags = 'variants:"' || (select o.sources[1] from source_units o where o.component_id = s.component_id and o.position = 2) || '"'
    where position % 19 = 3`);
  await db.run(sql`update source_units s set explanation = 'Shown in 100% of the "trays"' where ${hang(2)}`);
  await db.run(sql`update units s set explanation = 'Say "on trays", 100%' where id <> source_id and ${hang(16)}`);
  await db.run(sql`update source_units s set location = '' where ${hang(14)}`);
  await db.run(sql`update source_units s set priority = 200 where position % 13 = 5`);
  await db.run(sql`update units s set pending = true where id <> source_id and ${hang(15)}`);
  await db.run(sql`update units s set state = 11 where state = 20 and ${hang(3)}`);
  await db.run(sql`update units s set state = 0 where id = source_id and ${hang(12)}`);
  await db.run(
    sql`insert into findings (unit_id, "check", dismissed) select id, 'end_stop', true from units s where ${hang(4)} on conflict do nothing`,
  );
  await db.run(
    sql`insert into findings (unit_id, "check") select id, 'same' from units s where ${hang(5)} on conflict do nothing`,
  );
  await db.run(
    sql`insert into suggestions (unit_id, user_id, targets) select id, (select min(id) from users where username = 'person1'), array['Better ' || position, 'plural'] from units s where ${hang(6)}`,
  );
  await db.run(
    sql`insert into comments (source_id, translation_id, user_id, text, resolved) select source_id, translation_id, (select id from users where username = 'person2'), 'Is it right?', id % 2 = 0 from units s where ${hang(7)}`,
  );
  await db.run(
    sql`insert into comments (source_id, text) select id, 'Typo in the source' from source_units s where ${hang(8)}`,
  );
  await db.run(
    sql`insert into source_unit_labels (source_id, label_id) select s.id, l.id from source_units s join components c on c.id = s.component_id join labels l on l.project_id = c.project_id where ${hang(9)} on conflict do nothing`,
  );
  await db.run(
    sql`insert into changes (action, cause, user_id, unit_id, at) select (array[3, 7, 59, 2])[1 + position % 4], 'person', (select id from users where username = 'person3'), id, now() - interval '3 days' from units s where ${hang(10)}`,
  );
  await db.run(
    sql`insert into changes (action, cause, author_id, unit_id, at) select 7, 'person', (select id from users where username = 'person4'), id, now() - interval '9 days' from units s where ${hang(11)}`,
  );
  await db.run(
    sql`insert into screenshots (translation_id, name, file_key, mime_type, width, height) select min(id), 'Start page', 'x', 'image/png', 1, 1 from translations`,
  );
  await db.run(
    sql`insert into screenshot_units (screenshot_id, source_id, region) select x.id, s.id, '{}' from screenshots x, source_units s where ${hang(13)}`,
  );
  // Files of some formats name only some of the source strings.
  await db.run(
    sql`delete from units u using translations t, components c where t.id = u.translation_id and c.id = t.component_id and c.slug = 'rooms' and t.language_code = 'de' and u.position % 5 = 1`,
  );
  // What the rows say now is what is derived from them.
  await db.run(sql`update units u set failing = exists (select from findings f where f.unit_id = u.id and not dismissed), suggested = exists (select from suggestions g where g.unit_id = u.id),
    commented = ${openlyCommented(units.as("u"))}`);
  await db.run(sql`
    update counters k set total = n.total, translated = n.translated, fuzzy = n.fuzzy, approved = n.approved, readonly = n.readonly, failing = n.failing, suggestions = n.suggested, comments = n.commented, pending = n.pending
    from (select translation_id, count(*) as total, count(*) filter (where state >= 20) as translated, count(*) filter (where state between 10 and 12) as fuzzy, count(*) filter (where state = 30) as approved,
      count(*) filter (where state = 100) as readonly, count(*) filter (where failing) as failing, count(*) filter (where suggested) as suggested, count(*) filter (where commented) as commented,
      count(*) filter (where pending) as pending from units group by 1) n where k.scope = 'translation' and k.object_id = n.translation_id`);
  await groupVariants();
  oracle = new Oracle(await readWorld());
});

const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** A piece of a text, or of the same in the other case. */
const piece = (texts: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([text, from, length, loud]) => {
      const at = from % Math.max(1, text.length);
      const cut = text.slice(at, at + length).replace(/\s+$/, "") || "e";
      return loud ? cut.toUpperCase() : cut;
    });

function terms() {
  const texts = (of: (row: Oracle["rows"][number]) => readonly string[]) => {
    const all = oracle.rows.flatMap(of).filter((text) => text !== "");
    return all.length > 0 ? all : ["nothing"];
  };
  const plain = (list: readonly string[]) => list.map((term) => fc.constant(term));
  const textField = (field: string, list: readonly string[]) =>
    fc.oneof(
      { weight: 4, arbitrary: piece(list).map((text) => `${field}:${quoted(text)}`) },
      { weight: 1, arbitrary: fc.constantFrom(...list).map((text) => `${field}:=${quoted(text)}`) },
      {
        weight: 1,
        arbitrary: piece(list).map((text) => `${field}:r${quoted(text.replace(/[^A-Za-z0-9 ]/g, ".").trim() || ".")}`),
      },
      { weight: 1, arbitrary: piece(list).map((text) => `${field}:r"^${text.replace(/[^A-Za-z]/g, "") || "a"}"`) },
    );
  const how = fc.constantFrom("", ">", ">=", "<", "<=");
  const fixed = (field: string, values: string) =>
    fc.constantFrom(...values.split(" ")).map((value) => `${field}:${value}`);
  const date = fc.constantFrom('"2 days ago"', '"5 days ago"', "today", "2020", '"3 months ago"', '"last year"');
  return fc.oneof(
    piece(texts((row) => row.sources)).map(quoted),
    piece(texts((row) => [...row.targets, row.context])).map(quoted),
    textField(
      "source",
      texts((row) => row.sources),
    ),
    textField(
      "target",
      texts((row) => row.targets),
    ),
    textField(
      "context",
      texts((row) => [row.context]),
    ),
    textField(
      "note",
      texts((row) => [row.note]),
    ),
    textField(
      "location",
      texts((row) => [row.location]),
    ),
    textField(
      "explanation",
      texts((row) => [row.explanation, row.own]),
    ),
    textField("suggestion", ["Better 17", "plural"]),
    textField("comment", ["Is it right?", "Typo in the source"]),
    textField("resolved_comment", ["Is it right?", "Typo in the source"]),
    textField("label", ["important", "later"]),
    textField("screenshot", ["Start page"]),
    textField("component", ["beds", "trees", "rooms"]),
    fixed("language", "cs DE English Czech es xx"),
    fixed("project", "garden house shed"),
    fixed("path", "garden garden/beds house/rooms/cs house/room"),
    fc
      .tuple(fc.constantFrom("position", "priority", "labels_count"), how, fc.constantFrom(0, 1, 2, 7, 20, 100, 200))
      .map(([field, sign, n]) => `${field}:${sign}${n}`),
    fc
      .tuple(fc.constantFrom("position", "labels_count", "id"), fc.nat(3), fc.nat(60))
      .map(([field, from, more]) => `${field}:[${from} to ${from + more}]`),
    fc
      .tuple(
        fc.constantFrom("state", "source_state"),
        how,
        fc.constantFrom("empty", "needs-editing", "needs-rewriting", "translated", "approved", "read-only"),
      )
      .map(([field, sign, value]) => `${field}:${sign}${value}`),
    fc
      .tuple(fc.constantFrom("added", "changed", "change_time", "last_changed", "source_changed"), how, date)
      .map(([field, sign, value]) => `${field}:${sign}${value}`),
    fixed("changed_by", 'person1 PERSON3 person4 nobody ""'),
    fixed(
      "change_action",
      "translation-changed translation-added suggestion-accepted comment-added string-updated-in-the-repository",
    ),
    fixed("suggestion_author", "person1 person2"),
    fixed("comment_author", "person2 person3"),
    fixed("check", "end_stop same end_space"),
    fixed("dismissed_check", "end_stop same"),
    fixed("pending", "yes no"),
    fixed("is", "pending translated untranslated approved read-only needs-editing automatically-translated"),
    fixed(
      "has",
      "plural context suggestion comment resolved-comment source-comment check dismissed-check translation variant screenshot flags explanation note label location",
    ),
    ...plain([
      "changed_by:person3 AND change_action:suggestion-accepted",
      "(changed_by:person3 OR changed_by:person4) AND change_action:suggestion-accepted",
    ]),
  );
}

const searches = () => {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 4, arbitrary: terms() },
      { weight: 1, arbitrary: tie("tree").map((query) => `NOT (${query})`) },
      { weight: 2, arbitrary: fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a}) AND (${b})`) },
      { weight: 2, arbitrary: fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a}) OR (${b})`) },
    ),
  }));
  return tree;
};

describe("any search", () => {
  it("finds what it means, everywhere, in a list and as a condition of other statements", async () => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(searches(), fc.constantFrom(...oracle.rows), async (query, { translationId }) => {
        const wanted = oracle.found(parseQuery(query));
        if (wanted.length > 0 && wanted.length < oracle.rows.length) some++;
        const { rows, count } = await searchUnits(admin, query, { limit: 1000, offset: 0 });
        expect(rows.map(({ id }) => id)).toEqual(wanted);
        expect(count).toBe(wanted.length);
        const others = await textRows<{ id: number }>(
          db,
          sql`select u.id ${UNIT_FROM} where ${searchCondition(query)} order by u.id`,
        );
        expect(others.map(({ id }) => id)).toEqual(wanted);
        const here = oracle.rows.filter((row) => row.translationId === translationId && wanted.includes(row.id));
        const place = { kind: "translation", translationId } as const;
        const window = await loadWindow(admin, place, query, { at: "offset", offset: 0 });
        expect(window.total).toBe(here.length);
        expect(window.units.map(({ id }) => id)).toEqual(
          here
            .sort((a, b) => a.position - b.position || a.id - b.id)
            .slice(0, 80)
            .map(({ id }) => id),
        );
        const second = await searchUnits(admin, query, { limit: 3, offset: 2 });
        expect(second).toMatchObject({ count: wanted.length });
        expect(second.rows.map(({ id }) => id)).toEqual(wanted.slice(2, 5));
      }),
      { numRuns: 400 },
    );
    expect(some).toBeGreaterThan(200);
  }, 180_000);
});

/** A search for each field that finds some of these strings. */
const OF_FIELDS: Readonly<Record<string, string>> = {
  ...{ source: "the", target: "the", context: "menu", key: "menu", note: "e", location: "src", explanation: "trays" },
  ...{ suggestion: "Better", comment: "Typo", resolved_comment: "right", label: "important", screenshot: "Start" },
  ...{ priority: ">150", position: "<9", labels_count: ">0", added: ">2000", source_changed: ">2000" },
  ...{ changed: '<"5 days ago"', change_time: '<"5 days ago"', last_changed: '<"2 days ago"' },
  ...{ change_action: "suggestion-accepted", changed_by: "person3", suggestion_author: "person1" },
  ...{ comment_author: "person2", state: "translated", source_state: "empty", pending: "yes", language: "cs" },
  ...{ component: "bed", project: "house", path: "garden/beds/cs", check: "same", dismissed_check: "end_stop" },
};

/** Those that hold for all strings here. */
const OF_ALL = new Set(["added", "source_changed"]);

describe("every word of the specification", () => {
  it.each([
    ...SEARCH_FIELDS.map((field) => [field, field === "id" ? "id" : OF_FIELDS[field]] as const),
    // There is no glossary here: \`tests/domain/glossary/has-term.test.ts\`.
    ...HAS_VALUES.filter((value) => value !== "glossary").map((value) => ["has", value] as const),
    ...IS_VALUES.map((value) => ["is", value] as const),
  ])("%s:%s finds some strings and leaves others", async (field, value) => {
    expect(value, `no search for ${field}`).toBeDefined();
    const query = `${field}:${field === "id" ? oracle.rows[3]?.id : value}`;
    const { count } = await searchUnits(admin, query, { limit: 1, offset: 0 });
    const rest = await searchUnits(admin, `NOT ${query}`, { limit: 1, offset: 0 });
    expect(count).toBeGreaterThan(0);
    if (!OF_ALL.has(field)) expect(rest.count).toBeGreaterThan(0);
    expect(count + rest.count).toBe(oracle.rows.length);
  });
});
