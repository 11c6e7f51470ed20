import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "./format";

/** Texts on their way into maps and lists that a file does not have yet. */

/** A new text, or a map or list of new texts. */
export type NewValue = string | Map<string, NewValue> | NewItems;

/** New items of a list by their positions. */
export class NewItems {
  readonly items = new Map<number, NewValue>();

  /** @param from how many items the list has already */
  constructor(private readonly from = 0) {}

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
  if (typeof there === "string") throw new EditRefused(refusal("writePlaceText", { name }));
  const inner = there ?? (typeof path[depth + 1] === "number" ? new NewItems() : new Map<string, NewValue>());
  pending.set(step, inner);
  growInto(inner, path, depth + 1, value, name);
}
