import { codeHosts } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { HostAccount } from "@/lib/platform/hosts/host";
import type { RepositoryPlace } from "@/lib/platform/outside/repository-place";
import { openFrom, SEALED } from "../../secrets";

const h = codeHosts.as("h");

/** An account with what it is for. */
export interface StoredAccount extends HostAccount {
  host: string;
}

/** The account at the host of a repository; over SSH the port of its pages is not known and does not count. */
export async function accountAt(kind: string, place: RepositoryPlace): Promise<StoredAccount | undefined> {
  const name = place.ssh ? sql`regexp_replace(${h.host}, ':[0-9]+$', '')` : h.host;
  const found = await db.one(sql`
    select ${pick(h, "host", "api", "username", "token")} from ${h}
    where ${h.kind} = ${kind} and ${name} = ${place.host} order by ${h.id} limit 1`);
  return found && { ...found, token: openFrom(SEALED.codeHost, found.token) };
}
