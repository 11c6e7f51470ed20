import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip, gzip } from "node:zlib";
import { db, sql, type Tx } from "@/lib/platform/database";

const pack = promisify<Uint8Array, { level: number }, Buffer>(gzip);
const unpack = promisify<Uint8Array, Buffer>(gunzip);

/** The file content both sides knew last, by translation: the base of the string-level merge. */

export interface Snapshot {
  path: string;
  blob: string;
}

/** Paths and blob ids of all snapshots of a component, without the contents. */
export async function snapshotIndex(tx: Pick<Tx, "rows">, componentId: number): Promise<Map<number, Snapshot>> {
  const rows = await tx.rows<Snapshot & { translationId: number }>(sql`
    select f.translation_id, f.path, f.blob from file_snapshots f join translations t on t.id = f.translation_id where t.component_id = ${componentId}`);
  return new Map(rows.map((row) => [row.translationId, row]));
}

/** Bytes of a snapshot, or undefined. */
export async function readSnapshot(tx: Pick<Tx, "one">, translationId: number): Promise<Uint8Array | undefined> {
  const row = await tx.one<{ content: Buffer }>(
    sql`select content from file_snapshots where translation_id = ${translationId}`,
  );
  return row && (await unpack(row.content));
}

/** Bytes read from the database at a time where a file is passed on without being looked at. */
const PIECE = 256 * 1024;

/**
 * The bytes of a snapshot in pieces, so that nobody holds the whole of a large file; undefined when there is none.
 * Reading fails when the snapshot is replaced meanwhile.
 */
export async function streamSnapshot(translationId: number): Promise<AsyncIterable<Uint8Array> | undefined> {
  const row = await db.one<{ blob: string; size: number }>(
    sql`select blob, length(content) as size from file_snapshots where translation_id = ${translationId}`,
  );
  // What goes wrong while reading reaches whoever reads the result.
  return row && pipeline(piecesOf(translationId, row), createGunzip(), () => {});
}

function piecesOf(translationId: number, { blob, size }: { blob: string; size: number }): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < size; at += PIECE) {
        const row = await db.one<{ piece: Buffer }>(sql`
          select substring(content from ${at + 1} for ${PIECE}) as piece from file_snapshots where translation_id = ${translationId} and blob = ${blob}`);
        if (!row) throw new Error("The file changed while it was read.");
        yield row.piece;
      }
    })(),
    { objectMode: false },
  );
}

/** Stores what both sides know now. */
export async function writeSnapshot(
  tx: Tx,
  translationId: number,
  file: { path: string; blob: string; content: Uint8Array; commit: string },
): Promise<void> {
  await tx.run(sql`
    insert into file_snapshots (translation_id, path, blob, content, commit)
    values (${translationId}, ${file.path}, ${file.blob}, ${await pack(file.content, { level: 1 })}, ${file.commit})
    on conflict (translation_id) do update set path = excluded.path, blob = excluded.blob, content = excluded.content, commit = excluded.commit, synced_at = now()`);
  await tx.run(
    sql`update translations set revision = ${file.blob}, filename = ${file.path}, file_wanted = false where id = ${translationId}`,
  );
}
