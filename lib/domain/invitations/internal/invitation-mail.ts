import type { Tx } from "@/lib/platform/database";
import { takeTurn } from "@/lib/platform/throttle-store";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import type { Actor } from "../../access/actor";
import { Invalid, Throttled } from "../../errors";
import { mailIsSetUp, queueMail } from "../../mail/queue-mail";
import { mailLanguage } from "../../users/page-language";
import { userById } from "../../users/users";
import { DAYS, type InvitationRow } from "./codes";

/** Invitations that one person makes, and mails to one address, whoever asks for them. */
const PER_PERSON = "50/day";
const PER_ADDRESS = "3/day";

/** Counts a new code. The operator's command line is not counted. @throws Throttled */
export async function countInvitation(actor: Actor, mailedTo: string | undefined): Promise<void> {
  if (actor.userId === 0) return;
  await turn("invitation", String(actor.userId), PER_PERSON, "invitedManyToday");
  if (mailedTo !== undefined)
    await turn("invitation-address", mailedTo.toLowerCase(), PER_ADDRESS, "addressWrittenOften");
}

async function turn(
  name: string,
  who: string,
  rate: string,
  why: "invitedManyToday" | "addressWrittenOften",
): Promise<void> {
  const verdict = await takeTurn(name, who, rate);
  if (verdict && !verdict.allowed) throw new Throttled(refusal(why), verdict.reset);
}

/** @throws Invalid on `send` where no mail is sent */
export function demandMailer(): void {
  if (!mailIsSetUp()) throw Invalid.field("send", refusal("installationNotSend"));
}

/** Queues the mail with the code, in the language of whoever invites. */
export async function mailInvitation(tx: Tx, actor: Actor, row: InvitationRow, code: string): Promise<void> {
  const inviter = await userById(actor.userId);
  const { t, language, direction } = mailLanguage(inviter ?? { preferences: {} });
  const where = row.projectName ?? t("mail.invitation.site");
  await queueMail(
    tx,
    { userId: null, address: row.email },
    {
      language,
      direction,
      subject: t("mail.invitation.subject", { where }),
      blocks: [
        { text: t("mail.invitation.hello") },
        { text: t("mail.invitation.text", { name: actor.fullName || actor.username, where }) },
        ...(row.teamName === null ? [] : [{ text: t("mail.invitation.team", { team: row.teamName }) }]),
        { link: t("mail.invitation.link"), href: urls.invitation(code) },
        { text: t("mail.invitation.end", { days: DAYS }) },
        { text: t("mail.invitation.ignore") },
      ],
    },
    { hours: DAYS * 24 },
  );
}
