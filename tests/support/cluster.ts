import { existsSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Where database clusters of tests lie, and how they go. */

/** A database is a thousand files; in memory they cost nothing to make and to remove. */
const MEMORY = "/dev/shm";

/** Bytes that must be free there. */
const ROOM = 4_000_000_000;

/** The folder for a cluster that is thrown away: in memory where there is room, and right below a folder of everybody. */
export function clusterPlace(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM ? MEMORY : tmpdir();
}

/** Removes the folder of a server that has ended, and the cluster where the server had to put it elsewhere. */
export function removeCluster(folder: string): void {
  const pointer = join(folder, "cluster-path");
  if (existsSync(pointer)) rmSync(dirname(readFileSync(pointer, "utf8").trim()), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
