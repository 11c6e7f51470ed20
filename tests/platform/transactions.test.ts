import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { teams } from "@/lib/generated/tables";
import { pick, row } from "@/lib/platform/columns";
import { countStatements, db, inTransaction, isDuplicate, rawSql, sql, type Tx } from "@/lib/platform/database";
import { textRow, textRows } from "../support/text-rows";

/** Transactions: what is sent together, and what is sent by Prisma. */

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
const marks = async () => (await textRows<{ n: number }>(db, sql`select n from marks order by n`)).map((row) => row.n);

describe("a transaction", () => {
  it("runs what was sent together in order, and all of it or nothing", async () => {
    const counts = await inTransaction((tx) =>
      Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          await add(tx, n);
          return (await textRow<{ count: number }>(tx, sql`select count(*)::int as count from marks`))?.count;
        }),
      ),
    );
    expect(counts).toEqual(Array.from({ length: 50 }, () => 50));
    expect((await textRows(db, sql`select distinct at from marks`)).length).toBe(1);
    await expect(inTransaction((tx) => Promise.all([add(tx, 100), add(tx, 1), add(tx, 101)]))).rejects.toThrow(
      /duplicate key/,
    );
    expect(await marks()).toHaveLength(50);
  });

  it("gives every statement its own answer, also when one is new and sent many times at once", async () => {
    const values = Array.from({ length: 200 }, (_, index) => index);
    const answers = await inTransaction((tx) =>
      Promise.all(values.map((value) => textRow<{ n: number }>(tx, sql`select ${value}::int + 7 as n`))),
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

describe("Prisma in a transaction", () => {
  const namesOf = async (on: Pick<Tx, "rows">) =>
    (
      await on.rows(
        sql`select ${pick(teams, "name")} from ${teams} where ${teams.name} like 'mix%' order by ${teams.name}`,
      )
    ).map(({ name }) => name);
  const namesByPrisma = async (on: Pick<Tx, "prisma">) =>
    (await on.prisma.team.findMany({ where: { name: { startsWith: "mix" } }, orderBy: { name: "asc" } })).map(
      ({ name }) => name,
    );
  const insert = (tx: Tx, name: string) => tx.run(sql`insert into ${teams} ${row(teams, { name })}`);
  /** A write of two statements, for which Prisma begins a transaction. */
  const nested = (on: Pick<Tx, "prisma">, name: string, roles = [`role of ${name}`]) =>
    on.prisma.team.create({
      data: { name, roles: { create: roles.map((role) => ({ role: { create: { name: role } } })) } },
    });

  beforeEach(async () => {
    await db.prisma.team.deleteMany({ where: { name: { startsWith: "mix" } } });
    await db.prisma.role.deleteMany({ where: { name: { startsWith: "role of" } } });
  });

  it("sees what our statements did, and is seen by them", async () => {
    await inTransaction(async (tx) => {
      await insert(tx, "mix 1");
      await tx.prisma.team.create({ data: { name: "mix 2" } });
      expect(await namesByPrisma(tx)).toEqual(["mix 1", "mix 2"]);
      expect(await namesOf(tx)).toEqual(["mix 1", "mix 2"]);
      // From outside there is nothing yet.
      expect(await namesByPrisma(db)).toEqual([]);
      expect(await namesOf(db)).toEqual([]);
    });
    expect(await namesByPrisma(db)).toEqual(["mix 1", "mix 2"]);
  });

  it("is undone with it", async () => {
    const stop = new Error("stop");
    await expect(
      inTransaction(async (tx) => {
        await insert(tx, "mix 1");
        await tx.prisma.team.create({ data: { name: "mix 2" } });
        await nested(tx, "mix 3");
        expect(await namesOf(tx)).toEqual(["mix 1", "mix 2", "mix 3"]);
        throw stop;
      }),
    ).rejects.toBe(stop);
    expect(await namesOf(db)).toEqual([]);
  });

  it("keeps transactions apart that ask in one turn", async () => {
    let reading = 4;
    let allRead = (): void => undefined;
    const everyone = new Promise<void>((done) => {
      allRead = done;
    });
    const seen = await Promise.all(
      Array.from({ length: reading }, (_, n) =>
        inTransaction(async (tx) => {
          await insert(tx, `mix ${n}`);
          const names = await Promise.all([namesByPrisma(tx), namesOf(tx)]);
          // None commits before all have read.
          if (--reading === 0) allRead();
          await everyone;
          return names;
        }),
      ),
    );
    for (const [n, names] of seen.entries()) expect(names).toEqual([[`mix ${n}`], [`mix ${n}`]]);
  });

  it("goes on after a write of several statements that failed, without it", async () => {
    await inTransaction(async (tx) => {
      await insert(tx, "mix 1");
      const failed = await nested(tx, "mix 2", ["role of both", "role of both"]).catch((error: unknown) => error);
      expect(isDuplicate(failed)).toBe(true);
      await nested(tx, "mix 3");
      await Promise.all([nested(tx, "mix 4"), nested(tx, "mix 5"), insert(tx, "mix 6")]);
    });
    expect(await namesOf(db)).toEqual(["mix 1", "mix 3", "mix 4", "mix 5", "mix 6"]);
    expect(await db.prisma.role.count({ where: { name: "role of both" } })).toBe(0);
  });

  it("is undone whole when a single statement of its failed", async () => {
    await expect(
      inTransaction(async (tx) => {
        await tx.prisma.role.create({ data: { name: "role of one" } });
        await tx.prisma.role.create({ data: { name: "role of one" } }).catch(() => {});
        await insert(tx, "mix 1");
      }),
    ).rejects.toMatchObject({ code: "25P02" });
    expect(await db.prisma.role.count({ where: { name: "role of one" } })).toBe(0);
  });

  it("runs again with it after a deadlock", async () => {
    const [first, second] = await Promise.all(
      ["mix 1", "mix 2"].map((name) => db.prisma.team.create({ data: { name } })),
    );
    if (!first || !second) throw new Error("There are no teams.");
    let tries = 0;
    const touch = (tx: Tx, { id, name }: { id: number; name: string }) =>
      tx.prisma.team.update({ where: { id }, data: { name } });
    const both = (order: readonly [typeof first, typeof first]) =>
      inTransaction(async (tx) => {
        tries++;
        await touch(tx, order[0]);
        await new Promise((done) => setTimeout(done, 200));
        await touch(tx, order[1]);
      });
    await Promise.all([both([first, second]), both([second, first])]);
    expect(tries).toBeGreaterThan(2);
  });

  it("is not in it any more after its end", async () => {
    let left: Promise<unknown> = Promise.resolve();
    let ended: Tx | undefined;
    await inTransaction(async (tx) => {
      ended = tx;
      await insert(tx, "mix 1");
      left = new Promise((done) => setTimeout(done, 100)).then(() =>
        Promise.allSettled([namesByPrisma(tx), nested(tx, "mix 2"), namesByPrisma(db), nested(db, "mix 3")]),
      );
      tx.afterCommit.push(async () => {
        expect(await namesByPrisma(db)).toEqual(["mix 1"]);
        await expect(namesByPrisma(tx)).rejects.toThrow(/has ended/);
      });
    });
    // Another one may have its connection by now.
    await inTransaction(async (tx) => {
      expect(await left).toMatchObject([
        { status: "rejected" },
        { status: "rejected" },
        { status: "fulfilled" },
        { status: "fulfilled" },
      ]);
      await expect((ended as Tx).run(sql`select 1`)).rejects.toThrow(/has ended/);
      expect(await namesOf(tx)).toEqual(["mix 1", "mix 3"]);
    });
  });

  it("is counted", async () => {
    const { count } = await countStatements(async () => {
      await namesByPrisma(db);
      await inTransaction((tx) => Promise.all([namesByPrisma(tx), namesOf(tx)]));
    });
    expect(count).toBe(3);
  });
});
