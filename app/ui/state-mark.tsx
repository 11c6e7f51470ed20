import { classes } from "./classes";
import type { State } from "./states";

export type Marked = State | "failing" | "suggestion";

const COLOURS: Record<Marked, string> = {
  empty: "text-empty",
  "needs-editing": "text-needs",
  translated: "text-translated",
  approved: "text-approved",
  "read-only": "text-readonly",
  failing: "text-failing",
  suggestion: "text-suggestion",
};

/**
 * The shape of a state, told apart without colour, whose word stands beside it: see `StateIcon` for one by itself. The shapes are
 * in `StateShapes`. @param name read aloud, where nothing else says it
 */
export function StateMark({ state, size = 16, name }: { state: Marked; size?: 12 | 16 | 20; name?: string }) {
  const look = classes("state-icon", COLOURS[state]);
  const shape = <use href={`#state-${state}`} />;
  if (name === undefined)
    return (
      <svg width={size} height={size} className={look} aria-hidden>
        {shape}
      </svg>
    );
  return (
    <svg role="img" width={size} height={size} className={look}>
      <title>{name}</title>
      {shape}
    </svg>
  );
}
