import { readStored, removeStored, storedKeys, writeStored } from "./browser-storage";
import { type DraftRequest, sendDrafts } from "./requests";

/** Unsaved text of one string in this browser. */
export interface LocalDraft {
  targets: string[];
  needs: boolean;
  /** Version of the string it was begun on. */
  base: number;
  /** Suggestion that it is made from. */
  from?: { id: number; author: string | null };
  /** Milliseconds of its last letter. */
  at: number;
}

const MIRROR_MS = 10_000;
const DAYS = 30;
/** Drafts of visitors. */
const NOBODYS = "loquat:draft:0:";

/**
 * Drafts of one account: written here within a blink, mirrored to the server every ten seconds, when their string is
 * left and when the page is, so that another browser finds them too.
 */
export class DraftBox {
  private readonly prefix: string;
  private readonly known = new Set<number>();
  private readonly changed = new Map<number, LocalDraft>();
  private readonly dropped = new Set<number>();
  private sending = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Called when the server no longer knows who is writing. */
  onSignedOut: () => void = () => {};

  constructor(private readonly account: number) {
    this.prefix = `loquat:draft:${account}:`;
  }

  /** Begins to mirror; gives what ends it. */
  start(): () => void {
    this.adopt();
    const oldest = Date.now() - DAYS * 86_400_000;
    for (const key of storedKeys(this.prefix)) {
      const draft = readStored<LocalDraft>(key);
      if (!draft || draft.at < oldest) removeStored(key);
      else this.known.add(Number(key.slice(this.prefix.length)));
    }
    this.timer = setInterval(() => void this.mirror(), MIRROR_MS);
    const leave = () => void this.send();
    // A phone may end a page that is in the background without another word.
    const hide = () => document.visibilityState === "hidden" && leave();
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearInterval(this.timer);
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
    };
  }

  /** What somebody typed before signing in is theirs. */
  private adopt(): void {
    if (this.account === 0) return;
    for (const key of storedKeys(NOBODYS)) {
      const own = this.prefix + key.slice(NOBODYS.length);
      const draft = readStored<LocalDraft>(key);
      if (draft && readStored(own) === undefined && !writeStored(own, draft)) return;
      removeStored(key);
    }
  }

  has(unit: number): boolean {
    return this.known.has(unit);
  }

  read(unit: number): LocalDraft | undefined {
    return readStored<LocalDraft>(this.prefix + unit);
  }

  /** Keeps a text; false when this browser cannot (it is mirrored all the same). */
  keep(unit: number, draft: LocalDraft): boolean {
    this.known.add(unit);
    this.changed.set(unit, draft);
    this.dropped.delete(unit);
    return writeStored(this.prefix + unit, draft);
  }

  /** Forgets the text; `stored` when the server may hold it as well. */
  drop(unit: number, stored = true): void {
    this.known.delete(unit);
    this.changed.delete(unit);
    if (stored) this.dropped.add(unit);
    removeStored(this.prefix + unit);
  }

  /** Sends what changed since the last time; waits its turn, so that a request never overtakes the one before. */
  async mirror(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    await this.send();
    this.sending = false;
  }

  private async send(): Promise<void> {
    // The server keeps drafts for accounts alone.
    if (this.account === 0) return;
    if (this.changed.size === 0 && this.dropped.size === 0) return;
    const keep = [...this.changed].slice(0, 50);
    const drop = [...this.dropped].slice(0, 200);
    const request: DraftRequest = {
      account: this.account,
      keep: keep.map(([unit, { targets, base }]) => ({ unit, targets, baseVersion: base })),
      drop,
    };
    const answer = await sendDrafts(request);
    if (answer.kind === "signed-out") this.onSignedOut();
    if (answer.kind === "later" || answer.kind === "signed-out") return;
    // What was typed while the answer was on its way goes with the next one.
    for (const [unit, draft] of keep) if (this.changed.get(unit) === draft) this.changed.delete(unit);
    for (const unit of drop) this.dropped.delete(unit);
  }
}
