import { setTimeout as pause } from "node:timers/promises";
import { users } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { Invalid, NotFound } from "../errors";
import { mailIsSetUp, queueMail } from "../mail/queue-mail";
import { confirmEmail } from "./emails";
import { findLink, issueLink, takeLink } from "./internal/account-links";
import { mailLanguage } from "./page-language";
import type { Browser } from "./sessions";
import { mayMail, throttleAnonymous } from "./sign-in";
import { COLUMNS, hashNewPassword, storePassword, type UserRow } from "./users";

/** A new password for somebody who has lost the old one: by a link that goes to the account's address alone. */

const MINUTES = 60;
/** Every answer takes at least so long: the time tells nobody whether there is such an account. */
const LEAST_MS = 300;

/**
 * Mails a link to whoever has this address or user name. Says nothing of whether there is one: not in its answer, and
 * not by its time.
 * @throws Throttled after too many requests
 */
export async function askForReset(login: string, browser: Browser): Promise<void> {
  await throttleAnonymous(browser);
  const least = pause(LEAST_MS);
  const user = await receiverOf(login.trim());
  if (user?.email && (await mayMail(user.id))) {
    const { email } = user;
    await inTransaction(async (tx) => {
      await mailLink(tx, user, email, await issueLink(tx, user.id, { kind: "password", email, minutes: MINUTES }));
    });
  }
  await least;
}

/** An account with a password: where signing in with one is off, no mail turns it on. */
function receiverOf(login: string): Promise<UserRow | undefined> {
  return db.one(sql`
    select ${COLUMNS} from ${users}
    where (lower(${users.username}) = lower(${login}) or lower(${users.email}) = lower(${login}))
      and ${users.email} is not null and ${users.passwordHash} is not null and ${users.isActive}
      and not ${users.isBot} and not ${users.isAnonymous} and (${users.dateExpires} is null or ${users.dateExpires} > now())
    order by lower(${users.username}) = lower(${login}) desc limit 1`);
}

async function mailLink(tx: Tx, user: UserRow, address: string, token: string): Promise<void> {
  const { t, language, direction } = mailLanguage(user);
  await queueMail(
    tx,
    { userId: user.id, address },
    {
      language,
      direction,
      subject: t("mail.reset.subject"),
      blocks: [
        { text: t("mail.greeting", { name: user.fullName || user.username }) },
        { text: t("mail.reset.text", { user: user.username }) },
        { link: t("mail.reset.link"), href: urls.resetPassword(token) },
        { text: t("mail.reset.end", { minutes: MINUTES }) },
        { text: t("mail.reset.ignore") },
      ],
    },
    { hours: 1 },
  );
}

/** A link to a new password for the operator's command line, which needs no mail server. */
export async function resetLink(user: UserRow): Promise<string> {
  const token = await inTransaction((tx) => issueLink(tx, user.id, { kind: "password", email: "", minutes: MINUTES }));
  return urls.resetPassword(token);
}

/** Whose password a link changes; undefined when it does not any more. */
export async function resetOwner(token: string): Promise<{ username: string; isNew: boolean } | undefined> {
  const link = await findLink(db, token, ["password"]);
  return link && { username: link.user.username, isNew: !link.hasPassword };
}

/**
 * Sets the password of whoever was sent the link, uses the link up and ends all sessions. That the mail arrived proves the
 * address.
 * @throws NotFound for a link that is no good any more; Invalid for a weak password, which leaves the link good
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  const gone = () => new NotFound(refusal("linkUsedExpiredAsk"));
  const link = await findLink(db, token, ["password"]);
  if (!link) throw gone();
  const hash = await hashNewPassword(link.user.username, password);
  await inTransaction(async (tx) => {
    if (!(await takeLink(tx, link.id))) throw gone();
    await storePassword(tx, link.user.id, hash);
    if (link.email && (await hasAddress(tx, link.user.id, link.email))) await confirmEmail(tx, link.user.id);
  });
}

async function hasAddress(tx: Tx, userId: number, email: string): Promise<boolean> {
  const same = await tx.one(sql`
    select ${named({ same: asFlag(sql`${users.email} = ${email}`) })} from ${users} where ${users.id} = ${userId}`);
  return same?.same ?? false;
}

/** @throws Invalid where no mail is sent */
export function demandMail(): void {
  if (!mailIsSetUp()) throw Invalid.field("", refusal("installationNotSendMailsAsk"));
}
