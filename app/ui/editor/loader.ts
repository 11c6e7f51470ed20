import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { UnitWindow } from "@/lib/domain/editor/window";
import type { ListPiece } from "./list";
import { fetchContexts, fetchWindow } from "./requests";

/** The strings the page has, and the way to more of them. */
export class Loader {
  private readonly units = new Map<number, EditorUnit>();
  private readonly contexts = new Map<number, EditorContext>();
  private readonly stale = new Set<number>();
  private asking: Promise<readonly EditorUnit[]> | undefined;

  constructor(
    private readonly translationId: number,
    private readonly query: string,
    units: readonly EditorUnit[],
    contexts: readonly EditorContext[],
  ) {
    for (const unit of units) this.put(unit);
    for (const context of contexts) this.contexts.set(context.unitId, context);
  }

  get(id: number): EditorUnit | undefined {
    return this.units.get(id);
  }

  put(unit: EditorUnit): void {
    this.units.set(unit.id, unit);
  }

  byChecksum(checksum: string): EditorUnit | undefined {
    return [...this.units.values()].find((unit) => unit.checksum === checksum);
  }

  context(id: number): EditorContext | undefined {
    return this.contexts.get(id);
  }

  /** What stands beside a string has changed: it is shown until the new one has come. */
  forgetContext(id: number): void {
    this.stale.add(id);
  }

  /** What stands beside any string may have changed. */
  forgetContexts(): void {
    this.contexts.clear();
  }

  /** A whole new window; undefined when it could not be had. */
  async around(where: { offset: string } | { checksum: string }): Promise<UnitWindow | undefined> {
    const window = await fetchWindow(this.translationId, this.query, where);
    for (const unit of window?.units ?? []) this.put(unit);
    return window;
  }

  /** Strings beyond an edge of the piece; none when the list ends there or they could not be had. One request at a time. */
  more(piece: ListPiece, at: "later" | "earlier"): Promise<readonly EditorUnit[]> {
    this.asking ??= this.ask(piece, at).finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async ask({ order, first, total }: ListPiece, at: "later" | "earlier"): Promise<readonly EditorUnit[]> {
    const edge = this.units.get((at === "later" ? order.at(-1) : order[0]) ?? 0);
    const exhausted = at === "later" ? first + order.length >= total : first === 0;
    if (!edge || exhausted) return [];
    const window = await fetchWindow(this.translationId, this.query, { at, place: `${edge.position}.${edge.id}` });
    for (const unit of window?.units ?? []) this.put(unit);
    return window?.units ?? [];
  }

  /** Loads what stands beside some strings; true when something came. */
  async prefetch(ids: readonly number[]): Promise<boolean> {
    const wanted = ids.filter((id) => !this.contexts.has(id) || this.stale.has(id));
    if (wanted.length === 0) return false;
    for (const id of wanted) this.stale.delete(id);
    const found = await fetchContexts(wanted);
    for (const context of found ?? []) this.contexts.set(context.unitId, context);
    if (!found) for (const id of wanted) if (this.contexts.has(id)) this.stale.add(id);
    return found !== undefined;
  }
}

/** Runs work when the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => work(), { timeout: 1000 });
  else setTimeout(work, 50);
}
