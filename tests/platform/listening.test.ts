import { afterEach, expect, it } from "vitest";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { listen } from "@/lib/platform/listening";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Listens, and waits until the connection stands. */
async function hear(channel: string) {
  const heard: string[] = [];
  const end = listen(channel, { said: (payload) => heard.push(payload), missed: () => heard.push("missed") });
  ends.push(end);
  await expect
    .poll(async () => {
      await say(channel, "are you there");
      return heard.length;
    })
    .toBeGreaterThan(0);
  await say(channel, "begin");
  await expect.poll(() => heard.at(-1)).toBe("begin");
  heard.length = 0;
  return { heard, end };
}

const say = (channel: string, text: string) => db.run(sql`select pg_notify(${channel}, ${text})`);

const listeners = async () =>
  (
    await db.answer(
      sql`select pid::text from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
  ).rows;

it("hears what is said on its channel, once it is committed", async () => {
  const { heard } = await hear("one");
  const { heard: others } = await hear("two");
  await inTransaction(async (tx) => {
    await tx.run(sql`select pg_notify('one', 'inside')`);
    await say("one", "outside");
    await expect.poll(() => heard).toEqual(["outside"]);
  });
  await expect.poll(() => heard).toEqual(["outside", "inside"]);
  await expect(
    inTransaction(async (tx) => {
      await tx.run(sql`select pg_notify('one', 'rolled back')`);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await say("one", "end");
  await expect.poll(() => heard).toEqual(["outside", "inside", "end"]);
  expect(others).toEqual([]);
});

it("comes back when its connection is lost, and says that something may have been missed", async () => {
  const { heard } = await hear("one");
  await db.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  );
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(["missed"]);
  await say("one", "again");
  await expect.poll(() => heard).toEqual(["missed", "again"]);
});

it("keeps no connection when nobody listens any more", async () => {
  const { end, heard } = await hear("one");
  expect(await listeners()).toHaveLength(1);
  end();
  await expect.poll(listeners).toEqual([]);
  await say("one", "nobody");
  expect(heard).toEqual([]);
});
