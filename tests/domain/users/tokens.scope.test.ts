import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "@/lib/domain/errors";
import {
  authenticateKey,
  createPersonalToken,
  endOldOwnKey,
  generateKey,
  hashKey,
  issueToken,
  listTokens,
  revokeToken,
  revokeTokens,
  rotateToken,
  workingTokens,
} from "@/lib/domain/users/tokens";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareProject } from "../../support/places";
import { textRow } from "../../support/text-rows";

let petra: Actor;
let jan: Actor;
let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
});
beforeEach(forgetTokens);

const REFUSED = "The token is unknown, revoked or expired. Create a new one on your profile page.";
const refused = async (key: string) => {
  const error = await authenticateKey(key, "client").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Unauthenticated);
  expect(error).toMatchObject({ message: REFUSED, failed: true });
};
const stored = (id: number) =>
  textRow<Record<string, unknown>>(
    db,
    sql`select name, prefix, last_four, project_id, hash, expires_at, last_client, last_used_at, revoked_at from api_tokens where id = ${id}`,
  );

describe("a key", () => {
  it("has its prefix and 36 letters and digits, all of them likely", () => {
    const keys = Array.from({ length: 300 }, () => generateKey("svcu_"));
    for (const key of keys) expect(key).toMatch(/^svcu_[A-Za-z0-9]{36}$/);
    expect(new Set(keys).size).toBe(300);
    expect(new Set(keys.join("").replaceAll("svcu_", "")).size).toBe(62);
    expect(generateKey("svcp_")).toMatch(/^svcp_/);
  });

  it("is stored as a hash, with its last letters", async () => {
    const { key, id } = await issueToken(petra.userId, { name: "laptop" });
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(await stored(id)).toMatchObject({
      name: "laptop",
      prefix: "svcu_",
      lastFour: key.slice(-4),
      hash: hashKey(key),
      projectId: null,
      expiresAt: null,
    });
    expect(await stored((await issueToken(petra.userId)).id)).toMatchObject({ name: "" });
  });

  it("of one's own has a trimmed and bounded name, and is not for nobody", async () => {
    const { id } = await createPersonalToken(petra, `  ${"x".repeat(150)} `, null);
    expect((await stored(id))?.name).toBe("x".repeat(100));
    await expect(createPersonalToken(await anonymousActor(), "x", null)).rejects.toThrow(
      new Unauthenticated("Sign in to create an API token."),
    );
  });
});

describe("a token opens the door", () => {
  it("for its user, and says who used it", async () => {
    const { key, id } = await issueToken(petra.userId);
    expect(await authenticateKey(key, "c".repeat(200))).toMatchObject({
      userId: petra.userId,
      tokenProjectId: undefined,
      cause: "api",
    });
    expect(await stored(id)).toMatchObject({ lastClient: "c".repeat(120), lastUsedAt: expect.any(Date) });
  });

  it("of a project, in that project", async () => {
    const project = await bareProject();
    const { key, id } = await issueToken(petra.userId, { projectId: project });
    expect(key).toMatch(/^svcp_/);
    expect((await authenticateKey(key, "x")).tokenProjectId).toBe(project);
    expect(await stored(id)).toMatchObject({ prefix: "svcp_", projectId: project });
  });

  it("until it expires", async () => {
    const soon = await issueToken(petra.userId, { expiresAt: new Date(Date.now() + 3_600_000) });
    expect((await authenticateKey(soon.key, "x")).userId).toBe(petra.userId);
    const over = await issueToken(petra.userId, { expiresAt: new Date(Date.now() - 1_000) });
    await refused(over.key);
    await db.run(sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${soon.id}`);
    forgetTokens();
    await refused(soon.key);
  });

  it("not when it is unknown, nor by its hash", async () => {
    await refused("svcu_nothing");
    await refused(hashKey((await issueToken(petra.userId)).key));
  });

  it("not for a user who is closed or expired", async () => {
    const guest = await makePerson("guest");
    const { key } = await issueToken(guest.userId);
    await db.run(sql`update users set is_active = false where id = ${guest.userId}`);
    await refused(key);
    await db.run(
      sql`update users set is_active = true, date_expires = now() - interval '1 second' where id = ${guest.userId}`,
    );
    await refused(key);
    await db.run(sql`update users set date_expires = now() + interval '1 hour' where id = ${guest.userId}`);
    expect((await authenticateKey(key, "x")).userId).toBe(guest.userId);
  });

  it("not for nobody", async () => {
    const { key } = await issueToken((await anonymousActor()).userId);
    const refused = authenticateKey(key, "x");
    await expect(refused).rejects.toBeInstanceOf(Forbidden);
    await expect(refused).rejects.toMatchObject({
      denial: { reason: "not-signed-in", text: "The owner of this token no longer exists." },
    });
  });

  it("is remembered for a moment only, and forgotten at once here", async () => {
    const { key, id } = await issueToken(petra.userId);
    await authenticateKey(key, "first");
    // Another one that is seen meanwhile does not make it forgotten.
    await authenticateKey((await issueToken(jan.userId)).key, "other");
    await db.run(sql`update api_tokens set revoked_at = now() where id = ${id}`);
    expect((await authenticateKey(key, "second")).userId).toBe(petra.userId);
    expect(await stored(id)).toMatchObject({ lastClient: "first" });
    await new Promise((pause) => setTimeout(pause, 2_100));
    await refused(key);
  });

  it("writes down its use once a minute", async () => {
    const { key, id } = await issueToken(petra.userId);
    await authenticateKey(key, "first");
    forgetTokens();
    await authenticateKey(key, "second");
    expect(await stored(id)).toMatchObject({ lastClient: "first" });
    await db.run(sql`update api_tokens set last_used_at = now() - interval '2 minutes' where id = ${id}`);
    forgetTokens();
    await authenticateKey(key, "third");
    expect(await stored(id)).toMatchObject({ lastClient: "third" });
  });
});

describe("revoking", () => {
  it("is for the owner and for managers of users, nobody else", async () => {
    const { key, id } = await issueToken(petra.userId);
    await authenticateKey(key, "x");
    await expect(revokeToken(jan, id)).rejects.toThrow(Forbidden);
    await expect(revokeToken(jan, id)).rejects.toThrow("user.edit");
    await expect(revokeToken(await anonymousActor(), id)).rejects.toThrow(Unauthenticated);
    expect(await stored(id)).toMatchObject({ revokedAt: null });
    expect((await authenticateKey(key, "x")).userId).toBe(petra.userId);
    await revokeToken(petra, id);
    await refused(key);
    await expect(revokeToken(petra, id)).rejects.toThrow(
      new NotFound("This token does not exist or has already been revoked."),
    );
    await expect(revokeToken(petra, 999_999)).rejects.toThrow(NotFound);
    const other = await issueToken(petra.userId);
    await revokeToken(admin, other.id);
    await refused(other.key);
  });

  it("concerns that token alone", async () => {
    const [one, two] = [await issueToken(petra.userId), await issueToken(petra.userId)];
    await revokeToken(petra, one.id);
    await refused(one.key);
    expect((await authenticateKey(two.key, "x")).userId).toBe(petra.userId);
  });

  it("takes a token off the list, which is its owner's", async () => {
    const person = await makePerson("lister");
    const [first, second] = [await issueToken(person.userId, { name: "a" }), await issueToken(person.userId)];
    expect((await listTokens(person, person.userId)).map((row) => row.id)).toEqual([second.id, first.id]);
    await revokeToken(person, second.id);
    const rows = await listTokens(person, person.userId);
    expect(rows).toEqual([
      {
        id: first.id,
        name: "a",
        prefix: "svcu_",
        lastFour: first.key.slice(-4),
        projectId: null,
        createdAt: expect.any(Date),
        expiresAt: null,
        lastUsedAt: null,
        lastClient: "",
        lastAddress: "",
        callsPerHour: 0,
        callsPerWeek: 0,
        oldLastFour: "",
        oldEndsAt: null,
        oldUsedAt: null,
      },
    ]);
    expect(await listTokens(admin, person.userId)).toEqual(rows);
    await expect(listTokens(jan, person.userId)).rejects.toThrow(Forbidden);
    await expect(listTokens(jan, person.userId)).rejects.toThrow("user.edit");
  });
});

describe("many tokens at once", () => {
  it("are ended by those who manage users, and work no more", async () => {
    const made = [await createPersonalToken(petra, "one", null), await createPersonalToken(jan, "two", null)];
    const ids = made.map(({ id }) => id);
    await expect(revokeTokens(petra, ids)).rejects.toThrow(Forbidden);
    await authenticateKey(made[0]?.key ?? "", "client");
    expect(await revokeTokens(admin, [...ids, 2_000_000])).toBe(2);
    for (const { key } of made) await refused(key);
    expect(await revokeTokens(admin, ids)).toBe(0);
    await expect(revokeTokens(admin, [])).rejects.toThrow(Invalid);
  });

  it("are counted before: those that work, once each, for those who manage users", async () => {
    const [one, two, ended] = await Promise.all([
      issueToken(petra.userId),
      issueToken(jan.userId),
      issueToken(jan.userId),
    ]);
    const late = await issueToken(jan.userId, { expiresAt: new Date(Date.now() - 1000) });
    await revokeToken(jan, ended.id);
    const asked = [two.id, one.id, two.id, ended.id, late.id, 2_000_000];
    expect(await workingTokens(admin, asked)).toEqual([one.id, two.id].toSorted((a, b) => a - b));
    await expect(workingTokens(petra, [one.id])).rejects.toThrow(Forbidden);
  });
});

describe("a rotation", () => {
  const rotated = async (overlap: number, who = petra) => {
    const made = await issueToken(petra.userId, { name: "ci", expiresAt: new Date(Date.now() + 86_400_000) });
    return { ...made, next: await rotateToken(who, made.id, overlap) };
  };

  it("gives another key and keeps name, reach and end, while the one before works on", async () => {
    const before = await issueToken(petra.userId, { name: "ci", expiresAt: new Date(Date.now() + 86_400_000) });
    await authenticateKey(before.key, "wlc", "203.0.113.7");
    const old = await stored(before.id);
    const key = await rotateToken(petra, before.id, 24);
    expect(key).toMatch(/^svcu_[A-Za-z0-9]{36}$/);
    expect(await stored(before.id)).toMatchObject({
      name: "ci",
      expiresAt: old?.expiresAt,
      hash: hashKey(key),
      lastFour: key.slice(-4),
    });
    expect((await authenticateKey(key, "x")).userId).toBe(petra.userId);
    expect((await authenticateKey(before.key, "x")).userId).toBe(petra.userId);
    const [listed] = await listTokens(petra, petra.userId);
    expect(listed).toMatchObject({ oldLastFour: before.key.slice(-4), lastAddress: "203.0.113.7" });
    const hours = ((listed?.oldEndsAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
  });

  it("tells when the key before was used, by nothing that uses the new one", async () => {
    const { id, key, next } = await rotated(1);
    const used = async () =>
      (await textRow<{ at: Date | null }>(db, sql`select old_used_at as at from api_tokens where id = ${id}`))?.at;
    await authenticateKey(next, "x");
    expect(await used()).toBeNull();
    await authenticateKey(key, "x");
    expect(await used()).toBeInstanceOf(Date);
  });

  it("ends the key before with its time, at once where none is wanted, and with the next rotation", async () => {
    const first = await rotated(1);
    await db.run(sql`update api_tokens set old_ends_at = now() - interval '1 second' where id = ${first.id}`);
    await refused(first.key);
    const none = await rotated(0);
    await refused(none.key);
    // Not even its fingerprint is kept.
    expect(
      await textRow(
        db,
        sql`select old_hash is null and old_last_four = '' and old_ends_at is null as gone from api_tokens where id = ${none.id}`,
      ),
    ).toEqual({ gone: true });
    const twice = await rotated(168);
    const third = await rotateToken(petra, twice.id, 1);
    await refused(twice.key);
    for (const key of [twice.next, third]) expect((await authenticateKey(key, "x")).userId).toBe(petra.userId);
  });

  it("ends both keys when the token is revoked or has expired", async () => {
    const { id, key, next } = await rotated(24);
    await revokeToken(petra, id);
    for (const each of [key, next]) await refused(each);
    const other = await rotated(24);
    await db.run(sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${other.id}`);
    for (const each of [other.key, other.next]) await refused(each);
    await expect(rotateToken(petra, other.id, 24)).rejects.toBeInstanceOf(NotFound);
    await expect(rotateToken(petra, id, 24)).rejects.toBeInstanceOf(NotFound);
  });

  it("ends the key before on demand", async () => {
    const { id, key, next } = await rotated(24);
    await expect(endOldOwnKey(jan, id)).rejects.toBeInstanceOf(NotFound);
    await endOldOwnKey(petra, id);
    await refused(key);
    expect((await authenticateKey(next, "x")).userId).toBe(petra.userId);
    await expect(endOldOwnKey(petra, id)).rejects.toBeInstanceOf(NotFound);
  });

  it("is for whoever has the token, who would see its key, and for the listed times", async () => {
    const { id } = await issueToken(petra.userId);
    for (const who of [jan, admin]) await expect(rotateToken(who, id, 24)).rejects.toBeInstanceOf(NotFound);
    await expect(rotateToken(await anonymousActor(), id, 24)).rejects.toBeInstanceOf(Unauthenticated);
    for (const hours of [-1, 2, 1000, Number.NaN])
      await expect(rotateToken(petra, id, hours)).rejects.toBeInstanceOf(Invalid);
    const weak = { ...petra, withoutFactor: { everywhere: true, projects: new Set<number>() } };
    await expect(rotateToken(weak, id, 24)).rejects.toBeInstanceOf(Forbidden);
  });
});
