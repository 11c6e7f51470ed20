import { createHash, randomInt } from "node:crypto";
import { recoveryCodes } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";

/** Codes for the day on which app and passkeys are lost. Each has 77 random bits, so one round of SHA-256 is enough. */

export const RECOVERY_CODES = 10;
/** No letter or digit that looks like another. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 16;

const r = recoveryCodes.as("r");

const fingerprint = (userId: number, code: string): string =>
  createHash("sha256").update(`recovery:${userId}:${code}`).digest("hex");

const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, "");

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

/** Makes new codes; those that there were end. */
export async function issueRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
  await tx.prisma.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, hash: fingerprint(userId, plain(code)) })),
  });
  return codes;
}

/** Uses a code up; false for a wrong one, and for one that was used. */
export async function takeRecoveryCode(on: Pick<Connection, "run">, userId: number, code: string): Promise<boolean> {
  const used = await on.run(sql`
    update ${r} set ${assigned(r, { usedAt: sqlNow })}
    where ${r.userId} = ${userId} and ${r.hash} = ${fingerprint(userId, plain(code))} and ${r.usedAt} is null`);
  return used > 0;
}
