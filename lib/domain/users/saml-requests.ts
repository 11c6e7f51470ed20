import { samlAssertions, samlRequests } from "@/lib/generated/tables";
import { assigned, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import type { SamlProof } from "@/lib/platform/saml";
import { type ProvenIdentity, provenSchema } from "@/lib/platform/sign-in-providers";

/**
 * Sign-ins that are with a SAML identity provider. They stand in the database, as the answer may come to another process:
 * a request is answered once, and an assertion counts once.
 */

/** Minutes that somebody may take at the identity provider. */
const MINUTES = 15;
const r = samlRequests.as("r");
const a = samlAssertions.as("a");

/** Keeps a request that somebody is sent away with. */
export async function keepSamlRequest(id: string): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${MINUTES}::int)`;
  await db.run(sql`delete from ${r} where ${r.expiresAt} < now()`);
  await db.run(sql`delete from ${a} where ${a.expiresAt} < now()`);
  await db.run(sql`insert into ${samlRequests} ${row(samlRequests, { id, expiresAt })}`);
}

/**
 * Notes what an answer has proven, for the browser that began; false when it was not asked for, is answered already, or
 * its assertion has been used.
 */
export async function answerSamlRequest({ request, assertion, until, identity }: SamlProof): Promise<boolean> {
  const proven = JSON.stringify(identity);
  return inTransaction(async (tx) => {
    const fresh = await tx.run(sql`
      insert into ${samlAssertions} ${row(samlAssertions, { hash: assertion, expiresAt: until })} on conflict do nothing`);
    if (fresh === 0) return false;
    const answered = await tx.run(sql`
      update ${r} set ${assigned(r, { identity: proven })}
      where ${r.id} = ${request} and ${r.identity} is null and ${r.expiresAt} > now()`);
    return answered > 0;
  });
}

/** Takes what was proven to the browser that began with a request; undefined when nothing was, or it is too late. */
export async function takeSamlAnswer(request: string): Promise<ProvenIdentity | undefined> {
  const taken = await db.one(sql`
    delete from ${r} where ${r.id} = ${request} and ${r.identity} is not null and ${r.expiresAt} > now()
    returning ${pick(r, "identity")}`);
  return taken?.identity ? provenSchema.parse(JSON.parse(taken.identity)) : undefined;
}
