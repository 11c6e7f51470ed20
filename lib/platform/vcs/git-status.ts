import { tool } from "./git-command";
import { RecentlyUsed } from "./recently-used";

/**
 * What git says of copies without changes. It is the same each time, as a copy has no branch that it follows, and git
 * would look at every file for it.
 */
const statuses = new RecentlyUsed<string>(1_000_000);

const keyOf = (folder: string, branch: string) => `${folder}\0${branch}`;

/** The status of a copy without changes, when it is known. */
export const knownStatus = (folder: string, branch: string): string | undefined => statuses.get(keyOf(folder, branch));

/** Asks git for the status of a copy. @param inOrder whether nothing lies about in it */
export async function readStatus(folder: string, branch: string, inOrder: boolean): Promise<string> {
  const said = await tool(folder).raw("status", "--branch", "--untracked-files=no", "--no-renames");
  // That not all files are on disk is our own affair.
  const status = said.replace(/^You are in a sparse checkout.*\n\n?/m, "").trim();
  if (inOrder) statuses.set(keyOf(folder, branch), status, status.length);
  return status;
}
