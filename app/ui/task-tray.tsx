"use client";

import { useCallback, useRef, useState } from "react";
import { laterHere } from "./later";
import { TrayRing } from "./tray-ring";
import type { TrayState } from "./tray-state";

const TrayPanel = laterHere(() => import("./tray-panel").then(({ TrayPanel }) => TrayPanel));

/**
 * Tasks of whoever is signed in, on every page: a ring with how many run and how far they are, and behind it a panel. The
 * panel, and what asks how they are, are loaded while something runs or when they are opened; without script it leads to
 * the page of one's tasks.
 */
export function TaskTray({
  given,
  address,
  stateAddress,
}: {
  given: TrayState;
  address: string;
  stateAddress: string;
}) {
  const [state, setState] = useState(given);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const close = useCallback((back: boolean) => {
    setOpen(false);
    if (back) box.current?.querySelector("a")?.focus();
  }, []);
  return (
    <div ref={box} className="sm:relative" data-tray>
      <a
        href={address}
        aria-expanded={open}
        aria-controls={open ? "task-tray" : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(!open);
        }}
        className="relative inline-flex size-10 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <TrayRing state={state} />
        <span className="sr-only">{state.label}</span>
      </a>
      {open || state.running > 0 ? (
        <TrayPanel
          open={open}
          running={state.running > 0}
          address={address}
          stateAddress={stateAddress}
          box={box}
          tell={setState}
          close={close}
        />
      ) : null}
    </div>
  );
}
