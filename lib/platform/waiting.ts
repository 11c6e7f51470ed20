import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Work that waits for somebody else's server needs none of this machine. Whoever gives out work may give out more
 * meanwhile, so that a server which never answers holds up nothing but what asks it.
 */

/** How many pieces of work wait, for the one who gave them out. */
export interface WaitingCount {
  waiting: number;
  /** Called when more of them wait than before. */
  onMore(): void;
}

const given = new AsyncLocalStorage<WaitingCount>();

/** Runs a piece of work whose waiting is counted. */
export function countWaiting<T>(count: WaitingCount, work: () => Promise<T>): Promise<T> {
  return given.run(count, work);
}

/** Runs what only waits for another server. */
export async function whileWaiting<T>(work: () => Promise<T>): Promise<T> {
  const count = given.getStore();
  if (!count) return work();
  count.waiting++;
  count.onMore();
  try {
    return await work();
  } finally {
    count.waiting--;
  }
}
