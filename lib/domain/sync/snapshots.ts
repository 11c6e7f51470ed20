import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sql, type Tx } from "@/lib/platform/database";

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
