import { codeHosts } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { HostAccount } from "@/lib/platform/hosts/host";
import { readRepositoryAddress } from "@/lib/platform/outside/repository-address";
import { openFrom, SEALED } from "../../secrets";

const h = codeHosts.as("h");

/** Where a repository lies at its host. */
interface Place {
  /** With the port, where the address has one for HTTP. */
  host: string;
  path: string;
  ssh: boolean;
}

/** Hosts that have another name for SSH. */
const NAMES: Readonly<Record<string, string>> = {
  "ssh.dev.azure.com": "dev.azure.com",
  "ssh.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
};

const named = (host: string): string => NAMES[host] ?? host;

/** The host and the path of an address; undefined for folders. */
export function placeOf(address: string): Place | undefined {
  const read = readRepositoryAddress(address);
  if (read.kind !== "host") return undefined;
  if (!/^[a-z]+:\/\//i.test(read.url))
    return { host: named(read.host), path: read.url.replace(/^[^:]*:/, ""), ssh: true };
  const url = new URL(read.url);
  const ssh = read.scheme === "ssh";
  return { host: ssh ? named(read.host) : url.host, path: url.pathname, ssh };
}

/** An account with what it is for. */
export interface StoredAccount extends HostAccount {
  host: string;
}

/** The account at the host of a repository; over SSH the port of its pages is not known and does not count. */
export async function accountAt(kind: string, place: Place): Promise<StoredAccount | undefined> {
  const name = place.ssh ? sql`regexp_replace(${h.host}, ':[0-9]+$', '')` : h.host;
  const found = await db.one(sql`
    select ${pick(h, "host", "api", "username", "token")} from ${h}
    where ${h.kind} = ${kind} and ${name} = ${place.host} order by ${h.id} limit 1`);
  return found && { ...found, token: openFrom(SEALED.codeHost, found.token) };
}
