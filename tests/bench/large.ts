import { applyCounterChanges } from "@/lib/domain/counters/counters";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { textRow, textRows } from "../support/text-rows";

/** A large project, made by the database itself: what is measured on it is reading and editing, not importing. */

export const COMPONENTS = 50;
const LANGUAGES = "cs de es fr it ja pl pt_BR ru uk".split(" ");

/**
 * Makes the project with its components and languages, empty of strings. Gives its id.
 * @param languages codes of those beside English
 */
export function makeLarge(components = COMPONENTS, languages: readonly string[] = LANGUAGES): Promise<number> {
  return inTransaction(async (tx) => {
    const project = await textRow<{ id: number }>(
      tx,
      sql`insert into projects (name, slug, web) values ('Large', 'large', '') returning id`,
    );
    await tx.run(sql`
      with r as (
        insert into repositories (vcs, url, branch) select 'git', 'https://git.example/large-' || n, 'main' from generate_series(1, ${components}) as n returning id, url),
      c as (
        insert into components (project_id, name, slug, repository_id, source_language_id, filemask, file_format, imported_at,
          repoweb, commit_message, add_message, delete_message, merge_message, addon_message, pull_message)
        select ${project?.id}, 'Part ' || split_part(r.url, '-', 2), 'part-' || split_part(r.url, '-', 2), r.id, (select id from languages where code = 'en'), 'po/*.po', 'po', now(),
          '', 'x', 'x', 'x', 'x', 'x', 'x' from r returning id, source_language_id)
      insert into translations (component_id, language_id, plural_id, language_code, filename, is_source)
      select c.id, l.id, (select min(q.id) from plurals q where q.language_id = l.id), l.code, case when l.code = 'en' then '' else 'po/' || l.code || '.po' end, l.code = 'en'
      from c, languages l where l.code = any(${[...languages, "en"]}::text[])`);
    return project?.id ?? 0;
  });
}

/**
 * Fills every component up to so many strings, each in ten languages beside its own, and counts them. The first one has
 * at least a page of a hundred.
 */
export async function growLarge(strings: number): Promise<number> {
  const parts = await textRows<{ id: number }>(
    db,
    sql`
    select c.id from components c join projects p on p.id = c.project_id where p.slug = 'large' order by c.id`,
  );
  for (const [index, { id }] of parts.entries()) await growPart(id, index === 0 ? Math.max(strings, 120) : strings);
  return settled();
}

/** Fills the first component alone. */
export async function growOne(strings: number): Promise<number> {
  const part = await textRow<{ id: number }>(
    db,
    sql`select min(c.id) as id from components c join projects p on p.id = c.project_id where p.slug = 'large'`,
  );
  await growPart(part?.id ?? 0, strings);
  return settled();
}

async function settled(): Promise<number> {
  await db.run(sql`vacuum analyze`);
  // What was made is written out now, not while the measuring is on.
  await db.run(sql`checkpoint`);
  const counted = await textRow<{ total: number }>(
    db,
    sql`
    select total::int as total from counters where scope = 'project' and object_id = (select id from projects where slug = 'large')`,
  );
  return counted?.total ?? 0;
}

async function growPart(componentId: number, strings: number): Promise<void> {
  await inTransaction(async (tx) => {
    const before = await textRow<{ count: number }>(
      tx,
      sql`select count(*)::int as count from source_units where component_id = ${componentId}`,
    );
    const from = before?.count ?? 0;
    if (from >= strings) return;
    await tx.run(sql`
      insert into source_units (component_id, id_hash, content_hash, context, sources, note, location, num_words, num_chars, position)
      select ${componentId}, hashtextextended('id' || n, ${componentId}), hashtextextended('content' || n, ${componentId}), '', array['Open the window number ' || n || ' of part ' || ${componentId}::text],
        '', 'src/part' || n % 60 || '.c:' || n, 8, 40, n from generate_series(${from + 1}::int, ${strings}::int) as n`);
    await tx.run(sql`
      insert into units (id, source_id, translation_id, targets, state, original_state, position)
      select s.id, s.id, t.id, s.sources, 100, 100, s.position from source_units s join translations t on t.component_id = s.component_id and t.is_source
      where s.component_id = ${componentId} and s.position > ${from}`);
    await tx.run(sql`
      insert into units (source_id, translation_id, targets, state, original_state, position)
      select s.id, t.id, array[case when s.position % 10 = 9 then '' else 'Otevřít okno číslo ' || s.position || ' této části' end],
        case when s.position % 10 = 9 then 0 else 20 end, case when s.position % 10 = 9 then 0 else 20 end, s.position
      from source_units s join translations t on t.component_id = s.component_id and not t.is_source
      where s.component_id = ${componentId} and s.position > ${from}`);
    const added = await textRows<{ translationId: number; total: number; translated: number; isSource: boolean }>(
      tx,
      sql`
      select u.translation_id, count(*)::int as total, (count(*) filter (where u.state >= 20))::int as translated, t.is_source
      from units u join translations t on t.id = u.translation_id where t.component_id = ${componentId} and u.position > ${from} group by 1, 4`,
    );
    await applyCounterChanges(
      tx,
      added.map((row) => ({
        translationId: row.translationId,
        numbers: {
          total: row.total,
          total_words: row.total * 8,
          total_chars: row.total * 40,
          translated: row.translated,
          translated_words: row.translated * 8,
          translated_chars: row.translated * 40,
          ...(row.isSource
            ? { readonly: row.total, readonly_words: row.total * 8, readonly_chars: row.total * 40 }
            : {}),
        },
        lastChange: new Date(),
      })),
    );
  });
}
