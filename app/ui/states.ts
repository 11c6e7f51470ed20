import type { TextKey } from "#texts";

/** The five states of a string, as people see them. */
export type State = "empty" | "needs-editing" | "translated" | "approved" | "read-only";

/** State of a stored number: 0, 10–12, 20, 30, 100. */
export function stateOf(value: number): State {
  if (value >= 100) return "read-only";
  if (value >= 30) return "approved";
  if (value >= 20) return "translated";
  return value >= 10 ? "needs-editing" : "empty";
}

/** The word for each state. */
export const STATE_NAMES = {
  empty: "state.empty",
  "needs-editing": "state.needsEditing",
  translated: "state.translated",
  approved: "state.approved",
  "read-only": "state.readOnly",
} as const satisfies Record<State, TextKey>;
