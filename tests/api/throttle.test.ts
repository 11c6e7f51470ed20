import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { countStatements, db, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { readRate, resetThrottle, settleThrottle, takeTurn } from "@/lib/platform/throttle-store";
import { UsageBatch } from "@/lib/platform/throttle-usage";
import { textRow } from "../support/text-rows";

describe("limits in PostgreSQL", () => {
  it("count each caller and each limit apart", async () => {
    expect((await takeTurn("a", "x", "2/hour"))?.remaining).toBe(1);
    expect((await takeTurn("a", "x", "2/hour"))?.remaining).toBe(0);
    expect((await takeTurn("a", "x", "2/hour"))?.allowed).toBe(false);
    expect((await takeTurn("a", "y", "2/hour"))?.allowed).toBe(true);
    expect((await takeTurn("b", "x", "2/hour"))?.allowed).toBe(true);
    expect(await takeTurn("a", "x", "off")).toBeUndefined();
  });

  it("let exactly as many through as allowed, however many come at once", async () => {
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => takeTurn("storm", "x", "25/day")));
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(25);
  });

  it("slide: what was used in the last window counts by the share of it that is still near", async () => {
    const seconds = readRate("100/day")?.seconds ?? 0;
    const now = Date.now() / 1000;
    const bucket = Math.floor(now / seconds) * seconds;
    const share = 1 - (now % seconds) / seconds;
    await db.run(sql`insert into rate_limits (key, bucket, used) values ('loquat:slide:x', ${bucket - seconds}, 90)`);
    const verdict = await takeTurn("slide", "x", "100/day");
    expect(Math.abs((verdict?.remaining ?? 0) - (99 - Math.floor(90 * share)))).toBeLessThanOrEqual(1);
    expect(verdict?.reset).toBeLessThanOrEqual(seconds);
  });

  it("tell a refused caller when a use is free again", async () => {
    const hour = 3600;
    const now = Date.now() / 1000;
    const bucket = Math.floor(now / hour) * hour;
    const gone = now - bucket;
    const store = (key: string, begin: number, used: number) =>
      db.run(sql`insert into rate_limits (key, bucket, used) values (${`loquat:${key}:x`}, ${begin}, ${used})`);
    // All of this hour's: the first is free when a thirtieth of the next one is over, as the window slides.
    await store("full", bucket, 31);
    const full = await takeTurn("full", "x", "30/hour");
    expect(full?.allowed).toBe(false);
    expect(Math.abs((full?.reset ?? 0) - (hour - gone + hour / 31))).toBeLessThan(3);
    // What the last hour carries over, and one more: a share of it goes with each minute.
    await store("carried", bucket - hour, 1000);
    const carried = await takeTurn("carried", "x", "1/hour");
    expect(carried?.allowed).toBe(false);
    expect(Math.abs((carried?.reset ?? 0) - (hour - gone - hour / 1000))).toBeLessThan(3);
  });

  it("cost a refused caller nothing later on", async () => {
    for (let count = 0; count < 6; count++) await takeTurn("patient", "x", "2/hour");
    expect(await textRow(db, sql`select used from rate_limits where key = 'loquat:patient:x'`)).toEqual({ used: 2 });
  });
});

describe("uses of a caller who is far from the limit", () => {
  const used = async (key: string) =>
    (await textRow<{ used: number }>(db, sql`select used from rate_limits where key = ${`loquat:${key}`}`))?.used;

  it("are counted together, a moment after they were granted", async () => {
    await takeTurn("far", "x", "1000/day");
    const verdicts: Awaited<ReturnType<typeof takeTurn>>[] = [];
    const { count } = await countStatements(async () => {
      for (let turn = 0; turn < 50; turn++) verdicts.push(await takeTurn("far", "x", "1000/day"));
      await settleThrottle();
    });
    expect(verdicts.map((verdict) => verdict?.remaining)).toEqual(
      Array.from({ length: 50 }, (_, index) => 998 - index),
    );
    expect(verdicts.every((verdict) => verdict?.allowed)).toBe(true);
    expect(count).toBeLessThan(10);
    expect(await used("far:x")).toBe(51);
  });

  it("are counted without anybody waiting for it", async () => {
    await takeTurn("later", "x", "1000/day");
    await takeTurn("later", "x", "1000/day");
    await expect.poll(() => used("later:x"), { timeout: 5000 }).toBe(2);
  });

  it.each([1, 40])("never pass the limit of one process, %i at a time", async (atOnce) => {
    const who = `${atOnce} at once`;
    let granted = 0;
    for (let count = 0; count < 400; count += atOnce) {
      const verdicts = await Promise.all(Array.from({ length: atOnce }, () => takeTurn("exact", who, "250/day")));
      granted += verdicts.filter((verdict) => verdict?.allowed).length;
    }
    await settleThrottle();
    expect(granted).toBe(250);
    expect(await used(`exact:${who}`)).toBe(250);
  });

  it("end soon after others have used the rest up", async () => {
    await takeTurn("shared", "x", "1000/day");
    await takeTurn("shared", "x", "1000/day");
    await db.run(sql`update rate_limits set used = 1000 where key = 'loquat:shared:x'`);
    await settleThrottle();
    expect((await takeTurn("shared", "x", "1000/day"))?.allowed).toBe(false);
  });

  it("are not forgotten while the store is away, and nothing is granted unasked then", async () => {
    let away = false;
    const asked: number[] = [];
    const tab = new UsageBatch(async (uses) => {
      if (away) throw new Error("away");
      asked.push(uses);
      return { allowed: true, limit: 1000, remaining: 900, resetAt: Date.now() + 60_000 };
    });
    await tab.take();
    await tab.take();
    away = true;
    await tab.send();
    await expect(tab.take()).rejects.toThrow("away");
    away = false;
    await tab.take();
    expect(asked).toEqual([1, 1, 1]);
    expect(tab.idle).toBe(true);
  });
});

describe("limits while the Redis that is named", () => {
  let original: Environment;
  const servers: Server[] = [];
  const said = vi.spyOn(process.stderr, "write");

  beforeAll(() => {
    original = environment();
  });
  beforeEach(() => {
    said.mockReset().mockReturnValue(true);
  });
  afterEach(() => {
    setEnvironment(original);
    resetThrottle();
  });
  afterAll(() => {
    said.mockRestore();
    for (const server of servers) server.close();
  });

  /** A port at which a server takes connections and never says a word. */
  async function frozen(): Promise<number> {
    const server = createServer((socket) => void socket.on("error", () => {}));
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return (server.address() as { port: number }).port;
  }

  const name = (port: number) => {
    resetThrottle();
    setEnvironment({ ...original, redisUrl: `redis://:secret@127.0.0.1:${port}` });
  };

  it.each([
    ["does not listen", async () => 1, /ECONNREFUSED/],
    ["is frozen", frozen, /does not answer/],
  ])("%s are kept in PostgreSQL, soon and with one warning", async (what, portOf, reason) => {
    name(await portOf());
    const before = Date.now();
    expect(await takeTurn("away", what, "3/hour")).toMatchObject({ allowed: true, limit: 3, remaining: 2 });
    expect(Date.now() - before).toBeLessThan(900);
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => takeTurn("away", what, "3/hour")));
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(2);
    expect(await textRow(db, sql`select used from rate_limits where key = ${`loquat:away:${what}`}`)).toEqual({
      used: 3,
    });
    expect(said.mock.calls).toHaveLength(1);
    expect(String(said.mock.calls[0])).toMatch(reason);
    expect(String(said.mock.calls[0])).not.toContain("secret");
  });
});
