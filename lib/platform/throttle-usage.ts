/** What a limiter says of one or several uses. */
export interface UsageVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds of the epoch at which the window moves on. */
  resetAt: number;
}

/** Below so many uses left, each is counted before it is granted. */
const PLENTY = 100;
/** How long uses are gathered, and so how many of them a crash can forget. */
const GATHERED_MS = 100;
/** How long the last word of the store is believed. */
const BELIEVED_MS = 10_000;

/**
 * The uses of one caller under one limit. While the caller is far from the limit, uses are granted at once and counted
 * together a moment later: one statement for a burst, and none that a request waits for. Near the limit each is counted
 * first, after all that were granted before, so that one process never grants more than the limit; several together
 * grant more by at most what they gather at a time.
 */
export class UsageBatch {
  private last: UsageVerdict | undefined;
  private believedUntil = 0;
  private waiting = 0;
  private sent = 0;
  private sending: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param count asks the store for so many uses at once, all or none */
  constructor(private readonly count: (uses: number) => Promise<UsageVerdict>) {}

  /** True when nothing would be forgotten with it. */
  get idle(): boolean {
    return this.waiting + this.sent === 0;
  }

  /** Takes one use. @throws what the store throws, when it has to be asked */
  async take(): Promise<UsageVerdict> {
    const { last } = this;
    const open = this.waiting + this.sent;
    if (!last || Date.now() >= Math.min(this.believedUntil, last.resetAt) || last.remaining - open <= PLENTY)
      return this.ask();
    this.waiting++;
    this.timer ??= setTimeout(() => this.send(), GATHERED_MS).unref();
    return { ...last, remaining: last.remaining - open - 1 };
  }

  /** Counts what was granted; the promise ends when the store has answered, and never fails. */
  send(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting > 0) this.sending = Promise.all([this.sending, this.sendGathered()]).then(() => {});
    return this.sending ?? Promise.resolve();
  }

  private async sendGathered(): Promise<void> {
    const uses = this.waiting;
    this.waiting = 0;
    this.sent += uses;
    try {
      this.learn(await this.count(uses));
    } catch {
      // They are counted with the next ones; until then nobody is granted anything unasked.
      this.waiting += uses;
      this.believedUntil = 0;
    } finally {
      this.sent -= uses;
    }
  }

  private async ask(): Promise<UsageVerdict> {
    if (!this.idle) await this.send();
    const counted = await this.count(1);
    this.learn(counted);
    return counted;
  }

  private learn(counted: UsageVerdict): void {
    this.last = counted;
    this.believedUntil = Date.now() + BELIEVED_MS;
  }
}
