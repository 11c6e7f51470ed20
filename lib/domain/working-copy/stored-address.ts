import { repositories } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { withAccountOf, withoutCredentials } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import { Invalid } from "../errors";
import { MASK, openFrom, SEALED, type SealedColumn, sealFor } from "../secrets";

const r = repositories.as("r");

/**
 * Addresses of repositories. The column holds what everybody with the right to see it may see, and code hosts' notifications
 * are compared with it; where the address holds more, the whole of it is sealed in the column beside.
 */

export interface Addresses {
  url: string;
  push: string;
}

/** Columns of a repository. */
export interface AddressColumns extends Addresses {
  urlSecret: string;
  pushSecret: string;
}

const PLACES = { url: SEALED.repositoryAddress, push: SEALED.pushAddress } as const;

/** The whole addresses. @throws Failed when they cannot be opened */
export function openAddresses({ url, push, urlSecret, pushSecret }: AddressColumns): Addresses {
  return {
    url: urlSecret === "" ? url : openFrom(PLACES.url, urlSecret),
    push: pushSecret === "" ? push : openFrom(PLACES.push, pushSecret),
  };
}

const select = (repositoryId: number) =>
  db.one(sql`select ${pick(r, "url", "push", "urlSecret", "pushSecret")} from ${r} where ${r.id} = ${repositoryId}`);

/** The whole addresses of a repository. @throws Failed when they cannot be opened */
export async function wholeAddresses(repositoryId: number): Promise<Addresses> {
  const row = await select(repositoryId);
  return row ? openAddresses(row) : { url: "", push: "" };
}

/** Addresses for a form: a mask stands for the user name and password that are stored with them. */
export async function maskedAddresses(repositoryId: number): Promise<Addresses> {
  const row = await select(repositoryId);
  const masked = (address: string, sealed: string) => (sealed === "" ? address : withAccountOf(address, MASK));
  return { url: masked(row?.url ?? "", row?.urlSecret ?? ""), push: masked(row?.push ?? "", row?.pushSecret ?? "") };
}

/** The two columns of an address. */
export function addressColumns(which: keyof Addresses, address: string): { shown: string; sealed: string } {
  const shown = withoutCredentials(address);
  const place: SealedColumn = PLACES[which];
  return { shown, sealed: shown === address ? "" : sealFor(place, address) };
}

/**
 * What somebody means who gives an address: the one that others see, or one with a mask, keeps what is stored with it. That
 * is never taken to another host.
 * @param stored the whole address as it is now
 * @throws Invalid on `field`
 */
export function meantAddress(field: string, given: string, stored: string): string {
  const shown = withoutCredentials(stored);
  if (given === shown) return stored;
  const bare = withoutCredentials(given);
  // With an empty user name they are taken away.
  if (/^[a-z]+:\/\/@/i.test(given)) return bare;
  if (!given.includes(MASK)) return given;
  if (stored === shown) throw Invalid.field(field, refusal("enterUsernamePassword", { mask: MASK }));
  if (given !== withAccountOf(bare, MASK)) throw Invalid.field(field, refusal("enterCompleteUsername", { mask: MASK }));
  if (bare === shown) return stored;
  if (originOf(bare) === undefined || originOf(bare) !== originOf(shown))
    throw Invalid.field(field, refusal("enterUsernamePasswordAgain"));
  return withAccountOf(bare, stored);
}

function originOf(address: string): string | undefined {
  try {
    const { protocol, host, username } = new URL(address);
    return `${protocol}//${username}@${host}`;
  } catch {
    return undefined;
  }
}
