import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { UnitWindow } from "@/lib/domain/editor/window";
import type { ListPiece } from "./list";
import { fetchContexts, fetchHeads, fetchList, fetchUnits, fetchWindow, type WindowPlace } from "./requests";

/** Strings that one request brings. */
const AT_ONCE = 100;
/** Strings that are held at most, but for those in use. */
const HELD = 3000;
const FREED_AT_ONCE = 1000;

/** The strings the page has, and the way to more of them. */
export class Loader {
  private readonly units = new Map<number, EditorUnit>();
  private readonly contexts = new Map<number, EditorContext>();
  private readonly heads = new Map<number, EditorHead>();
  private readonly stale = new Set<number>();
  /** Strings of which it could not be had what stands beside them. */
  private readonly without = new Set<number>();
  /** Strings that are no longer there. */
  private readonly gone = new Set<number>();
  private readonly asking = new Map<number, Promise<void>>();
  private readonly askingHeads = new Map<number, Promise<void>>();

  constructor(
    private readonly list: string,
    private readonly query: string,
    units: readonly EditorUnit[],
    contexts: readonly EditorContext[],
    heads: readonly EditorHead[],
  ) {
    for (const unit of units) this.put(unit);
    for (const context of contexts) this.contexts.set(context.unitId, context);
    for (const head of heads) this.heads.set(head.translationId, head);
  }

  get(id: number): EditorUnit | undefined {
    return this.units.get(id);
  }

  put(unit: EditorUnit): void {
    this.units.set(unit.id, unit);
  }

  /** Whether a string has turned out to be there no longer. */
  isGone(id: number): boolean {
    return this.gone.has(id);
  }

  byChecksum(checksum: string): EditorUnit | undefined {
    return [...this.units.values()].find((unit) => unit.checksum === checksum);
  }

  head(translationId: number): EditorHead | undefined {
    return this.heads.get(translationId);
  }

  context(id: number): EditorContext | undefined {
    return this.contexts.get(id);
  }

  /** Whether it could not be had what stands beside a string, so that nothing is to be waited for. */
  lacksContext(id: number): boolean {
    return this.without.has(id);
  }

  /** What stands beside a string has changed: it is shown until the new one has come. */
  forgetContext(id: number): void {
    this.stale.add(id);
  }

  /** What stands beside any string may have changed. */
  forgetContexts(): void {
    this.contexts.clear();
  }

  /** Any string but these may have changed: they are asked for when they are wanted again. */
  forgetAllBut(kept: ReadonlySet<number>): void {
    for (const id of [...this.units.keys()]) if (!kept.has(id)) this.units.delete(id);
  }

  /** A whole new window; undefined when it could not be had. */
  async around(where: WindowPlace): Promise<UnitWindow | undefined> {
    const window = await fetchWindow(this.list, this.query, where);
    for (const unit of window?.units ?? []) this.put(unit);
    return window;
  }

  /** The list from a place on; undefined when it could not be had. */
  async ids(from: number): Promise<ListPiece | undefined> {
    const list = await fetchList(this.list, this.query, from);
    if (!list) return undefined;
    let last = 0;
    const order = list.ids.map((step) => {
      last += step;
      return last;
    });
    return { order, first: list.first, total: list.total };
  }

  /** Loads the strings of these that are missing, a hundred at a time; gives the ones that came. */
  async need(ids: readonly number[]): Promise<readonly number[]> {
    const missing = ids.filter((id) => !this.units.has(id) && !this.gone.has(id));
    const fresh = missing.filter((id) => !this.asking.has(id));
    for (let at = 0; at < fresh.length; at += AT_ONCE) this.ask(fresh.slice(at, at + AT_ONCE));
    await Promise.all(new Set(missing.map((id) => this.asking.get(id))));
    return missing.filter((id) => this.units.has(id));
  }

  private ask(ids: readonly number[]): void {
    const answer = fetchUnits(ids).then((units) => {
      for (const id of ids) this.asking.delete(id);
      for (const unit of units ?? []) this.put(unit);
      if (units) for (const id of ids) if (!this.units.has(id)) this.gone.add(id);
    });
    for (const id of ids) this.asking.set(id, answer);
  }

  /** Lets strings go that came long ago and are in no use. */
  free(used: (id: number) => boolean): void {
    if (this.units.size <= HELD + FREED_AT_ONCE) return;
    for (const id of [...this.units.keys()]) {
      if (this.units.size <= HELD) return;
      if (!used(id)) this.units.delete(id);
    }
  }

  /** Loads what must be known of the translations of strings; true when something came. */
  async needHeads(translationIds: Iterable<number>): Promise<boolean> {
    const missing = [...new Set(translationIds)].filter((id) => !this.heads.has(id));
    if (missing.length === 0) return false;
    const fresh = missing.filter((id) => !this.askingHeads.has(id)).slice(0, 20);
    if (fresh.length > 0) {
      const answer = fetchHeads(fresh).then((heads) => {
        for (const id of fresh) this.askingHeads.delete(id);
        for (const head of heads ?? []) this.heads.set(head.translationId, head);
      });
      for (const id of fresh) this.askingHeads.set(id, answer);
    }
    await Promise.all(missing.map((id) => this.askingHeads.get(id)));
    return missing.some((id) => this.heads.has(id));
  }

  /** Loads what stands beside some strings; true when there is something new to show: what came, or that nothing did. */
  async prefetch(ids: readonly number[]): Promise<boolean> {
    const wanted = ids.filter((id) => !this.contexts.has(id) || this.stale.has(id));
    if (wanted.length === 0) return false;
    for (const id of wanted) this.stale.delete(id);
    const found = await fetchContexts(wanted);
    for (const context of found ?? []) this.contexts.set(context.unitId, context);
    if (!found) for (const id of wanted) if (this.contexts.has(id)) this.stale.add(id);
    const missing = wanted.filter((id) => !this.contexts.has(id));
    for (const id of wanted) this.without.delete(id);
    for (const id of missing) this.without.add(id);
    return found !== undefined || missing.length > 0;
  }
}

/** Runs work when the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => work(), { timeout: 1000 });
  else setTimeout(work, 50);
}
