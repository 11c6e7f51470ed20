import { type Refusal, refusal } from "@/lib/text/messages/refusal";
/** What the address of a repository says: a folder of this machine, or a place on a host. Looks at the text alone. */

export interface FolderAddress {
  kind: "folder";
  /** Absolute. */
  path: string;
}

export interface HostAddress {
  kind: "host";
  /** `svn` is spoken by Subversion alone. */
  scheme: "http" | "https" | "ssh" | "git" | "svn";
  /** In lower case, without brackets and without a dot at the end. */
  host: string;
  port: number;
  /** The address as git is to be given it: nothing is left in it that two programs could read differently. */
  url: string;
}

export interface AddressProblem {
  kind: "problem";
  /** A sentence for a person. */
  message: Refusal;
}

const PORTS = { http: 80, https: 443, ssh: 22, git: 9418, svn: 3690 } as const;
const SCP = /^(?:([A-Za-z0-9._-]+)@)?([A-Za-z0-9.-]+):(?!\/\/)([^\s:][^\s]*)$/;
const HOST = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\])\.*$/;

const problem = (message: Refusal): AddressProblem => ({ kind: "problem", message });

/** Reads the address of a repository. */
export function readRepositoryAddress(address: string): FolderAddress | HostAddress | AddressProblem {
  if (address === "") return problem(refusal("addressEmpty"));
  if (address.length > 300) return problem(refusal("addressLong", { most: 300 }));
  if (/[\u0000-\u0020\u007f]/.test(address)) return problem(refusal("addressSpaces"));
  if (address.startsWith("-")) return problem(refusal("addressDash"));
  if (address.includes("\\")) return problem(refusal("addressBackslash"));
  if (/^[a-z0-9+.-]*::/i.test(address)) return problem(refusal("addressHelper"));
  if (isFolder(address)) return readFolder(address);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return readScp(address);
  if (!isSpoken(scheme)) return problem(refusal("addressProtocol", { scheme }));
  return readUrl(address, scheme);
}

const isSpoken = (scheme: string): scheme is keyof typeof PORTS => Object.hasOwn(PORTS, scheme);

/** True for what means a folder of this machine, usable or not. */
export function isFolder(address: string): boolean {
  return /^(?:\/|\.|~|file:)/i.test(address);
}

function readFolder(address: string): FolderAddress | AddressProblem {
  if (!/^file:/i.test(address))
    return address.startsWith("/") ? { kind: "folder", path: address } : problem(refusal("addressFolder"));
  if (!/^file:\/\/\//i.test(address)) return problem(refusal("addressFile"));
  try {
    const path = decodeURIComponent(address.slice("file://".length));
    if (!/[\u0000-\u001f\u007f]/.test(path)) return { kind: "folder", path };
  } catch {
    // Told below.
  }
  return problem(refusal("addressPercent"));
}

function readScp(address: string): HostAddress | AddressProblem {
  const [, user = "", host = "", path = ""] = SCP.exec(address) ?? [];
  if (!HOST.test(host)) return problem(refusal("addressShape"));
  const named = plainHost(host);
  return {
    kind: "host",
    scheme: "ssh",
    host: named,
    port: PORTS.ssh,
    url: `${user ? `${user}@` : ""}${named}:${path}`,
  };
}

function readUrl(address: string, scheme: HostAddress["scheme"]): HostAddress | AddressProblem {
  let url: URL;
  if (!/^[a-z]+:\/\/[^/?#]/i.test(address)) return problem(refusal("addressIncomplete"));
  try {
    url = new URL(address);
  } catch {
    return problem(refusal("addressIncomplete"));
  }
  if (/^(?:-|%2d)/i.test(url.username)) return problem(refusal("addressUserDash"));
  if (url.hostname.startsWith("-")) return problem(refusal("addressHostDash"));
  if (!HOST.test(url.hostname)) return problem(refusal("addressHostLetters"));
  const host = plainHost(url.hostname);
  url.hostname = url.hostname.replace(/\.+$/, "");
  if (plainHost(url.hostname) !== host) return problem(refusal("addressIncomplete"));
  return { kind: "host", scheme, host, port: url.port === "" ? PORTS[scheme] : Number(url.port), url: url.href };
}

/** A host name as it is compared: in lower case, without brackets and without dots at the end. */
export function plainHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.+$/, "")
    .toLowerCase();
}
