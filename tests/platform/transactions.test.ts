import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, inTransaction, rawSql, sql, type Tx } from "@/lib/platform/database";

/** Transactions whose statements are sent together. */

beforeAll(async () => {
  await db.run(
    rawSql(
      "create table marks (n int primary key deferrable initially immediate, at xid8 default pg_current_xact_id())",
    ),
  );
});

beforeEach(async () => {
  await db.run(sql`truncate marks`);
});

const add = (tx: Tx, n: number) => tx.run(sql`insert into marks (n) values (${n})`);
const marks = async () => (await db.rows<{ n: number }>(sql`select n from marks order by n`)).map((row) => row.n);

describe("a transaction", () => {
  it("runs what was sent together in order, and all of it or nothing", async () => {
    const counts = await inTransaction((tx) =>
      Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          await add(tx, n);
          return (await tx.one<{ count: number }>(sql`select count(*)::int as count from marks`))?.count;
        }),
      ),
    );
    expect(counts).toEqual(Array.from({ length: 50 }, () => 50));
    expect((await db.rows(sql`select distinct at from marks`)).length).toBe(1);
    await expect(inTransaction((tx) => Promise.all([add(tx, 100), add(tx, 1), add(tx, 101)]))).rejects.toThrow(
      /duplicate key/,
    );
    expect(await marks()).toHaveLength(50);
  });

  it("gives every statement its own answer, also when one is new and sent many times at once", async () => {
    const values = Array.from({ length: 200 }, (_, index) => index);
    const answers = await inTransaction((tx) =>
      Promise.all(values.map((value) => tx.one<{ n: number }>(sql`select ${value}::int + 7 as n`))),
    );
    expect(answers.map((row) => row?.n)).toEqual(values.map((value) => value + 7));
  });

  it("ends with the statements that were left for the end", async () => {
    await inTransaction(async (tx) => {
      tx.beforeCommit.push(
        () => sql`insert into marks (n) select count(*)::int from marks`,
        () => undefined,
        () => sql`insert into marks (n) values (100)`,
      );
      await Promise.all([add(tx, 50), add(tx, 51)]);
    });
    expect(await marks()).toEqual([2, 50, 51, 100]);
  });

  it("is undone when one of those fails, though the commit was sent behind it", async () => {
    const after: string[] = [];
    await expect(
      inTransaction(async (tx) => {
        tx.beforeCommit.push(() => sql`select 1 / 0`);
        tx.afterCommit.push(() => void after.push("done"));
        await add(tx, 1);
      }),
    ).rejects.toThrow(/division by zero/);
    await expect(
      inTransaction(async (tx) => {
        await tx.run(rawSql("set constraints all deferred"));
        await Promise.all([add(tx, 1), add(tx, 1)]);
      }),
    ).rejects.toThrow(/duplicate key/);
    expect(after).toEqual([]);
    expect(await marks()).toEqual([]);
    // The connections are whole again.
    await Promise.all(Array.from({ length: 20 }, (_, n) => inTransaction((tx) => add(tx, n))));
    expect(await marks()).toHaveLength(20);
  });

  it("runs again whole after a deadlock", async () => {
    await inTransaction((tx) => Promise.all([add(tx, 1), add(tx, 2)]));
    const touch = (tx: Tx, n: number) => tx.run(sql`update marks set at = pg_current_xact_id() where n = ${n}`);
    const tries = [0, 0];
    const both = (who: 0 | 1, order: readonly [number, number]) =>
      inTransaction(async (tx) => {
        tries[who] = (tries[who] ?? 0) + 1;
        await touch(tx, order[0]);
        await new Promise((done) => setTimeout(done, 200));
        await touch(tx, order[1]);
      });
    await Promise.all([both(0, [1, 2]), both(1, [2, 1])]);
    expect(Math.max(...tries)).toBeGreaterThan(1);
  });
});
