"use client";

import { MARK } from "@/lib/text/pictures/mark";

/** The mark: two loquats, the cut one with a seed like a quotation mark, one leaf. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d={MARK.leaf} fill="var(--primary, #136147)" />
      <path d={MARK.whole} fill="#f7a745" />
      <path d={MARK.cut} fill="#b05915" />
      <path d={MARK.seed} fill="#fff7ea" />
    </svg>
  );
}
