import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { named } from "./columns";
import { db, type Sql, sql } from "./database";
import { dataFolder, environment } from "./environment";
import { asNumber } from "./expressions";
import { takeSessionLock } from "./session-lock";

/** First key of the locks that say which data folders are in use, and hold uploaded files or not. */
const FOLDER_LOCKS = 72_020;
const BUCKET_LOCKS = 72_021;

/** A killed process of the same folder may still be on its way out. */
const WAIT_MS = 10_000;

/** Uploaded files lie in the folder of another Loquat on the same database, where this one would not find them. */
export class FilesElsewhere extends Error {
  override readonly name = "FilesElsewhere";
}

/**
 * Says that this data folder is in use, for as long as this process lives, and that uploaded files lie in it; with a bucket,
 * which every machine finds, only the former.
 * @returns ends the claim
 * @throws FilesElsewhere when another machine keeps uploaded files in a folder of its own
 */
export async function claimFileStore(): Promise<() => Promise<void>> {
  const bucket = environment().s3 !== undefined;
  const lock = await takeSessionLock(bucket ? BUCKET_LOCKS : FOLDER_LOCKS, folderKey(), bucket ? 0 : WAIT_MS);
  if (bucket) return async () => lock?.release();
  if (lock && (await othersIn(sql`classid = ${FOLDER_LOCKS}`)) === 0) return () => lock.release();
  await lock?.release();
  throw new FilesElsewhere(
    "Another Loquat with this database keeps uploaded images in its own data folder, where this one would not find them. Give both the same bucket with S3_BUCKET, or stop the other one first.",
  );
}

/** Whether other machines work on this database now, each with a data folder of its own. */
export async function hasOtherMachines(): Promise<boolean> {
  return (await othersIn(sql`classid in (${FOLDER_LOCKS}, ${BUCKET_LOCKS})`)) > 0;
}

/** How many other data folders are claimed by these locks. */
async function othersIn(locks: Sql): Promise<number> {
  const others = asNumber(sql`
    (select count(distinct objid) from pg_locks where locktype = 'advisory' and ${locks} and objid::bigint <> ${folderKey()}
      and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database()))`);
  return (await db.one(sql`select ${named({ others })}`))?.others ?? 0;
}

const folderKey = (): number => crc32(folderId()) >>> 1;

/** What tells this data folder from others, also after it was moved. */
function folderId(): string {
  const file = join(dataFolder(), "folder-id");
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}
