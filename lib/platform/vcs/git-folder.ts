import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tool } from "./git-command";
import { RecentlyUsed } from "./recently-used";

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

/** In the Git directory of a copy while nobody works on it. */
const IN_ORDER = "loquat-in-order";

/** Commits of a copy that is in order. */
export interface CopyState {
  /** The one that the files and the index are of. */
  files: string;
  head: string;
  remote: string | null;
}

/** Copies that this process left in order, by what stands in their mark. */
const left = new RecentlyUsed<CopyState>(10_000);

/**
 * Notes how a copy is left in which nothing lies about. The mark goes when somebody opens the copy, so a process that is
 * killed leaves none; only this process knows what it says, as a file may outlast a power cut that others did not.
 */
export async function leaveInOrder(folder: string, state: CopyState): Promise<void> {
  const mark = randomUUID();
  await writeFile(join(folder, ".git", IN_ORDER), mark);
  left.set(mark, state, 1);
}

/** How a copy is, when this process was the last to have it and left it in order. */
export async function takeInOrder(folder: string): Promise<CopyState | undefined> {
  const file = join(folder, ".git", IN_ORDER);
  const mark = await readFile(file, "utf8").catch(() => undefined);
  if (mark === undefined) return undefined;
  await unlink(file);
  return left.get(mark);
}
