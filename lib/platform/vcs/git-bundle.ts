import { type GitTool, tool } from "./git-command";

type RawGit = Pick<GitTool, "raw">;

/** Commits of a working copy in files: to be kept elsewhere, and to be taken back. */

/**
 * Writes the commits of our branch that none of the `known` ones have into a file.
 * @returns false when there are none, and no file
 */
export async function writeBundle(git: RawGit, file: string, known: readonly string[]): Promise<boolean> {
  const without = known.map((commit) => `^${commit}`);
  try {
    await git.raw("bundle", "create", "--quiet", file, "HEAD", ...without);
    return true;
  } catch (error) {
    if ((error as Error).message.includes("Refusing to create empty bundle")) return false;
    throw error;
  }
}

/**
 * Takes in the commits of a file. No branch moves.
 * @returns false when the commits are missing that it builds on
 */
export async function readBundle(git: RawGit, file: string): Promise<boolean> {
  try {
    // Not quietly: simple-git takes an exit without a word for a success.
    await git.raw("bundle", "verify", file);
  } catch {
    return false;
  }
  await git.raw("bundle", "unbundle", file);
  return true;
}

/** Whether a commit is there with all that it is made of. */
export async function hasCommit(folder: string, commit: string): Promise<boolean> {
  const found = await tool(folder)
    .raw("rev-parse", "--verify", "--quiet", `${commit}^{commit}`)
    .catch(() => "");
  return found.trim() === commit;
}
