import { createHash, randomBytes } from "node:crypto";
import { knownBrowsers } from "@/lib/generated/tables";
import { assigned, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";

/**
 * Browsers that an account has been signed in from. Their attempts are counted by themselves, so that strangers who
 * guess at a password cannot keep its owner out. The mark is random and replaced at every sign-in: one that was copied
 * ends then, and until then it is good for as many guesses as one browser has.
 */

export const BROWSER_DAYS = 180;
const MOST_BROWSERS = 20;

const fingerprint = (mark: string): string => createHash("sha256").update(`browser:${mark}`).digest("hex");

const b = knownBrowsers.as("b");

/** The row of a browser that the account is known from, or undefined. */
export async function knownBrowser(userId: number, mark: string | undefined): Promise<number | undefined> {
  if (!mark) return undefined;
  const known = await db.one(sql`
    select ${pick(b, "id")} from ${b}
    where ${b.hash} = ${fingerprint(mark)} and ${b.userId} = ${userId} and ${b.expiresAt} > now()`);
  return known?.id;
}

/** Whether no second factor is asked for in a browser that the account is known from. */
export async function isRemembered(userId: number, mark: string | undefined): Promise<boolean> {
  if (!mark) return false;
  const known = await db.one(sql`
    select ${pick(b, "id")} from ${b}
    where ${b.hash} = ${fingerprint(mark)} and ${b.userId} = ${userId} and ${b.factorUntil} > now()`);
  return known !== undefined;
}

/** Asks for no second factor in a browser for some days. */
export async function rememberFactor(userId: number, mark: string, days: number): Promise<void> {
  const factorUntil = sql`now() + make_interval(days => ${days}::int)`;
  await db.run(sql`
    update ${b} set ${assigned(b, { factorUntil })} where ${b.hash} = ${fingerprint(mark)} and ${b.userId} = ${userId}`);
}

/** Notes that the account was signed in from a browser, and gives the mark that replaces the one it had. */
export async function markBrowser(userId: number, mark: string | undefined): Promise<string> {
  const next = randomBytes(32).toString("base64url");
  await inTransaction(async (tx) => {
    // Other people may use the same browser: their rows go over to the new mark.
    const hash = fingerprint(next);
    if (mark) await tx.prisma.knownBrowser.updateMany({ where: { hash: fingerprint(mark) }, data: { hash } });
    const expiresAt = sql`now() + make_interval(days => ${BROWSER_DAYS})`;
    await tx.run(sql`
      insert into ${b} ${row(b, { userId, hash, expiresAt })}
      on conflict (${names(b, "hash", "userId")}) do update set
        ${assigned(b, { expiresAt: knownBrowsers.as("excluded").expiresAt })}`);
    await tx.run(sql`
      delete from ${knownBrowsers} where ${knownBrowsers.userId} = ${userId} and ${knownBrowsers.id} not in (
        select ${b.id} from ${b} where ${b.userId} = ${userId} and ${b.expiresAt} > now()
        order by ${b.expiresAt} desc, ${b.id} desc limit ${MOST_BROWSERS})`);
  });
  return next;
}

/** Forgets the browsers of an account, all but the one with this mark. */
export async function forgetBrowsers(tx: Tx, userId: number, mark?: string): Promise<void> {
  await tx.prisma.knownBrowser.deleteMany({ where: { userId, hash: { not: mark ? fingerprint(mark) : "" } } });
}
