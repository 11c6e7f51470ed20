import { findPattern } from "@/lib/text/flags/pattern";
import type { ComponentRow } from "./components";

/** Which strings of its files are strings of a component; the files keep the others as they are. */

type Filtered = Pick<ComponentRow, "template" | "keyFilter">;

/** Whether a key may be one of the component: the filter matches somewhere in it, or there is none. */
export function isWantedKey(component: Filtered, key: string): boolean {
  if (component.keyFilter === "" || component.template === "") return true;
  return findPattern(component.keyFilter)?.found(key) ?? true;
}

/** The strings of a file whose keys are wanted, by identity; the very map where all are. */
export function wantedStrings<Value extends { context: string }>(
  component: Filtered,
  strings: Map<string, Value>,
): Map<string, Value> {
  if (component.keyFilter === "") return strings;
  return new Map([...strings].filter(([, { context }]) => isWantedKey(component, context)));
}
