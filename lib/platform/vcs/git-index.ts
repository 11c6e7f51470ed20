import { refusal } from "@/lib/text/messages/refusal";
import { cleanOutput } from "./addresses";
import { type GitTool, tool } from "./git-command";
import { readReference } from "./git-references";
import { VcsError } from "./vcs";

/** The index of a working copy: what the next commit holds. Paths are taken as they are. */

type RawGit = Pick<GitTool, "raw">;

/** Takes files as they are on disk, those included that repositories leave out. @param more options */
export async function addFiles(git: RawGit, paths: readonly string[], more: readonly string[]): Promise<void> {
  if (paths.length > 0) await git.raw("add", "--force", ...more, "--", ...paths.map(literal));
}

/** Takes files out, whatever is on disk. @param more options */
export async function removeFiles(git: RawGit, paths: readonly string[], more: readonly string[]): Promise<void> {
  const options = ["--cached", "--force", "--quiet", "--ignore-unmatch", ...more];
  if (paths.length > 0) await git.raw("rm", ...options, "--", ...paths.map(literal));
}

/** Files that a merge left in conflict. */
export async function unmergedFiles(folder: string): Promise<string[]> {
  const said = await tool(folder).raw("diff", "--no-renames", "--name-only", "--diff-filter=U", "-z");
  return said.split("\0").filter(Boolean);
}

/**
 * Brings a merge as far as git can; what it leaves is in conflict. Gives what git said.
 * @param git may fetch what is missing
 * @throws VcsError broken; unreachable when something is missing that cannot be fetched
 */
export async function beginMerge(folder: string, git: RawGit, commit: string): Promise<string> {
  let failed = false;
  const said = await git.raw("merge", "--no-ff", "--no-commit", commit).catch((error: Error) => {
    if (error instanceof VcsError) throw error;
    failed = true;
    return error.message;
  });
  const output = cleanOutput(said);
  // What was begun is there to be committed. Nothing is, of a commit that we have already or of an unrelated history.
  const begun = await readReference(folder, "MERGE_HEAD");
  if (begun === undefined || (failed && (await unmergedFiles(folder)).length === 0))
    throw new VcsError(
      "broken",
      refusal("vcsGitMerge", { why: output.split("\n")[0] || refusal("vcsNoReason") }),
      output,
    );
  return output;
}

function literal(path: string): string {
  return `:(literal)${path}`;
}
