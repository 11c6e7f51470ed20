import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** User names, passwords and keys in addresses, and how others see those addresses. */

const AUTHORITY = /^([a-z][a-z0-9+.-]{0,20}):\/\/([^/?#]*)/i;

/**
 * An address without what lets somebody in: user name, password, query and fragment. The user name of ssh stays, which is
 * no secret. Whatever stands before the last @ of the host is taken for a part of the password.
 */
export function withoutCredentials(address: string): string {
  const [start, scheme = "", authority = ""] = AUTHORITY.exec(address) ?? [];
  if (start === undefined || scheme.toLowerCase() === "file") return address;
  const at = authority.lastIndexOf("@");
  const account = at < 0 ? "" : authority.slice(0, at);
  const user = /^(?:git\+)?ssh$/i.test(scheme) && account ? `${account.split(/[:@]/)[0]}@` : "";
  const path = address.slice(start.length).replace(/[?#].*$/s, "");
  return `${scheme}://${user}${authority.slice(at + 1)}${path}`;
}

/**
 * An address with another account in it.
 * @param address without credentials
 * @param other an address whose account is taken, or what stands in the place of the secret
 */
export function withAccountOf(address: string, other: string): string {
  const [start, scheme = "", authority = ""] = AUTHORITY.exec(address) ?? [];
  if (start === undefined) return address;
  const [, , theirs] = AUTHORITY.exec(other) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const own = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  const account =
    theirs === undefined ? (own ? `${own}:${other}` : other) : theirs.slice(0, Math.max(0, theirs.lastIndexOf("@")));
  return `${scheme}://${account}@${host}${address.slice(start.length)}`;
}

/** What is wrong with an address as somebody typed it, as far as its user name and password go; undefined when nothing is. */
export function accountProblem(address: string): Refusal | undefined {
  const [start, scheme = "", authority = ""] = AUTHORITY.exec(address) ?? [];
  if (start === undefined || scheme.toLowerCase() === "file") return undefined;
  if (authority.split("@").length > 2) return refusal("addressAt");
  if (/^https?$/i.test(scheme) && address.slice(start.length).includes("?")) return refusal("addressQuery");
  return undefined;
}

/** Texts of an address that let somebody in, as they are written there and as they are meant. */
export function secretsOf(address: string): string[] {
  const [start, scheme = "", authority = ""] = AUTHORITY.exec(address) ?? [];
  if (start === undefined) return [];
  const account = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  const colon = account.indexOf(":");
  const secret = colon >= 0 ? account.slice(colon + 1) : /ssh$/i.test(scheme) ? "" : account;
  const query = [...address.slice(start.length).matchAll(/[?&][^=&#]*=([^&#]+)/g)].map(([, value = ""]) => value);
  const written = [secret, ...secret.split("@"), ...query].filter((one) => one.length >= 4);
  return [...new Set([...written, ...written.map(decoded)])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parameters of addresses whose value is a secret. */
const SECRET_PARAMETER =
  /([?&](?:[\w.-]{0,40}[_.-])?(?:token|password|passwd|pwd|secret|key|apikey|auth|sig|signature|credentials?)=)[^\s&'"<>]{1,2000}/gi;

/** A text with user names, passwords and keys taken out of the addresses in it. */
export function maskAddresses(text: string): string {
  return text
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#'"<>]{1,2000}@/gi, "$1")
    .replace(SECRET_PARAMETER, "$1***");
}

/** A value of JSON with the addresses in all its texts masked. */
export function maskWithin<T>(value: T): T {
  if (typeof value === "string") return maskAddresses(value) as T;
  if (Array.isArray(value)) return value.map(maskWithin) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskWithin(one)])) as T;
}
