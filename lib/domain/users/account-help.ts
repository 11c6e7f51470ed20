import { inTransaction, type Tx } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { forgetTokens } from "../access/remembered-tokens";
import { Invalid } from "../errors";
import { mailIsSetUp, queueMail } from "../mail/queue-mail";
import { issueLink } from "./internal/account-links";
import { createPerson, findPerson, refuseRise } from "./manage-users";
import { mailLanguage } from "./page-language";
import { dropSessions } from "./sessions";
import { type UserRow, userById } from "./users";

/** What administrators do for people who cannot get in, and against those who should not be. */

/** How long a link from an administrator is good: people read mails on Monday. */
export const LINK_HOURS = 72;

/** Who may be helped, as it is stored. @throws Forbidden, NotFound */
async function managed(actor: Actor, username: string): Promise<UserRow> {
  const { person } = await findPerson(actor, username);
  demand(actor, "user.edit");
  refuseRise(actor, person, undefined);
  const user = await userById(person.id);
  if (!user) throw new Error("The user has gone.");
  return user;
}

function demandReachable(user: UserRow, mailed: boolean): void {
  if (user.isBot) throw Invalid.field("", refusal("botNoPassword"));
  if (!user.isActive) throw Invalid.field("", refusal("accountDeactivatedActivate"));
  if (!mailed) return;
  if (!mailIsSetUp()) throw Invalid.field("", refusal("installationNotSendMails"));
  if (!user.email) throw Invalid.field("", refusal("accountNoMail"));
}

/**
 * A link by which somebody sets a password, good for 72 hours and once. Former links end. Needs `user.edit`.
 * @returns the link, where it is not mailed
 * @throws Invalid for a bot, a deactivated account, or where it cannot be mailed
 */
export async function passwordLink(actor: Actor, username: string, how: "mail" | "copy"): Promise<string | undefined> {
  const user = await managed(actor, username);
  demandReachable(user, how === "mail");
  return inTransaction((tx) => giveLink(tx, user, how, "reset"));
}

async function giveLink(
  tx: Tx,
  user: UserRow,
  how: "mail" | "copy",
  why: "reset" | "welcome",
): Promise<string | undefined> {
  // A link that was copied proves no address: somebody else may have passed it on.
  const email = how === "mail" ? (user.email ?? "") : "";
  const token = await issueLink(tx, user.id, { kind: "password", email, minutes: LINK_HOURS * 60 });
  const href = urls.resetPassword(token);
  if (how === "copy") return href;
  const { t, language, direction } = mailLanguage(user);
  await queueMail(
    tx,
    { userId: user.id, address: email },
    {
      language,
      direction,
      subject: t(why === "reset" ? "mail.reset.subject" : "mail.welcome.subject"),
      blocks: [
        { text: t("mail.greeting", { name: user.fullName || user.username }) },
        { text: t(why === "reset" ? "mail.helped.text" : "mail.welcome.text", { user: user.username }) },
        { link: t(why === "reset" ? "mail.reset.link" : "mail.welcome.link"), href },
        { text: t("mail.helped.end", { hours: LINK_HOURS }) },
      ],
    },
    { hours: LINK_HOURS },
  );
  return undefined;
}

export interface NewPerson {
  username: string;
  fullName: string;
  email: string;
}

/**
 * Makes an account without a password, and the link by which its owner sets one. Needs `user.edit`.
 * @returns the link, where it is not mailed
 * @throws Invalid
 */
export async function createPersonWithLink(
  actor: Actor,
  given: NewPerson,
  how: "mail" | "copy",
): Promise<string | undefined> {
  if (how === "mail" && !mailIsSetUp()) throw Invalid.field("how", refusal("installationNotSendMails"));
  const { person } = await createPerson(actor, given);
  const user = await userById(person.id);
  if (!user) throw new Error("The user was not stored.");
  return inTransaction((tx) => giveLink(tx, user, how, "welcome"));
}

/** Signs somebody out of every browser. Needs `user.edit`. @throws Forbidden, NotFound */
export async function endSessionsOf(actor: Actor, username: string): Promise<void> {
  const user = await managed(actor, username);
  await inTransaction(async (tx) => {
    await tx.prisma.user.updateMany({ where: { id: user.id }, data: { sessionVersion: { increment: 1 } } });
    await dropSessions(tx, user.id);
  });
  forgetTokens();
}
