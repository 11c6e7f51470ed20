"use client";

import { useEffect } from "react";

declare global {
  interface Window {
    /** Keeps the button of the last click, until `ReplayEarlyClick` takes it; see `early-click-script.tsx`. */
    earlyClick?: { (event: MouseEvent): void; button?: HTMLButtonElement | null };
  }
}

/**
 * Presses the button that was clicked before the page was live, so that no click is lost on a slow connection. It stands
 * last on the page: its effect runs once everything before it has its handlers.
 */
export function ReplayEarlyClick() {
  useEffect(() => {
    const keep = window.earlyClick;
    if (!keep) return;
    window.earlyClick = undefined;
    window.removeEventListener("click", keep, true);
    if (keep.button?.isConnected) keep.button.click();
  }, []);
  return null;
}
