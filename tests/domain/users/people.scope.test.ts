import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { createPersonWithLink, endSessionsOf, passwordLink } from "@/lib/domain/users/account-help";
import { actOnPeople } from "@/lib/domain/users/act-on-people";
import { countUnconfirmed, listPeople, managedPerson, type PeopleQuery } from "@/lib/domain/users/list-people";
import { listAllTokens } from "@/lib/domain/users/list-tokens";
import { createPerson, removePerson, updatePerson } from "@/lib/domain/users/manage-users";
import { resetPassword } from "@/lib/domain/users/reset-password";
import { beginSession, sessionUser } from "@/lib/domain/users/sessions";
import { signIn } from "@/lib/domain/users/sign-in";
import { issueToken } from "@/lib/domain/users/tokens";
import { findUser, insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { actor as bareActor, grant } from "../../support/actors";
import { startMailServer, useMailServer } from "../../support/mail-server";
import { makePerson } from "../../support/people";

/** People as administrators list, help and stop them. */

let admin: Actor;
let vera: Actor;

const BROWSER = { address: "198.51.100.7", userAgent: "test", mark: undefined };
const QUERY: PeopleQuery = { words: "", order: "newest", limit: 50 };

/** May manage users, and is no superuser. */
const manager = (userId: number): Actor => ({
  ...bareActor({ userId }),
  grants: [grant({ permissions: ["user.edit", "management.use"] })],
});

const names = async (query: Partial<PeopleQuery>): Promise<string[]> =>
  (await listPeople(admin, { ...QUERY, ...query })).rows.map(({ username }) => username);

beforeAll(async () => {
  admin = await makePerson("adminone", { superuser: true });
  vera = await makePerson("vera");
});

describe("the list of people", () => {
  it("finds by name, user name and address, and takes % and _ for themselves", async () => {
    await inTransaction((tx) =>
      insertUser(tx, { username: "per_cent", fullName: "Zoë Hundred%", email: "zoe@mail.example.org" }),
    );
    expect(await names({ words: "zoë" })).toEqual(["per_cent"]);
    expect(await names({ words: "MAIL.example" })).toEqual(["per_cent"]);
    expect(await names({ words: "r_c" })).toEqual(["per_cent"]);
    expect(await names({ words: "dred%" })).toEqual(["per_cent"]);
    expect(await names({ words: "v_ra" })).toEqual([]);
  });

  it("narrows to kinds", async () => {
    await inTransaction(async (tx) => {
      await insertUser(tx, { username: "robot", fullName: "Robot", email: null, isBot: true });
      await insertUser(tx, { username: "gone", fullName: "Gone", email: "gone@example.org", isActive: false });
    });
    await db.run(sql`update users set last_login = now() where username = 'vera'`);
    expect(await names({ kind: "bot" })).toEqual(["robot"]);
    expect(await names({ kind: "superuser" })).toEqual(["adminone"]);
    expect(await names({ kind: "inactive" })).toEqual(["gone"]);
    expect(await names({ kind: "unconfirmed" })).toEqual(["gone", "per_cent"]);
    expect(await names({ kind: "never" })).not.toContain("vera");
    expect(await names({ kind: "never" })).not.toContain("robot");
    expect(await names({ kind: "active" })).not.toContain("gone");
    expect(await countUnconfirmed(admin)).toBe(1);
  });

  it.each(["newest", "name", "seen"] as const)("goes through all of it by cursors: %s", async (order) => {
    await db.run(
      sql`update users set last_login = now() - interval '1 day' where username in ('adminone', 'per_cent')`,
    );
    const whole = await listPeople(admin, { ...QUERY, order });
    const seen: string[] = [];
    for (let after: string | undefined, pages = 0; pages < 20; pages++) {
      const page = await listPeople(admin, { ...QUERY, order, after, limit: 2 });
      expect(page.count).toBe(whole.count);
      seen.push(...page.rows.map(({ username }) => username));
      after = page.next;
      if (!after) break;
    }
    expect(seen).toEqual(whole.rows.map(({ username }) => username));
    expect(seen.length).toBe(whole.count);
    const [first] = (await listPeople(admin, { ...QUERY, order, after: "nonsense~x" })).rows;
    expect(first?.username).toBe(seen[0]);
  });

  it("leaves out who was removed, and is for those who manage", async () => {
    await makePerson("short");
    await removePerson(admin, "short");
    expect(await names({ words: "deleted" })).toEqual([]);
    await expect(listPeople(vera, QUERY)).rejects.toThrow("management.use");
    await expect(managedPerson(vera, "adminone")).rejects.toThrow("management.use");
  });
});

describe("acts on many", () => {
  it("deactivates with sessions and says what it leaves", async () => {
    const [one, two] = [await makePerson("one"), await makePerson("two")];
    const session = await beginSession({ id: one.userId, sessionVersion: 1 }, BROWSER);
    expect(await sessionUser(session)).toBe(one.userId);
    const outcome = await actOnPeople(admin, ["ONE", "two", "nobody", "adminone"], "deactivate");
    expect(outcome.done.toSorted()).toEqual(["one", "two"]);
    expect(outcome.left).toEqual(
      expect.arrayContaining([
        { username: "nobody", reason: "gone" },
        { username: "adminone", reason: "yourself" },
      ]),
    );
    expect(await sessionUser(session)).toBeUndefined();
    expect(await loadActor(two.userId)).toBeUndefined();
    expect((await actOnPeople(admin, ["two"], "deactivate")).left).toEqual([{ username: "two", reason: "unchanged" }]);
    expect((await actOnPeople(admin, ["two"], "activate")).done).toEqual(["two"]);
    expect(await loadActor(two.userId)).toBeDefined();
  });

  it("lets no manager touch an administrator, nor anybody without the right anybody", async () => {
    const left = [{ username: "adminone", reason: "superuser" }];
    for (const act of ["deactivate", "end-sessions"] as const)
      expect(await actOnPeople(manager(vera.userId), ["adminone"], act)).toEqual({ done: [], left });
    await expect(actOnPeople(vera, ["adminone"], "deactivate")).rejects.toThrow("user.edit");
    await expect(endSessionsOf(manager(vera.userId), "adminone")).rejects.toThrow("superusers");
    await expect(passwordLink(manager(vera.userId), "adminone", "copy")).rejects.toThrow("superusers");
    await expect(passwordLink(vera, "adminone", "copy")).rejects.toThrow("user.edit");
    await expect(updatePerson(manager(vera.userId), "vera", { isSuperuser: true })).rejects.toThrow("superusers");
    await expect(updatePerson(vera, "vera", { isSuperuser: true })).rejects.toThrow("user.edit");
  });

  it("keeps the last administrator, whoever asks", async () => {
    const elsewhere = { ...admin, userId: 0 };
    expect((await actOnPeople(elsewhere, ["adminone"], "deactivate")).left).toEqual([
      { username: "adminone", reason: "last-superuser" },
    ]);
    await expect(updatePerson(admin, "adminone", { isSuperuser: false })).rejects.toThrow("last superuser");
    await expect(removePerson(admin, "adminone")).rejects.toThrow("last superuser");
    const second = await makePerson("admintwo", { superuser: true });
    const both = await actOnPeople(elsewhere, ["adminone", "admintwo"], "deactivate");
    expect(both.done).toEqual([]);
    await Promise.all([
      actOnPeople(admin, ["admintwo"], "deactivate"),
      actOnPeople(second, ["adminone"], "deactivate"),
    ]);
    expect(await names({ kind: "superuser" })).toHaveLength(2);
    const alive = (await listPeople(elsewhere, { ...QUERY, kind: "superuser" })).rows.filter((row) => row.isActive);
    expect(alive.length).toBeGreaterThanOrEqual(1);
    await actOnPeople(elsewhere, ["adminone"], "activate");
    await actOnPeople(elsewhere, ["admintwo"], "deactivate");
  });
});

describe("help with signing in", () => {
  it("makes an account whose owner sets the password by a link", async () => {
    const link = await createPersonWithLink(
      admin,
      { username: "newbie", fullName: "New Bie", email: "newbie@example.org" },
      "copy",
    );
    const token = new URL(link ?? "").searchParams.get("token") ?? "";
    await resetPassword(token, "a fine long sentence");
    expect(await signIn("newbie", "a fine long sentence", BROWSER)).toBeDefined();
    await expect(resetPassword(token, "a fine long sentence")).rejects.toThrow("has been used");
    await expect(
      createPersonWithLink(admin, { username: "newbie", fullName: "X", email: "x@example.org" }, "copy"),
    ).rejects.toThrow("taken");
    await expect(
      createPersonWithLink(admin, { username: "other", fullName: "X", email: "x@example.org" }, "mail"),
    ).rejects.toThrow("does not send mails");
    await expect(findUser("other")).rejects.toThrow("no user");
    await expect(
      createPersonWithLink(vera, { username: "other", fullName: "X", email: "x@example.org" }, "copy"),
    ).rejects.toThrow("user.edit");
  });

  it("gives no link to bots and to the deactivated", async () => {
    await expect(passwordLink(admin, "robot", "copy")).rejects.toThrow("bot");
    await expect(passwordLink(admin, "gone", "copy")).rejects.toThrow("deactivated");
  });

  it("ends sessions", async () => {
    await endSessionsOf(admin, "newbie");
    const user = await findUser("newbie");
    const session = await beginSession(user, BROWSER);
    expect((await managedPerson(admin, "newbie"))?.sessions).toBe(1);
    await endSessionsOf(admin, "newbie");
    expect(await sessionUser(session)).toBeUndefined();
    expect(await managedPerson(admin, "newbie")).toMatchObject({ sessions: 0, lastChange: null });
  });
});

describe("a mailed link", () => {
  it("greets a new person or helps an old one, works once and proves the address", async () => {
    const server = await startMailServer();
    const leave = useMailServer(`smtp://127.0.0.1:${server.port}`);
    try {
      const given = { username: "mailed", fullName: "Mai Led", email: "mailed@example.org" };
      expect(await createPersonWithLink(admin, given, "mail")).toBeUndefined();
      await sendMails();
      expect(server.mails[0]).toMatchObject({ subject: "Your account on Loquat", to: { text: "mailed@example.org" } });
      const welcome = tokenIn(server.mails[0]?.text);
      await db.run(sql`update users set email_confirmed = false where username = 'mailed'`);
      expect(await passwordLink(admin, "mailed", "mail")).toBeUndefined();
      await sendMails();
      expect(server.mails[1]?.text).toContain("An administrator has sent you this link");
      await expect(resetPassword(welcome, "a fine long sentence")).rejects.toThrow("has been used");
      await resetPassword(tokenIn(server.mails[1]?.text), "a fine long sentence");
      expect((await findUser("mailed")).emailConfirmed).toBe(true);
      await inTransaction((tx) => insertUser(tx, { username: "no-address", fullName: "No", email: null }));
      await expect(passwordLink(admin, "no-address", "mail")).rejects.toThrow("no e-mail address");
    } finally {
      leave();
      await server.stop();
    }
  });
});

const tokenIn = (text: string | undefined) => decodeURIComponent(/\?token=(\S+)/.exec(text ?? "")?.[1] ?? "");

describe("two administrators with one form", () => {
  it("write nothing over each other unseen", async () => {
    await createPerson(admin, { username: "shared", fullName: "Shared", email: "shared@example.org" });
    const seen = { username: "shared", fullName: "Shared", email: "shared@example.org" };
    await updatePerson(admin, "shared", { ...seen, fullName: "First" }, { whole: true, seen });
    await expect(updatePerson(admin, "shared", { ...seen, fullName: "Second" }, { whole: true, seen })).rejects.toThrow(
      "It is now: First",
    );
    expect((await findUser("shared")).fullName).toBe("First");
    // Who wants the same has it already, and what nobody else touched is free.
    await updatePerson(admin, "shared", { ...seen, fullName: "First" }, { whole: true, seen });
    await updatePerson(admin, "shared", { ...seen, fullName: "Second" }, { seen: { ...seen, fullName: "First" } });
    expect((await findUser("shared")).fullName).toBe("Second");
  });

  it("does not undo what the other has done to a field that one did not touch", async () => {
    const seen = { username: "shared", fullName: "Second", email: "shared@example.org" };
    await updatePerson(admin, "shared", { email: "moved@example.org" });
    await expect(updatePerson(admin, "shared", { ...seen, fullName: "Third" }, { whole: true, seen })).rejects.toThrow(
      "It is now: moved@example.org",
    );
    expect(await findUser("shared")).toMatchObject({ fullName: "Second", email: "moved@example.org" });
  });
});

describe("all tokens", () => {
  it("are listed with owners and kinds, and no key", async () => {
    const { id } = await issueToken(vera.userId, { name: "laptop" });
    await issueToken(admin.userId, { name: "ci", expiresAt: new Date(Date.now() + 86_400_000) });
    const list = async (query: Partial<Parameters<typeof listAllTokens>[1]>) =>
      (await listAllTokens(admin, { words: "", limit: 50, ...query })).rows.map(({ name }) => name);
    expect(await list({ words: "VERA" })).toEqual(["laptop"]);
    expect(await list({ kind: "expiring" })).toEqual(["ci"]);
    expect(await list({ kind: "endless" })).toContain("laptop");
    expect(await list({ kind: "project" })).toEqual([]);
    const first = await listAllTokens(admin, { words: "", limit: 1 });
    expect(first).toMatchObject({ rows: [{ name: "ci" }], count: 2 });
    expect(await list({ after: first.next })).toEqual(["laptop"]);
    expect(JSON.stringify(first.rows)).not.toMatch(/hash|[0-9a-f]{64}/);
    await db.run(sql`update api_tokens set revoked_at = now() where id = ${id}`);
    expect(await list({ words: "vera" })).toEqual([]);
    await expect(listAllTokens(vera, { words: "", limit: 1 })).rejects.toThrow("user.edit");
  });
});
