import { describe, expect, it } from "vitest";
import { named } from "@/lib/platform/columns";
import { countStatements, db, pool, rawSql, sql, together } from "@/lib/platform/database";
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

describe("statements sent together", () => {
  it("have their own answers, from one connection", async () => {
    const { result: rows, count } = await countStatements(() =>
      together((on) => Promise.all(Array.from({ length: 30 }, (_, n) => on.one(number(n))))),
    );
    expect(rows.map((row) => row?.n)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(new Set(rows.map((row) => row?.pid)).size).toBe(1);
    expect(count).toBe(30);
  });

  it("do not end with one that fails, and leave a connection that works", async () => {
    const answers = await together((on) => Promise.allSettled([on.one(number(1)), on.one(FAILING), on.one(number(3))]));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    let late = 0;
    await expect(
      together((on) =>
        Promise.all([
          on.one(FAILING),
          on.run(sql`select pg_sleep(0.2)`).then(() => {
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
    const sum = await together(async (on) => {
      const first = await on.one(number(20));
      return (await on.one(number((first?.n ?? 0) + 1)))?.n;
    });
    expect(sum).toBe(21);
    await expect(together(() => Promise.reject(new Error("no statement")))).rejects.toThrow("no statement");
  });
});
