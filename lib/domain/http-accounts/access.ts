import { httpAccounts } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { readRepositoryAddress } from "@/lib/platform/outside/repository-address";
import type { HttpAccess } from "@/lib/platform/vcs/vcs";
import { openFrom, SEALED } from "../secrets";

const h = httpAccounts.as("h");

/** What the version control system is given for HTTP servers. */
export const httpAccess: HttpAccess = {
  async accountAt(address) {
    const found = await accountFor(address);
    return found && { ...found, password: openFrom(SEALED.httpAccount, found.password) };
  },
};

/** Place of the account that an address is reached with; undefined for one with an account of its own, and without any. */
export async function placeOfAccount(address: string): Promise<string | undefined> {
  return (await accountFor(address))?.place;
}

/** The account whose place says most of an address. */
async function accountFor(address: string) {
  const read = readRepositoryAddress(address);
  if (read.kind !== "host" || (read.scheme !== "https" && read.scheme !== "http")) return undefined;
  const url = new URL(read.url);
  if (url.username || url.password) return undefined;
  // A server may read such a path as another one.
  const path = /%(?:2e|2f|5c)/i.test(url.pathname) ? "/" : `${url.pathname}/`;
  return db.one(sql`
    select ${pick(h, "place", "username", "password")} from ${h}
    where starts_with(${url.origin + path}, ${h.place}) order by length(${h.place}) desc limit 1`);
}
