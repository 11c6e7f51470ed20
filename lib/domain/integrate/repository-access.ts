import { repositories } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { readRepositoryAddress } from "@/lib/platform/outside/repository-address";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, scopeOf } from "../components/components";
import { placeOfAccount } from "../http-accounts/access";
import { opensRequests } from "../requests/accounts";

const r = repositories.as("r");

/**
 * With what a server is asked: the account in the address, one of the installation for a `place`, the account at the code
 * host, our SSH key, or nothing.
 */
export type AccessUsed = { kind: "address" | "host" | "ssh" | "nothing" } | { kind: "account"; place: string };

/** With what Loquat fetches and pushes; undefined where there is no server, and nothing is pushed. Needs `vcs.view`. */
export async function accessUsed(
  actor: Actor,
  component: ComponentRow,
): Promise<{ fetch: AccessUsed | undefined; push: AccessUsed | undefined }> {
  demand(actor, "vcs.view", scopeOf(component));
  const found = await db.one(sql`
    select ${pick(r, "vcs", "url", "urlSecret", "push", "pushSecret")} from ${r} where ${r.id} = ${component.repositoryId}`);
  if (!found) return { fetch: undefined, push: undefined };
  const fetch = await usedFor(found.url, found.urlSecret);
  const push = await usedFor(found.push, found.pushSecret);
  const isRequest = opensRequests(found.vcs);
  const overHttp = (used: AccessUsed | undefined) => used?.kind === "account" || used?.kind === "nothing";
  if (isRequest && overHttp(push ?? fetch)) return { fetch, push: { kind: "host" } };
  return { fetch, push: push ?? (isRequest ? fetch : undefined) };
}

async function usedFor(address: string, sealed: string): Promise<AccessUsed | undefined> {
  const read = readRepositoryAddress(address);
  if (read.kind !== "host") return undefined;
  if (read.scheme === "ssh") return { kind: "ssh" };
  if (sealed !== "") return { kind: "address" };
  const place = await placeOfAccount(address);
  return place === undefined ? { kind: "nothing" } : { kind: "account", place };
}
