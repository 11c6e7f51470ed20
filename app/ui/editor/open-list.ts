import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { PresentTab } from "@/lib/domain/editor/presence";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { STATE } from "@/lib/text/codes";
import { DraftBox } from "./drafts";
import { type EditorInput, type EditorState, firstState, type RowMark } from "./editor-state";
import { pieceOf } from "./list";
import { Loader } from "./loader";
import { Outbox } from "./outbox";

const NOBODY: readonly PresentTab[] = [];

/** A list of strings that is open in the editor: what of it can be read, and who is told when it changes. */
export class OpenList {
  state: EditorState;
  readonly outbox: Outbox | undefined;
  readonly head: EditorHead;
  readonly path: string;
  readonly signIn: string;
  readonly query: string;
  /** Texts that keys can put into the field, in the order they are shown. */
  offered: readonly (readonly string[])[] = [];
  /** Who else has the translation open, and other tabs of one's own. */
  people: readonly PresentTab[] = [];
  protected readonly drafts: DraftBox | undefined;
  protected readonly loader: Loader;
  protected readonly handled = new Set<number>();
  private places: ReadonlyMap<number, readonly PresentTab[]> = new Map();
  private readonly watchers = new Set<() => void>();
  private readonly outside: number | undefined;

  constructor({ head, window, path, signIn, query, contexts }: EditorInput) {
    this.head = head;
    this.path = path;
    this.signIn = signIn;
    this.query = query;
    this.outside = window.outside;
    this.loader = new Loader(head.translationId, query, window.units, contexts);
    // A visitor who may suggest has them too, in this browser.
    const account = head.viewer?.id ?? (head.suggesting.ordinary ? undefined : 0);
    if (account !== undefined) {
      this.outbox = new Outbox(account);
      this.drafts = new DraftBox(account);
    }
    this.state = firstState(pieceOf(window), window.cursor);
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  protected set(change: Partial<EditorState>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }

  /** Rows may look different. */
  protected refresh(): void {
    this.set({ rows: this.state.rows + 1 });
  }

  /** Says something to those who listen. */
  say(text: string): void {
    this.set({ said: text });
  }

  /** Shows who else is here, and where. */
  showPeople(people: readonly PresentTab[]): void {
    const places = new Map<number, PresentTab[]>();
    for (const one of people) {
      if (one.unitId === null) continue;
      const there = places.get(one.unitId);
      if (there) there.push(one);
      else places.set(one.unitId, [one]);
    }
    this.people = people;
    this.places = places;
    this.refresh();
  }

  /** Who else has a string open. */
  peopleAt(id: number): readonly PresentTab[] {
    return this.places.get(id) ?? NOBODY;
  }

  /** Whether somebody else writes in a string at this moment. */
  protected claimed(id: number): boolean {
    return this.peopleAt(id).some(({ typing, userId }) => typing && userId !== this.head.viewer?.id);
  }

  unit(id: number): EditorUnit | undefined {
    return this.loader.get(id);
  }

  current(): EditorUnit | undefined {
    return this.state.cursor === undefined ? undefined : this.loader.get(this.state.cursor);
  }

  context(id: number): EditorContext | undefined {
    return this.loader.context(id);
  }

  /** Place of the open string in the list, from 1; 0 when none is open. */
  place(): number {
    const { cursor, order, first } = this.state;
    return cursor === undefined ? 0 : first + order.indexOf(cursor) + 1;
  }

  mark(id: number): RowMark {
    const status = this.outbox?.get(id)?.status;
    if (status) return status === "waiting" ? "saving" : status;
    if (this.outbox?.suggesting(id)) return "saving";
    return this.drafts?.has(id) || this.loader.get(id)?.draft ? "draft" : "";
  }

  /** True for a string that the search would not find any more. */
  dimmed(id: number): boolean {
    return id === this.outside || (this.query !== "" && this.handled.has(id));
  }

  /** Why the viewer may not edit a string; null when it may. */
  denial(unit: EditorUnit) {
    const { denials } = this.head;
    if (unit.state >= STATE.READ_ONLY) return denials.readOnly;
    return unit.state === STATE.APPROVED ? denials.approved : denials.ordinary;
  }

  /** Why the viewer may not suggest a text for a string; null when it may. */
  suggestingDenial(unit: EditorUnit) {
    const { suggesting } = this.head;
    return unit.state >= STATE.READ_ONLY ? suggesting.readOnly : suggesting.ordinary;
  }

  /** Why the viewer may not type into a string at all: neither to save nor to suggest. */
  typingDenial(unit: EditorUnit) {
    return this.suggestingDenial(unit) === null ? null : this.denial(unit);
  }

  /** Whether the viewer may make suggestions the translation of a string. */
  mayAccept(unit: EditorUnit): boolean {
    const { deciding } = this.head;
    if (unit.state >= STATE.READ_ONLY) return false;
    return unit.state === STATE.APPROVED ? deciding.acceptApproved : deciding.accept;
  }

  address(unit: Pick<EditorUnit, "checksum">): string {
    const query = new URLSearchParams(this.query === "" ? {} : { q: this.query });
    query.set("checksum", unit.checksum);
    return `${this.path}?${query}`;
  }

  /** How many plural forms a string takes; undefined where it takes any number of values. */
  forms(unit: EditorUnit): number | undefined {
    if (this.head.severalValues) return undefined;
    return unit.sources.length > 1 ? this.head.plural.number : 1;
  }

  /** A save that waits is shown as if it had arrived. */
  protected showWaiting(ids: readonly number[]): void {
    for (const id of ids) {
      const entry = this.outbox?.get(id);
      const unit = this.loader.get(id);
      if (unit && entry?.status === "waiting")
        this.loader.put({ ...unit, targets: entry.targets, state: entry.state, draft: null });
    }
  }
}
