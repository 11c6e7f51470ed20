import { createHash } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { refusal } from "@/lib/text/messages/refusal";
import { gitHome, tool } from "./git-command";
import { isOpenpgpKey, signDetached } from "./openpgp";
import { NO_SSH } from "./ssh";
import { VcsError } from "./vcs";

/** Signatures of commits: git makes those by an SSH key (2.34 or newer), we make those by an OpenPGP key. */

/**
 * Gives work the settings of git that sign the commits it makes. The key lies in a file only for as long as the work takes,
 * for ssh-keygen reads it from there. Without a key nothing is signed, and with an OpenPGP key it is `signCommit` that signs.
 * @throws VcsError when ssh-keygen is not installed
 */
export async function signing<Value>(
  key: string | undefined,
  work: (config: readonly string[]) => Promise<Value>,
): Promise<Value> {
  if (key === undefined || isOpenpgpKey(key)) return work([]);
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

/**
 * The same commit with a signature by an OpenPGP key; itself where the key is none. The signature is of all the other
 * bytes of the commit, and a field of it, whose further lines begin with a blank.
 */
export async function signCommit(folder: string, key: string | undefined, commit: string): Promise<string> {
  if (key === undefined || !isOpenpgpKey(key)) return commit;
  const plain = Buffer.from(await tool(folder).raw("cat-file", "commit", commit));
  // What was not UTF-8 would be another commit by now.
  const hash = createHash(commit.length === 64 ? "sha256" : "sha1")
    .update(`commit ${plain.length}\0`)
    .update(plain);
  if (hash.digest("hex") !== commit) throw new VcsError("broken", refusal("vcsSigning"));
  const end = plain.indexOf("\n\n") + 1;
  const field = `gpgsig ${signDetached(key, plain).trimEnd().replaceAll("\n", "\n ")}\n`;
  const place = await mkdtemp(join(gitHome(), "import-"));
  const file = join(place, "commit");
  try {
    await writeFile(file, Buffer.concat([plain.subarray(0, end), Buffer.from(field), plain.subarray(end)]));
    return (await tool(folder).raw("hash-object", "-t", "commit", "-w", "--no-filters", "--", file)).trim();
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
