import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { type ContactMessage, canBeContacted, contactAdministrators } from "@/lib/domain/users/contact";
import { db, sql } from "@/lib/platform/database";
import { resetThrottle } from "@/lib/platform/throttle-store";
import { type MailServer, startMailServer, useMailServer } from "../../support/mail-server";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** Writing to those who run the installation. */

let server: MailServer;
let leave: () => void;
let petra: Actor;
let visitor: Actor;

const MESSAGE: ContactMessage = {
  name: "Eva",
  address: "eva@example.net",
  subject: "A\r\nBcc: all@example.org",
  text: "Hello <b>there</b>",
};

const waiting = async () =>
  (await textRow<{ count: number }>(db, sql`select count(*)::int as count from mails`))?.count;

beforeAll(async () => {
  await makePerson("admin", { superuser: true });
  const unconfirmed = await makePerson("second", { superuser: true });
  await db.run(sql`update users set email_confirmed = false where id = ${unconfirmed.userId}`);
  petra = await makePerson("petra");
  visitor = await anonymousActor("192.0.2.7");
});
beforeEach(async () => {
  server = await startMailServer();
  leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
  await db.run(sql`delete from mails`);
  await db.run(sql`delete from rate_limits`);
  resetThrottle();
});
afterEach(async () => {
  leave();
  await server.stop();
});

it("goes to administrators with a confirmed address alone, in one header and as text", async () => {
  expect(await canBeContacted()).toBe(true);
  await contactAdministrators(petra, MESSAGE);
  await sendMails();
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(JSON.stringify(mail?.to)).toContain("admin@example.org");
  expect(mail?.subject).toBe("Message to the administrators: A Bcc: all@example.org");
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.text).toContain("Hello <b>there</b>");
  expect(mail?.text).toContain("signed in as petra");
  expect(mail?.text).toContain("eva@example.net");
  expect(mail?.html).not.toContain("<b>there");
});

it("says of visitors that nobody has checked them, and takes three a day of their network", async () => {
  for (let n = 0; n < 3; n++) await contactAdministrators(visitor, MESSAGE);
  await expect(contactAdministrators(visitor, MESSAGE)).rejects.toThrow("tomorrow");
  await expect(contactAdministrators(await anonymousActor("198.51.100.9"), MESSAGE)).resolves.toBeUndefined();
  await sendMails();
  expect(server.mails[0]?.text).toContain("Nobody has checked");
});

it.each([
  ["name", { name: " " }],
  ["address", { address: "nobody" }],
  ["address", { address: "a@b, c@d" }],
  ["subject", { subject: "x".repeat(101) }],
  ["text", { text: "" }],
])("is refused for a wrong %s, and nothing is sent", async (path, wrong) => {
  await expect(contactAdministrators(petra, { ...MESSAGE, ...wrong })).rejects.toMatchObject({ fields: [{ path }] });
  expect(await waiting()).toBe(0);
});

it("cannot be sent by programs, nor where there is no mail or nobody to get it", async () => {
  await expect(contactAdministrators({ ...petra, isBot: true }, MESSAGE)).rejects.toThrow("Only people");
  await db.run(sql`update users set is_active = false where username = 'admin'`);
  try {
    expect(await canBeContacted()).toBe(false);
    await expect(contactAdministrators(petra, MESSAGE)).rejects.toThrow("no mail");
  } finally {
    await db.run(sql`update users set is_active = true where username = 'admin'`);
  }
  leave();
  leave = useMailServer(undefined);
  expect(await canBeContacted()).toBe(false);
  await expect(contactAdministrators(petra, MESSAGE)).rejects.toThrow("no mail");
  expect(await waiting()).toBe(0);
});
