import type { SaveOutcome } from "@/lib/domain/editor/save-string";
import type { SuggestOutcome } from "@/lib/domain/editor/suggest-string";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { UnitState } from "@/lib/text/codes";
import { afterPaint } from "./after-paint";
import { readStored, removeStored, storedKeys, writeStored } from "./browser-storage";
import { type Refusal, type SaveRequest, type SuggestRequest, sendLast, sendSave, sendSuggestion } from "./requests";

/**
 * One save or suggestion that the server has not acknowledged. Of saves there is one for each string: a later one takes
 * the place of an earlier one. Each suggestion is one for itself.
 */
export interface OutboxEntry {
  /** A save when left out. */
  kind?: "suggest";
  unit: number;
  targets: string[];
  state: UnitState;
  /** Version the text was written over. */
  base: number;
  /** Forms of the source that a suggestion was written for. */
  sources?: string[];
  /** Suggestion that the text of a save was made from. */
  suggestion?: number;
  /** Whether the translations of an edited source text are kept. */
  keep?: boolean;
  /** Text and state it was written over. */
  before: string[];
  stateBefore: UnitState;
  /** Address and source of the string, for people. */
  href: string;
  title: string;
  at: number;
  /** Told apart when a string is saved again while the first save is on its way. */
  revision: number;
  status: "waiting" | "needs-you" | "refused";
  theirs?: EditorUnit;
  by?: { name: string; at: string } | null;
  reason?: string;
}

/** What the save indicator says; replaced as a whole when something changes. */
export interface OutboxSummary {
  waiting: number;
  offline: boolean;
  /** True when the server does not take saves from this session any more. */
  signedOut: boolean;
  /** Entries that a person has to decide about. */
  needsYou: readonly OutboxEntry[];
  /** True when the browser cannot keep anything: then a closed tab loses what waits. */
  unsafe: boolean;
}

type Saved = Extract<SaveOutcome, { kind: "saved" }>;

/** What the editor wants to hear. */
export interface OutboxListener {
  onSaved(entry: OutboxEntry, outcome: Saved): void;
  onSuggested(entry: OutboxEntry, outcome: SuggestOutcome): void;
  onDecision(entry: OutboxEntry): void;
}

export const EMPTY_SUMMARY: OutboxSummary = {
  waiting: 0,
  offline: false,
  signedOut: false,
  needsYou: [],
  unsafe: false,
};

/** What keys begin with, in front of the account. */
const [SAVED, SUGGESTED] = ["loquat:outbox:", "loquat:suggest:"];

/** Suggestions of visitors. */
const NOBODYS = `${SUGGESTED}0:`;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The durable queue of saves of one account. It lives in the browser's storage, is drained by whatever page of the
 * account is open, and may send a save twice: the server writes it once.
 */
export class Outbox {
  summary: OutboxSummary = EMPTY_SUMMARY;
  private readonly prefixes: { save: string; suggest: string };
  private readonly entries = new Map<string, OutboxEntry>();
  private readonly watchers = new Set<() => void>();
  private listener: OutboxListener | undefined;
  private running = false;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private signedOut = false;
  private offline = false;
  private unsafe = false;
  /** Begins anywhere: another page may queue something in the same millisecond. */
  private revisions = Math.floor(Math.random() * 2 ** 40);

  constructor(private readonly account: number) {
    this.prefixes = { save: `${SAVED}${account}:`, suggest: `${SUGGESTED}${account}:` };
  }

  /** What an entry is stored under. */
  private nameOf({ kind, unit, at, revision }: Pick<OutboxEntry, "kind" | "unit" | "at" | "revision">): string {
    return kind ? `${this.prefixes.suggest}${unit}.${at}.${revision}` : this.prefixes.save + unit;
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  readonly read = (): OutboxSummary => this.summary;

  /** Takes up what an earlier page left, and begins to send; gives what ends it. */
  start(listener?: OutboxListener): () => void {
    this.listener = listener;
    this.adopt();
    this.load();
    const online = () => this.resume();
    const offline = () => this.pause(true);
    const hide = () => this.sendLast();
    const stored = (event: StorageEvent) => {
      const { save, suggest } = this.prefixes;
      if (event.key === null || event.key.startsWith(save) || event.key.startsWith(suggest)) this.load();
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (this.unsafe && this.summary.waiting > 0) event.preventDefault();
    };
    const listeners = { online, offline, pagehide: hide, storage: stored, beforeunload: warn };
    for (const [name, call] of Object.entries(listeners)) window.addEventListener(name, call as EventListener);
    void this.drain();
    return () => {
      this.listener = undefined;
      clearTimeout(this.retry);
      for (const [name, call] of Object.entries(listeners)) window.removeEventListener(name, call as EventListener);
    };
  }

  /** The save of a string, or a suggestion for it that the server refused. */
  get(unit: number): OutboxEntry | undefined {
    const undecided = (entry: OutboxEntry) => entry.unit === unit && entry.kind && entry.status !== "waiting";
    return this.entries.get(this.prefixes.save + unit) ?? [...this.entries.values()].find(undecided);
  }

  /** Whether a suggestion for a string is on its way. */
  suggesting(unit: number): boolean {
    return this.waiting().some((entry) => entry.kind && entry.unit === unit);
  }

  /** Queues a save. */
  put(entry: Omit<OutboxEntry, "at" | "revision" | "status">): void {
    this.revisions += 1;
    this.store({ ...entry, at: Date.now(), revision: this.revisions, status: "waiting" });
    this.publish();
    // It is stored; sending it takes longer than a frame has, and the next string is waited for.
    afterPaint(() => void this.drain());
  }

  /** The text of an entry that waits for a person has been worked on. */
  revise(unit: number, targets: readonly string[], state: UnitState): void {
    const entry = this.get(unit);
    if (entry && entry.status !== "waiting") this.store({ ...entry, targets: [...targets], state });
  }

  /** Takes out what `get` gives, sent or not. */
  drop(unit: number): void {
    const entry = this.get(unit);
    if (entry) this.remove(entry);
  }

  private remove(entry: OutboxEntry): void {
    const name = this.nameOf(entry);
    this.entries.delete(name);
    removeStored(name);
    this.publish();
  }

  /** Goes on after signing in or coming online. */
  resume(): void {
    this.signedOut = false;
    this.offline = false;
    this.failures = 0;
    clearTimeout(this.retry);
    this.publish();
    void this.drain();
  }

  /** Stops until somebody signs in. */
  markSignedOut(): void {
    this.signedOut = true;
    this.publish();
  }

  /** What somebody suggested before signing in, and did not reach the server, goes on in their name. */
  private adopt(): void {
    if (this.account === 0) return;
    for (const key of storedKeys(NOBODYS)) {
      const entry = readStored<OutboxEntry>(key);
      if (entry && !writeStored(this.nameOf(entry), entry)) return;
      removeStored(key);
    }
  }

  private load(): void {
    this.entries.clear();
    for (const key of [...storedKeys(this.prefixes.save), ...storedKeys(this.prefixes.suggest)]) {
      const entry = readStored<OutboxEntry>(key);
      if (entry && Array.isArray(entry.targets)) this.entries.set(key, entry);
    }
    this.publish();
  }

  private store(entry: OutboxEntry): void {
    const name = this.nameOf(entry);
    this.entries.set(name, entry);
    this.unsafe = !writeStored(name, entry);
  }

  private waiting(): OutboxEntry[] {
    return [...this.entries.values()].filter((entry) => entry.status === "waiting").sort((a, b) => a.at - b.at);
  }

  /** What waits until one signs in again, for somebody who has not. */
  private ofAccounts(): number {
    if (this.account !== 0) return 0;
    const suggested = storedKeys(SUGGESTED).filter((key) => !key.startsWith(NOBODYS));
    return storedKeys(SAVED).length + suggested.length;
  }

  private publish(): void {
    const ofAccounts = this.ofAccounts();
    this.summary = {
      waiting: this.waiting().length + ofAccounts,
      offline: this.offline,
      signedOut: this.signedOut || ofAccounts > 0,
      needsYou: [...this.entries.values()].filter((entry) => entry.status !== "waiting"),
      unsafe: this.unsafe,
    };
    for (const watcher of this.watchers) watcher();
  }

  private pause(offline: boolean): void {
    this.offline = offline;
    this.failures += 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), LONGEST_PAUSE_MS);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.drain(), pause * (0.75 + Math.random() / 2));
    this.publish();
  }

  private request(entry: OutboxEntry): SaveRequest | SuggestRequest {
    const { kind, unit, targets, state, base, suggestion, keep, sources = [] } = entry;
    const { account } = this;
    return kind ? { unit, targets, sources, account } : { unit, targets, state, base, suggestion, keep, account };
  }

  private async drain(): Promise<void> {
    if (this.running || this.signedOut) return;
    this.running = true;
    try {
      for (let [entry] = this.waiting(); entry; [entry] = this.waiting()) {
        const request = this.request(entry);
        const outcome = await ("base" in request ? sendSave(request) : sendSuggestion(request));
        if (!this.settle(entry, outcome)) break;
      }
    } finally {
      this.running = false;
    }
  }

  /** Takes in an answer; false when it is no use to go on now. */
  private settle(sent: OutboxEntry, outcome: SaveOutcome | SuggestOutcome | Refusal): boolean {
    if (outcome.kind === "later") {
      this.pause(outcome.offline);
      return false;
    }
    if (outcome.kind === "signed-out") {
      this.markSignedOut();
      return false;
    }
    this.failures = 0;
    this.offline = false;
    const now = this.entries.get(this.nameOf(sent));
    if (outcome.kind === "suggested") {
      this.remove(sent);
      this.listener?.onSuggested(sent, outcome);
      return true;
    }
    if (outcome.kind === "saved") {
      if (!now || now.revision === sent.revision) this.remove(sent);
      else this.store({ ...now, base: outcome.unit.version });
      this.publish();
      this.listener?.onSaved(sent, outcome);
      return true;
    }
    const entry = now ?? sent;
    if (outcome.kind === "conflict")
      this.store({ ...entry, status: "needs-you", theirs: outcome.current, by: outcome.by });
    else this.store({ ...entry, status: "refused", reason: outcome.text });
    this.publish();
    const decided = this.entries.get(this.nameOf(sent));
    if (decided) this.listener?.onDecision(decided);
    return true;
  }

  /** The page goes away: send what waits; what the server does not get is sent by the next page. */
  private sendLast(): void {
    if (this.signedOut) return;
    for (const entry of this.waiting().slice(0, 20)) sendLast(this.request(entry));
  }
}
