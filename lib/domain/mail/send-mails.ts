import { mails } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { type MailOutcome, mailIsSetUp, sendMail } from "@/lib/platform/mail";
import { openFrom, SEALED } from "../secrets";
import type { StoredMail } from "./queue-mail";

/**
 * Sends what waits. A mail is sent at least once, always with the same Message-ID: who dies after the server took it sends
 * it again. A server that is away is asked again later and later; what it refuses for good is given up.
 */

/** How long a mail belongs to the process that took it. */
const CLAIM_MINUTES = 5;
/** Pauses grow up to this. */
const LONGEST_PAUSE_MINUTES = 60;
const LONGEST_RUN_MS = 40_000;
const KEPT_DAYS = 30;

const [m, x] = [mails.as("m"), mails.as("x")];
const CLAIMED = pick(m, "id", "address", "messageId", "content", "attempts", "createdAt");

const claim = () =>
  db.one(sql`
    update ${m} set ${assigned(m, { nextAt: sql`now() + make_interval(mins => ${CLAIM_MINUTES}::int)` })}
    where ${m.id} = (
      select ${x.id} from ${x} where ${x.nextAt} <= now() and ${x.expiresAt} > now()
      order by ${x.nextAt}, ${x.id} limit 1 for update skip locked)
    returning ${CLAIMED}`);

/** Sends what is due, until the server turns out to be away. Gives the number of mails that it took. */
export async function sendMails(): Promise<number> {
  await giveUpExpired();
  const until = performance.now() + LONGEST_RUN_MS;
  let sent = 0;
  while (mailIsSetUp() && performance.now() < until) {
    const mail = await claim();
    if (!mail) break;
    const stored = JSON.parse(openFrom(SEALED.mail, mail.content)) as StoredMail;
    const result = await sendMail({ ...stored, to: mail.address, messageId: mail.messageId, date: mail.createdAt });
    await settle(mail, result);
    if (result.outcome === "sent") sent++;
    if (result.outcome === "away") {
      log.warn({ part: "mail" }, `The mail server did not take a mail: ${result.error}`);
      break;
    }
  }
  return sent;
}

async function settle(mail: { id: number; attempts: number }, result: MailOutcome): Promise<void> {
  const error = result.outcome === "sent" ? "" : result.error;
  const again = result.outcome === "later" || result.outcome === "away";
  const minutes = Math.min(2 ** Math.min(mail.attempts, 10), LONGEST_PAUSE_MINUTES);
  await db.run(sql`
    update ${m} set ${assigned(m, {
      error,
      attempts: sql`${m.attempts} + 1`,
      state: again ? "waiting" : result.outcome === "sent" ? "sent" : "failed",
      nextAt: again ? sql`now() + make_interval(mins => ${minutes}::int)` : null,
      // What is done is not kept: a link in it would open an account.
      ...(again ? {} : { content: "" }),
    })}
    where ${m.id} = ${mail.id}::bigint`);
}

/** Mails that nobody wants any more, as their links have ended. */
async function giveUpExpired(): Promise<void> {
  await db.run(sql`
    update ${m} set ${assigned(m, { state: "failed", nextAt: null, content: "" })}
    where ${m.nextAt} is not null and ${m.expiresAt} <= now()`);
}

/** Removes what is done and old. Gives the number of mails. */
export function forgetOldMails(): Promise<number> {
  return db.run(sql`
    delete from ${m} where ${m.nextAt} is null and ${m.createdAt} < now() - make_interval(days => ${KEPT_DAYS}::int)`);
}
