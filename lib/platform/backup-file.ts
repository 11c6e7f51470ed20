import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise } from "yauzl";
import { ZipFile } from "yazl";

/**
 * The file of a backup: a zip archive whose comment holds the checksum of its manifest, which holds those of all other
 * members. It is written and read as a stream.
 */

const MANIFEST = "manifest.json";
const COMMENT = /^Loquat backup ([0-9a-f]{64})$/;

/** The file is not a whole backup. */
export class DamagedBackup extends Error {}

/** A transform that hands everything on and knows its checksum. */
function hashing(): { stream: Transform; sha256: () => string } {
  const hash = createHash("sha256");
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest("hex") };
}

/** Adds one member; gives its checksum. */
export type AddMember = (name: string, content: Readable) => Promise<string>;

/**
 * Writes a backup for its owner's eyes only. It is there whole or not at all.
 * @param fill adds the members, one after the other, and gives the manifest
 */
export async function writeBackupFile(path: string, fill: (add: AddMember) => Promise<object>): Promise<void> {
  const unfinished = `${path}.part`;
  const zip = new ZipFile();
  await rm(unfinished, { force: true });
  const written = pipeline(zip.outputStream, createWriteStream(unfinished, { mode: 0o600, flags: "wx" }));
  const add: AddMember = async (name, content) => {
    const { stream, sha256 } = hashing();
    zip.addReadStream(stream, name, { forceZip64Format: true });
    await Promise.race([pipeline(content, stream), written.then(() => Promise.reject(new Error("The file ended.")))]);
    return sha256();
  };
  try {
    const manifest = Buffer.from(JSON.stringify(await fill(add), undefined, 1));
    const checksum = await add(MANIFEST, Readable.from([manifest]));
    zip.end({ comment: `Loquat backup ${checksum}`, forceZip64Format: true });
    await written;
    const file = await open(unfinished, "r");
    await file.sync();
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    written.catch(() => {});
    (zip.outputStream as Readable).destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

export interface BackupFile {
  manifest: unknown;
  /** @throws DamagedBackup when there is no such member */
  read(name: string): Promise<Readable>;
  /** @throws DamagedBackup when the member is not what the manifest says */
  verify(name: string, sha256: string): Promise<void>;
  close(): void;
}

/** Opens a backup. @throws DamagedBackup */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const damaged = (why: string, cause?: unknown) =>
    new DamagedBackup(`${path} is not a complete Loquat backup: ${why}. Nothing was changed.`, { cause });
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error & { code?: string }) => {
    throw error.code === "ENOENT" ? new DamagedBackup(`There is no file ${path}.`) : damaged(error.message, error);
  });
  const entries = new Map<string, Entry>();
  const read = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry) throw damaged(`${name} is missing`);
    return zip.openReadStreamPromise(entry).catch((error: Error) => {
      throw damaged(error.message, error);
    });
  };
  const verify = async (name: string, expected: string, keep: Buffer[] = []): Promise<void> => {
    const hash = createHash("sha256");
    try {
      for await (const chunk of await read(name)) {
        hash.update(chunk as Buffer);
        if (name === MANIFEST) keep.push(chunk as Buffer);
      }
    } catch (error) {
      throw error instanceof DamagedBackup ? error : damaged(`${name} cannot be read`, error);
    }
    if (hash.digest("hex") !== expected) throw damaged(`${name} was altered`);
  };
  try {
    const checksum = COMMENT.exec(zip.comment)?.[1];
    if (!checksum) throw damaged("it has no backup header");
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const text: Buffer[] = [];
    await verify(MANIFEST, checksum, text);
    return {
      manifest: JSON.parse(Buffer.concat(text).toString("utf8")),
      read,
      verify: (name, sha256) => verify(name, sha256),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof DamagedBackup ? error : damaged((error as Error).message, error);
  }
}
