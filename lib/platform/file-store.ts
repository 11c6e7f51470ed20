import { randomUUID } from "node:crypto";
import { environment } from "./environment";
import { diskStore } from "./file-stores/disk";
import { type S3Settings, s3Store } from "./file-stores/s3";
import type { FileStore } from "./file-stores/store";

/**
 * Files that people upload and that no repository holds, under keys of our own making: in the data folder, or in a bucket
 * when the environment names one.
 */

const KEY = /^[a-z]{1,40}\/[0-9a-f-]{36}\.[a-z]{2,5}$/;

let bucket: { settings: S3Settings; store: FileStore } | undefined;

/**
 * Stores a file and gives its key, `<kind>/<uuid>.<extension>`. It is there whole or not at all.
 * @param kind lower-case letters; what the files of one folder are
 */
export async function storeFile(kind: string, extension: string, content: Uint8Array): Promise<string> {
  const key = demandKey(`${kind}/${randomUUID()}.${extension}`);
  await store().put(key, content);
  return key;
}

function store(): FileStore {
  const settings = environment().s3;
  if (!settings) return diskStore;
  if (bucket?.settings !== settings) bucket = { settings, store: s3Store(settings) };
  return bucket.store;
}

function demandKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is not a valid key of the file store.`);
  return key;
}

/** Puts a file back under the key that it had. */
export async function storeFileAs(key: string, content: Uint8Array): Promise<void> {
  await store().put(demandKey(key), content);
}

/** The bytes of a file, undefined when it is gone. */
export async function readStored(key: string): Promise<Uint8Array | undefined> {
  return store().get(demandKey(key));
}

/** Removes a file; one that is gone already is no error. */
export async function removeStored(key: string): Promise<void> {
  await store().remove(demandKey(key));
}

/** Keys of one kind whose files are older than this many milliseconds. */
export async function storedKeys(kind: string, olderThanMs: number): Promise<string[]> {
  const keys = await store().list(kind, new Date(Date.now() - olderThanMs));
  return keys.filter((key) => KEY.test(key));
}
