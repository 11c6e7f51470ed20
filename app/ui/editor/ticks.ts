import { useSyncExternalStore } from "react";
import { useStore } from "./editor-context";
import type { EditorStore } from "./store";

/** Strings of the list that are ticked, to be changed together. They are forgotten with the page. */
export class Ticks {
  private ids: ReadonlySet<number> = new Set();
  /** The one that was ticked last: a range begins there. */
  private last: number | undefined;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): ReadonlySet<number> => this.ids;

  /** Ticks a string, or takes its tick away. */
  toggle(id: number): void {
    const ids = new Set(this.ids);
    if (!ids.delete(id)) ids.add(id);
    this.last = id;
    this.set(ids);
  }

  /** Ticks all strings between the last one that was ticked and this one, in the order of the list. */
  range(order: readonly number[], id: number): void {
    const [from, to] = [order.indexOf(this.last ?? id), order.indexOf(id)];
    if (to < 0) return;
    const between = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.last = id;
    this.set(new Set([...this.ids, ...between]));
  }

  clear(): void {
    this.last = undefined;
    this.set(new Set());
  }

  private set(ids: ReadonlySet<number>): void {
    this.ids = ids;
    for (const listener of this.listeners) listener();
  }
}

const known = new WeakMap<EditorStore, Ticks>();

/** The ticks of an editor. */
export function ticksOf(store: EditorStore): Ticks {
  const ticks = known.get(store) ?? new Ticks();
  known.set(store, ticks);
  return ticks;
}

/** What is ticked; the same set as long as nothing changes. */
export function useTicks(): { ticks: Ticks; ticked: ReadonlySet<number> } {
  const ticks = ticksOf(useStore());
  return { ticks, ticked: useSyncExternalStore(ticks.subscribe, ticks.read, ticks.read) };
}

/** Whether many strings may be changed here at all. */
export const ticksOffered = ({ head }: EditorStore): boolean => head.bulk.edit || head.bulk.replace;
