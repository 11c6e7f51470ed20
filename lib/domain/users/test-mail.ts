import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Conflict, Failed, Invalid } from "../errors";
import { mailIsSetUp } from "../mail/queue-mail";
import { sendNow } from "../mail/send-now";
import { mailLanguage } from "./page-language";
import { userById } from "./users";

/** A mail to oneself, to find out whether the mail server takes what Loquat sends. */

/**
 * Sends the actor a mail at once, past the queue, and waits for what the server says. Needs `management.use`.
 * @returns the address that it went to
 * @throws Conflict where no mail server is set up; Invalid on email where the actor has no address; Failed with what the
 *   server said where it did not take the mail
 */
export async function sendTestMail(actor: Actor): Promise<string> {
  demand(actor, "management.use");
  if (!mailIsSetUp()) throw new Conflict(refusal("noMailServer"));
  const user = await userById(actor.userId);
  if (!user?.email) throw Invalid.field("email", refusal("ownAddressFirst"));
  const { t, language, direction } = mailLanguage(user);
  const result = await sendNow(user.email, {
    ...{ language, direction, subject: t("mail.test.subject") },
    blocks: [{ text: t("mail.greeting", { name: user.fullName || user.username }) }, { text: t("mail.test.text") }],
  });
  if (result.outcome !== "sent")
    throw new Failed(refusal("mailNotTaken", { address: user.email, error: result.error.slice(0, 500) }));
  return user.email;
}
