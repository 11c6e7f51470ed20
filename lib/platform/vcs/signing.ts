import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gitHome } from "./git-command";
import { NO_SSH } from "./ssh";
import { VcsError } from "./vcs";

/** Signatures of commits by an SSH key (git 2.34 or newer). */

/**
 * Gives work the settings of git that sign the commits it makes. The key lies in a file only for as long as the work takes,
 * for ssh-keygen reads it from there. Without a key nothing is signed.
 * @throws VcsError when ssh-keygen is not installed
 */
export async function signing<Value>(
  key: string | undefined,
  work: (config: readonly string[]) => Promise<Value>,
): Promise<Value> {
  if (key === undefined) return work([]);
  const folder = await mkdtemp(join(gitHome(), "ssh-"));
  const file = join(folder, "key");
  try {
    await writeFile(file, key, { mode: 0o600 });
    // A key file that others may read is not used; the mask of this process may have taken more than it should.
    await chmod(file, 0o600);
    return await work(["gpg.format=ssh", `user.signingKey=${file}`, "commit.gpgSign=true"]);
  } catch (error) {
    if (!/ssh-keygen.*(?:No such file|not found)|cannot run ssh-keygen/is.test((error as Error).message)) throw error;
    throw new VcsError("broken", NO_SSH);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
