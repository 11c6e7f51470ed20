import { readdirSync } from "node:fs";
import { join } from "node:path";
import { closeFolder } from "./embedded-postgres";
import { dataFolder } from "./environment";

/** Folders whose own folders are closed as well: working copies hold what may be read by few. */
const DEEP = new Set(["repositories", "probes"]);
/** Closed by whoever starts the database: it may run as somebody else. */
const DATABASE = "postgres";

/** Closes the data folder and what is in it to other accounts, also where a former version left it open. */
export function closeDataFolder(hasDatabase: boolean): void {
  const root = dataFolder();
  closeFolder(root, hasDatabase);
  for (const name of foldersIn(root)) {
    if (name === DATABASE) continue;
    closeFolder(join(root, name));
    if (DEEP.has(name)) for (const inner of foldersIn(join(root, name))) closeFolder(join(root, name, inner));
  }
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
