import { maskAddresses } from "@/lib/text/addresses";
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

/**
 * Text of a tool without credentials, without lines that only tell progress, and without hints: they name commands of Git to
 * people who have no shell in the working copy.
 * @param secrets are cut out wherever they stand
 */
export function cleanOutput(text: string, secrets: readonly string[] = []): string {
  return maskAddresses(secrets.reduce((left, secret) => left.replaceAll(secret, "***"), text))
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter(
      (line) =>
        line &&
        !/\d+% \(|^remote: (Enumerating|Counting|Compressing|Total)|^(Cloning into|From |Updating files|hint:)/.test(
          line,
        ),
    )
    .join("\n")
    .slice(0, 4000);
}
