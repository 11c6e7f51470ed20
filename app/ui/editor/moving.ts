import type { Texts } from "#texts";
import type { EditorInput } from "./editor-state";
import { aheadOf, merged, neighbourhood, pieceOf } from "./list";
import { whenIdle } from "./loader";
import { OpenList } from "./open-list";

const REFILL_AT = 20;
const AHEAD = 79;
const PREFETCHED = 3;
/** Rows that a list on the page may have: browsers do not draw boxes of any height. */
export const MOST_LISTED = 100_000;

/** Sentences one after the other. */
export const joined = (...sentences: (string | undefined)[]) => sentences.filter(Boolean).join(" ");

/** How a string is opened. */
export interface Move {
  /** Leaves a step for the browser's Back. */
  jump?: boolean;
  /** Puts the caret into the field. */
  focus?: boolean;
  /** Passes over strings in which somebody else writes at this moment. */
  free?: boolean;
  /** Said before the string's place. */
  say?: string;
}

/** A list that one moves through: by steps, to a place, by the browser's Back; what comes next is loaded ahead. */
export abstract class MovingList extends OpenList {
  private listing: Promise<void> | undefined;
  private wanted: number | undefined;

  constructor(
    input: EditorInput,
    protected readonly t: Texts,
  ) {
    super(input);
  }

  /** Opens a string of the list. What was typed in the one before stays as its draft. */
  abstract open(id: number, move?: Move): void;

  /** Writes down what has been typed. */
  protected abstract writeDraft(): void;

  /** Opens the string some places further on. */
  async step(by: number, move: Move = {}): Promise<void> {
    let next = this.neighbour(by, move.free);
    if (next === undefined && this.reachesOn(by)) {
      await this.extend(by);
      next = this.neighbour(by, move.free);
    }
    if (next !== undefined) await this.openLoaded(next, move);
    else if (by < 0) this.say(this.t("editor.announce.first"));
    else if (this.reachesOn(by)) this.say(this.t("editor.announce.notLoaded"));
    else this.finish(move.say);
  }

  private neighbour(by: number, free = false): number | undefined {
    const { cursor, order } = this.state;
    const step = by < 0 ? -1 : 1;
    const start = (cursor === undefined ? order.length : this.indexOf(cursor)) + by;
    let next: number | undefined;
    for (let at = start; at >= 0 && at < order.length; at += step) {
      const id = order[at] as number;
      if (this.loader.isGone(id)) continue;
      // When others write in all that is left, the next one it is.
      next ??= id;
      if (!free || !this.claimed(id)) return id;
    }
    return next;
  }

  /** Whether the list goes on in a direction beyond what is held of it. */
  private reachesOn(by: number): boolean {
    const { first, order, total } = this.state;
    return by < 0 ? first > 0 : first + order.length < total;
  }

  /** The end of the list: nothing is open. */
  private finish(say?: string): void {
    this.writeDraft();
    this.set({
      cursor: undefined,
      rows: this.state.rows + 1,
      said: joined(say, this.t("editor.announce.last")),
    });
  }

  /** Opens a string of the list, which is loaded first where it is missing. The last one that was asked for wins. */
  private async openLoaded(id: number, move: Move): Promise<void> {
    this.wanted = id;
    if (!this.isReady(id)) {
      this.set({ loading: true });
      const index = this.indexOf(id);
      await this.needUnits(neighbourhood(this.state, index, REFILL_AT, AHEAD));
      const unit = this.loader.get(id);
      if (unit) await this.loader.needHeads([unit.translationId]);
      this.set({ loading: false });
      if (this.wanted !== id) return;
      if (!this.isReady(id)) return this.say(this.t("editor.announce.stringNotLoaded"));
    }
    this.open(id, move);
  }

  private isReady(id: number): boolean {
    const unit = this.loader.get(id);
    return unit !== undefined && this.loader.head(unit.translationId) !== undefined;
  }

  /** Opens the string at a place of the list, from 0. */
  async jump(offset: number): Promise<void> {
    const wanted = Math.max(0, Math.min(offset, this.state.total - 1));
    if (this.at(wanted) === undefined) await this.listFrom(wanted);
    const known = this.at(wanted);
    if (known !== undefined) await this.openLoaded(known, { jump: true, focus: true });
    else this.say(this.t("editor.announce.stringNotLoaded"));
  }

  /** Opens a string that stands in the list, wherever that is. */
  async show(id: number, move: Move): Promise<void> {
    await this.openLoaded(id, move);
  }

  /** The string at a place of the list, from 0, as far as it is known. */
  private at(place: number): number | undefined {
    return this.state.order[place - this.state.first];
  }

  /** The address was changed by Back or Forward. */
  protected async followAddress(): Promise<void> {
    const query = new URLSearchParams(window.location.search);
    const [checksum, unit] = [query.get("checksum"), query.get("unit")];
    const found = checksum ? this.loader.byChecksum(checksum)?.id : Number(unit ?? 0);
    if (found && this.indexOf(found) >= 0) await this.openLoaded(found, {});
    else if (checksum) await this.openElsewhere({ checksum });
    else if (unit) await this.openElsewhere({ unit });
  }

  /** Opens a string that is in no piece at hand: the list goes on around it. */
  private async openElsewhere(where: { checksum: string } | { unit: string }): Promise<void> {
    this.set({ loading: true });
    const window = await this.loader.around(where);
    this.set({ loading: false });
    if (!window?.cursor) return this.say(this.t("editor.announce.stringNotLoaded"));
    this.showWaiting(window.units.map((unit) => unit.id));
    if (this.indexOf(window.cursor) < 0)
      this.set(
        this.state.listed
          ? merged(pieceOf(window), this.state)
          : { ...pieceOf(window), listed: window.units.length === window.total },
      );
    await this.openLoaded(window.cursor, {});
  }

  /** Gets the strings of these that are missing; rows that show them are drawn anew. */
  async needUnits(ids: readonly number[]): Promise<void> {
    const came = await this.loader.need(ids);
    if (came.length === 0) return;
    this.showWaiting(came);
    const near = new Set(ids);
    this.loader.free((id) => id === this.state.cursor || near.has(id));
    this.refresh();
  }

  /** Asks for the order of the list around a place, as much as is held at once; strings that are known keep theirs. */
  listFrom(place: number): Promise<void> {
    this.listing ??= this.loader
      .ids(this.state.total > MOST_LISTED ? Math.max(0, place - MOST_LISTED / 2) : 0)
      .then((list) => {
        this.listing = undefined;
        if (!list) return;
        const near = list.first < this.state.first + this.state.order.length && list.first <= this.state.first;
        const piece = near ? merged(this.state, list) : list;
        this.set({ ...piece, listed: true, rows: this.state.rows + 1 });
      });
    return this.listing;
  }

  private async extend(by: number): Promise<void> {
    const { first, order } = this.state;
    await this.listFrom(by < 0 ? first : first + order.length);
  }

  /** After a move: what the next moves will need. */
  protected lookAhead(): void {
    const { cursor, first, listed } = this.state;
    if (cursor === undefined) return;
    const index = this.indexOf(cursor);
    const { loaded, beyond } = aheadOf(this.state, index);
    const short = (loaded < REFILL_AT && beyond > 0) || (index < REFILL_AT && first > 0);
    if (short && !listed) void this.listFrom(first + index).then(() => this.prepare());
    else this.prepare();
  }

  /** Asks once more for what stands beside the open string. */
  async contextAgain(): Promise<void> {
    const { cursor } = this.state;
    if (cursor !== undefined && (await this.loader.prefetch([cursor]))) this.refresh();
  }

  /** Loads the strings around the open one, and what stands beside the next ones. */
  private prepare(): void {
    const { cursor } = this.state;
    if (cursor === undefined) return;
    const index = this.indexOf(cursor);
    whenIdle(async () => {
      const near = neighbourhood(this.state, index, REFILL_AT / 2, REFILL_AT);
      if (near.some((id) => !this.loader.get(id) && !this.loader.isGone(id)))
        await this.needUnits(neighbourhood(this.state, index, REFILL_AT, AHEAD));
      const next = neighbourhood(this.state, index, 1, PREFETCHED);
      await this.loader.needHeads(next.flatMap((id) => this.loader.get(id)?.translationId ?? []));
      if (await this.loader.prefetch(next.slice(index > 0 ? 1 : 0))) this.refresh();
    });
  }
}
