import type { Texts } from "#texts";
import type { EditorInput } from "./editor-state";
import { aheadOf, extended, pieceOf } from "./list";
import { whenIdle } from "./loader";
import { OpenList } from "./open-list";

const REFILL_AT = 20;
const PREFETCHED = 3;

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
    if (next === undefined) {
      await this.more(by > 0 ? "later" : "earlier");
      next = this.neighbour(by, move.free);
    }
    if (next !== undefined) this.open(next, move);
    else if (by < 0) this.say(this.t("editor.announce.first"));
    else if (this.state.first + this.state.order.length < this.state.total)
      this.say(this.t("editor.announce.notLoaded"));
    else this.finish(move.say);
  }

  private neighbour(by: number, free = false): number | undefined {
    const { cursor, order } = this.state;
    const at = (cursor === undefined ? order.length : order.indexOf(cursor)) + by;
    // When others write in all that is left, the next one it is.
    return (free ? order.slice(at).find((id) => !this.claimed(id)) : undefined) ?? order[at];
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

  /** Opens the string at a place of the list, from 0. */
  async jump(offset: number): Promise<void> {
    const wanted = Math.max(0, Math.min(offset, this.state.total - 1));
    const known = this.state.order[wanted - this.state.first];
    if (known !== undefined) this.open(known, { jump: true, focus: true });
    else await this.replace({ offset: String(wanted) }, { jump: true, focus: true });
  }

  /** The address was changed by Back or Forward. */
  protected async followAddress(): Promise<void> {
    const checksum = new URLSearchParams(window.location.search).get("checksum");
    const found = checksum ? this.loader.byChecksum(checksum) : undefined;
    if (found && this.state.order.includes(found.id)) this.open(found.id);
    else if (checksum) await this.replace({ checksum }, {});
  }

  private async replace(where: { offset: string } | { checksum: string }, move: Move): Promise<void> {
    this.set({ loading: true });
    const window = await this.loader.around(where);
    if (!window?.cursor) return this.set({ loading: false, said: this.t("editor.announce.stringNotLoaded") });
    this.showWaiting(window.units.map((unit) => unit.id));
    this.set({ ...pieceOf(window), loading: false });
    this.open(window.cursor, move);
  }

  private async more(at: "later" | "earlier"): Promise<void> {
    const units = await this.loader.more(this.state, at);
    if (units.length === 0) return;
    this.showWaiting(units.map((unit) => unit.id));
    this.set({ ...extended(this.state, units, at), rows: this.state.rows + 1 });
  }

  /** After a move: what the next moves will need. */
  protected lookAhead(): void {
    const { cursor, order, first } = this.state;
    if (cursor === undefined) return;
    const index = order.indexOf(cursor);
    const { loaded, beyond } = aheadOf(this.state, index);
    if (loaded < REFILL_AT && beyond > 0) void this.more("later");
    else if (index < REFILL_AT && first > 0) void this.more("earlier");
    whenIdle(async () => {
      if (await this.loader.prefetch(order.slice(index, index + 1 + PREFETCHED))) this.refresh();
    });
  }
}
