import { readRepositoryAddress } from "@/lib/platform/outside/repository-address";
import type { SshAccess } from "@/lib/platform/vcs/vcs";
import { keysOfHost, pinHost } from "./hosts";
import { ownerOf } from "./internal/owner";
import { openKey } from "./keys";

/** What the version control system is given for SSH servers. */

/** Whether an address leads to an SSH server. */
function isSsh(address: string): boolean {
  const read = readRepositoryAddress(address);
  return read.kind === "host" && read.scheme === "ssh";
}

/** For repositories of a project; undefined when none of the addresses leads to an SSH server. @throws Failed */
export async function sshAccess(projectId: number | null, ...addresses: string[]): Promise<SshAccess | undefined> {
  if (!addresses.some(isSsh)) return undefined;
  const key = await openKey(projectId);
  return { key: { private: key.private, public: key.public }, alone: key.project, known: keysOfHost, pin: pinHost };
}

/** For a repository that is stored: the project of its oldest component decides. @throws Failed */
export async function sshAccessOf(repository: { id: number }, ...addresses: string[]): Promise<SshAccess | undefined> {
  if (!addresses.some(isSsh)) return undefined;
  return sshAccess((await ownerOf(repository))?.id ?? null, ...addresses);
}
