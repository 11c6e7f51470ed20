"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Links behind a button: opens without script; with it, Escape and going elsewhere close it. */
export function Menu({ label, children, className }: { label: ReactNode; children: ReactNode; className?: string }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const menu = details.current;
      if (event.key !== "Escape" || !menu?.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    const onElsewhere = (event: Event) => {
      const menu = details.current;
      if (menu?.open && !menu.contains(event.target as Node)) menu.open = false;
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  }, []);
  return (
    <details ref={details} data-menu className={`relative ${className ?? ""}`}>
      <summary className="inline-flex min-h-10 max-w-full list-none items-center gap-2 rounded-control px-2 hover:bg-sunken pointer-coarse:min-h-11">
        {label}
      </summary>
      <div className="absolute end-0 z-30 mt-1 w-64 rounded-panel border border-line bg-surface p-2 shadow-overlay">
        {children}
      </div>
    </details>
  );
}
