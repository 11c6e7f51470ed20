import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { rateLimits } from "@/lib/generated/tables";
import { assigned, cte, defined, eachRow, named, names, pick } from "./columns";
import { db, sql } from "./database";
import { environment } from "./environment";
import { asNumber } from "./expressions";
import { Outage } from "./throttle-outage";
import { RedisConnection } from "./throttle-redis";
import { UsageBatch } from "./throttle-usage";

/** The one door to rate limits: sliding windows, kept in PostgreSQL unless the environment names a Redis; while that is away, in PostgreSQL. */

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window moves on, or until the next use is free, where this one was refused; at least 1. */
  reset: number;
}

interface Rate {
  limit: number;
  seconds: number;
}

type Limiter = ConstructorParameters<typeof Ratelimit>[0]["limiter"];
type RedisClient = ConstructorParameters<typeof Ratelimit>[0]["redis"];

const SECONDS = { minute: 60, hour: 3600, day: 86_400 } as const;

/** Reads "100/day"; undefined for "off". The environment has checked the form. */
export function readRate(text: string): Rate | undefined {
  const match = /^(\d+)\/(minute|hour|day)$/.exec(text);
  if (!match) return undefined;
  return { limit: Number(match[1]), seconds: SECONDS[match[2] as keyof typeof SECONDS] };
}

/** How many uses are left, given those of this window and of the one before, which counts by the share that still lies within reach. */
const CARRIED = (seconds: number, now: number) => 1 - (now % seconds) / seconds;

const [r, b] = [rateLimits.as("r"), rateLimits.as("b")];

/** When so many uses are free again, in seconds since 1970, if nobody makes any until then. */
async function freeAt(key: string, { limit, seconds }: Rate, now: number, uses: number): Promise<number> {
  const bucket = Math.floor(now / seconds) * seconds;
  const rows = await db.rows(sql`
    select ${pick(r, "bucket", "used")} from ${r} where ${r.key} = ${key} and ${r.bucket} in (${bucket}, ${bucket - seconds})`);
  const usedIn = (begin: number) => rows.find((row) => row.bucket === begin)?.used ?? 0;
  // What a window may carry into the next one, which is less with every second of that.
  const free = (used: number, room: number) => (used === 0 ? 0 : seconds * (1 - (room + 1) / used));
  const room = limit - uses - usedIn(bucket);
  if (room >= 0) return Math.max(now, bucket + free(usedIn(bucket - seconds), room));
  return bucket + seconds + Math.max(0, free(usedIn(bucket), limit - uses));
}

async function remainingOf(key: string, { limit, seconds }: Rate, now: number): Promise<number> {
  const bucket = Math.floor(now / seconds) * seconds;
  const carried = sql`floor(${r.used} * ${CARRIED(seconds, now)}::float8)`;
  const used = asNumber(
    sql`coalesce(sum(case when ${r.bucket} = ${bucket} then ${r.used} else ${carried} end), 0)::int`,
  );
  const row = await db.one(sql`
    select ${named({ used })} from ${r} where ${r.key} = ${key} and ${r.bucket} in (${bucket}, ${bucket - seconds})`);
  return Math.max(0, limit - (row?.used ?? 0));
}

/**
 * A limiter in one statement: the upsert counts only while there is room, so a refused request costs its sender
 * nothing later on.
 */
function inPostgres(rate: Rate): Limiter {
  const { limit, seconds } = rate;
  return () => ({
    async limit(_context, key, uses = 1) {
      const now = Date.now() / 1000;
      const bucket = Math.floor(now / seconds) * seconds;
      const before = cte(
        "before",
        sql`select ${named({
          used: asNumber(sql`
            coalesce((select floor(${b.used} * ${CARRIED(seconds, now)}::float8)::int from ${b}
              where ${b.key} = ${key} and ${b.bucket} = ${bucket - seconds}), 0)`),
        })}`,
      );
      const carried = sql`(select ${before.used} from ${before})`;
      const row = await db.one(sql`
        with ${defined(before)}
        insert into ${r} ${eachRow(r, { key, bucket, used: uses })} from ${before} where ${before.used} + ${uses} <= ${limit}
        on conflict (${names(r, "key", "bucket")}) do update set ${assigned(r, { used: sql`${r.used} + ${uses}` })}
          where ${r.used} + ${carried} + ${uses} <= ${limit}
        returning ${named({ used: asNumber(sql`${r.used} + ${carried}`) })}`);
      if (Math.random() < 0.001)
        await db.run(sql`delete from ${r} where ${r.bucket} < ${Math.floor(now) - 3 * 86_400}`);
      return {
        success: row !== undefined,
        limit,
        remaining: row ? Math.max(0, limit - row.used) : 0,
        reset: 1000 * (row ? bucket + seconds : await freeAt(key, rate, now, uses)),
        pending: Promise.resolve(),
      };
    },
    async getRemaining(_context, key) {
      const now = Date.now() / 1000;
      const reset = (Math.floor(now / seconds) + 1) * seconds * 1000;
      return { remaining: await remainingOf(key, rate, now), reset, limit };
    },
    async resetTokens(_context, key) {
      await db.run(sql`delete from ${r} where ${r.key} = ${key}`);
    },
  });
}

let connection: RedisConnection | undefined;
let outage = new Outage();

function redisClient(): RedisClient | undefined {
  const { upstash, redisUrl } = environment();
  if (upstash) return new Redis({ ...upstash, enableTelemetry: false, retry: { retries: 0 } }) as RedisClient;
  if (!redisUrl) return undefined;
  connection ??= new RedisConnection(redisUrl);
  return connection as unknown as RedisClient;
}

type Limit = (who: string, uses: number) => ReturnType<Ratelimit["limit"]>;

const limiters = new Map<string, Limit>();

function limiterFor(name: string, rate: Rate): Limit {
  const key = `${name}:${rate.limit}:${rate.seconds}`;
  let found = limiters.get(key);
  if (!found) {
    found = makeLimiter(name, rate);
    limiters.set(key, found);
  }
  return found;
}

function makeLimiter(name: string, rate: Rate): Limit {
  const common = {
    prefix: `loquat:${name}`,
    ephemeralCache: false as const,
    // Any other value lets requests through when the store is slow.
    timeout: 0,
  };
  // PostgreSQL needs no client; the package only wants to be given one.
  const here = new Ratelimit({ ...common, redis: {} as RedisClient, limiter: inPostgres(rate) });
  const inDatabase: Limit = (who, uses) => here.limit(who, { rate: uses });
  const redis = redisClient();
  if (!redis) return inDatabase;
  const there = new Ratelimit({
    ...common,
    redis,
    limiter: Ratelimit.slidingWindow(rate.limit, `${rate.seconds} s`),
  });
  return (who, uses) =>
    outage.instead(
      () => there.limit(who, { rate: uses }),
      () => inDatabase(who, uses),
    );
}

const slot = Symbol.for("loquat.throttle");
const shared = globalThis as { [slot]?: Map<string, UsageBatch> };
/** One map for the web server's code and the command line's, which settles it at the end. */
shared[slot] ??= new Map();
const tabs = shared[slot];
const MOST_TABS = 10_000;

function tabFor(name: string, who: string, rate: Rate): UsageBatch {
  const key = `${name}:${rate.limit}:${rate.seconds}:${who}`;
  let tab = tabs.get(key);
  if (!tab) {
    if (tabs.size >= MOST_TABS) for (const [old, { idle }] of tabs) if (idle) tabs.delete(old);
    tab = new UsageBatch(async (uses) => {
      const { success, limit, remaining, reset } = await limiterFor(name, rate)(who, uses);
      return { allowed: success, limit, remaining: Math.max(0, remaining), resetAt: reset };
    });
    tabs.set(key, tab);
  }
  return tab;
}

/**
 * Counts one use.
 * @param name of the limit, as "user"
 * @param who the caller, as the database id or address
 * @param rate as "100/day" or "off"
 * @returns undefined when the limit is off
 */
export async function takeTurn(name: string, who: string, rate: string): Promise<Verdict | undefined> {
  const parsed = readRate(rate);
  if (!parsed) return undefined;
  const { resetAt, ...counted } = await tabFor(name, who.slice(0, 200), parsed).take();
  return { ...counted, reset: Math.max(1, Math.ceil((resetAt - Date.now()) / 1000)) };
}

/** Counts what has been granted and not yet counted; before the process ends. */
export async function settleThrottle(): Promise<void> {
  await Promise.all([...tabs.values()].map((tab) => tab.send()));
}

/** Forgets the limiters and the connection they use; for tests that change the environment. */
export function resetThrottle(): void {
  limiters.clear();
  tabs.clear();
  connection?.close();
  connection = undefined;
  outage = new Outage();
}
