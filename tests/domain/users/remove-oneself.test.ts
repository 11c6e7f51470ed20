import { expect, it } from "vitest";
import { loadActor } from "@/lib/domain/access/actor";
import { removeOneself } from "@/lib/domain/users/remove-oneself";
import { beginSession, listSessions, removeOtherSessions, sessionUser } from "@/lib/domain/users/sessions";
import { createPersonalToken } from "@/lib/domain/users/tokens";
import { findUser, insertUser, type UserRow } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";

const PASSWORD = "a long enough sentence";
const BROWSER = { address: "198.51.100.7", userAgent: "test", mark: undefined };
let serial = 0;

async function person(given: Partial<Parameters<typeof insertUser>[1]> = {}): Promise<UserRow> {
  const username = `leaver${++serial}`;
  return inTransaction((tx) =>
    insertUser(tx, { username, fullName: "Lea Ver", email: `${username}@example.org`, password: PASSWORD, ...given }),
  );
}

const actorOf = async (user: UserRow) => {
  const actor = await loadActor(user.id);
  if (!actor) throw new Error("no actor");
  return actor;
};

it("removes an account for whoever types its name and proves to own it", async () => {
  const user = await person();
  const actor = await actorOf(user);
  const session = await beginSession(user, BROWSER);
  await createPersonalToken(actor, "a token", null);
  await db.prisma.savedSearch.create({ data: { userId: user.id, name: "mine", query: "x" } });
  const proof = { secret: PASSWORD, session };
  await expect(removeOneself(actor, "somebody", proof)).rejects.toThrow("username: Enter your user name exactly");
  await expect(removeOneself(actor, user.username, { ...proof, secret: "" })).rejects.toThrow("Enter your password");
  await expect(removeOneself(actor, user.username, { ...proof, secret: "wrong" })).rejects.toThrow("not your password");
  expect(await sessionUser(session)).toBe(user.id);
  await removeOneself(actor, user.username, proof);
  expect(await sessionUser(session)).toBeUndefined();
  await expect(findUser(user.username)).rejects.toThrow("no user");
  const left = await Promise.all([
    db.prisma.apiToken.count({ where: { userId: user.id } }),
    db.prisma.savedSearch.count({ where: { userId: user.id } }),
    db.prisma.session.count({ where: { userId: user.id } }),
  ]);
  expect(left).toEqual([0, 0, 0]);
});

it("lets the last superuser not go", async () => {
  await db.run(sql`update users set is_superuser = false`);
  const user = await person({ isSuperuser: true });
  const proof = { secret: PASSWORD, session: await beginSession(user, BROWSER) };
  await expect(removeOneself(await actorOf(user), user.username, proof)).rejects.toThrow("last superuser");
  expect((await findUser(user.username)).isActive).toBe(true);
});

it("signs out all devices but the one that asks", async () => {
  const user = await person();
  const [here, there, elsewhere] = [
    await beginSession(user, BROWSER),
    await beginSession(user, BROWSER),
    await beginSession(await person(), BROWSER),
  ];
  expect(await removeOtherSessions(await actorOf(user), here, undefined)).toBe(1);
  expect(await sessionUser(here)).toBe(user.id);
  expect(await sessionUser(there)).toBeUndefined();
  expect(await sessionUser(elsewhere)).toBeDefined();
  expect(await listSessions(await actorOf(user), here)).toMatchObject([{ current: true }]);
});
