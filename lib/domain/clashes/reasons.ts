import type { ClashKind } from "@/lib/text/codes";

const REASONS: Readonly<Record<ClashKind, string>> = {
  changed: "Upstream changed it too.",
  added: "Upstream added it too.",
  "removed-upstream": "Upstream removed it.",
  "removed-here": "Upstream changed what was removed here.",
};

/** Why a string has a clash, in a sentence. */
export const clashReason = (kind: ClashKind): string => REASONS[kind];
