import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { queueMail } from "@/lib/domain/mail/queue-mail";
import { forgetOldMails, sendMails } from "@/lib/domain/mail/send-mails";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { type MailServer, startMailServer, useMailServer } from "../../support/mail-server";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** The queue of mails and a real mail server: at work, away, refusing, silent. */

let server: MailServer;
let leave: () => void;
let userId: number;
let serial = 0;

beforeEach(async () => {
  server = await startMailServer();
  leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
  userId = (await makePerson(`reader${++serial}`)).userId;
  await db.run(sql`delete from mails`);
});
afterEach(async () => {
  leave();
  await server.stop();
});

const queue = (address: string, subject = "News", text = "It happened.", unsubscribe?: string) =>
  inTransaction((tx) =>
    queueMail(
      tx,
      { userId, address },
      {
        subject,
        language: "en",
        direction: "ltr",
        blocks: [{ text }, { link: "Read <it>", href: "https://l.example/?a=1&b=2" }],
      },
      { hours: 24, unsubscribe },
    ),
  );

const rows = () =>
  textRows<{ address: string; state: string; error: string; content: string; attempts: number; waits: boolean }>(
    db,
    sql`select address, state, error, content, attempts, next_at is not null as waits from mails order by id`,
  );
const hurry = () => db.run(sql`update mails set next_at = now() where next_at is not null`);

describe("a mail", () => {
  it("arrives with text, HTML and the headers of an automatic message", async () => {
    await queue("reader@example.org", "News", "<b>bold</b> & more", "https://l.example/stop");
    expect(await sendMails()).toBe(1);
    const [mail] = server.mails;
    expect(mail?.subject).toBe("News");
    expect(mail?.from?.text).toBe('"Loquat" <loquat@example.org>');
    expect(mail?.text).toContain("<b>bold</b> & more");
    expect(mail?.html).toContain("&lt;b&gt;bold&lt;/b&gt; &amp; more");
    expect(mail?.html).toContain('<a href="https://l.example/?a=1&amp;b=2">Read &lt;it&gt;</a>');
    expect(mail?.html).not.toMatch(/<img|<link|<script/);
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(server.raw[0]).toContain("List-Unsubscribe: <https://l.example/stop>");
    expect(server.raw[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(await rows()).toMatchObject([{ state: "sent", content: "", waits: false }]);
  });

  it("gets no header from what somebody typed into its subject", async () => {
    await queue("reader@example.org", "News\r\nBcc: thief@example.org\r\n\r\nBody");
    await sendMails();
    expect(server.mails[0]?.bcc).toBeUndefined();
    expect(server.mails[0]?.subject).toBe("News Bcc: thief@example.org Body");
    expect(server.raw[0]?.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
  });

  it("lies sealed in the database while it waits", async () => {
    await queue("reader@example.org", "A secret link");
    const [row] = await rows();
    expect(row?.content).toMatch(/^sealed:/);
    expect(row?.content).not.toContain("secret");
  });

  it("is not queued where no mail server is set up, and waits where one was", async () => {
    await queue("reader@example.org");
    const back = useMailServer(undefined);
    expect(await queue("other@example.org")).toBe(false);
    expect(await sendMails()).toBe(0);
    back();
    expect(await sendMails()).toBe(1);
  });

  it("is written as a file where files are asked for, once at however many attempts", async () => {
    const folder = join(environment().dataFolder, "mail");
    rmSync(folder, { recursive: true, force: true });
    const back = useMailServer("file:");
    await queue("reader@example.org");
    expect(await sendMails()).toBe(1);
    back();
    const files = readdirSync(folder);
    expect(files).toHaveLength(1);
    const mail = await simpleParser(readFileSync(join(folder, files[0] as string)));
    expect(mail.text).toContain("It happened.");
  });
});

describe("a mail server", () => {
  it("that is away loses nothing and gets each mail once, with the same Message-ID at each attempt", async () => {
    const { port } = server;
    await server.stop();
    await queue("one@example.org");
    await queue("two@example.org");
    expect(await sendMails()).toBe(0);
    // One was tried; the other is not, as the server is away.
    expect((await rows()).map((row) => [row.state, row.attempts])).toEqual([
      ["waiting", 1],
      ["waiting", 0],
    ]);
    const ids = await textRows<{ id: string }>(db, sql`select message_id as id from mails order by id`);
    server = await startMailServer(port);
    await hurry();
    expect(await sendMails()).toBe(2);
    expect(await sendMails()).toBe(0);
    expect(server.mails.map((mail) => mail.messageId).sort()).toEqual(ids.map(({ id }) => id).sort());
  });

  it("that refuses an address for good is not asked again, and the others are sent", async () => {
    server.refusals.set("gone@example.org", [550, "No such user"]);
    await queue("gone@example.org");
    await queue("here@example.org");
    expect(await sendMails()).toBe(1);
    await hurry();
    expect(await sendMails()).toBe(0);
    expect(await rows()).toMatchObject([
      {
        address: "gone@example.org",
        state: "failed",
        waits: false,
        content: "",
        error: expect.stringContaining("No such user"),
      },
      { address: "here@example.org", state: "sent" },
    ]);
  });

  it("that puts off one address gets the others at once and that one later", async () => {
    server.refusals.set("grey@example.org", [451, "Try again later"]);
    await queue("grey@example.org");
    await queue("here@example.org");
    expect(await sendMails()).toBe(1);
    expect(await sendMails()).toBe(0);
    server.refusals.clear();
    await hurry();
    expect(await sendMails()).toBe(1);
    expect(server.mails.map((mail) => (Array.isArray(mail.to) ? "" : mail.to?.text))).toEqual([
      "here@example.org",
      "grey@example.org",
    ]);
  });

  it("that hangs up in the middle is asked again", async () => {
    const sockets: Socket[] = [];
    const rude = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.write("220 hello\r\n");
      socket.on("data", () => socket.destroy());
    });
    await new Promise<void>((done) => rude.listen(0, "127.0.0.1", done));
    const back = useMailServer(`smtp://127.0.0.1:${(rude.address() as { port: number }).port}`);
    await queue("reader@example.org");
    expect(await sendMails()).toBe(0);
    expect(await rows()).toMatchObject([{ state: "waiting", waits: true }]);
    back();
    await new Promise((done) => rude.close(done));
    await hurry();
    expect(await sendMails()).toBe(1);
  });
});

it("a mail of a process that died is sent by another one after a while", async () => {
  await queue("reader@example.org");
  await db.run(sql`update mails set next_at = now() + interval '5 minutes'`);
  expect(await sendMails()).toBe(0);
  await hurry();
  expect(await sendMails()).toBe(1);
});

it("two processes that send at once send each mail once", async () => {
  for (let at = 0; at < 6; at++) await queue(`reader${at}@example.org`);
  const sent = await Promise.all([sendMails(), sendMails(), sendMails()]);
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(6);
  expect(server.mails).toHaveLength(6);
});

it("a mail whose time is over is given up, and old ones are forgotten", async () => {
  await queue("reader@example.org");
  await db.run(sql`update mails set expires_at = now() - interval '1 second'`);
  expect(await sendMails()).toBe(0);
  expect(await rows()).toMatchObject([{ state: "failed", content: "", waits: false }]);
  await queue("other@example.org");
  await db.run(sql`update mails set created_at = now() - interval '31 days'`);
  expect(await forgetOldMails()).toBe(1);
});
