"use client";

import type { ReactNode } from "react";
import type { State } from "./states";

const SHAPES: Readonly<Record<State | "failing" | "suggestion", ReactNode>> = {
  empty: <circle cx="8" cy="8" r="5.5" stroke="currentColor" strokeWidth="2" />,
  "needs-editing": (
    <>
      <circle cx="8" cy="8" r="5.5" stroke="currentColor" strokeWidth="2" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
    </>
  ),
  translated: <circle cx="8" cy="8" r="6.5" fill="currentColor" />,
  approved: (
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
  ),
  "read-only": (
    <>
      <rect x="3" y="7" width="10" height="7" rx="1.5" fill="currentColor" />
      <path d="M5 7V5a3 3 0 0 1 6 0v2" stroke="currentColor" strokeWidth="2" />
    </>
  ),
  failing: (
    <>
      <path d="M8 2 14.5 13.5h-13z" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
      <path d="M8 6.2v3.4M8 11.3v.6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  suggestion: (
    <>
      <path d="M2 3h12v8H8l-3.5 3V11H2z" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
      <path d="M8 5v4M6 7h4" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
};

/** The shapes of states, once for all icons of a page. */
export function StateShapes() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden>
      {Object.entries(SHAPES).map(([state, shape]) => (
        <symbol key={state} id={`state-${state}`} viewBox="0 0 16 16" fill="none">
          {shape}
        </symbol>
      ))}
    </svg>
  );
}
