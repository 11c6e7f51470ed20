import { expect, it } from "vitest";
import { type Actor, anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { ownData } from "@/lib/domain/users/own-data";
import { beginSession } from "@/lib/domain/users/sessions";
import { createPersonalToken } from "@/lib/domain/users/tokens";
import { insertUser } from "@/lib/domain/users/users";
import { db, inTransaction, sql } from "@/lib/platform/database";

const BROWSER = { address: "198.51.100.7", userAgent: "Firefox of mine", mark: undefined };
let serial = 0;

async function person(): Promise<Actor> {
  const username = `known${++serial}`;
  const input = { username, fullName: "Kno Wn", email: `${username}@example.org`, password: "a long enough sentence" };
  const user = await inTransaction((tx) => insertUser(tx, input));
  return (await loadActor(user.id)) as Actor;
}

async function textOf(actor: Actor): Promise<string> {
  let text = "";
  for await (const piece of ownData(actor)) text += piece;
  return text;
}

it("gives all rows of a person and of nobody else, without secrets, in batches", async () => {
  const [actor, other] = [await person(), await person()];
  await beginSession({ id: actor.userId, sessionVersion: 1 }, BROWSER);
  await createPersonalToken(actor, "my token", null);
  await db.prisma.savedSearch.create({ data: { userId: other.userId, name: "theirs", query: "x" } });
  await db.run(sql`
    insert into saved_searches (user_id, name, query) select ${actor.userId}, 'mine ' || n, 'x' from generate_series(1, 4500) n`);
  await db.run(sql`
    insert into changes (action, cause, user_id, target) select 2, 'person', ${actor.userId}, 'text ' || n from generate_series(1, 4100) n`);
  const text = await textOf(actor);
  const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
  expect(data.account).toMatchObject({ username: actor.username, email: actor.email });
  expect(data.sessions).toMatchObject([{ user_agent: "Firefox of mine", network: "198.51.100.0/24" }]);
  expect(data.api_tokens).toMatchObject([{ name: "my token" }]);
  expect(data.saved_searches).toHaveLength(4500);
  expect(new Set(data.changes?.map((line) => line.target)).size).toBe(4100);
  expect(text).not.toContain("scrypt$");
  expect(text).not.toContain("theirs");
  for (const secret of ["hash", "password_hash", "secret"]) expect(text).not.toContain(`"${secret}"`);
  // Somebody about whom there is nothing else gets a sound document, too.
  expect(JSON.parse(await textOf(other))).toMatchObject({ changes: [], comments: [] });
});

it("is for people who are signed in: not for visitors and tokens", async () => {
  await expect(textOf(await anonymousActor())).rejects.toThrow("Sign in");
  const actor = await person();
  await expect(textOf({ ...actor, cause: "api" })).rejects.toThrow("Sign in");
  await expect(textOf({ ...actor, tokenProjectId: 1 })).rejects.toThrow("Sign in");
});
