import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dataFolder } from "../environment";
import type { FileStore } from "./store";

const pathOf = (key: string) => join(dataFolder("files"), key);

/** Files in the data folder. */
export const diskStore: FileStore = {
  async put(key, content) {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const unfinished = `${path}.part`;
    await writeFile(unfinished, content);
    await rename(unfinished, path);
  },
  async get(key) {
    try {
      return await readFile(pathOf(key));
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") return undefined;
      throw error;
    }
  },
  async remove(key) {
    await rm(pathOf(key), { force: true });
  },
  async list(prefix, before) {
    const keys: string[] = [];
    for (const name of await readdir(dataFolder("files", prefix))) {
      const { mtimeMs } = await stat(pathOf(`${prefix}/${name}`));
      if (mtimeMs <= before.getTime()) keys.push(`${prefix}/${name}`);
    }
    return keys;
  },
};
