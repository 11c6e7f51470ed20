import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inheritedVariables } from "../environment";
import { gitHome } from "./git-command";
import { NO_SSH } from "./ssh";
import { VcsError } from "./vcs";

/** Keys for SSH as OpenSSH makes and shows them. */

export interface KeyPair {
  /** In OpenSSH's format, without a passphrase. */
  private: string;
  /** A line of authorized_keys. */
  public: string;
}

/** Longest life of a folder with keys; a call of git is over long before. */
const STALE_MS = 24 * 3_600_000;

/** Makes an Ed25519 key. @throws VcsError when OpenSSH is not installed */
export async function makeKeyPair(comment: string): Promise<KeyPair> {
  const folder = await mkdtemp(join(gitHome(), "ssh-"));
  const file = join(folder, "key");
  try {
    await promisify(execFile)("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", file], {
      env: { ...inheritedVariables("PATH", "SystemRoot"), HOME: gitHome() } as unknown as NodeJS.ProcessEnv,
      timeout: 30_000,
    });
    const [secret, shown] = await Promise.all([readFile(file, "utf8"), readFile(`${file}.pub`, "utf8")]);
    return { private: secret, public: shown.trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new VcsError("broken", NO_SSH);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fingerprint as OpenSSH prints it, of a key in base64. */
export function fingerprint(key: string): string {
  return `SHA256:${createHash("sha256").update(Buffer.from(key, "base64")).digest("base64").replace(/=+$/, "")}`;
}

/** Folders with keys and passwords that live for as long as a call. */
const OF_A_CALL = /^(?:ssh|foreign|import)-/;

/** Removes keys that a killed process has left, and what else such calls had in folders. */
export async function sweepKeyFolders(): Promise<void> {
  for (const name of await readdir(gitHome())) {
    const folder = join(gitHome(), name);
    const found = OF_A_CALL.test(name) ? await stat(folder).catch(() => undefined) : undefined;
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(folder, { recursive: true, force: true });
  }
}
