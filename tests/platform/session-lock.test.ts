import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { type SessionLock, takeSessionLock } from "@/lib/platform/session-lock";

/** Locks that last as long as a connection does. */

const SPACE = 72_999;

const taken = async (key: number, waitMs = 0): Promise<SessionLock> => {
  const lock = await takeSessionLock(SPACE, key, waitMs);
  if (!lock) throw new Error("Somebody else holds the lock.");
  return lock;
};

const holders = async (key: number): Promise<number[]> =>
  (
    await db.answer(
      sql`select pid from pg_locks where locktype = 'advisory' and classid = ${SPACE} and objid = ${key} and granted`,
    )
  ).rows.map(([pid]) => Number(pid));

describe("a lock of a session", () => {
  test("keeps others out until it is released, and its connection takes the next one", async () => {
    const first = await taken(1);
    const [holder] = await holders(1);
    expect(await takeSessionLock(SPACE, 1, 0)).toBeUndefined();
    await first.release();
    expect(await holders(1)).toEqual([]);
    const [second, third] = [await taken(1), await taken(2)];
    expect(new Set([...(await holders(1)), ...(await holders(2))])).toContain(holder);
    await Promise.all([second.release(), third.release()]);
  });

  test("goes to whoever waits for it when its connection breaks, and its holder learns of that", async () => {
    const lock = await taken(3);
    const [holder] = await holders(3);
    const next = taken(3, 20_000);
    await db.run(sql`select pg_terminate_backend(${holder})`);
    const other = await next;
    while (!lock.isLost()) await pause(10);
    expect(await holders(3)).not.toContain(holder);
    // To give back what is lost takes nothing from the one who has it now.
    await lock.release();
    expect(await takeSessionLock(SPACE, 3, 0)).toBeUndefined();
    await other.release();
    expect(await holders(3)).toEqual([]);
  });

  test("is given back once, however often that is asked", async () => {
    const lock = await taken(4);
    await Promise.all([lock.release(), lock.release()]);
    const next = await taken(4);
    await lock.release();
    expect(await takeSessionLock(SPACE, 4, 0)).toBeUndefined();
    await next.release();
  });
});
