import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { db, sql, type Tx } from "@/lib/platform/database";

/** Files that a repository without a remote began with: with the snapshots they make its working copy again. */

const pack = promisify<Uint8Array, Buffer>(gzip);
const unpack = promisify<Uint8Array, Buffer>(gunzip);

export interface InitialFile {
  path: string;
  content: Uint8Array;
}

/** Stores what a repository began with. */
export async function storeLocalFiles(tx: Tx, repositoryId: number, files: readonly InitialFile[]): Promise<void> {
  const contents = await Promise.all(files.map((file) => pack(file.content)));
  await tx.run(sql`
    insert into local_files (repository_id, path, content)
    select ${repositoryId}, path, content from unnest(${files.map((file) => file.path)}::text[], ${contents}::bytea[]) as t(path, content)
    on conflict (repository_id, path) do update set content = excluded.content`);
}

/** Forgets a file, or a folder, that was removed on purpose. */
export async function forgetLocalFile(tx: Tx, repositoryId: number, path: string): Promise<void> {
  await tx.run(sql`
    delete from local_files where repository_id = ${repositoryId} and (path = ${path} or starts_with(path, ${`${path}/`}))`);
}

/**
 * All files of a repository without a remote as the database knows them, in the steps that they are written in: what it
 * began with, then its translations as they were read last. A folder that passes as a file knows better which texts it
 * has, and a language of a catalogue what it says.
 */
export async function rememberedFiles(repositoryId: number): Promise<InitialFile[][]> {
  const rows = await db.rows<{ path: string; content: Buffer; known: boolean }>(sql`
    with known as (
      select f.path, f.content from file_snapshots f join translations t on t.id = f.translation_id join components c on c.id = t.component_id
      where c.repository_id = ${repositoryId} and c.removed_at is null)
    select path, content, true as known from known
    union all select l.path, l.content, false from local_files l where l.repository_id = ${repositoryId} and l.path not in (select path from known)`);
  const step = (known: boolean) =>
    Promise.all(
      rows
        .filter((row) => row.known === known)
        .map(async (row) => ({ path: row.path, content: await unpack(row.content) })),
    );
  return [await step(false), await step(true)].filter((files) => files.length > 0);
}
