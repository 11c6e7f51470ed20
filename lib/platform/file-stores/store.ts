/** What every place for uploaded files can do. Keys are of our own making. */
export interface FileStore {
  /** Stores bytes under a key; they are there whole or not at all. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** The bytes, undefined when there are none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removes a file; one that is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Keys that begin with `prefix/` and were stored before a moment. */
  list(prefix: string, before: Date): Promise<string[]>;
}
