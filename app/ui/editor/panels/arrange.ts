import { type ContextTab, TABS } from "./tabs";

/** All panels in the order that somebody likes; those that came later stand behind. */
export function arranged(order: readonly string[]): ContextTab[] {
  const wanted = order.flatMap((name) => TABS.find((id) => id === name) ?? []);
  return [...new Set([...wanted, ...TABS])];
}

/** The order with one panel at another place; the others keep theirs among each other. */
export function moved(all: readonly ContextTab[], id: ContextTab, place: number): ContextTab[] {
  const others = all.filter((other) => other !== id);
  return [...others.slice(0, Math.max(0, place)), id, ...others.slice(Math.max(0, place))];
}
