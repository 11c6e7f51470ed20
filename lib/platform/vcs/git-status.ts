import { tool } from "./git-command";
import { RecentlyUsed } from "./recently-used";

/**
 * What git says of copies without changes, by their branch, and by their folder and branch. It is the same each time, as
 * a copy has no branch that it follows, and git would look at every file for it.
 */
const statuses = new RecentlyUsed<string>(1_000_000);

/**
 * The status of a copy.
 * @param inOrder whether nothing lies about in it
 * @param catchUp brings its files to the head of the branch
 */
export async function statusOf(
  folder: string,
  branch: string,
  { inOrder, catchUp }: { inOrder: boolean; catchUp(): Promise<void> },
): Promise<string> {
  const own = `${folder}\0${branch}`;
  let status = statuses.get(own) ?? (inOrder ? statuses.get(branch) : undefined);
  if (status === undefined) {
    await catchUp();
    const said = await tool(folder).raw("status", "--branch", "--untracked-files=no", "--no-renames");
    // That not all files are on disk is our own affair.
    status = said.replace(/^You are in a sparse checkout.*\n\n?/m, "").trim();
  }
  if (inOrder) for (const key of [own, branch]) statuses.set(key, status, status.length);
  return status;
}
