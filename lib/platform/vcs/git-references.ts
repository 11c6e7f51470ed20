import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type GitTool, tool } from "./git-command";

/** Branches of a working copy. */

/**
 * The commit of a reference that has a file of its own, as all have that a copy's git moves: git would take a process to
 * read it. Undefined when it is not there, or stored otherwise.
 * @param name such as `HEAD` or `refs/heads/main`
 */
export async function readReference(folder: string, name: string): Promise<string | undefined> {
  const text = (await readFile(join(folder, ".git", name), "utf8").catch(() => "")).trim();
  const points = /^ref: (refs\/heads\/.+)$/.exec(text)?.[1];
  if (points !== undefined && name === "HEAD") return readReference(folder, points);
  return /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
}

/**
 * Where our branch and the remote one stand, of which whoever asks for one soon wants the other.
 * @param tracking where the remote branch is kept, if there is one
 * @returns `head` is undefined when there is no commit yet; `remote` is null when nothing was fetched
 */
export async function readBranches(
  folder: string,
  tracking: string | undefined,
): Promise<{ head: string | undefined; remote: string | null }> {
  const head = await readReference(folder, "HEAD");
  const remote = tracking && (await readReference(folder, tracking));
  const areAllThere = head !== undefined && (remote !== undefined || tracking === undefined);
  if (areAllThere || !(await hasPacked(folder))) return { head, remote: remote ?? null };
  const where = ["refs/heads", ...(tracking ? [tracking] : [])];
  const listed = await tool(folder).raw("for-each-ref", "--format=%(HEAD)%(objectname) %(refname)", ...where);
  const refs = [...listed.matchAll(/^(.)([0-9a-f]{40,64}) (.+)$/gm)];
  return {
    head: refs.find(([, mark]) => mark === "*")?.[2],
    remote: refs.find(([, , , name]) => name === tracking)?.[2] ?? null,
  };
}

/** Whether references may be stored otherwise than in a file each: packed in one file, or in tables, as a newer git can. */
async function hasPacked(folder: string): Promise<boolean> {
  const places = ["packed-refs", "reftable"].map((name) => access(join(folder, ".git", name)));
  return (await Promise.allSettled(places)).some(({ status }) => status === "fulfilled");
}

/** Removes all branches but ours, and what is kept of those that were fetched once. */
export async function dropOtherBranches(git: GitTool, branch: string, tracking: string): Promise<void> {
  const branches = (await git.raw("for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");
  const stale = branches.filter((name) => name && name !== branch);
  if (stale.length > 0) await git.raw("branch", "-D", "--", ...stale);
  // Only our branch is ever fetched: whatever else is tracked is from a branch that was ours once.
  const tracked = (await git.raw("for-each-ref", "--format=%(refname)", "refs/remotes/origin")).split("\n");
  for (const ref of tracked.filter((name) => name && name !== tracking)) await git.raw("update-ref", "-d", ref);
}
