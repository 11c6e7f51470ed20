import { readFileSync } from "node:fs";
import { applyCounterChanges } from "@/lib/domain/counters/counters";
import { db, inTransaction, rawSql, sql, type Tx } from "@/lib/platform/database";
import { textRow, textRows } from "../support/text-rows";

/** Strings to search in, made by the database itself: texts of our own words, with all that can hang on a string. */

/** A component: so many strings in so many languages beside its own. */
export interface Part {
  project: string;
  slug: string;
  strings: number;
  languages: number;
  /** Whether every other string has what others have seldom: a text to find, a state, a comment. */
  dense?: boolean;
}

const LANGUAGES =
  "cs de es fr it ja pl pt_BR ru uk af ar ast be bg bn bs ca da el eo et eu fa fi gl he hi hr hu hy id is ka ko ku lt lv mk ml ms nb nl nn pt ro si sk sl sq sr sv ta te th tr ug uz vi zh_Hans zh_Hant".split(
    " ",
  );

/** 31,496 strings in 62 languages. */
export const WIDE: readonly Part[] = [{ project: "program", slug: "app", strings: 508, languages: 61 }];

/** 31,496 strings: what a large program has. */
export const PROGRAM: readonly Part[] = [{ project: "program", slug: "app", strings: 3937, languages: 7 }];

/** With these, more than 1,000,000: one translation of 300,000 strings and one of 50 among them. */
export const MILLION: readonly Part[] = [
  { project: "large", slug: "tiny", strings: 50, languages: 1, dense: true },
  { project: "large", slug: "huge", strings: 300_000, languages: 1 },
  ...Array.from({ length: 40 }, (_, at) => ({ project: "large", slug: `part-${at}`, strings: 840, languages: 10 })),
];

/** The words of our own pages: those that come often there come often here. */
const WORDS = readFileSync("app/messages/en.json", "utf8").match(/[A-Za-z]{3,}/g) ?? [];

const BATCH = 25_000;
let state = 12345;
const random = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? "";
const sentence = (least: number, most: number): string =>
  Array.from({ length: least + Math.floor(random() * (most - least)) }, word).join(" ");

/** What the n-th source string of a component says. */
const rowOf = (n: number, dense: boolean) => ({
  n,
  source: `${sentence(2, 11)}${dense && n % 2 === 0 ? " delete" : ""}`,
  plural: n % 20 === 0 ? sentence(3, 11) : "",
  context: n % 5 === 0 ? `menu.${word()}.${n}` : "",
  note: n % 4 === 0 ? sentence(4, 13) : "",
  location: `src/${word()}${n % 60}.c:${n}`,
  explanation: n % 50 === 0 ? sentence(4, 13) : "",
});

async function projectOf(tx: Tx, slug: string): Promise<number> {
  const row = await textRow<{ id: number }>(
    tx,
    sql`insert into projects (name, slug, web) values (${slug}, ${slug}, '') on conflict (slug) do update set name = excluded.name returning id`,
  );
  return row?.id ?? 0;
}

/** Makes components with their strings, and counts them. */
export async function growSearchWorld(parts: readonly Part[]): Promise<number> {
  for (const part of parts) await inTransaction((tx) => makePart(tx, part));
  await db.run(sql`vacuum analyze`);
  await db.run(sql`checkpoint`);
  const counted = await textRow<{ total: number }>(db, sql`select count(*)::int as total from units`);
  return counted?.total ?? 0;
}

async function makePart(tx: Tx, { project, slug, strings, languages, dense = false }: Part): Promise<void> {
  const [fuzzy, commented] = dense ? [2, 2] : [101, 307];
  const projectId = await projectOf(tx, project);
  const made = await textRow<{ id: number }>(
    tx,
    sql`
    with r as (insert into repositories (vcs, url, branch) values ('git', ${`https://git.example/${project}-${slug}`}, 'main') returning id)
    insert into components (project_id, name, slug, repository_id, source_language_id, filemask, file_format, imported_at,
      commit_message, add_message, delete_message, merge_message, addon_message, pull_message)
    select ${projectId}, ${slug}, ${slug}, r.id, (select id from languages where code = 'en'), 'po/*.po', 'po', now(), 'x', 'x', 'x', 'x', 'x', 'x' from r
    returning id`,
  );
  const id = made?.id ?? 0;
  await tx.run(sql`
    insert into translations (component_id, language_id, plural_id, language_code, filename, is_source)
    select ${id}, l.id, (select min(q.id) from plurals q where q.language_id = l.id), l.code, 'po/' || l.code || '.po', l.code = 'en'
    from languages l where l.code = any(${["en", ...LANGUAGES.slice(0, languages)]}::text[])`);
  for (let from = 0; from < strings; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, strings - from) }, (_, at) => rowOf(from + at + 1, dense));
    const list = (name: keyof ReturnType<typeof rowOf>) => rows.map((row) => row[name]);
    await tx.run(sql`
      insert into source_units (component_id, id_hash, content_hash, context, sources, note, location, explanation, flags, extra_flags, priority, num_words, num_chars, position)
      select ${id}, hashtextextended('id' || n, ${id}), hashtextextended('content' || n, ${id}), context,
        case when plural = '' then array[source] else array[source, plural] end, note, location, explanation,
        case when n % 9 = 0 then 'c-format' else '' end, case when n % 70 = 0 then 'max-length:90' else '' end,
        case when n % 90 = 0 then 200 else 100 end, 8, 40, n
      from unnest(${list("n")}::int[], ${list("source")}::text[], ${list("plural")}::text[], ${list("context")}::text[], ${list("note")}::text[],
        ${list("location")}::text[], ${list("explanation")}::text[]) as x(n, source, plural, context, note, location, explanation)`);
  }
  await tx.run(sql`
    insert into units (id, source_id, translation_id, targets, state, original_state, position)
    select s.id, s.id, t.id, s.sources, 100, 100, s.position from source_units s join translations t on t.component_id = s.component_id and t.is_source
    where s.component_id = ${id}`);
  await tx.run(sql`
    insert into units (source_id, translation_id, targets, state, original_state, position, failing, suggested, commented, pending, automatic)
    select s.id, t.id, case when k.empty then array_fill(''::text, array[cardinality(s.sources)]) else (select array_agg(reverse(x)) from unnest(s.sources) as x) end,
      case when k.empty then 0 when k.fuzzy then 10 when k.n % 37 = 0 then 30 else 20 end, 20, s.position,
      k.n % 43 = 0, k.n % 211 = 0, k.n % ${commented}::int = 0, k.n % 503 = 0, k.n % 59 = 0
    from source_units s join translations t on t.component_id = s.component_id and not t.is_source,
      lateral (select s.position + t.id as n, (s.position + t.id) % 10 = 9 as empty, (s.position + t.id) % ${fuzzy}::int = 0 as fuzzy) k
    where s.component_id = ${id}`);
  await hang(tx, id, projectId);
  await count(tx, id);
}

/** What hangs on strings: findings, suggestions, comments, labels, screenshots, and the history. */
async function hang(tx: Tx, componentId: number, projectId: number): Promise<void> {
  await tx.run(
    sql`insert into users (username, full_name, email) select 'person' || n, 'Person ' || n, 'person' || n || '@example.org' from generate_series(1, 20) as n on conflict do nothing`,
  );
  const mine = sql`units u join translations t on t.id = u.translation_id and t.component_id = ${componentId}`;
  const person = (of: string) => sql`(select id from users where username = 'person' || (1 + ${rawSql(of)} % 20))`;
  await tx.run(
    sql`insert into findings (unit_id, "check") select u.id, (array['end_stop', 'same', 'end_space', 'double_space'])[1 + u.position % 4] from ${mine} where u.failing`,
  );
  await tx.run(
    sql`insert into findings (unit_id, "check", dismissed) select u.id, 'max-length', true from ${mine} where u.id % 997 = 0`,
  );
  await tx.run(
    sql`insert into suggestions (unit_id, user_id, targets) select u.id, ${person("u.id")}, array['better ' || u.targets[1]] from ${mine} where u.suggested`,
  );
  await tx.run(
    sql`insert into comments (source_id, translation_id, user_id, text) select u.source_id, t.id, ${person("u.id")}, 'Is this right? ' || u.position from ${mine} where u.commented`,
  );
  await tx.run(
    sql`insert into comments (source_id, user_id, text, resolved) select s.id, ${person("s.id")}, 'Typo in the source', true from source_units s where s.component_id = ${componentId} and s.id % 811 = 0`,
  );
  await tx.run(
    sql`insert into labels (project_id, name, color) select ${projectId}, name, 'red' from unnest(array['important', 'later']) as name on conflict do nothing`,
  );
  await tx.run(
    sql`insert into source_unit_labels (source_id, label_id) select s.id, l.id from source_units s join labels l on l.project_id = ${projectId} and l.name = 'important' where s.component_id = ${componentId} and s.position % 113 = 0`,
  );
  await tx.run(sql`
    insert into changes (action, cause, user_id, author_id, project_id, component_id, translation_id, language_id, unit_id, at)
    select case when u.position % 3 = 0 then 5 when u.position % 3 = 1 then 59 else 2 end, 'person', ${person("u.id")}, case when u.position % 3 = 1 then null else ${person("u.id")} end,
      ${projectId}, ${componentId}, t.id, t.language_id, u.id, now() - make_interval(hours => u.position % 9000)
    from ${mine} where u.position % 2 = 0 and not t.is_source`);
}

async function count(tx: Tx, componentId: number): Promise<void> {
  const rows = await textRows<{ translationId: number } & Record<string, number>>(
    tx,
    sql`
    select u.translation_id, count(*)::int as total, (count(*) filter (where u.state >= 20))::int as translated, (count(*) filter (where u.state between 10 and 12))::int as fuzzy,
      (count(*) filter (where u.state = 30))::int as approved, (count(*) filter (where u.state = 100))::int as readonly, (count(*) filter (where u.failing))::int as failing,
      (count(*) filter (where u.suggested))::int as suggestions, (count(*) filter (where u.commented))::int as comments, (count(*) filter (where u.pending))::int as pending
    from units u join translations t on t.id = u.translation_id where t.component_id = ${componentId} group by 1`,
  );
  await applyCounterChanges(
    tx,
    rows.map(({ translationId, ...numbers }) => ({ translationId, numbers, lastChange: new Date() })),
  );
}
