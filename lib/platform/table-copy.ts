import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** Whole tables as streams, and what else a dump needs to know of a database. */

export interface TableShape {
  name: string;
  columns: string[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const listed = (names: readonly string[]) => names.map(quoted).join(", ");

/**
 * Reads a database as it is at one moment, on a connection of its own.
 * @param work may say by `end` that it has read all
 */
export async function withSnapshot<T>(
  url: string,
  work: (client: pg.Client, end: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    return await work(client, async () => {
      await client.query("commit");
    });
  } finally {
    await client.end();
  }
}

/** The migrations that the database has been through, by name. */
export async function appliedMigrations(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(`
    select migration_name as name, checksum from _prisma_migrations where finished_at is not null order by migration_name`);
  return rows;
}

/** What PostgreSQL calls its version. */
export async function serverVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

/** The texts of a column, each once. */
export async function distinctTexts(client: pg.Client, table: string, column: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select distinct ${quoted(column)} as text from ${quoted(table)} where ${quoted(column)} is not null order by 1`,
  );
  return rows.map(({ text }) => text);
}

/** Is it part of an extension? */
const OF_EXTENSION = "exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')";

/** The tables that outlive a crash, with the columns that are not generated. */
export async function tableShapes(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select o.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where o.relnamespace = 'public'::regnamespace and o.relkind = 'r' and o.relpersistence = 'p' and not ${OF_EXTENSION}
    group by o.relname order by o.relname`);
  return rows;
}

/** The rows of a table as text; `rows` is known when the stream has ended. */
export function readTable(client: pg.Client, { name, columns }: TableShape): { stream: Readable; rows: () => number } {
  const stream = client.query(copyTo(`copy ${quoted(name)} (${listed(columns)}) to stdout`));
  return { stream, rows: () => stream.rowCount };
}

/** Fills a table; gives the number of rows. */
export async function fillTable(client: pg.Client, { name, columns }: TableShape, content: Readable): Promise<number> {
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`));
  await pipeline(content, stream);
  return stream.rowCount;
}

export interface SequenceState {
  name: string;
  /** Null when it has not given a number yet. */
  value: string | null;
}

/** How far the sequences have counted. */
export async function sequenceStates(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(`
    select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`);
  return rows;
}

/** Lets sequences go on from where they were. */
export async function setSequences(client: pg.Client, states: readonly SequenceState[]): Promise<void> {
  for (const { name, value } of states)
    if (value !== null) await client.query("select setval($1::regclass, $2)", [`public.${quoted(name)}`, value]);
}

/** Removes all tables, sequences and functions but those of extensions. */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %s cascade', kind, what) as statement from (
      select 1 as turn, case relkind when 'r' then 'table' when 'p' then 'table' when 'v' then 'view' when 'm' then 'materialized view' else 'sequence' end as kind, o.oid::regclass::text as what
      from pg_class o where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and not ${OF_EXTENSION}
      union all select 2, 'function', o.oid::regprocedure::text from pg_proc o where pronamespace = 'public'::regnamespace and prokind = 'f' and not ${OF_EXTENSION}
    ) things order by turn`);
  for (const { statement } of rows) await client.query(statement);
}

/** Runs `fill` on empty tables with neither foreign keys nor triggers, then puts those back; foreign keys are checked. */
export async function withoutConstraints(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const names = (await tableShapes(client)).map((table) => table.name).filter((name) => name !== "_prisma_migrations");
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const key of keys) await client.query(`alter table ${key.owner} drop constraint ${quoted(key.name)}`);
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`);
  if (names.length > 0) await client.query(`truncate ${listed(names)}`);
  await fill();
  for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const key of keys)
    await client.query(`alter table ${key.owner} add constraint ${quoted(key.name)} ${key.definition}`);
}
