import { useTexts } from "#texts";
import { type Marked, StateMark } from "./state-mark";
import { STATE_NAMES } from "./states";

const NAMES = { ...STATE_NAMES, failing: "state.failing", suggestion: "state.suggestion" } as const;

/** Shape of a state: told apart without colour. `silent` when its word stands beside it. */
export function StateIcon({
  state,
  size = 16,
  silent = false,
}: {
  state: Marked;
  size?: 12 | 16 | 20;
  silent?: boolean;
}) {
  const t = useTexts();
  return <StateMark state={state} size={size} name={silent ? undefined : t(NAMES[state])} />;
}
