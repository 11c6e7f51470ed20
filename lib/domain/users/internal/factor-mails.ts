import type { Tx } from "@/lib/platform/database";
import { urls } from "@/lib/urls";
import { queueMail } from "../../mail/queue-mail";
import { mailLanguage } from "../page-language";
import type { UserRow } from "../users";

/** What the owner of an account is told by mail when the ways into it change. */

export type SecurityEvent =
  | "appAdded"
  | "passkeyAdded"
  | "factorRemoved"
  | "codesMade"
  | "codeUsed"
  | "factorsReset"
  | "accountLinked"
  | "accountUnlinked";

/** Queues the mail; nothing without an address or a mail server. @param name of the app, passkey or provider */
export async function mailSecurity(tx: Tx, user: UserRow, event: SecurityEvent, name: string): Promise<void> {
  if (!user.email) return;
  const { t, language, direction } = mailLanguage(user);
  await queueMail(
    tx,
    { userId: user.id, address: user.email },
    {
      language,
      direction,
      subject: t("mail.security.subject"),
      blocks: [
        { text: t("mail.greeting", { name: user.fullName || user.username }) },
        { text: t(`mail.security.${event}`, { user: user.username, name }) },
        { text: t("mail.security.notYou") },
        { link: t("mail.security.link"), href: urls.profile("security") },
      ],
    },
    { hours: 72 },
  );
}
