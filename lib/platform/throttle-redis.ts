import { createHash } from "node:crypto";
import { Redis } from "ioredis";

/** The Redis or Valkey that REDIS_URL names, as `@upstash/ratelimit` wants to talk to it. */

/** How long a command, or the first connection, is waited for. */
const PATIENCE_MS = 250;
const LONGEST_PAUSE_MS = 1000;

const hashOf = (script: string) => createHash("sha1").update(script).digest("hex");

/** The package's scripts begin with a flag that only Upstash's servers know; all others refuse it. */
const plainScript = (script: string) => script.replace(/^#!lua[^\n]*/, "");

/** A connection that is opened on first use, and again whenever it broke. */
export class RedisConnection {
  private readonly client: Redis;
  private readonly opened: Promise<unknown>;
  private readonly plainHashes = new Map<string, string>();
  private reason: Error | undefined;

  constructor(address: string) {
    this.client = new Redis(address, {
      lazyConnect: true,
      // A command fails at once while there is no connection; PostgreSQL counts then.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: PATIENCE_MS,
      connectTimeout: LONGEST_PAUSE_MS,
      retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS),
    });
    // It tells why there is no connection; the command itself only says that there is none.
    this.client.on("error", (error: Error) => {
      this.reason = error;
    });
    this.client.on("ready", () => {
      this.reason = undefined;
    });
    this.opened = this.client.connect().catch(() => {});
  }

  /** Runs a script that the server knows. @throws Error holding NOSCRIPT when it does not */
  async evalsha<T>(hash: string, keys: string[], args: unknown[]): Promise<T> {
    const plain = this.plainHashes.get(hash);
    if (!plain) throw new Error("NOSCRIPT");
    return this.ask((client) => client.evalsha(plain, keys.length, ...keys, ...args.map(String)));
  }

  /** Runs a script. */
  async eval<T>(script: string, keys: string[], args: unknown[]): Promise<T> {
    const plain = plainScript(script);
    this.plainHashes.set(hashOf(script), hashOf(plain));
    return this.ask((client) => client.eval(plain, keys.length, ...keys, ...args.map(String)));
  }

  /** Ends the connection. */
  close(): void {
    this.client.disconnect();
  }

  private async ask<T>(command: (client: Redis) => Promise<unknown>): Promise<T> {
    if (this.client.status !== "ready") await within(PATIENCE_MS, this.opened);
    if (this.client.status !== "ready") throw this.reason ?? new Error("it does not answer");
    try {
      return (await command(this.client)) as T;
    } catch (error) {
      throw this.reason ?? error;
    }
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
