import { createHash } from "node:crypto";
import { passkeyChallenges } from "@/lib/generated/tables";
import { pick, row } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";

/** What passkeys are asked to sign: random, for one purpose, and good once. */

const MINUTES = 5;
const k = passkeyChallenges.as("k");

const fingerprint = (challenge: string): string => createHash("sha256").update(`challenge:${challenge}`).digest("hex");

/** Keeps a challenge that was handed out. @param purpose what it is for and for whom, such as `add 7` */
export async function keepChallenge(challenge: string, purpose: string): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${MINUTES}::int)`;
  await db.run(sql`delete from ${k} where ${k.expiresAt} < now()`);
  await db.run(sql`
    insert into ${passkeyChallenges} ${row(passkeyChallenges, { hash: fingerprint(challenge), purpose, expiresAt })}`);
}

/** Uses a challenge up; false when it was not handed out for this, has been used, or is too old. */
export async function takeChallenge(challenge: string, purpose: string): Promise<boolean> {
  const taken = await db.one(sql`
    delete from ${k} where ${k.hash} = ${fingerprint(challenge)} and ${k.purpose} = ${purpose} and ${k.expiresAt} > now()
    returning ${pick(k, "hash")}`);
  return taken !== undefined;
}
