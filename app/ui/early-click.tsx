"use client";

import { useEffect } from "react";

declare global {
  interface Window {
    /** What was clicked last, and what keeps it until `ReplayEarlyClick` takes it; see `early-click-script.tsx`. */
    early?: { on?: HTMLElement | null; click(event: MouseEvent): void; keydown(event: KeyboardEvent): void };
  }
}

/**
 * Clicks what was clicked before the page was live, so that no click is lost on a slow connection. It stands last on the
 * page: its effect runs once everything before it has its handlers.
 */
export function ReplayEarlyClick() {
  useEffect(() => {
    const { early } = window;
    if (!early) return;
    window.early = undefined;
    window.removeEventListener("click", early.click, true);
    window.removeEventListener("keydown", early.keydown, true);
    if (early.on?.isConnected) early.on.click();
  }, []);
  return null;
}
