import { lockPool } from "./database";

/**
 * A lock that a connection holds which does nothing else meanwhile: when the process dies, the database lets go at once.
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
  const client = await lockPool().connect();
  let lost = false;
  const lose = () => {
    lost = true;
  };
  client.on("error", lose).on("end", lose);
  /** Gives the connection back for the next lock; one that may still hold this one is closed. */
  const giveBack = (holds: boolean) => {
    client.off("error", lose).off("end", lose);
    client.release(holds || lost);
  };
  const deadline = Date.now() + waitMs;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [
        space,
        key,
      ]);
      if (rows[0]?.taken) break;
      if (Date.now() + pause > deadline) {
        giveBack(false);
        return undefined;
      }
      await new Promise((done) => setTimeout(done, pause));
    }
  } catch (error) {
    giveBack(true);
    throw error;
  }
  let released: Promise<void> | undefined;
  const release = async () => {
    const freed = await client
      .query<{ freed: boolean }>("select pg_advisory_unlock($1, $2) as freed", [space, key])
      .then(({ rows }) => rows[0]?.freed === true)
      .catch(() => false);
    giveBack(!freed);
  };
  return {
    isLost: () => lost,
    release: () => {
      released ??= release();
      return released;
    },
  };
}
