import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "./format";

/** Texts on their way into maps and lists that a file does not have yet. */

/** A new text, or a map or list of new texts; or what says nothing. */
export type NewValue = string | Map<string, NewValue> | NewItems | Nothing;

/** A value that is no text, such as `null`, as it is spelled. */
export class Nothing {
  constructor(readonly raw: string) {}
}

/** Longest gap in a list that is filled. */
export const WIDEST_GAP = 1000;

/** New items of a list by their positions. */
export class NewItems {
  readonly items = new Map<number, NewValue>();

  /** @param from how many items the list has already */
  constructor(private readonly from = 0) {}

  /** Makes items that are missing in between. A gap that is too wide stays one. */
  fill(make: (at: number, like: NewValue) => NewValue): void {
    const last = Math.max(...this.items.keys());
    const like = this.items.get(last);
    if (like === undefined || last - this.from > WIDEST_GAP) return;
    for (let at = this.from; at < last; at++) if (!this.items.has(at)) this.items.set(at, make(at, like));
  }

  /** The items in their order. @throws EditRefused where one is missing in between */
  inOrder(): NewValue[] {
    return Array.from({ length: this.items.size }, (_, at) => {
      const item = this.items.get(this.from + at);
      const name = `[${Math.max(...this.items.keys())}]`;
      if (item === undefined) throw new EditRefused(refusal("writeGapBefore", { name }));
      return item;
    });
  }
}

/** A value of the same kind that says nothing. */
export const blankLike = (value: NewValue): NewValue =>
  value instanceof NewItems ? new NewItems() : value instanceof Map ? new Map<string, NewValue>() : "";

/**
 * Makes the items that lists of a new value lack before others.
 * @param make the item at a path in the value, where `like` is the one that it must stand before
 */
export function fillGaps(
  value: NewValue,
  make: (path: (string | number)[], like: NewValue) => NewValue = (_, like) => blankLike(like),
  path: (string | number)[] = [],
): void {
  if (value instanceof NewItems) value.fill((at, like) => make([...path, at], like));
  if (value instanceof NewItems || value instanceof Map)
    for (const [step, one] of value instanceof NewItems ? value.items : value) fillGaps(one, make, [...path, step]);
}

/** Puts a value into what is pending, from a step of its path on; new maps and lists come below. @throws EditRefused */
export function growInto(
  holder: Map<string, NewValue> | NewItems,
  path: readonly (string | number)[],
  depth: number,
  value: NewValue,
  name: string,
): void {
  const step = path[depth]!;
  if ((typeof step === "number") !== holder instanceof NewItems)
    throw new EditRefused(refusal(holder instanceof NewItems ? "writePlaceList" : "writePlaceMap", { name }));
  const pending: Map<string | number, NewValue> = holder instanceof NewItems ? holder.items : holder;
  const there = pending.get(step);
  if (depth === path.length - 1) {
    if (there !== undefined) throw new EditRefused(refusal("writeTwice", { name }));
    pending.set(step, value);
    return;
  }
  if (typeof there === "string" || there instanceof Nothing) throw new EditRefused(refusal("writePlaceText", { name }));
  const inner = there ?? (typeof path[depth + 1] === "number" ? new NewItems() : new Map<string, NewValue>());
  pending.set(step, inner);
  growInto(inner, path, depth + 1, value, name);
}
