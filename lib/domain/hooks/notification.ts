/** What a code host says with a push. Reading is pure: headers and payload in, addresses and branch out. */
export interface PushNotification {
  /** Name of the service for people. */
  service: string;
  /** Address of the repository for people. */
  repository: string;
  /** Addresses a component may name the repository by. */
  candidates: string[];
  /** Undefined: the branch is not known, every branch matches. */
  branch: string | undefined;
  /** `owner/name`, for the fall-back match; "" when not known. */
  fullName: string;
}

/** Payload that is no push: a ping or another event. */
export const OTHER_EVENT = Symbol("other event");

/** A payload that lacks what its service always sends. */
export class PayloadError extends Error {
  override readonly name = "PayloadError";
}

export type ForgeReader = (headers: Headers, payload: unknown) => PushNotification | typeof OTHER_EVENT;

/** A member of an object of an object …; undefined on the way when something else stands there. */
export function member(value: unknown, ...path: string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** A text member, or undefined. */
export function text(value: unknown, ...path: string[]): string | undefined {
  const found = member(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** A text member that must be there. @throws PayloadError */
export function needed(value: unknown, ...path: string[]): string {
  const found = text(value, ...path);
  if (found === undefined) throw new PayloadError(`The payload has no string at ${path.join(".")}.`);
  return found;
}

/** Branch of a ref. */
export function branchOf(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

/** Every address with and without its `.git`. */
export function withAndWithoutGit(addresses: readonly string[]): string[] {
  return [
    ...new Set(
      addresses.flatMap((address) =>
        address.endsWith(".git") ? [address, address.slice(0, -4)] : [address, `${address}.git`],
      ),
    ),
  ];
}
