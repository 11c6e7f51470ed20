import { createHash, randomBytes } from "node:crypto";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";

/**
 * Browsers that an account has been signed in from. Their attempts are counted by themselves, so that strangers who
 * guess at a password cannot keep its owner out. The mark is random and replaced at every sign-in: one that was copied
 * ends then, and until then it is good for as many guesses as one browser has.
 */

export const BROWSER_DAYS = 180;
const MOST_BROWSERS = 20;

const fingerprint = (mark: string): string => createHash("sha256").update(`browser:${mark}`).digest("hex");

/** The row of a browser that the account is known from, or undefined. */
export async function knownBrowser(userId: number, mark: string | undefined): Promise<number | undefined> {
  if (!mark) return undefined;
  const row = await db.one<{ id: number }>(sql`
    select id from known_browsers where hash = ${fingerprint(mark)} and user_id = ${userId} and expires_at > now()`);
  return row?.id;
}

/** Notes that the account was signed in from a browser, and gives the mark that replaces the one it had. */
export async function markBrowser(userId: number, mark: string | undefined): Promise<string> {
  const next = randomBytes(32).toString("base64url");
  await inTransaction(async (tx) => {
    // Other people may use the same browser: their rows go over to the new mark.
    if (mark)
      await tx.run(sql`update known_browsers set hash = ${fingerprint(next)} where hash = ${fingerprint(mark)}`);
    await tx.run(sql`
      insert into known_browsers (user_id, hash, expires_at)
      values (${userId}, ${fingerprint(next)}, now() + make_interval(days => ${BROWSER_DAYS}))
      on conflict (hash, user_id) do update set expires_at = excluded.expires_at`);
    await tx.run(sql`
      delete from known_browsers where user_id = ${userId} and id not in (
        select id from known_browsers where user_id = ${userId} and expires_at > now() order by expires_at desc, id desc limit ${MOST_BROWSERS})`);
  });
  return next;
}

/** Forgets the browsers of an account, all but the one with this mark. */
export async function forgetBrowsers(tx: Tx, userId: number, mark?: string): Promise<void> {
  await tx.run(sql`delete from known_browsers where user_id = ${userId} and hash <> ${mark ? fingerprint(mark) : ""}`);
}
