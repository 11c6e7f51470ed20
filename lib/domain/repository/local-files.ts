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
 * All files of a repository without a remote as the database knows them, its translations as they were read last, in
 * the steps that they are written in: a folder that passes as a file knows better than what the repository began with
 * which texts it has.
 */
export async function rememberedFiles(repositoryId: number): Promise<InitialFile[][]> {
  const rows = await db.rows<{ path: string; content: Buffer }>(sql`
    with known as (
      select f.path, f.content from file_snapshots f join translations t on t.id = f.translation_id join components c on c.id = t.component_id
      where c.repository_id = ${repositoryId} and c.removed_at is null)
    select path, content from known
    union all select l.path, l.content from local_files l where l.repository_id = ${repositoryId} and l.path not in (select path from known)`);
  const files = await Promise.all(rows.map(async (row) => ({ path: row.path, content: await unpack(row.content) })));
  const folders = new Set(
    files.flatMap(({ path }) => path.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/"))),
  );
  const steps = [files.filter(({ path }) => !folders.has(path)), files.filter(({ path }) => folders.has(path))];
  return steps.filter((step) => step.length > 0);
}
