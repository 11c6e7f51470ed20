"use client";

import { useEffect } from "react";

const TYPING = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]";

/**
 * Keys for the rows of tables: `j` and `k` walk, Enter opens, `x` ticks. Inside of a table they always work; elsewhere on
 * the page only when single keys are wanted (WCAG 2.1.4, Character Key Shortcuts).
 */
export function TableKeys({ single }: { single: boolean }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target as Element;
      if (target.closest(TYPING) || document.querySelector("dialog[open]")) return;
      const now = target.closest("table[data-rows] > tbody > tr");
      if (act(event.key, now, target, single)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [single]);
  return null;
}

/** Does what a key says; false when it says nothing here. */
function act(key: string, now: Element | null, target: Element, single: boolean): boolean {
  if (key === "j" || key === "k") return (now !== null || single) && walk(now, key === "j");
  // On a link or a button inside of the row, Enter is that one's.
  if (key === "Enter") return now === target && press(now.querySelector("th a, .name-link"));
  return key === "x" && press(now?.querySelector("input[type=checkbox]"));
}

function press(part: Element | null | undefined): boolean {
  if (!(part instanceof HTMLElement)) return false;
  part.click();
  return true;
}

function walk(now: Element | null, down: boolean): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main table[data-rows] > tbody > tr")];
  const at = now ? rows.indexOf(now as HTMLElement) : down ? -1 : rows.length;
  // At either end the row itself, as the focus may be on a link in it.
  const next = rows[at + (down ? 1 : -1)] ?? rows[at];
  if (!next) return false;
  next.tabIndex = -1;
  next.focus();
  return true;
}
