import type { LiveEvent } from "@/lib/domain/editor/follow";
import type { PresentTab } from "@/lib/domain/editor/presence";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { fetchUnits, liveAddress, sendPresence } from "./requests";

/** What others do in the open list, and telling them where one is. */

/** The list that is told. */
export interface LiveHost {
  readonly subscribe: (watcher: () => void) => () => void;
  /** The open string. */
  readonly openId: number | undefined;
  /** The translation that it is of, or was the last one open. */
  readonly openTranslation: number;
  /** When the open string was last written in, in milliseconds; 0 when it was not. */
  readonly typedAt: number;
  /** Whether the list has a string. */
  has(id: number): boolean;
  /** Strings around the open one, nearest first. */
  around(most: number): number[];
  /** Takes strings in as others have left them. */
  takeOthers(units: readonly EditorUnit[]): void;
  showPeople(translation: number, people: readonly PresentTab[]): void;
  /** Forgets strings that are not around the open one: they may have changed. */
  forgetFar(most: number): void;
}

/** The page is whole before anybody has to know of it. */
const BEGIN_MS = 1500;
const GATHER_MS = 150;
const SETTLE_MS = 800;
const RENEW_MS = 55_000;
/** For how long after the last letter a string counts as being written in. */
const WRITING_MS = 120_000;
const MOST_AT_ONCE = 100;
/** How long to wait before asking again for strings that could not be had. */
const RETRY_MS = 4000;
/** The server says something every 15 seconds: a line that is silent for longer than this is dead. */
const SILENCE_MS = 45_000;

/** A line to the server, open as long as the tab is looked at: a browser has few connections for one server. */
export class LiveLine {
  /** Tells this tab from others of the same person. */
  readonly tab = Math.random().toString(36).slice(2, 14);
  private source: EventSource | undefined;
  private lastEvent = "";
  /** When the server was last heard, in milliseconds. */
  private heard = 0;
  private wanted = new Set<number>();
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private told: { unit: number | undefined; typing: boolean; at: number } | undefined;

  constructor(
    private readonly host: LiveHost,
    private readonly list: string,
    private readonly account: number,
  ) {}

  /** Begins; gives what ends it. */
  start(): () => void {
    const show = () => {
      if (document.visibilityState === "visible") this.open();
      else this.close(true);
    };
    const begin = setTimeout(() => {
      show();
      document.addEventListener("visibilitychange", show);
    }, BEGIN_MS);
    const renew = setInterval(() => {
      if (this.source && Date.now() - this.heard > SILENCE_MS) this.reopen();
      this.consider();
    }, RENEW_MS / 5);
    const back = () => {
      if (this.source) this.reopen();
    };
    window.addEventListener("online", back);
    const leave = () => this.close(true);
    window.addEventListener("pagehide", leave);
    const unsubscribe = this.host.subscribe(() => this.consider());
    return () => {
      clearTimeout(begin);
      clearInterval(renew);
      document.removeEventListener("visibilitychange", show);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("online", back);
      unsubscribe();
      this.close(false);
    };
  }

  private open(): void {
    if (this.source) return;
    const source = new EventSource(liveAddress(this.list, this.lastEvent));
    this.source = source;
    this.heard = Date.now();
    const hear = () => {
      this.heard = Date.now();
    };
    source.onopen = hear;
    source.addEventListener("beat", hear);
    source.onmessage = (event: MessageEvent<string>) => {
      hear();
      this.lastEvent = event.lastEventId;
      this.take(JSON.parse(event.data) as LiveEvent);
    };
    // A browser comes back by itself unless it was refused, as when the session has ended: then it is tried when the tab is shown again.
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.source = undefined;
    };
    this.told = undefined;
    this.consider();
  }

  /** A line may be dead without the browser knowing: another one tells what this one has missed. */
  private reopen(): void {
    this.source?.close();
    this.source = undefined;
    this.open();
    this.gatherSoon();
  }

  private close(gone: boolean): void {
    clearTimeout(this.gathering);
    clearTimeout(this.telling);
    this.gathering = undefined;
    this.telling = undefined;
    this.source?.close();
    this.source = undefined;
    if (this.told) this.send(gone);
    this.told = undefined;
  }

  private take(event: LiveEvent): void {
    if ("people" in event) {
      const others = event.people.filter(({ userId, tab }) => userId !== this.account || tab !== this.tab);
      this.host.showPeople(event.translation, others);
      return;
    }
    if (event.units === null) this.host.forgetFar(MOST_AT_ONCE);
    const units = event.units === null ? this.host.around(MOST_AT_ONCE) : event.units.filter((id) => this.host.has(id));
    for (const id of units) this.wanted.add(id);
    this.gatherSoon();
  }

  private gatherSoon(wait = GATHER_MS): void {
    if (this.wanted.size > 0) this.gathering ??= setTimeout(() => void this.gather(), wait);
  }

  private async gather(): Promise<void> {
    this.gathering = undefined;
    const ids = [...this.wanted].slice(0, MOST_AT_ONCE);
    for (const id of ids) this.wanted.delete(id);
    const units = await fetchUnits(ids);
    if (units) this.host.takeOthers(units);
    // Events come once: what could not be had now is asked for again.
    else for (const id of ids) this.wanted.add(id);
    if (this.source) this.gatherSoon(units ? GATHER_MS : RETRY_MS);
  }

  /** Tells where one is once that is something new, or what was told is old. */
  private consider(): void {
    if (!this.source) return;
    const { unit, typing } = this.now();
    const known = this.told;
    const fresh = known && Date.now() - known.at < RENEW_MS;
    if (fresh && known.unit === unit && known.typing === typing) return;
    // That something is being written is told at once; who only leafs through is not followed step by step.
    const hurry = typing && !known?.typing && known?.unit === unit;
    this.telling ??= setTimeout(() => this.send(false), hurry ? GATHER_MS : SETTLE_MS);
  }

  private now() {
    const { openId: unit, typedAt } = this.host;
    return { unit, typing: unit !== undefined && Date.now() - typedAt < WRITING_MS };
  }

  private send(gone: boolean): void {
    clearTimeout(this.telling);
    this.telling = undefined;
    const { unit, typing } = this.now();
    this.told = { unit, typing, at: Date.now() };
    const { account, tab } = this;
    const { openTranslation: translation } = this.host;
    sendPresence({ translation, account, tab, unit: unit ?? null, typing, gone });
  }
}
