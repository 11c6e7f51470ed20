import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { sendTestMail } from "@/lib/domain/users/test-mail";
import { db, sql } from "@/lib/platform/database";
import { type MailServer, startMailServer, useMailServer } from "../../support/mail-server";
import { makePerson } from "../../support/people";

/** A mail to oneself, against a real mail server. */

let admin: Actor;
let server: MailServer;
let leave: () => void;
beforeAll(async () => {
  admin = await makePerson("ada", { superuser: true });
});
beforeEach(async () => {
  server = await startMailServer();
  leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
});
afterEach(async () => {
  leave();
  await server.stop();
});

it("goes to the own address at once, past the queue", async () => {
  expect(await sendTestMail(admin)).toBe("ada@example.org");
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toMatchObject({ subject: "A test of Loquat's e-mails" });
  expect(server.mails[0]?.text).toContain("It did.");
});

it("tells what the server said where it does not take the mail, and that it is away", async () => {
  server.refusals.set("ada@example.org", [550, "Relaying denied"]);
  await expect(sendTestMail(admin)).rejects.toThrow(/did not take the e-mail to ada@example\.org: .*Relaying denied/);
  await server.stop();
  await expect(sendTestMail(admin)).rejects.toThrow(/ECONNREFUSED/);
});

it("says what lacks: a mail server, an address, the permission", async () => {
  const jan = await makePerson("jan");
  await expect(sendTestMail(jan)).rejects.toMatchObject({ name: "Forbidden" });
  await db.run(sql`update users set email = null where id = ${admin.userId}`);
  await expect(sendTestMail(admin)).rejects.toMatchObject({ name: "Invalid" });
  const back = useMailServer(undefined);
  await expect(sendTestMail(admin)).rejects.toMatchObject({ name: "Conflict" });
  back();
  expect(server.mails).toHaveLength(0);
});
