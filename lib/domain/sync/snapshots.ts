import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip, gzip } from "node:zlib";
import { fileSnapshots, listMoves, translations } from "@/lib/generated/tables";
import { assigned, named, names, pick, row } from "@/lib/platform/columns";
import { db, sql, type Tx } from "@/lib/platform/database";
import { asNumber, asWritten, sqlNow } from "@/lib/platform/expressions";

const [f, t, m] = [fileSnapshots.as("f"), translations.as("t"), listMoves.as("m")];
const excluded = fileSnapshots.as("excluded");

const pack = promisify<Uint8Array, { level: number }, Buffer>(gzip);
const unpack = promisify<Uint8Array, Buffer>(gunzip);

/** The file content both sides knew last, by translation: the base of the string-level merge. */

export interface Snapshot {
  path: string;
  blob: string;
}

/** Paths and blob ids of all snapshots of a component, without the contents. */
export async function snapshotIndex(tx: Pick<Tx, "rows">, componentId: number): Promise<Map<number, Snapshot>> {
  const rows = await tx.rows(sql`
    select ${pick(f, "translationId", "path", "blob")} from ${f} join ${t} on ${t.id} = ${f.translationId} where ${t.componentId} = ${componentId}`);
  return new Map(rows.map((row) => [row.translationId, row]));
}

/** Bytes of a snapshot, or undefined. */
export async function readSnapshot(tx: Pick<Tx, "one">, translationId: number): Promise<Uint8Array | undefined> {
  const row = await tx.one(sql`select ${pick(f, "content")} from ${f} where ${f.translationId} = ${translationId}`);
  return row && (await unpack(row.content));
}

/** Bytes of the file of a language that was brought back, as long as no commit has it; undefined for any other. */
export async function returningFile(translationId: number): Promise<Uint8Array | undefined> {
  const row = await db.one(sql`
    select ${pick(f, "content")} from ${f} join ${t} on ${t.id} = ${f.translationId}
    where ${t.id} = ${translationId} and ${t.fileWanted} and ${f.blob} <> '' and ${f.blob} = ${t.revision}`);
  return row && (await unpack(row.content));
}

/** The commit of upstream at which a file was read last, or undefined. */
export async function snapshotCommit(tx: Pick<Tx, "one">, translationId: number): Promise<string | undefined> {
  return (await tx.one(sql`select ${pick(f, "commit")} from ${f} where ${f.translationId} = ${translationId}`))?.commit;
}

/** Up to which of the moves of its base file a file was in line when it was read last. */
export async function snapshotMove(tx: Pick<Tx, "one">, translationId: number): Promise<number> {
  return (
    (await tx.one(sql`select ${pick(f, "listMove")} from ${f} where ${f.translationId} = ${translationId}`))
      ?.listMove ?? 0
  );
}

/** The newest move of a component's base file. */
export const newestMove = (translationId: number) => sql`
  coalesce((select max(${m.id}) from ${m} join ${t} on ${t.componentId} = ${m.componentId} where ${t.id} = ${translationId}), 0)`;

/** Bytes read from the database at a time where a file is passed on without being looked at. */
const PIECE = 256 * 1024;

/**
 * The bytes of a snapshot in pieces, so that nobody holds the whole of a large file; undefined when there is none.
 * Reading fails when the snapshot is replaced meanwhile.
 */
export async function streamSnapshot(translationId: number): Promise<AsyncIterable<Uint8Array> | undefined> {
  const row = await db.one(
    sql`select ${pick(f, "blob")}, ${named({ size: asNumber(sql`length(${f.content})`) })} from ${f} where ${f.translationId} = ${translationId}`,
  );
  // What goes wrong while reading reaches whoever reads the result.
  return row && pipeline(piecesOf(translationId, row), createGunzip(), () => {});
}

function piecesOf(translationId: number, { blob, size }: { blob: string; size: number }): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < size; at += PIECE) {
        const row = await db.one(sql`
          select ${named({ piece: asWritten(f.content, sql`substring(${f.content} from ${at + 1} for ${PIECE})`) })}
          from ${f} where ${f.translationId} = ${translationId} and ${f.blob} = ${blob}`);
        if (!row) throw new Error("The file changed while it was read.");
        yield row.piece;
      }
    })(),
    { objectMode: false },
  );
}

/**
 * Stores what both sides know now.
 * @param listMove up to which move of the base file it is in line; the newest one when left out
 */
export async function writeSnapshot(
  tx: Tx,
  translationId: number,
  file: { path: string; blob: string; content: Uint8Array; commit: string; listMove?: number },
): Promise<void> {
  const content = await pack(file.content, { level: 1 });
  await tx.run(sql`
    insert into ${f} ${row(f, {
      translationId,
      path: file.path,
      blob: file.blob,
      content,
      commit: file.commit,
      listMove: file.listMove ?? newestMove(translationId),
    })}
    on conflict (${names(f, "translationId")}) do update set ${assigned(f, {
      path: excluded.path,
      blob: excluded.blob,
      content: excluded.content,
      commit: excluded.commit,
      listMove: excluded.listMove,
      syncedAt: sqlNow,
    })}`);
  await tx.run(
    sql`update ${t} set ${assigned(t, { revision: file.blob, filename: file.path, fileWanted: false })} where ${t.id} = ${translationId}`,
  );
}
