import { log } from "./log";

/** How long nobody tries again after a failure. */
const PAUSE_MS = 1000;

/**
 * What to do while Redis is away: somebody else counts. One caller a second tries it and may have to wait; all others
 * go on at once. The log says when it goes and when it is back, once each.
 */
export class Outage {
  private away = false;
  private nextTry = 0;

  /** Asks the one, and the other where that fails or has failed a moment ago. */
  async instead<T>(one: () => Promise<T>, other: () => Promise<T>): Promise<T> {
    if (this.away && Date.now() < this.nextTry) return other();
    this.nextTry = Date.now() + PAUSE_MS;
    try {
      const answer = await one();
      if (this.away) log.warn("Redis answers again and counts requests.");
      this.away = false;
      return answer;
    } catch (error) {
      if (!this.away)
        log.warn(
          `Redis cannot be used (${(error as Error).message}). PostgreSQL counts requests until it answers again.`,
        );
      this.away = true;
      this.nextTry = Date.now() + PAUSE_MS;
      return other();
    }
  }
}
