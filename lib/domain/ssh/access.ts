import { components } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { readRepositoryAddress } from "@/lib/platform/outside/repository-address";
import type { SshAccess } from "@/lib/platform/vcs/vcs";
import { keysOfHost, pinHost } from "./hosts";
import { openKey } from "./keys";

/** What the version control system is given for SSH servers. */

const c = components.as("c");

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
  const owner = await db.one(sql`
    select ${pick(c, "projectId")} from ${c} where ${c.repositoryId} = ${repository.id} order by ${c.id} limit 1`);
  return sshAccess(owner?.projectId ?? null, ...addresses);
}
