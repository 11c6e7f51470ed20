import { randomUUID } from "node:crypto";
import { mails } from "@/lib/generated/tables";
import { row } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { mailHost, mailIsSetUp } from "@/lib/platform/mail";
import { sendEvents } from "@/lib/platform/queue";
import { SEALED, sealFor } from "../secrets";
import { html, type MailText, plainText } from "./internal/layout";

/** Mails wait in a table, written with what causes them: a mail server that is away loses none. */

/** What is kept of a mail until it is sent. */
export interface StoredMail {
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
}

/** Woken by it, a task sends what waits. */
export const MAIL_EVENT = "mails/send";

export { mailIsSetUp };

/**
 * Puts a mail into the queue; without a mail server there is none, and nothing is queued.
 * @param to `userId` is null for an address whose owner has no account
 * @returns whether it will be sent
 */
export async function queueMail(
  tx: Tx,
  to: { userId: number | null; address: string },
  mail: MailText,
  options: { hours: number; unsubscribe?: string },
): Promise<boolean> {
  if (!mailIsSetUp()) return false;
  const stored: StoredMail = {
    subject: mail.subject,
    text: plainText(mail),
    html: html(mail),
    ...(options.unsubscribe ? { unsubscribe: options.unsubscribe } : {}),
  };
  const content = sealFor(SEALED.mail, JSON.stringify(stored));
  const expiresAt = sql`now() + make_interval(hours => ${options.hours}::int)`;
  const messageId = `<${randomUUID()}@${mailHost()}>`;
  await tx.run(sql`
    insert into ${mails} ${row(mails, { ...to, messageId, content, nextAt: sql`now()`, expiresAt })}`);
  // Only a nudge: what it misses is found within a minute.
  tx.afterCommit.push(async () => {
    await sendEvents([{ name: MAIL_EVENT, data: {} }]).catch(() => {});
  });
  return true;
}
