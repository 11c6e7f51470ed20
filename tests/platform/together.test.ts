import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { named } from "@/lib/platform/columns";
import { countStatements, db, inTransaction, pool, rawSql, sql, together } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { textRow } from "../support/text-rows";

/** Reads that are sent together. */

const FAILING = sql`select ${named({ n: asNumber(sql`1 / 0`) })}`;
const number = (n: number) =>
  sql`select ${named({ n: asNumber(sql`${n}::int`), pid: asNumber(sql`pg_backend_pid()`) })}`;

describe("statements that come again", () => {
  it("are kept planned, however many others came once before them", async () => {
    for (let n = 0; n < 1100; n++) await db.run(rawSql(`select ${n} as once`));
    for (let again = 0; again < 3; again++) await db.run(rawSql("select 'again' as planned_late"));
    const kept = await textRow<{ count: number }>(
      db,
      sql`
      select count(*)::int as count from pg_prepared_statements where statement like ${"select 'again' as planned_late%"}`,
    );
    expect(kept?.count).toBe(1);
  });
});

describe("connections that nobody uses", () => {
  it("are there for whoever asks again after a while", async () => {
    const first = await db.one(number(1));
    // pg-pool itself closes them after ten seconds.
    await pause(11_000);
    expect((await db.one(number(2)))?.pid).toBe(first?.pid);
  });
});

describe("statements sent together", () => {
  it("have their own answers, from one connection", async () => {
    const { result: rows, count } = await countStatements(() =>
      together(() => Promise.all(Array.from({ length: 30 }, (_, n) => db.one(number(n))))),
    );
    expect(rows.map((row) => row?.n)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(new Set(rows.map((row) => row?.pid)).size).toBe(1);
    expect(count).toBe(30);
  });

  it("leave in one packet", async () => {
    const sent = vi.spyOn(Socket.prototype as unknown as { _writev(): void }, "_writev");
    try {
      await together(() => Promise.all(Array.from({ length: 8 }, (_, n) => db.one(number(n)))));
      expect(sent).toHaveBeenCalledTimes(1);
    } finally {
      sent.mockRestore();
    }
  });

  it("do not end with one that fails, and leave a connection that works", async () => {
    const answers = await together(() => Promise.allSettled([db.one(number(1)), db.one(FAILING), db.one(number(3))]));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    let late = 0;
    await expect(
      together(() =>
        Promise.all([
          db.one(FAILING),
          db.run(sql`select pg_sleep(0.2)`).then(() => {
            late++;
          }),
        ]),
      ),
    ).rejects.toThrow(/division by zero/);
    // The connection is given back only after the last answer.
    expect(late).toBe(1);
    for (let n = 0; n < 20; n++) expect((await db.one(number(n)))?.n).toBe(n);
    expect(pool().waitingCount).toBe(0);
    expect(pool().idleCount).toBe(pool().totalCount);
  });

  it("may wait for each other, too", async () => {
    const sum = await together(async () => {
      const first = await db.one(number(20));
      return (await db.one(number((first?.n ?? 0) + 1)))?.n;
    });
    expect(sum).toBe(21);
    await expect(together(() => Promise.reject(new Error("no statement")))).rejects.toThrow("no statement");
  });

  it("are those of Prisma, too; a transaction, which needs a connection of its own, cannot begin there", async () => {
    const { prisma } = db;
    const largest = pool().options.max ?? 10;
    const work = () => Promise.all([db.one(number(1)), db.prisma.role.count()]);
    // With a second connection for each, all would wait for each other.
    const answers = await Promise.all(Array.from({ length: 2 * largest }, () => together(work)));
    expect(new Set(answers.map(([, count]) => count))).toEqual(new Set([await prisma.role.count()]));
    await expect(together(() => inTransaction(async () => {}))).rejects.toThrow("within `together`");
  });

  it("share the connection of the work that they are part of, and ask the pool again behind it", async () => {
    const pid = async () => (await db.one(number(0)))?.pid;
    let late: Promise<number | undefined> | undefined;
    let end = () => {};
    const ended = new Promise<void>((done) => {
      end = done;
    });
    const inside = await together(async () => {
      late = ended.then(pid);
      return [await pid(), await together(pid)];
    });
    expect(inside[1]).toBe(inside[0]);
    const client = await pool().connect();
    try {
      const held = (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
      expect(held).toBe(inside[0]);
      end();
      expect(await late).not.toBe(held);
    } finally {
      client.release();
    }
  });
});
