import type { ClashKind } from "@/lib/text/codes";

const REASONS: Readonly<Record<ClashKind, string>> = {
  changed: "Upstream changed it too.",
  added: "Upstream added it too.",
  "removed-upstream": "Upstream removed it.",
  "removed-here": "Upstream changed what was removed here.",
  unwritable: "The file cannot hold the text.",
};

/** Why a string has a clash, in a sentence, and what the format says to it. */
export const clashReason = ({ kind, refusal }: { kind: ClashKind; refusal: string }): string =>
  refusal === "" ? REASONS[kind] : `${REASONS[kind]} ${refusal}`;
