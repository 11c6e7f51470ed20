import { readRepositoryAddress } from "./repository-address";

/** Where a repository lies at its host. */
export interface RepositoryPlace {
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
export function placeOfRepository(address: string): RepositoryPlace | undefined {
  const read = readRepositoryAddress(address);
  if (read.kind !== "host") return undefined;
  if (!/^[a-z]+:\/\//i.test(read.url))
    return { host: named(read.host), path: read.url.replace(/^[^:]*:/, ""), ssh: true };
  const url = new URL(read.url);
  const ssh = read.scheme === "ssh";
  return { host: ssh ? named(read.host) : url.host, path: url.pathname, ssh };
}
