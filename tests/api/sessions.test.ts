import { beforeAll, describe, expect, it } from "vitest";
import { POST as saveString } from "@/app/(web)/translate/-/save/route";
import { callerOf, sessionActor } from "@/lib/api/actor";
import { loadActor } from "@/lib/domain/access/actor";
import { removePerson, updatePerson } from "@/lib/domain/users/manage-users";
import { beginSession, listSessions, removeAllSessions, removeSession } from "@/lib/domain/users/sessions";
import { insertUser, setPassword } from "@/lib/domain/users/users";
import { countStatements, db, inTransaction, sql } from "@/lib/platform/database";
import { readSession } from "@/lib/platform/sign-in";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";
import { Browser } from "./browser";
import { json, send } from "./support";

/** A session is what stands in the table, whatever cookie somebody has kept. */

const PASSWORD = "a long and quiet river";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
let userId = 0;

const request = (browser: Browser) => new Request("http://localhost/api/", { headers: browser.headers });

/** Who the server takes a browser for: in the API, in pages and in the editor's routes. */
async function takenFor(browser: Browser): Promise<string> {
  const { actor, session } = await callerOf(request(browser));
  const page = await sessionActor(await readSession(request(browser)));
  expect(page?.userId).toBe(actor.isAnonymous ? undefined : actor.userId);
  expect(session === undefined).toBe(actor.isAnonymous);
  const seen = (await json<{ count: number }>("GET", "/api/users/", { headers: browser.headers })).body.count;
  expect(seen > 0).toBe(!actor.isAnonymous);
  const save = await saveString(
    new Request("http://localhost/translate/-/save/", {
      method: "POST",
      headers: {
        ...browser.headers,
        origin: "http://loquat.test",
        "if-match": '"1"',
        "content-type": "application/json",
      },
      body: JSON.stringify({ unit: 1, targets: ["x"], state: 20, account: userId }),
    }),
    { params: Promise.resolve({}) },
  );
  expect(save.status === 401).toBe(actor.isAnonymous);
  const told = (await (await browser.copy().get("session")).json()) as { user?: { id: number } };
  expect(told.user?.id).toBe(actor.isAnonymous ? undefined : actor.userId);
  return actor.username;
}

async function signedIn(address = "203.0.113.20", userAgent?: string): Promise<Browser> {
  const browser = new Browser(address, userAgent);
  expect((await browser.signIn("vera", PASSWORD)).outcome).toBe("in");
  return browser;
}

const me = async () => {
  const actor = await loadActor(userId);
  if (!actor) throw new Error("no actor");
  return actor;
};

beforeAll(async () => {
  const user = await inTransaction((tx) =>
    insertUser(tx, { username: "vera", fullName: "Vera", email: "vera@example.org", password: PASSWORD }),
  );
  userId = user.id;
});

describe("a session", () => {
  it("ends when its owner signs out, for copies of the cookie, too", async () => {
    const browser = await signedIn();
    const kept = browser.copy();
    const other = await signedIn("203.0.113.21");
    expect(await takenFor(kept)).toBe("vera");
    expect((await browser.post("signout", {})).status).toBe(200);
    expect([...browser.cookies.keys()].filter((name) => name.includes("session-token"))).toEqual([]);
    expect(await takenFor(kept)).toBe("anonymous");
    expect(await takenFor(other)).toBe("vera");
  });

  it("is listed with its device and as little of the address as helps, and is ended by its owner alone", async () => {
    await removeAllSessions(await me(), undefined);
    const [laptop, phone] = [await signedIn("203.0.113.22"), await signedIn("2001:db8:77:1::5", PHONE)];
    const current = (await readSession(request(laptop)))?.id;
    const rows = await listSessions(await me(), current);
    expect(rows.map(({ network, userAgent, current: own }) => [network, userAgent, own])).toEqual([
      ["203.0.113.0/24", laptop.userAgent, true],
      ["2001:db8:77::/48", PHONE, false],
    ]);
    const stored = JSON.stringify(await textRows(db, sql`select * from sessions`));
    expect(stored).not.toContain(current);
    expect(stored).not.toContain("203.0.113.22");
    const stranger = await makePerson("mallory");
    expect(await listSessions(stranger, current)).toEqual([]);
    await expect(removeSession(stranger, rows[1]?.id ?? 0)).rejects.toThrow("already been signed out");
    expect(await takenFor(phone)).toBe("vera");
    await removeSession(await me(), rows[1]?.id ?? 0);
    expect(await takenFor(phone)).toBe("anonymous");
    expect(await takenFor(laptop)).toBe("vera");
  });

  it("ends with all others: signing out everywhere, a new password, deactivation, removal", async () => {
    const admin = await makePerson("root", { superuser: true });
    const acts: [string, () => Promise<unknown>][] = [
      ["everywhere", async () => removeAllSessions(await me(), undefined)],
      ["password", () => setPassword(userId, "vera", PASSWORD)],
      [
        "deactivation",
        async () => {
          await updatePerson(admin, "vera", { isActive: false });
          await updatePerson(admin, "vera", { isActive: true });
        },
      ],
      ["removal", () => removePerson(admin, "vera")],
    ];
    for (const [name, act] of acts) {
      const browsers = [await signedIn("203.0.113.23"), await signedIn("203.0.113.24")];
      for (const browser of browsers) expect(await takenFor(browser), name).toBe("vera");
      await act();
      for (const browser of browsers) expect(await takenFor(browser), name).toBe("anonymous");
      expect(await textRows(db, sql`select 1 from sessions where user_id = ${userId}`), name).toEqual([]);
    }
    expect(await textRows(db, sql`select 1 from known_browsers where user_id = ${userId}`)).toEqual([]);
    const again = await inTransaction((tx) =>
      insertUser(tx, { username: "vera", fullName: "Vera", email: "vera@example.org", password: PASSWORD }),
    );
    userId = again.id;
  });

  it("is not live once the user's number has been raised, whatever rows are left", async () => {
    const browser = await signedIn("203.0.113.30");
    await db.run(sql`update users set session_version = session_version + 1 where id = ${userId}`);
    expect(await takenFor(browser)).toBe("anonymous");
    expect(await listSessions(await me(), undefined)).toEqual([]);
  });

  it("does not begin for a password that was changed while it was checked", async () => {
    const before = await textRow<{ sessionVersion: number }>(
      db,
      sql`select session_version from users where id = ${userId}`,
    );
    await setPassword(userId, "vera", PASSWORD);
    const browser = { address: "203.0.113.25", userAgent: "", mark: undefined };
    await expect(beginSession({ id: userId, sessionVersion: before?.sessionVersion ?? 0 }, browser)).rejects.toThrow(
      "Sign in again",
    );
  });

  it("runs out, and is not prolonged by being used", async () => {
    const browser = await signedIn("203.0.113.26");
    await db.run(sql`update sessions set expires_at = now() - interval '1 second'`);
    expect(await takenFor(browser)).toBe("anonymous");
    await signedIn("203.0.113.27");
    expect(await textRows(db, sql`select 1 from sessions where expires_at < now()`)).toEqual([]);
  });

  it("costs three statements a request, and its moment is written every few minutes only", async () => {
    const browser = await signedIn("203.0.113.28");
    const cost = async () => (await countStatements(() => callerOf(request(browser)))).count;
    await cost();
    expect(await cost()).toBeLessThanOrEqual(3);
    const seen = async () =>
      (await textRow<{ at: Date }>(db, sql`select max(last_seen_at) as at from sessions where user_id = ${userId}`))
        ?.at;
    const first = await seen();
    await cost();
    expect(await seen()).toEqual(first);
    await db.run(sql`update sessions set last_seen_at = now() - interval '6 minutes'`);
    await cost();
    expect((await seen())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
  });

  it("is taken neither from an older cookie nor from another user's", async () => {
    const browser = await signedIn("203.0.113.29");
    const session = await readSession(request(browser));
    const other = await makePerson("other");
    expect(await sessionActor(session && { ...session, userId: other.userId })).toBeUndefined();
    expect(await sessionActor(session && { ...session, id: "guessed" })).toBeUndefined();
    expect((await send("GET", "/api/users/", { headers: { cookie: "next-auth.session-token=x" } })).status).toBe(200);
  });
});
