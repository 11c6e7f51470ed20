/** Who may search when: a search can keep a processor busy, so few run at a time and the others wait in a line. */

/** Searches at a time in this process, and of all that nobody is signed in for: people always find a place. */
const AT_ONCE = 2;
const ANONYMOUS_AT_ONCE = 1;
/** Searches that may wait, of all and of one caller. */
const MOST_WAITING = 40;
const OWN_WAITING = { person: 8, anonymous: 2 };
/** How long one waits. */
const PATIENCE_MS = 10_000;

/** No place was free in time. */
export class SearchLimitReached extends Error {
  override readonly name = "SearchLimitReached";
  constructor(
    /** True when it is the caller's own searches that fill the line. */
    readonly own: boolean,
  ) {
    super("Too many searches are waiting.");
  }
}

/**
 * Whether an error is the gate's. There is one gate for all copies of this module, and each has a class of its own: pages,
 * routes and our own server are bundled apart.
 */
export function isSearchLimitReached(error: unknown): error is SearchLimitReached {
  return error instanceof Error && error.name === "SearchLimitReached";
}

/** A caller; one search of each runs at a time. */
export interface Searcher {
  key: string;
  anonymous: boolean;
}

interface Waiting {
  who: Searcher;
  enter(): void;
}

class Gate {
  private readonly running = new Map<string, Searcher>();
  private readonly waiting: Waiting[] = [];

  private mayEnter({ key, anonymous }: Searcher): boolean {
    if (this.running.size >= AT_ONCE || this.running.has(key)) return false;
    const strangers = [...this.running.values()].filter((one) => one.anonymous).length;
    return !anonymous || strangers < ANONYMOUS_AT_ONCE;
  }

  async enter(who: Searcher): Promise<void> {
    if (this.mayEnter(who)) {
      this.running.set(who.key, who);
      return;
    }
    const own = this.waiting.filter((one) => one.who.key === who.key).length;
    if (own >= (who.anonymous ? OWN_WAITING.anonymous : OWN_WAITING.person)) throw new SearchLimitReached(true);
    if (this.waiting.length >= MOST_WAITING) throw new SearchLimitReached(false);
    await new Promise<void>((entered, refused) => {
      const one: Waiting = {
        who,
        enter: () => {
          clearTimeout(late);
          entered();
        },
      };
      const late = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(one), 1);
        refused(new SearchLimitReached(false));
      }, PATIENCE_MS);
      this.waiting.push(one);
    });
  }

  leave(who: Searcher): void {
    this.running.delete(who.key);
    // People before those nobody knows; within each, who came first.
    for (const anonymous of [false, true])
      for (const one of this.waiting.filter((other) => other.who.anonymous === anonymous)) {
        if (!this.mayEnter(one.who)) continue;
        this.waiting.splice(this.waiting.indexOf(one), 1);
        this.running.set(one.who.key, one.who);
        one.enter();
      }
  }
}

const slot = Symbol.for("loquat.search-gate");
const shared = globalThis as { [slot]?: Gate };
/** One for all copies of this module. */
shared[slot] ??= new Gate();
const gate = shared[slot];

/**
 * Runs a search when it is its turn.
 * @throws SearchLimitReached when too many wait, or none of those before it ends in time
 */
export async function withinSearchLimit<T>(who: Searcher, search: () => Promise<T>): Promise<T> {
  await gate.enter(who);
  try {
    return await search();
  } finally {
    gate.leave(who);
  }
}
