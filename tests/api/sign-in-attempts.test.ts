import { randomBytes, scryptSync } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { resetThrottle } from "@/lib/platform/throttle-store";
import { textRows } from "../support/text-rows";
import { Browser } from "./browser";

/** How often somebody may try, and that nobody can keep somebody else out. */

const PASSWORD = "a long and quiet river";
let networks = 0;

/** A browser in a network of its own, so that only the account's counter is met. */
const stranger = () => new Browser(`198.51.${Math.floor(++networks / 250)}.${networks % 250}`);

const makeUser = (username: string, email = `${username.toLowerCase()}@example.org`, password?: string) =>
  inTransaction((tx) => insertUser(tx, { username, fullName: username, email, password }));

/** Somebody whose stored hash asks for little work: hundreds of guesses are counted here, and few need be slow. */
async function makeQuickUser(username: string): Promise<void> {
  const user = await makeUser(username);
  const salt = randomBytes(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
  const hash = ["scrypt", 16, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
  await db.run(sql`update users set password_hash = ${hash} where id = ${user.id}`);
}

/** Wrong attempts, each from another network, until the first refusal; at most `most`. */
async function guess(spellings: readonly string[], most = 40): Promise<{ tried: number; refusal?: Response }> {
  for (let tried = 0; tried < most; tried++) {
    const { answer, outcome } = await stranger().signIn(
      spellings[tried % spellings.length] as string,
      "wrong password",
    );
    if (outcome === 429) return { tried, refusal: answer };
    expect(outcome).toBe("wrong");
  }
  return { tried: most };
}

const forgetCounts = async () => {
  await db.run(sql`delete from rate_limits`);
  resetThrottle();
};

beforeAll(async () => {
  await makeQuickUser("Vera");
  await makeQuickUser("Petra");
});

describe("attempts at one account", () => {
  it("share one counter, however the name is written", async () => {
    const spellings = ["Vera", "vera ", " VERA", "vera\t", "vera   ", "VERA@example.org", " vera@EXAMPLE.org "];
    const { tried, refusal } = await guess(spellings);
    // A window that moves on meanwhile lets one more through.
    expect(tried).toBeGreaterThanOrEqual(30);
    expect(tried).toBeLessThanOrEqual(31);
    expect(Number(refusal?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refusal?.json()).toMatchObject({ errors: [{ code: "throttled" }] });
    for (const spelling of spellings) expect((await stranger().signIn(spelling, PASSWORD)).outcome).toBe(429);
    expect((await stranger().signIn("petra", PASSWORD)).outcome).toBe("in");
    await forgetCounts();
  });

  it("do not lock its owner out on a browser that it has been used from", async () => {
    const own = new Browser("203.0.113.5");
    expect((await own.signIn("vera", PASSWORD)).outcome).toBe("in");
    const other = new Browser("203.0.113.6");
    expect((await other.signIn("petra", PASSWORD)).outcome).toBe("in");
    expect((await guess(["vera"])).refusal).toBeDefined();
    expect((await stranger().signIn("vera", PASSWORD)).outcome).toBe(429);
    // Known from somebody else's account is not known from this one.
    expect((await other.signIn("vera", PASSWORD)).outcome).toBe(429);
    const moved = own.copy("192.0.2.200");
    expect((await moved.signIn("vera", "wrong password")).outcome).toBe("wrong");
    expect((await moved.signIn(" VERA@example.org", PASSWORD)).outcome).toBe("in");
    await forgetCounts();
  });

  it("are limited on a known browser, too, without touching other known ones", async () => {
    const [own, second] = [new Browser("203.0.113.7"), new Browser("203.0.113.8")];
    for (const browser of [own, second]) expect((await browser.signIn("vera", PASSWORD)).outcome).toBe("in");
    const thief = own.copy("192.0.2.201");
    let tried = 0;
    while (tried < 40 && (await thief.signIn("vera", "wrong password")).outcome === "wrong") tried++;
    expect(tried).toBeGreaterThanOrEqual(30);
    expect(tried).toBeLessThanOrEqual(31);
    expect((await second.signIn("vera", PASSWORD)).outcome).toBe("in");
    expect((await stranger().signIn("vera", PASSWORD)).outcome).toBe("in");
    await forgetCounts();
  });

  it("take a copied mark for a stranger's once its owner has signed in again", async () => {
    const own = new Browser("203.0.113.9");
    await own.signIn("vera", PASSWORD);
    const thief = own.copy("192.0.2.202");
    expect((await own.signIn("vera", PASSWORD)).outcome).toBe("in");
    await guess(["vera"]);
    expect((await thief.signIn("vera", "wrong password")).outcome).toBe(429);
    expect((await own.signIn("vera", PASSWORD)).outcome).toBe("in");
    await forgetCounts();
  });

  it("count names that nobody bears as well, so that a refusal tells nothing of who exists", async () => {
    const { tried } = await guess(["nobody", "NOBODY ", " nobody", "ｎｏｂｏｄｙ"]);
    expect(tried).toBeGreaterThanOrEqual(30);
    expect(tried).toBeLessThanOrEqual(31);
    expect((await stranger().signIn("Nobody", "wrong password")).outcome).toBe(429);
    await forgetCounts();
  });

  it("hand out a mark only to who knows the password, out of reach of scripts", async () => {
    const browser = new Browser("203.0.113.10");
    await browser.signIn("vera", "wrong password");
    expect([...browser.cookies.keys()]).not.toContain("loquat-known");
    const { answer } = await browser.signIn("vera", PASSWORD);
    const line = answer.headers.getSetCookie().find((one) => one.startsWith("loquat-known="));
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    const mark = browser.cookies.get("loquat-known") ?? "";
    const stored = await textRows<{ hash: string }>(db, sql`select hash from known_browsers`);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.map((row) => row.hash)).not.toContain(mark);
    browser.cookies.set("loquat-known", `${mark.slice(0, -2)}xx`);
    await guess(["vera"]);
    expect((await browser.signIn("vera", PASSWORD)).outcome).toBe(429);
    await forgetCounts();
  });
});

describe("attempts from one network", () => {
  it("are few a minute over all accounts; IPv6 addresses of one household are one network", async () => {
    const outcomes: unknown[] = [];
    for (let number = 1; number <= 22 && !outcomes.includes(429); number++)
      outcomes.push((await new Browser(`2001:db8:1:2::${number}`).signIn(`name${number}`, "x")).outcome);
    expect(outcomes.length).toBeGreaterThanOrEqual(21);
    expect(outcomes.at(-1)).toBe(429);
    expect((await new Browser("2001:db8:1:3::1").signIn("vera", PASSWORD)).outcome).toBe("in");
    await forgetCounts();
  });
});

describe("names and addresses", () => {
  it("cannot be taken from somebody by calling oneself so", async () => {
    await expect(makeUser("vera@example.org", "mallory@example.org")).rejects.toThrow("taken");
    await makeUser("x@example.net", "x@example.org");
    await expect(makeUser("mallory", "X@example.net")).rejects.toThrow("in use");
  });

  it("are refused in the same time, whether there is such an account or not", async () => {
    await makeUser("wanda", undefined, PASSWORD);
    const closed = await makeUser("closed", undefined, PASSWORD);
    await db.run(sql`update users set is_active = false where id = ${closed.id}`);
    const times = new Map<string, number[]>();
    const names = ["wanda", "closed", "nobody at all"];
    for (let round = 0; round < 12; round++)
      for (const name of names) {
        const began = performance.now();
        const { outcome } = await stranger().signIn(name, name === "closed" ? PASSWORD : "wrong password");
        expect(outcome).toBe("wrong");
        times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
      }
    const median = (name: string) => (times.get(name) ?? []).sort((a, b) => a - b)[6] as number;
    // Hashing takes most of the time: whoever skipped it would be many times faster.
    for (const name of names.slice(1)) {
      expect(median(name) / median("wanda")).toBeGreaterThan(0.4);
      expect(median(name) / median("wanda")).toBeLessThan(2.5);
    }
    await forgetCounts();
  });
});
