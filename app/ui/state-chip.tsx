import { useTexts } from "#texts";
import { classes } from "./classes";
import { StateIcon } from "./state-icon";
import { STATE_NAMES, type State } from "./states";

const GROUNDS: Record<State, string> = {
  empty: "bg-surface border-line-strong",
  "needs-editing": "bg-tint-needs border-transparent",
  translated: "bg-tint-translated border-transparent",
  approved: "bg-tint-approved border-transparent",
  "read-only": "bg-tint-readonly border-transparent",
};

/** A state as icon and word on its tint. */
export function StateChip({ state }: { state: State }) {
  const t = useTexts();
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1.5 rounded-full border px-2 py-0.5 text-meta text-ink",
        GROUNDS[state],
      )}
    >
      <StateIcon state={state} size={12} silent />
      {t(STATE_NAMES[state])}
    </span>
  );
}
