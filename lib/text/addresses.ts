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

/** Parameters of addresses whose value is a secret. */
const SECRET_PARAMETER =
  /([?&](?:[\w.-]{0,40}[_.-])?(?:token|password|passwd|pwd|secret|key|apikey|auth|sig|signature|credentials?)=)[^\s&#'"<>]{1,2000}/gi;

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
