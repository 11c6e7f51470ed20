import { lookup } from "node:dns/promises";
import { isAddress } from "./networks";

/** How names of hosts become addresses. */

export interface Resolved {
  address: string;
  family: 4 | 6;
}

/** Gives every address of a host; throws when there is none. */
export type Resolver = (host: string) => Promise<Resolved[]>;

const ofTheMachine: Resolver = async (host) =>
  (await lookup(host, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));

/** A server of names that does not answer must not hold up whoever waits for it. */
const PATIENCE_MS = 10_000;

const slot = Symbol.for("loquat.resolver");
const store = globalThis as { [slot]?: Resolver };

/** Addresses of a host, as the machine knows them; a literal address is its own. */
export function resolveHost(host: string): Promise<Resolved[]> {
  if (isAddress(host)) return Promise.resolve([{ address: host, family: host.includes(":") ? 6 : 4 }]);
  const found = (store[slot] ?? ofTheMachine)(host);
  let late: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new Error(`Looking up ${host} took too long.`)), PATIENCE_MS);
  });
  return Promise.race([found, silence]).finally(() => clearTimeout(late));
}

/** Replaces the machine's own way; undefined brings it back. */
export function setResolver(resolver: Resolver | undefined): void {
  store[slot] = resolver;
}
