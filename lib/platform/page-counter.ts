/** Requests for pages, counted in memory: no page waits for it, and a restart forgets them. */

interface Window {
  started: number;
  used: number;
  before: number;
}

/** Networks that are remembered; beyond, those that have not asked for longest are forgotten. */
const MOST = 50_000;

/** Counts uses in a window that slides: those of the window before count by the share of it that is still in reach. */
export class PageCounter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly limit: number,
    private readonly seconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Takes one use. Gives 0 when it is granted, else the seconds until one will be. */
  take(key: string): number {
    const span = this.seconds * 1000;
    const now = this.now();
    const started = now - (now % span);
    let window = this.windows.get(key);
    if (window?.started !== started) {
      const before = window?.started === started - span ? window.used : 0;
      this.windows.delete(key);
      window = { started, used: 0, before };
      this.windows.set(key, window);
      const [oldest] = this.windows.size > MOST ? this.windows.keys() : [];
      if (oldest !== undefined) this.windows.delete(oldest);
    }
    const carried = window.before * (1 - (now - started) / span);
    if (window.used + carried >= this.limit) return Math.max(1, Math.ceil((started + span - now) / 1000));
    window.used++;
    return 0;
  }
}
