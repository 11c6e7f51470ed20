import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, sql, statementCount } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { readRate, resetThrottle, settleThrottle, takeTurn } from "@/lib/platform/throttle-store";
import { Tab } from "@/lib/platform/throttle-tab";

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

  it("cost a refused caller nothing later on", async () => {
    for (let count = 0; count < 6; count++) await takeTurn("patient", "x", "2/hour");
    expect(await db.one(sql`select used from rate_limits where key = 'loquat:patient:x'`)).toEqual({ used: 2 });
  });
});

describe("uses of a caller who is far from the limit", () => {
  const used = async (key: string) =>
    (await db.one<{ used: number }>(sql`select used from rate_limits where key = ${`loquat:${key}`}`))?.used;

  it("are counted together, a moment after they were granted", async () => {
    await takeTurn("far", "x", "1000/day");
    const before = statementCount.value;
    const verdicts = [];
    for (let count = 0; count < 50; count++) verdicts.push(await takeTurn("far", "x", "1000/day"));
    expect(verdicts.map((verdict) => verdict?.remaining)).toEqual(
      Array.from({ length: 50 }, (_, index) => 998 - index),
    );
    expect(verdicts.every((verdict) => verdict?.allowed)).toBe(true);
    await settleThrottle();
    expect(statementCount.value - before).toBeLessThan(10);
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
    const tab = new Tab(async (uses) => {
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

/** As much of a Redis as the limiter asks for: scripts that count down, known only after they were sent once. */
function smallRedis(): { server: Server; said: string[] } {
  const said: string[] = [];
  const known = new Set<string>();
  let left = 3;
  const answer = (words: string[]): string => {
    const [name = "", script = ""] = words;
    said.push(name);
    if (name === "AUTH" || name === "SELECT") return "+OK\r\n";
    if (name === "EVALSHA" && !known.has(script)) {
      known.add(script);
      return "-NOSCRIPT No matching script.\r\n";
    }
    left--;
    return `*2\r\n:${left}\r\n:3\r\n`;
  };
  const server = createServer((socket: Socket) => {
    let text = "";
    let sent: Promise<void> = Promise.resolve();
    socket.on("data", (data) => {
      text += data.toString("latin1");
      for (let match = /^\*(\d+)\r\n/.exec(text); match; match = /^\*(\d+)\r\n/.exec(text)) {
        let at = match[0].length;
        const words: string[] = [];
        for (let count = 0; count < Number(match[1]); count++) {
          const length = /^\$(\d+)\r\n/.exec(text.slice(at));
          if (!length || text.length < at + length[0].length + Number(length[1]) + 2) return;
          at += length[0].length;
          words.push(text.slice(at, at + Number(length[1])));
          at += Number(length[1]) + 2;
        }
        text = text.slice(at);
        // In two pieces, as a network may deliver it.
        const reply = answer(words);
        sent = sent.then(async () => {
          socket.write(reply.slice(0, 3));
          await new Promise((done) => setTimeout(done, 2));
          socket.write(reply.slice(3));
        });
      }
    });
  });
  return { server, said };
}

describe("limits in Redis", () => {
  const redis = smallRedis();
  let original: Environment;

  beforeAll(async () => {
    original = environment();
    await new Promise<void>((done) => redis.server.listen(0, "127.0.0.1", done));
    const { port } = redis.server.address() as { port: number };
    setEnvironment({ ...original, redisUrl: `redis://:p%40ss@127.0.0.1:${port}/2` });
    resetThrottle();
  });
  afterAll(() => {
    setEnvironment(original);
    resetThrottle();
    redis.server.close();
  });

  it("are asked of the server that REDIS_URL names", async () => {
    expect(await takeTurn("r", "x", "3/hour")).toMatchObject({ allowed: true, limit: 3, remaining: 2 });
    expect(redis.said).toEqual(["AUTH", "SELECT", "EVALSHA", "EVAL"]);
    expect(await takeTurn("r", "x", "3/hour")).toMatchObject({ allowed: true, remaining: 1 });
    await takeTurn("r", "x", "3/hour");
    expect(await takeTurn("r", "x", "3/hour")).toMatchObject({ allowed: false, remaining: 0 });
    expect(redis.said.at(-1)).toBe("EVALSHA");
    expect(await db.one(sql`select 1 from rate_limits where key like 'loquat:r:%'`)).toBeUndefined();
  });

  it("fail loudly when it is gone", async () => {
    resetThrottle();
    setEnvironment({ ...original, redisUrl: "redis://127.0.0.1:1" });
    await expect(takeTurn("r", "x", "3/hour")).rejects.toThrow(/ECONNREFUSED/);
  });
});
