import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { named } from "./columns";
import { db, sql } from "./database";
import { dataFolder, environment } from "./environment";
import { asNumber } from "./expressions";
import { takeSessionLock } from "./session-lock";

/** First key of the locks that say which data folders are in use. */
const FOLDER_LOCKS = 72_020;

/** A killed process of the same folder may still be on its way out. */
const WAIT_MS = 10_000;

/** Uploaded files lie in the folder of another Loquat on the same database, where this one would not find them. */
export class FilesElsewhere extends Error {
  override readonly name = "FilesElsewhere";
}

/**
 * Says that uploaded files lie in this data folder, for as long as this process lives. Nothing is claimed with a bucket,
 * which every machine finds.
 * @returns ends the claim
 * @throws FilesElsewhere when another machine keeps them in a folder of its own
 */
export async function claimFileStore(): Promise<() => Promise<void>> {
  if (environment().s3) return async () => {};
  const key = crc32(folderId()) >>> 1;
  const lock = await takeSessionLock(FOLDER_LOCKS, key, WAIT_MS);
  const others = asNumber(sql`
    (select count(*) from pg_locks where locktype = 'advisory' and classid = ${FOLDER_LOCKS} and objid::bigint <> ${key}
      and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database()))`);
  const found = await db.one(sql`select ${named({ others })}`);
  if (lock && found?.others === 0) return () => lock.release();
  await lock?.release();
  throw new FilesElsewhere(
    "Another Loquat with this database keeps uploaded images in its own data folder, where this one would not find them. Give both the same bucket with S3_BUCKET, or stop the other one first.",
  );
}

/** What tells this data folder from others, also after it was moved. */
function folderId(): string {
  const file = join(dataFolder(), "folder-id");
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}
