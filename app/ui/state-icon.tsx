import { useTexts } from "#texts";
import { classes } from "./classes";
import { STATE_NAMES, type State } from "./states";

const COLOURS: Record<State | "failing" | "suggestion", string> = {
  empty: "text-empty",
  "needs-editing": "text-needs",
  translated: "text-translated",
  approved: "text-approved",
  "read-only": "text-readonly",
  failing: "text-failing",
  suggestion: "text-suggestion",
};

const NAMES = { ...STATE_NAMES, failing: "state.failing", suggestion: "state.suggestion" } as const;

/** Shape of a state: told apart without colour. `silent` when its word stands beside it. The shapes are in `StateShapes`. */
export function StateIcon({
  state,
  size = 16,
  silent = false,
}: {
  state: State | "failing" | "suggestion";
  size?: 12 | 16 | 20;
  silent?: boolean;
}) {
  const t = useTexts();
  const look = classes("state-icon", COLOURS[state]);
  const shape = <use href={`#state-${state}`} />;
  if (silent)
    return (
      <svg width={size} height={size} className={look} aria-hidden>
        {shape}
      </svg>
    );
  return (
    <svg role="img" width={size} height={size} className={look}>
      <title>{t(NAMES[state])}</title>
      {shape}
    </svg>
  );
}
