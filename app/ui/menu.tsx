"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** A menu of links: opens without script; with it, it closes on Escape and on a click elsewhere. */
export function Menu({ label, children, className }: { label: ReactNode; children: ReactNode; className?: string }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        menu.open = false;
        menu.querySelector("summary")?.focus();
      } else if (!menu.contains(event.target as Node)) menu.open = false;
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);
  return (
    <details ref={details} data-menu className={`relative ${className ?? ""}`}>
      <summary className="inline-flex min-h-10 list-none items-center gap-2 rounded-control px-2 hover:bg-sunken">
        {label}
      </summary>
      <div className="absolute end-0 z-30 mt-1 w-64 rounded-panel border border-line bg-surface p-2 shadow-overlay">
        {children}
      </div>
    </details>
  );
}
