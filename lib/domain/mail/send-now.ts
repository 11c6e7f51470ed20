import { randomUUID } from "node:crypto";
import { type MailOutcome, mailHost, sendMail } from "@/lib/platform/mail";
import { html, type MailText, plainText } from "./internal/layout";

/** Sends one mail past the queue, for whoever waits to learn what the mail server says. It is not tried again. */
export function sendNow(to: string, mail: MailText): Promise<MailOutcome> {
  return sendMail({
    to,
    subject: mail.subject,
    text: plainText(mail),
    html: html(mail),
    messageId: `<${randomUUID()}@${mailHost()}>`,
    date: new Date(),
  });
}
