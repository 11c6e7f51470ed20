"use client";

import { useEffect } from "react";

type Field = HTMLTextAreaElement | HTMLSelectElement | HTMLInputElement;

declare global {
  interface Window {
    /** What was clicked last, what fields say, and what keeps both until `ReplayEarly` takes it; see `early-script.tsx`. */
    early?: {
      typed: Map<Field, string>;
      on?: HTMLElement | null;
      click(event: MouseEvent): void;
      keydown(event: KeyboardEvent): void;
      input(event: Event): void;
    };
  }
}

/**
 * Brings back what was typed before the page was live, where the scripts have put the stored text over it, and then clicks
 * what was clicked, so that nothing is lost on a slow connection. It stands last on the page: its effect runs once
 * everything before it has its handlers.
 */
export function ReplayEarly() {
  useEffect(() => {
    const { early } = window;
    if (!early) return;
    window.early = undefined;
    for (const name of ["click", "keydown", "input"] as const)
      window.removeEventListener(name, early[name] as EventListener, true);
    for (const [field, value] of early.typed) if (field.isConnected) type(field, value);
    if (early.on?.isConnected) early.on.click();
  }, []);
  return null;
}

/** Puts a text into a field as if it were typed now. */
function type(field: Field, value: string): void {
  // By the setter of its kind: the one on the field itself is React's, which takes for known what goes through it.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  if (field.value !== value) setter?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
