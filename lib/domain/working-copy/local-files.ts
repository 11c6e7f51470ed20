import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { components, fileSnapshots, localFiles, translations } from "@/lib/generated/tables";
import { assigned, columnsOf, cte, defined, eachRow, named, names, pick, unnest } from "@/lib/platform/columns";
import { db, sql, type Tx } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";

const [f, t, c, l] = [fileSnapshots.as("f"), translations.as("t"), components.as("c"), localFiles.as("l")];
const excluded = localFiles.as("excluded");

/** Files that a repository without a remote began with: with the snapshots they make its working copy again. */

const pack = promisify<Uint8Array, Buffer>(gzip);
const unpack = promisify<Uint8Array, Buffer>(gunzip);

export interface InitialFile {
  path: string;
  content: Uint8Array;
}

/** Stores what a repository began with. */
export async function storeLocalFiles(tx: Tx, repositoryId: number, files: readonly InitialFile[]): Promise<void> {
  const packed = await Promise.all(files.map(async ({ path, content }) => ({ path, content: await pack(content) })));
  const n = unnest("n", columnsOf(l, "path", "content"), packed);
  await tx.run(sql`
    insert into ${l} ${eachRow(l, { repositoryId, path: n.path, content: n.content })} from ${n}
    on conflict (${names(l, "repositoryId", "path")}) do update set ${assigned(l, { content: excluded.content })}`);
}

/** Forgets a file, or a folder, that was removed on purpose. */
export async function forgetLocalFile(tx: Tx, repositoryId: number, path: string): Promise<void> {
  await tx.run(sql`
    delete from ${l} where ${l.repositoryId} = ${repositoryId} and (${l.path} = ${path} or starts_with(${l.path}, ${`${path}/`}))`);
}

/**
 * All files of a repository without a remote as the database knows them, in the steps that they are written in: what it
 * began with, then its translations as they were read last. A folder that passes as a file knows better which texts it
 * has, and a language of a catalogue what it says.
 */
export async function rememberedFiles(repositoryId: number): Promise<InitialFile[][]> {
  const known = cte(
    "known",
    sql`
      select ${pick(f, "path", "content")} from ${f} join ${t} on ${t.id} = ${f.translationId} join ${c} on ${c.id} = ${t.componentId}
      where ${c.repositoryId} = ${repositoryId} and ${c.removedAt} is null`,
  );
  const rows = await db.rows(sql`
    with ${defined(known)} select ${pick(known, "path", "content")}, ${named({ known: asFlag(sql`true`) })} from ${known}
    union all select ${l.path}, ${l.content}, false from ${l}
    where ${l.repositoryId} = ${repositoryId} and ${l.path} not in (select ${known.path} from ${known})`);
  const step = (known: boolean) =>
    Promise.all(
      rows
        .filter((row) => row.known === known)
        .map(async (row) => ({ path: row.path, content: await unpack(row.content) })),
    );
  return [await step(false), await step(true)].filter((files) => files.length > 0);
}
