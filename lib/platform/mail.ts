import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { dataFolder, environment } from "./environment";

/** The one door to the mail server. Without `SMTP_URL` there is none; `file:` puts mails into the data folder. */

/** A mail as it is sent. */
export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  /** Where a mail program ends such mails: by a page, and by one request without it (RFC 8058). */
  unsubscribe?: string;
}

/** What came of it: taken, refused for good, this one not now, or no mail now. */
export type MailOutcome = { outcome: "sent" } | { outcome: "refused" | "later" | "away"; error: string };

/** A server that says nothing for so long is away. */
const TIMEOUT_MS = 20_000;

/** Whether mails are sent at all. */
export function mailIsSetUp(): boolean {
  return environment().mail !== undefined;
}

/** Host of our own addresses in `Message-ID`. */
export function mailHost(): string {
  return /@([^\s@>]+)>?$/.exec(environment().mail?.from ?? "")?.[1] ?? "localhost";
}

/** A header's value in one line, whatever somebody called a project. */
const oneLine = (text: string): string => text.replace(/[\0-\x1f\x7f\u2028\u2029]+/g, " ").trim();

function composed(mail: OutgoingMail, from: string) {
  const { unsubscribe } = mail;
  return {
    from,
    // An object is one address, whatever commas or brackets are in it.
    to: { name: "", address: oneLine(mail.to) },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.date,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe
        ? // Prepared, so that nothing folds the address.
          {
            "List-Unsubscribe": { prepared: true, value: `<${oneLine(unsubscribe)}>` },
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Hands one mail to the server. */
export async function sendMail(mail: OutgoingMail): Promise<MailOutcome> {
  const { mail: target } = environment();
  if (!target) return { outcome: "away", error: "No mail server is set up." };
  try {
    if (target.url === "file:") await writeMail(composed(mail, target.from), mail.messageId);
    else await transportTo(target.url).sendMail(composed(mail, target.from));
    return { outcome: "sent" };
  } catch (error) {
    return { outcome: outcomeOf(error), error: whatWasSaid(error) };
  }
}

const transportTo = (url: string) =>
  nodemailer.createTransport({
    url,
    name: hostname(),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  });

/**
 * Only what the server says of this receiver or this text concerns this mail: a sign-in or a sender that it refuses is 5xx
 * as well, and may be mended for all of them.
 */
function outcomeOf(error: unknown): "refused" | "later" | "away" {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  if (responseCode === undefined || (command !== "RCPT TO" && command !== "DATA")) return "away";
  return responseCode >= 500 ? "refused" : "later";
}

const whatWasSaid = (error: unknown): string => {
  const { response, message } = error as { response?: string; message?: string };
  return oneLine(response ?? message ?? String(error)).slice(0, 300);
};

/** One file for each mail: the same one at each attempt. */
async function writeMail(mail: ReturnType<typeof composed>, messageId: string): Promise<void> {
  const { message } = await nodemailer.createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  const folder = dataFolder("mail");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, `${messageId.replace(/[^\w.-]/g, "")}.eml`);
  writeFileSync(`${target}.part`, message as Buffer, { mode: 0o600 });
  renameSync(`${target}.part`, target);
}
