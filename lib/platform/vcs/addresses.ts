import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { environment } from "../environment";
import { isPrivateAddress } from "../private-addresses";

/** Repository addresses: which ones may be used at all, and how they are shown. */

const SCP = /^(?:[A-Za-z0-9._-]+@)?[A-Za-z0-9.-]+:(?!\/\/)[^\s:][^\s]*$/;

/** A sentence why the address is refused, or undefined. Looks at the text alone. */
export function addressProblem(address: string): string | undefined {
  if (address === "") return "Give the address of the repository.";
  if (address.length > 300) return "The address may have at most 300 characters.";
  if (/[\u0000-\u0020\u007f]/.test(address)) return "The address may hold no blanks and no control characters.";
  if (address.startsWith("-")) return "An address may not begin with a dash.";
  if (address.includes("::")) return "Addresses with a transport helper (like ext::) are not allowed.";
  if (isLocal(address)) {
    return environment().localRepositories
      ? undefined
      : "Folders of this machine are not allowed as repositories here. Use an https or ssh address.";
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return SCP.test(address) ? undefined : "Give an address like https://host/path or git@host:path.";
  if (!["http", "https", "ssh", "git"].includes(scheme))
    return `The protocol ${scheme} is not supported. Use https, http, ssh or git.`;
  try {
    if (new URL(address).hostname.startsWith("-")) return "A host name may not begin with a dash.";
  } catch {
    return "This is no complete address.";
  }
  return undefined;
}

/** True for a folder of this machine. */
export function isLocal(address: string): boolean {
  return address.startsWith("/") || address.startsWith("./") || address.startsWith("../") || /^file:/i.test(address);
}

/** Host of an address, undefined for a folder. */
export function hostOf(address: string): string | undefined {
  if (isLocal(address)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    try {
      return new URL(address).hostname.replace(/^\[|\]$/g, "");
    } catch {
      return undefined;
    }
  }
  return /^(?:[^@]+@)?([^:]+):/.exec(address)?.[1];
}

/** A sentence when the host lies in a private network and the installation does not allow that. */
export async function hostProblem(address: string): Promise<string | undefined> {
  const host = hostOf(address);
  if (host === undefined || environment().privateRepositories) return undefined;
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return found.some((entry) => isPrivateAddress(entry.address))
    ? `The host ${host} is inside a private network, which is not allowed here.`
    : undefined;
}

/** The address without user name and password, for people and the API. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)([^@/]*)@/i, (whole, scheme: string, user: string) =>
    scheme.toLowerCase().startsWith("http") || user.includes(":")
      ? scheme + (scheme.toLowerCase() === "ssh://" ? `${user.split(":")[0]}@` : "")
      : whole,
  );
}

/** Text of a tool without credentials and without lines that only tell progress. */
export function cleanOutput(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^@/\s]*@/gi, "$1")
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter(
      (line) =>
        line &&
        !/\d+% \(|^remote: (Enumerating|Counting|Compressing|Total)|^(Cloning into|From |Updating files)/.test(line),
    )
    .join("\n")
    .slice(0, 4000);
}
