import { inTransaction, sql, type Tx } from "@/lib/platform/database";

/**
 * The memory follows the ledger with a cursor, after the fact: a save costs nothing more than before, an edit of a
 * hundred thousand strings is taken in by small steps, and what is read twice is stored once. It lags by a minute.
 */

const CURSOR = "memory-cursor";
const BATCH = 2000;
const MOST_BATCHES = 100;

interface Cursor {
  /** Transaction and line, as text: a transaction's number exceeds what a number holds. */
  tx: string;
  id: string;
}

/** Takes in what people have accepted since the last time. Gives the number of lines read. */
export async function followForMemory(): Promise<number> {
  for (let batch = 0, read = 0; ; batch++) {
    const lines = await inTransaction(takeIn);
    read += lines;
    if (lines < BATCH || batch + 1 >= MOST_BATCHES) return read;
  }
}

async function takeIn(tx: Tx): Promise<number> {
  // Whoever else follows waits here, then goes on from where this one ends.
  await tx.run(
    sql`insert into settings (name, value) values (${CURSOR}, '{"tx": "0", "id": "0"}'::jsonb) on conflict (name) do nothing`,
  );
  const row = await tx.one<{ value: Cursor }>(sql`select value from settings where name = ${CURSOR} for update`);
  const cursor = row?.value ?? { tx: "0", id: "0" };
  const end = await tx.one<{ lines: number; tx: string | null; id: string | null }>(sql`
    with lines as (
      select ch.tx, ch.id from changes ch
      where (ch.tx, ch.id) > (${cursor.tx}::text::xid8, ${cursor.id}::text::bigint) and ch.tx < ledger_horizon()
      order by ch.tx, ch.id limit ${BATCH}
    ) select count(*)::int as lines, (select tx::text from lines order by tx desc, id desc limit 1) as tx,
      (select id::text from lines order by tx desc, id desc limit 1) as id from lines`);
  if (!end?.tx || !end.id) return 0;
  await store(tx, cursor, { tx: end.tx, id: end.id });
  await tx.run(
    sql`update settings set value = jsonb_build_object('tx', ${end.tx}::text, 'id', ${end.id}::text) where name = ${CURSOR}`,
  );
  return end.lines;
}

/**
 * Accepted texts between two cursors: one entry for the project, one for whoever wrote it. Texts of machines, of
 * glossaries and, for the project, of components that only some of its people may see are left out. What is accepted
 * once more becomes the newest.
 */
async function store(tx: Tx, from: Cursor, to: Cursor): Promise<void> {
  await tx.run(sql`
    with texts as materialized (
      select ch.at, coalesce(nullif(ch.details->>'source', ''), joined_forms(s.sources)) as source, ch.target, c.source_language_id, t.language_id,
        concat_ws('/', p.slug, nullif(category_path(c.category_id), ''), c.slug) as origin, c.project_id, c.restricted, a.id as user_id
      from changes ch join units u on u.id = ch.unit_id join source_units s on s.id = u.source_id
        join translations t on t.id = u.translation_id and not t.is_source
        join components c on c.id = t.component_id and not c.is_glossary and c.removed_at is null
        join projects p on p.id = c.project_id and p.removed_at is null
        left join users a on a.id = ch.author_id and not a.is_bot and a.is_active and not a.is_anonymous
      where (ch.tx, ch.id) > (${from.tx}::text::xid8, ${from.id}::text::bigint) and (ch.tx, ch.id) <= (${to.tx}::text::xid8, ${to.id}::text::bigint)
        and ch.action not in (4, 6, 26, 76) and ch.details->>'state' in ('20', '30') and ch.target <> ''
        and length(ch.target) <= 10000
    ), fit as (select * from texts where length(source) between 1 and 10000), entries as (
      select *, project_id as of_project, null::int as of_user from fit where not restricted
      union all select *, null, user_id from fit where user_id is not null
    )
    insert into memory_entries (source_language_id, target_language_id, source, target, source_hash, origin, project_id, user_id, created_at)
    select distinct on (source_language_id, language_id, source, target, origin, of_project, of_user)
      source_language_id, language_id, source, target, memory_hash(source), origin, of_project, of_user, at from entries
    order by source_language_id, language_id, source, target, origin, of_project, of_user, at desc
    on conflict (source_hash, target_language_id, source_language_id, md5(target), md5(origin), project_id, user_id, shared, from_file)
      do update set created_at = greatest(memory_entries.created_at, excluded.created_at)`);
}
