import { CircleAlert, CircleCheck } from "lucide-react";
import type { TrayState } from "./tray-state";

const RADIUS = 9;
const ROUND = 2 * Math.PI * RADIUS;

/** How far the tasks are that run, with their number in a ring; how they ended when none does. */
export function TrayRing({ state }: { state: TrayState }) {
  if (state.running === 0)
    return state.failed ? (
      <CircleAlert aria-hidden size={20} className="text-failing" />
    ) : (
      <CircleCheck aria-hidden size={20} className="text-approved" />
    );
  return (
    <>
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24" fill="none" className="-rotate-90">
        <circle cx="12" cy="12" r={RADIUS} strokeWidth="3" className="stroke-line" />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={`${(ROUND * Math.max(4, state.progress)) / 100} ${ROUND}`}
          className="stroke-primary"
        />
      </svg>
      <span aria-hidden className="absolute inset-0 grid place-items-center text-[11px] font-semibold tabular-nums">
        {state.running > 9 ? "9+" : state.running}
      </span>
    </>
  );
}
