import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dataFolder } from "./environment";

/** Files that people upload and that no repository holds. They live in the data folder, under keys of our own making. */

const KEY = /^[a-z]{1,40}\/[0-9a-f-]{36}\.[a-z]{2,5}$/;

function pathOf(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is no key of the file store.`);
  return join(dataFolder("files"), key);
}

/**
 * Stores a file and gives its key, `<kind>/<uuid>.<extension>`. It is there whole or not at all.
 * @param kind lower-case letters; what the files of one folder are
 */
export async function storeFile(kind: string, extension: string, content: Uint8Array): Promise<string> {
  const key = `${kind}/${randomUUID()}.${extension}`;
  const path = pathOf(key);
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  await writeFile(unfinished, content);
  await rename(unfinished, path);
  return key;
}

/** The bytes of a file, undefined when it is gone. */
export async function readStored(key: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(pathOf(key));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes a file; one that is gone already is no error. */
export async function removeStored(key: string): Promise<void> {
  await rm(pathOf(key), { force: true });
}

/** Keys of one kind whose files are older than this many milliseconds. */
export async function storedKeys(kind: string, olderThanMs: number): Promise<string[]> {
  const folder = dataFolder("files", kind);
  const keys: string[] = [];
  for (const name of await readdir(folder)) {
    const key = `${kind}/${name}`;
    if (!KEY.test(key)) continue;
    const { mtimeMs } = await stat(pathOf(key));
    if (mtimeMs <= Date.now() - olderThanMs) keys.push(key);
  }
  return keys;
}
