"use client";

import { useEffect, useRef } from "react";

/** Scrolls the row that it stands in sideways, until the link to the page that is open is in the middle. */
export function CurrentInView() {
  const own = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const row = own.current?.parentElement;
    const current = row?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!row || !current) return;
    const box = row.getBoundingClientRect();
    // From left to right in every language: it is a distance, which scrolling from right to left counts downwards.
    row.scrollLeft += current.left + current.width / 2 - (box.left + box.width / 2);
  }, []);
  return <span ref={own} hidden />;
}
