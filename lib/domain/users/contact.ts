import { users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { countedNetwork } from "@/lib/platform/network";
import { takeTurn } from "@/lib/platform/throttle-store";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denied } from "../access/denied";
import { Failed, Forbidden, Invalid, Throttled } from "../errors";
import { mailIsSetUp, queueMail } from "../mail/queue-mail";
import { mailLanguage } from "./page-language";

/** Writing to those who run the installation. */

const u = users.as("u");

/** Messages of one person, of one network without an account, and of all together. */
const RATES = { person: "5/day", network: "3/day", everybody: "60/day" } as const;

const MOST_RECEIVERS = 20;
const HOURS = 72;

/** What somebody writes; `address` is where they want the answer. */
export interface ContactMessage {
  name: string;
  address: string;
  subject: string;
  text: string;
}

/** Superusers whose address is known to be theirs. */
const receivers = () =>
  db.rows(sql`
    select ${pick(u, "id", "email", "preferences")} from ${u}
    where ${u.isSuperuser} and ${u.isActive} and not ${u.isBot} and ${u.email} is not null and ${u.emailConfirmed}
    order by ${u.id} limit ${MOST_RECEIVERS}`);

/** Whether a message would reach anybody. */
export async function canBeContacted(): Promise<boolean> {
  return mailIsSetUp() && (await receivers()).length > 0;
}

const LONGEST = { name: 150, subject: 100, text: 5000 } as const;
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,190}$/;

function demandMessage({ name, address, subject, text }: ContactMessage): void {
  for (const [path, value] of Object.entries({ name, subject, text }) as [keyof typeof LONGEST, string][]) {
    if (value.trim() === "") throw Invalid.field(path, refusal("fillField"), "blank");
    if (value.length > LONGEST[path])
      throw Invalid.field(path, refusal("atMostCharacters", { most: LONGEST[path] }), "max_length");
  }
  if (!ADDRESS.test(address)) throw Invalid.field("address", refusal("enterMailAddress"));
}

async function demandTurn(actor: Actor): Promise<void> {
  const who = actor.isAnonymous ? `network ${countedNetwork(actor.client ?? "")}` : `user ${actor.userId}`;
  const turns = [
    ["contact", who, actor.isAnonymous ? RATES.network : RATES.person],
    ["contact-all", "all", RATES.everybody],
  ] as const;
  for (const [name, of, rate] of turns) {
    const verdict = await takeTurn(name, of, rate);
    if (verdict && !verdict.allowed) throw new Throttled(refusal("manyMessagesSent"), verdict.reset);
  }
}

/**
 * Mails a message to the administrators. Their addresses are told to nobody.
 * @throws Invalid by field; Throttled; Failed where no mail can be sent; Forbidden for programs
 */
export async function contactAdministrators(actor: Actor, message: ContactMessage): Promise<void> {
  if (actor.isBot || actor.tokenProjectId !== undefined)
    throw new Forbidden(denied("not-supported", refusal("onlyPeopleContact")));
  demandMessage(message);
  const to = mailIsSetUp() ? await receivers() : [];
  if (to.length === 0) throw new Failed(refusal("installationSendsNo"));
  await demandTurn(actor);
  const account = actor.isAnonymous ? "" : actor.username;
  const line = (text: string) => text.replace(/\s+/g, " ").trim();
  await inTransaction(async (tx) => {
    for (const { id, email, preferences } of to) {
      if (!email) continue;
      const { t, language, direction } = mailLanguage({ preferences });
      const said = { name: line(message.name), address: message.address };
      await queueMail(
        tx,
        { userId: id, address: email },
        {
          language,
          direction,
          subject: t("mail.contact.subject", { subject: line(message.subject) }),
          blocks: [
            { text: account ? t("mail.contact.fromUser", { ...said, user: account }) : t("mail.contact.from", said) },
            { text: message.text.trim() },
            { text: t("mail.contact.answer", { address: message.address }) },
          ],
        },
        { hours: HOURS },
      );
    }
  });
}
