import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { PresentTab } from "@/lib/domain/editor/presence";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { STATE } from "@/lib/text/codes";
import { DraftBox } from "./drafts";
import {
  type EditorInput,
  type EditorPlace,
  type EditorState,
  firstState,
  type ListTranslation,
  type RowMark,
} from "./editor-state";
import { wholeContext, wholeUnit } from "./lean";
import { pieceOf } from "./list";
import { Loader } from "./loader";
import { Outbox } from "./outbox";
import { queryAddress } from "./query-address";

/** Ways to show a list. */
export type View = "translate" | "zen" | "browse" | "review";

const NOBODY: readonly PresentTab[] = [];

/** A list of strings that is open in the editor: what of it can be read, and who is told when it changes. */
export class OpenList {
  state: EditorState;
  readonly outbox: Outbox | undefined;
  readonly list: EditorPlace;
  readonly path: string;
  readonly signIn: string;
  readonly query: string;
  /** What else the addresses of the list say. */
  readonly more: Readonly<Record<string, string>>;
  /** Texts that keys can put into the field, in the order they are shown. */
  offered: readonly (readonly string[])[] = [];
  /** Who else has strings of the list open, and other tabs of one's own. */
  people: readonly PresentTab[] = [];
  protected readonly drafts: DraftBox | undefined;
  protected readonly loader: Loader;
  protected readonly handled = new Set<number>();
  private readonly peopleIn = new Map<number, readonly PresentTab[]>();
  private places: ReadonlyMap<number, readonly PresentTab[]> = new Map();
  private readonly translations: ReadonlyMap<number, ListTranslation>;
  /** What is known of the translation whose string was open last. */
  private lastHead: EditorHead;
  private indexed: { order: readonly number[]; at: ReadonlyMap<number, number> } = { order: [], at: new Map() };
  private readonly watchers = new Set<() => void>();
  private readonly outside: number | undefined;

  constructor({ head, list, window, path, signIn, query, contexts, more, order }: EditorInput) {
    this.lastHead = head;
    this.list = list;
    this.translations = new Map(list.translations.map((one) => [one.id, one]));
    this.path = path;
    this.signIn = signIn;
    this.query = query;
    this.more = more ?? {};
    this.outside = window.outside;
    this.loader = new Loader(
      list.key,
      query,
      window.units.map((unit) => wholeUnit(unit, head.translationId)),
      contexts.map(wholeContext),
      [head],
    );
    // A visitor who may suggest has them too, in this browser.
    const account = head.viewer?.id ?? (head.suggesting.ordinary ? undefined : 0);
    if (account !== undefined) {
      this.outbox = new Outbox(account);
      this.drafts = new DraftBox(account);
    }
    const piece = order ? { order, first: 0, total: order.length } : pieceOf(window);
    this.state = firstState(piece, window.cursor);
  }

  /** What is known of the translation of the open string: languages, plural forms, rights. */
  get head(): EditorHead {
    const unit = this.current();
    if (unit) this.lastHead = this.loader.head(unit.translationId) ?? this.lastHead;
    return this.lastHead;
  }

  /** The same for any string. */
  protected headOf(unit: Pick<EditorUnit, "translationId">): EditorHead {
    return this.loader.head(unit.translationId) ?? this.lastHead;
  }

  get openTranslation(): number {
    return this.head.translationId;
  }

  /** Whether the list is of more than one component. */
  get several(): boolean {
    return this.translations.size > 1;
  }

  /** The translation that a string is of. */
  translationOf(unit: Pick<EditorUnit, "translationId">): ListTranslation | undefined {
    return this.translations.get(unit.translationId);
  }

  /** Where a string stands in `order`; -1 for none of it. */
  protected indexOf(id: number): number {
    const { order } = this.state;
    if (this.indexed.order !== order) this.indexed = { order, at: new Map(order.map((one, index) => [one, index])) };
    return this.indexed.at.get(id) ?? -1;
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
  showPeople(translation: number, there: readonly PresentTab[]): void {
    this.peopleIn.set(translation, there);
    const people = [...this.peopleIn.values()].flat();
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

  /** Whether a string of the list has turned out to be there no longer. */
  isGone(id: number): boolean {
    return this.loader.isGone(id);
  }

  current(): EditorUnit | undefined {
    return this.state.cursor === undefined ? undefined : this.loader.get(this.state.cursor);
  }

  context(id: number): EditorContext | undefined {
    return this.loader.context(id);
  }

  /** Whether it could not be had what stands beside a string. */
  lacksContext(id: number): boolean {
    return this.loader.lacksContext(id);
  }

  /** Place of the open string in the list, from 1; 0 when none is open. */
  place(): number {
    const { cursor, first } = this.state;
    return cursor === undefined ? 0 : first + this.indexOf(cursor) + 1;
  }

  mark(id: number): RowMark {
    const status = this.outbox?.get(id)?.status;
    if (status) return status === "waiting" ? "saving" : status;
    if (this.outbox?.suggesting(id)) return "saving";
    return this.drafts?.has(id) || this.loader.get(id)?.draft ? "draft" : "";
  }

  /** Whether the list is one of strings that wait for a review. */
  get reviewing(): boolean {
    return false;
  }

  /** True for a string that the search would not find any more. */
  dimmed(id: number): boolean {
    return id === this.outside || ((this.query !== "" || this.reviewing) && this.handled.has(id));
  }

  /** Why the viewer may not edit a string; null when it may. */
  denial(unit: EditorUnit) {
    const { denials } = this.headOf(unit);
    if (unit.state >= STATE.READ_ONLY) return denials.readOnly;
    if (unit.waits) return denials.waiting;
    return unit.state === STATE.APPROVED ? denials.approved : denials.ordinary;
  }

  /** Why the viewer may not suggest a text for a string; null when it may. */
  suggestingDenial(unit: EditorUnit) {
    const { suggesting } = this.headOf(unit);
    return unit.state >= STATE.READ_ONLY ? suggesting.readOnly : suggesting.ordinary;
  }

  /** Why the viewer may not type into a string at all: neither to save nor to suggest. */
  typingDenial(unit: EditorUnit) {
    return this.suggestingDenial(unit) === null ? null : this.denial(unit);
  }

  /** Whether the viewer may make suggestions the translation of a string. */
  mayAccept(unit: EditorUnit): boolean {
    const { deciding } = this.headOf(unit);
    if (unit.state >= STATE.READ_ONLY) return false;
    return unit.state === STATE.APPROVED ? deciding.acceptApproved : deciding.accept;
  }

  /** A string in this list. */
  address(unit: Pick<EditorUnit, "id" | "checksum">): string {
    return this.named(this.path, this.ownQuery(), unit);
  }

  /** The same list shown in another way, at a string. */
  addressOn(view: View, unit: Pick<EditorUnit, "id" | "checksum"> | undefined): string {
    const path = this.list.paths[view === "review" ? "translate" : view];
    const query = new URLSearchParams(this.query === "" ? {} : { q: this.query });
    if (view === "review") query.set("mode", "review");
    return this.named(path, query, unit);
  }

  /** This list with a language beside the source, or with none. */
  addressBeside(code: string, unit: Pick<EditorUnit, "id" | "checksum"> | undefined): string {
    const query = new URLSearchParams(this.query === "" ? {} : { q: this.query });
    if (code !== "") query.set("beside", code);
    return this.named(this.path, query, unit);
  }

  /** A list of the same place that another search finds. */
  addressOfQuery(search: string): string {
    return queryAddress(this.path, search, this.more);
  }

  /** A place in this list, from 1. */
  addressOfPlace(place: number): string {
    const query = this.ownQuery();
    query.set("offset", String(place));
    return `${this.path}?${query}`;
  }

  private named(path: string, query: URLSearchParams, unit: Pick<EditorUnit, "id" | "checksum"> | undefined): string {
    // A checksum names a string of one component.
    if (unit && this.several) query.set("unit", String(unit.id));
    else if (unit) query.set("checksum", unit.checksum);
    return query.size === 0 ? path : `${path}?${query}`;
  }

  private ownQuery(): URLSearchParams {
    return new URLSearchParams({ ...(this.query === "" ? {} : { q: this.query }), ...this.more });
  }

  /** Where a string is added to what the list is of; undefined where it is not the viewer's to add. */
  get addingPage(): string | undefined {
    return this.head.managing.add && !this.several ? this.beside("/add-string/", this.head) : undefined;
  }

  /** Where a string is removed; undefined where it is not the viewer's to remove. */
  removalPage(unit: Pick<EditorUnit, "id" | "translationId">): string | undefined {
    if (!this.headOf(unit).managing.remove) return undefined;
    return `${this.beside("/remove-string/", unit)}?string=${unit.id}`;
  }

  /** A page beside the editor of a translation. */
  private beside(first: string, of: Pick<EditorUnit, "translationId">): string {
    return (this.translationOf(of)?.path ?? this.path).replace(/^\/[a-z]+\//, first);
  }

  /** A string in its own translation, whatever list it was found in. */
  permanentAddress(unit: Pick<EditorUnit, "translationId" | "checksum">): string {
    return `${this.translationOf(unit)?.path ?? this.path}?checksum=${unit.checksum}`;
  }

  /** How many plural forms a string takes; undefined where it takes any number of values. */
  forms(unit: EditorUnit): number | undefined {
    const { severalValues, plural } = this.headOf(unit);
    if (severalValues) return undefined;
    return unit.sources.length > 1 ? plural.number : 1;
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
