import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { listDirectory } from "@/lib/domain/users/directory";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareProject } from "../../support/places";

/** People as everybody may know of them. */

let admin: Actor;
let petra: Actor;
let visitor: Actor;

const names = async (actor: Actor, words = "", after?: string) =>
  (await listDirectory(actor, { words, after, limit: 50 })).rows.map(({ username }) => username);

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  visitor = await anonymousActor();
  const eva = await makePerson("Eva_b");
  const jan = await makePerson("jan");
  const gone = await makePerson("gone");
  const bot = await makePerson("bot-of-petra");
  await db.run(sql`update users set is_active = false where id = ${gone.userId}`);
  await db.run(sql`update users set is_bot = true where id = ${bot.userId}`);
  const contributed = (project: number, who: Actor) =>
    db.run(sql`insert into project_contributors (project_id, user_id) values (${project}, ${who.userId})`);
  const [open, hidden] = [await bareProject(0), await bareProject(100)];
  await contributed(open, eva);
  await contributed(hidden, jan);
  for (const who of [gone, bot]) await contributed(open, who);
});

it("visitors see who has contributed to public projects, whatever they search for", async () => {
  expect(await names(visitor)).toEqual(["Eva_b"]);
  expect(await names(visitor, "EVA")).toEqual(["Eva_b"]);
  expect(await names(visitor, "jan")).toEqual([]);
});

it("people see themselves, too, and find others from two characters on", async () => {
  expect(await names(petra)).toEqual(["Eva_b", "petra"]);
  expect(await names(petra, "j")).toEqual([]);
  expect(await names(petra, "ja")).toEqual(["jan"]);
  expect(await names(petra, "a_b")).toEqual(["Eva_b"]);
  expect(await names(petra, "go")).toEqual([]);
});

it("nobody is found by an address, and who may see all users sees all that are active", async () => {
  for (const actor of [visitor, petra, admin]) expect(await names(actor, "example.org")).toEqual([]);
  expect(await names(admin)).toEqual(["admin", "Eva_b", "jan", "petra"]);
  const [one] = (await listDirectory(admin, { words: "petra", limit: 1 })).rows;
  expect(Object.keys(one ?? {}).sort()).toEqual(["dateJoined", "fullName", "id", "username"]);
});

it("a long list is read piece by piece", async () => {
  const first = await listDirectory(admin, { words: "", limit: 2 });
  expect([first.rows.length, first.next]).toEqual([2, "Eva_b"]);
  expect(await names(admin, "", first.next)).toEqual(["jan", "petra"]);
});
