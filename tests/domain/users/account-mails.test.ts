import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadActor } from "@/lib/domain/access/actor";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { writeSetting } from "@/lib/domain/settings/settings";
import { confirmationOf, confirmByLink, resendConfirmations } from "@/lib/domain/users/confirm-address";
import { updateOwnProfile } from "@/lib/domain/users/own-profile";
import { registerUser } from "@/lib/domain/users/register";
import { askForReset, resetLink, resetOwner, resetPassword } from "@/lib/domain/users/reset-password";
import { beginSession, sessionUser } from "@/lib/domain/users/sessions";
import { signIn } from "@/lib/domain/users/sign-in";
import { findUser, insertUser, setPassword, type UserRow } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { type MailServer, startMailServer, useMailServer } from "../../support/mail-server";
import { textRows } from "../../support/text-rows";

/** Mails about accounts: a lost password, and addresses that are to be confirmed. */

const BROWSER = { address: "198.51.100.7", userAgent: "test", mark: undefined };
const PASSWORD = "a long enough sentence";
let server: MailServer;
let leave: () => void;
let serial = 0;

beforeEach(async () => {
  server = await startMailServer();
  leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
  await db.run(sql`delete from mails`);
  await db.run(sql`delete from rate_limits`);
});
afterEach(async () => {
  leave();
  await server.stop();
});

async function person(given: Partial<Parameters<typeof insertUser>[1]> = {}): Promise<UserRow> {
  const username = `person${++serial}`;
  return inTransaction((tx) =>
    insertUser(tx, { username, fullName: "Per Son", email: `${username}@example.org`, password: PASSWORD, ...given }),
  );
}

/** The token of the link in the newest mail. */
async function tokenOf(): Promise<string> {
  await sendMails();
  return decodeURIComponent(/\?token=(\S+)/.exec(server.mails.at(-1)?.text ?? "")?.[1] ?? "");
}

const actorOf = async (user: UserRow) => {
  const actor = await loadActor(user.id);
  if (!actor) throw new Error("no actor");
  return actor;
};

describe("a lost password", () => {
  it("is replaced by a link that works once, ends all sessions and proves the address", async () => {
    const user = await person();
    const session = await beginSession(user, BROWSER);
    await askForReset(user.email ?? "", BROWSER);
    const token = await tokenOf();
    expect(server.mails[0]?.to).toMatchObject({ text: user.email });
    expect(await resetOwner(token)).toMatchObject({ username: user.username });
    await resetPassword(token, "another long sentence");
    expect(await sessionUser(session)).toBeUndefined();
    expect(await signIn(user.username, PASSWORD, BROWSER)).toBeUndefined();
    expect(await signIn(user.username, "another long sentence", BROWSER)).toBeDefined();
    expect((await findUser(user.username)).emailConfirmed).toBe(true);
    expect(await resetOwner(token)).toBeUndefined();
    await expect(resetPassword(token, "a third long sentence")).rejects.toThrow("has been used or has expired");
  });

  it("keeps its link when the new one is too weak, and loses it after an hour or by a newer link", async () => {
    const user = await person();
    await askForReset(user.username, BROWSER);
    const token = await tokenOf();
    await expect(resetPassword(token, "short")).rejects.toThrow();
    expect(await resetOwner(token)).toBeDefined();
    await db.run(sql`update account_links set expires_at = now() - interval '1 second'`);
    expect(await resetOwner(token)).toBeUndefined();
    await askForReset(user.username, BROWSER);
    const second = await tokenOf();
    await askForReset(user.username, BROWSER);
    expect(await resetOwner(second)).toBeUndefined();
    expect(await resetOwner(await tokenOf())).toBeDefined();
  });

  it("leaves no token in the database", async () => {
    const user = await person();
    await askForReset(user.username, BROWSER);
    const token = await tokenOf();
    const rows = await textRows<{ text: string }>(
      db,
      sql`select account_links::text as text from account_links union all select mails::text from mails`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  });

  it.each([
    ["nobody", async () => "nobody-at-all@example.org"],
    ["a closed account", async () => (await person({ isActive: false })).username],
    ["a bot", async () => (await person({ isBot: true })).username],
    ["an account that signs in without a password", async () => (await person({ password: undefined })).username],
  ])("of %s is answered alike, and no mail is sent", async (_, login) => {
    await expect(askForReset(await login(), BROWSER)).resolves.toBeUndefined();
    expect(await sendMails()).toBe(0);
  });

  it("sends five mails an hour to one account at most, and answers alike after that", async () => {
    const user = await person();
    for (let at = 0; at < 7; at++) await askForReset(user.username, BROWSER);
    expect(await sendMails()).toBe(5);
  });

  it("does not confirm an address that the account has changed to since", async () => {
    const user = await person();
    await askForReset(user.username, BROWSER);
    const token = await tokenOf();
    await db.run(sql`update users set email = 'else@example.org' where id = ${user.id}`);
    await resetPassword(token, "another long sentence");
    expect((await findUser(user.username)).emailConfirmed).toBe(false);
  });

  it("is replaced by the operator's link without a mail server", async () => {
    const user = await person({ password: undefined });
    const back = useMailServer(undefined);
    const link = await resetLink(user);
    await resetPassword(new URL(link).searchParams.get("token") ?? "", "another long sentence");
    back();
    expect(await signIn(user.username, "another long sentence", BROWSER)).toBeDefined();
    expect((await findUser(user.username)).emailConfirmed).toBe(false);
  });

  it("is not told by a link for something else", async () => {
    const user = await person();
    await resendConfirmations(await actorOf(user));
    expect(await resetOwner(await tokenOf())).toBeUndefined();
  });
});

describe("an address", () => {
  it("of somebody who registers is confirmed by the link that is sent to it", async () => {
    await writeSetting(db, "registration", { open: true });
    const username = `person${++serial}`;
    await registerUser({ username, fullName: "Per Son", email: `${username}@example.org`, password: PASSWORD });
    const token = await tokenOf();
    expect(await confirmationOf(token)).toEqual({ address: `${username}@example.org`, username });
    expect((await findUser(username)).emailConfirmed).toBe(false);
    expect(await confirmByLink(token)).toBe(`${username}@example.org`);
    expect((await findUser(username)).emailConfirmed).toBe(true);
    await expect(confirmByLink(token)).rejects.toThrow("has been used or has expired");
  });

  it("that is changed gets a link, and the link to the former one opens nothing", async () => {
    const user = await person({ emailConfirmed: true });
    await setPassword(user.id, user.username, PASSWORD);
    const actor = await actorOf(user);
    const change = (email: string) =>
      updateOwnProfile(actor, { fullName: "Per Son", email, commitEmail: null, password: PASSWORD });
    expect(await change(`first${serial}@example.org`)).toEqual([`first${serial}@example.org`]);
    const first = await tokenOf();
    expect(await change(`second${serial}@example.org`)).toEqual([`second${serial}@example.org`]);
    const second = await tokenOf();
    expect(server.mails.at(-1)?.to).toMatchObject({ text: `second${serial}@example.org` });
    await expect(confirmByLink(first)).rejects.toThrow();
    await confirmByLink(second);
    expect((await findUser(user.username)).emailConfirmed).toBe(true);
  });

  it("that an administrator has changed meanwhile is not confirmed by an older link", async () => {
    const user = await person();
    await resendConfirmations(await actorOf(user));
    const token = await tokenOf();
    await db.run(sql`update users set email = 'moved@example.org' where id = ${user.id}`);
    expect(await confirmationOf(token)).toBeUndefined();
    await expect(confirmByLink(token)).rejects.toThrow("another e-mail address");
    expect((await findUser(user.username)).emailConfirmed).toBe(false);
  });

  it("for commits is confirmed by a link of its own", async () => {
    const user = await person({ emailConfirmed: true });
    await setPassword(user.id, user.username, PASSWORD);
    const commitEmail = `git${serial}@example.org`;
    const told = await updateOwnProfile(await actorOf(user), {
      fullName: "Per Son",
      email: user.email,
      commitEmail,
      password: PASSWORD,
    });
    expect(told).toEqual([commitEmail]);
    await confirmByLink(await tokenOf());
    expect(await findUser(user.username)).toMatchObject({ emailConfirmed: true, commitEmailConfirmed: true });
  });

  it("gets no mail where none is sent: an administrator confirms it", async () => {
    const user = await person();
    const back = useMailServer(undefined);
    expect(await resendConfirmations(await actorOf(user))).toEqual([]);
    back();
    expect(await sendMails()).toBe(0);
  });
});
