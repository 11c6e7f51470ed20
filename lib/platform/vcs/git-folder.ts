import { mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tool } from "./git-command";

/** What Loquat itself keeps in the Git directory of a working copy. */

/** A file of the working copy is its blob, byte for byte, whatever the repository's own attributes say. */
const ATTRIBUTES = "* -text -filter -ident -working-tree-encoding -merge=unset\n";

/** Makes the folder ready for git. */
export async function prepare(folder: string): Promise<void> {
  await mkdir(join(folder, ".git", "info"), { recursive: true });
  await writeFile(join(folder, ".git", "info", "attributes"), ATTRIBUTES);
}

/** Addresses are given to git call by call; former versions stored one, with whatever secret was in it. */
export async function forgetRemotes(folder: string): Promise<void> {
  const stored = await readFile(join(folder, ".git", "config"), "utf8");
  if (/^\s*url\s*=/m.test(stored)) await tool(folder).raw("config", "--remove-section", "remote.origin");
}

/** Locks that a killed git left behind; only the holder of the lease comes here, so nobody else is at work. */
export async function clearLocks(folder: string): Promise<void> {
  const git = join(folder, ".git");
  for (const name of await readdir(git).catch(() => [] as string[]))
    if (name.endsWith(".lock")) await unlink(join(git, name)).catch(() => {});
  const refs = await readdir(join(git, "refs"), { recursive: true }).catch(() => [] as string[]);
  for (const name of refs) if (name.endsWith(".lock")) await unlink(join(git, "refs", name)).catch(() => {});
}
