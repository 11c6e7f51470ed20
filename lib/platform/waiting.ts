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

/** Told now and then what is going on; says whether the work is still wanted. */
export type Follow = (text: string) => Promise<boolean>;

const WAITING = "Waiting for the server";

/** What a follower was told of a transfer: how many percent of a stage, which are null as long as nothing comes; undefined for other texts. */
export function readTold(text: string): { percent: number | null } | undefined {
  if (text === WAITING) return { percent: null };
  const percent = /^Transfer: .*, (\d{1,3}) %$/.exec(text)?.[1];
  return percent === undefined ? undefined : { percent: Number(percent) };
}

/** How often a follower is told. */
const TOLD_EVERY_MS = 1_500;

const followed = new AsyncLocalStorage<Follow>();

/** The work was waiting for another server when nobody wanted it any more. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";

  constructor() {
    super("The task was cancelled.");
  }
}

/** Runs a piece of work of which somebody is told while it waits, and which they can end then. */
export function followWaiting<T>(follow: Follow, work: () => Promise<T>): Promise<T> {
  return followed.run(follow, work);
}

/** How waiting work ends early, and tells how far it is. */
export interface Waiting {
  signal?: AbortSignal;
  /** @param percent of the stage */
  progress?(stage: string, percent: number): void;
}

/** Runs what only waits for another server. @throws Cancelled when nobody wants it any more */
export async function whileWaiting<T>(work: (waiting: Waiting) => Promise<T>): Promise<T> {
  const count = given.getStore();
  if (!count) return whileFollowed(work);
  count.waiting++;
  count.onMore();
  try {
    return await whileFollowed(work);
  } finally {
    count.waiting--;
  }
}

async function whileFollowed<T>(work: (waiting: Waiting) => Promise<T>): Promise<T> {
  const follow = followed.getStore();
  if (!follow) return work({});
  const end = new AbortController();
  let text: string = WAITING;
  let telling: Promise<void> | undefined;
  const tell = async () => {
    // Whoever cannot be asked may still want it.
    if (!(await follow(text).catch(() => true))) end.abort();
    telling = undefined;
  };
  const timer = setInterval(() => {
    telling ??= tell();
  }, TOLD_EVERY_MS);
  try {
    return await work({
      signal: end.signal,
      progress: (stage, percent) => {
        text = `Transfer: ${stage}, ${percent} %`;
      },
    });
  } catch (error) {
    throw end.signal.aborted ? new Cancelled() : error;
  } finally {
    clearInterval(timer);
    await telling;
  }
}
