import { users } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import type { AccountLinkKind } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import { Conflict, NotFound, Throttled, Unauthenticated } from "../errors";
import { mailIsSetUp, queueMail } from "../mail/queue-mail";
import { confirmEmail } from "./emails";
import { findLink, issueLink, takeLink } from "./internal/account-links";
import { mailLanguage } from "./page-language";
import { mayMail } from "./sign-in";
import { type UserRow, userById } from "./users";

/** Proving an address by a link that is mailed to it. An administrator can still vouch for one. */

const HOURS = 72;
const KINDS = ["email", "commit-email"] as const satisfies readonly AccountLinkKind[];

const addressOf = (user: UserRow, kind: AccountLinkKind): string | null =>
  kind === "email" ? user.email : user.commitEmail;

/** Mails a link to each address of a user that nobody has confirmed. Gives the addresses; none without a mail server. */
export async function mailConfirmations(tx: Tx, user: UserRow): Promise<string[]> {
  if (!mailIsSetUp()) return [];
  const waiting = KINDS.filter((kind) => !(kind === "email" ? user.emailConfirmed : user.commitEmailConfirmed));
  const told: string[] = [];
  for (const kind of waiting) {
    const address = addressOf(user, kind);
    // A link to one address proves both.
    if (!address || told.includes(address)) continue;
    const token = await issueLink(tx, user.id, { kind, email: address, minutes: HOURS * 60 });
    const { t, language, direction } = mailLanguage(user);
    await queueMail(
      tx,
      { userId: user.id, address },
      {
        language,
        direction,
        subject: t("mail.confirm.subject"),
        blocks: [
          { text: t("mail.greeting", { name: user.fullName || user.username }) },
          { text: t("mail.confirm.text", { user: user.username, address }) },
          { link: t("mail.confirm.link"), href: urls.confirmAddress(token) },
          { text: t("mail.confirm.end", { hours: HOURS }) },
          { text: t("mail.confirm.ignore") },
        ],
      },
      { hours: HOURS },
    );
    told.push(address);
  }
  return told;
}

/** Sends the actor the links once more. Gives the addresses. @throws Throttled */
export async function resendConfirmations(actor: Actor): Promise<string[]> {
  const user = actor.isAnonymous ? undefined : await userById(actor.userId);
  if (!user) throw new Unauthenticated(refusal("signInAddress"));
  if (!(await mayMail(user.id))) throw new Throttled(refusal("severalMailsSent"), 3600);
  return inTransaction((tx) => mailConfirmations(tx, user));
}

/** The address that a link confirms, and whose it is; undefined when it does not any more. */
export async function confirmationOf(token: string): Promise<{ address: string; username: string } | undefined> {
  const link = await findLink(db, token, KINDS);
  if (!link || addressOf(link.user, link.kind) !== link.email) return undefined;
  return { address: link.email, username: link.user.username };
}

/**
 * Notes that an address is its owner's. Nobody needs to be signed in: who has the link reads what is sent there.
 * @throws NotFound for a link that is no good any more; Conflict when the account has another address by now
 */
export async function confirmByLink(token: string): Promise<string> {
  return inTransaction(async (tx) => {
    const link = await findLink(tx, token, KINDS);
    if (!link || !(await takeLink(tx, link.id))) throw new NotFound(refusal("linkUsedExpired"));
    const { id } = link.user;
    const email = await confirmed(tx, id, "email", link.email);
    const commitEmail = await confirmed(tx, id, "commitEmail", link.email);
    if (!email && !commitEmail) throw new Conflict(refusal("accountAnotherMail"));
    if (email) await confirmEmail(tx, id);
    return link.email;
  });
}

async function confirmed(tx: Tx, id: number, column: "email" | "commitEmail", address: string): Promise<boolean> {
  const done = await tx.run(sql`
    update ${users} set ${assigned(users, column === "email" ? { emailConfirmed: true } : { commitEmailConfirmed: true })}
    where ${users.id} = ${id} and ${users[column]} = ${address}`);
  return done > 0;
}
