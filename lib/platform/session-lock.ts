import pg from "pg";
import { databaseUrl } from "./database";

/**
 * A lock that lives exactly as long as a connection of its own: when the process dies, the database lets go at once.
 * It needs a direct connection; a pooler that changes sessions between transactions does not support it.
 */
export interface SessionLock {
  /** True when the connection, and so the lock, was lost. */
  isLost(): boolean;
  release(): Promise<void>;
}

/** First key of all locks on repositories. */
export const REPOSITORY_LOCKS = 72_019;

/** First key of the lock of whoever makes or removes the demo. */
export const DEMO_LOCKS = 72_022;

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

/**
 * Takes the lock, waiting for another holder at most `waitMs`.
 * @returns undefined when somebody else held it all the time
 */
export async function takeSessionLock(space: number, key: number, waitMs: number): Promise<SessionLock | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl(), options: "-c timezone=UTC", keepAlive: true });
  let lost = false;
  client.on("error", () => {
    lost = true;
  });
  client.on("end", () => {
    lost = true;
  });
  await client.connect();
  const deadline = Date.now() + waitMs;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [
        space,
        key,
      ]);
      if (rows[0]?.taken) break;
      if (Date.now() + pause > deadline) {
        await client.end();
        return undefined;
      }
      await new Promise((done) => setTimeout(done, pause));
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    isLost: () => lost,
    release: () => client.end().catch(() => {}),
  };
}
