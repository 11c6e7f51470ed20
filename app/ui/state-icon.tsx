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

/** Shape of a state: told apart without colour. `silent` when its word stands beside it. */
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
  return (
    <svg
      role={silent ? undefined : "img"}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      className={classes("inline-block shrink-0", COLOURS[state])}
      aria-hidden={silent || undefined}
    >
      <title>{t(NAMES[state])}</title>
      <Shape state={state} />
    </svg>
  );
}

function Shape({ state }: { state: State | "failing" | "suggestion" }) {
  switch (state) {
    case "empty":
      return <circle cx="8" cy="8" r="5.5" stroke="currentColor" strokeWidth="2" />;
    case "needs-editing":
      return (
        <>
          <circle cx="8" cy="8" r="5.5" stroke="currentColor" strokeWidth="2" />
          <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
        </>
      );
    case "translated":
      return <circle cx="8" cy="8" r="6.5" fill="currentColor" />;
    case "approved":
      return (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path
            d="M3.4 8.2 5.5 10.3 9 6M7.3 9.8l.6.5L12.4 6"
            stroke="var(--surface)"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      );
    case "read-only":
      return (
        <>
          <rect x="3" y="7" width="10" height="7" rx="1.5" fill="currentColor" />
          <path d="M5 7V5a3 3 0 0 1 6 0v2" stroke="currentColor" strokeWidth="2" />
        </>
      );
    case "failing":
      return (
        <>
          <path d="M8 2 14.5 13.5h-13z" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
          <path d="M8 6.2v3.4M8 11.3v.6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        </>
      );
    case "suggestion":
      return (
        <>
          <path d="M2 3h12v8H8l-3.5 3V11H2z" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
          <path d="M8 5v4M6 7h4" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </>
      );
  }
}
