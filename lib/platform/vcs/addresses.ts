import { isFolder } from "../outside/repository-address";

/** Repository addresses: how they are read by others and how they are shown. Whether one may be used is decided at the door. */

/** Host of an address, undefined for a folder. */
export function hostOf(address: string): string | undefined {
  if (isFolder(address)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    try {
      return new URL(address).hostname.replace(/^\[|\]$/g, "");
    } catch {
      return undefined;
    }
  }
  return /^(?:[^@]+@)?([^:]+):/.exec(address)?.[1];
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
