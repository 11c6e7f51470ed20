import type { TextKey, Texts } from "#texts";
import type { HOOK_OUTCOMES } from "@/lib/domain/hooks/receipts";

/** What became of notifications of code hosts. */

export const OUTCOMES = {
  updated: "manage.hooks.outcome.updated",
  unmatched: "manage.hooks.outcome.unmatched",
  unsigned: "manage.hooks.outcome.unsigned",
  refused: "manage.hooks.outcome.refused",
  other: "manage.hooks.outcome.other",
  unreadable: "manage.hooks.outcome.unreadable",
} as const satisfies Record<(typeof HOOK_OUTCOMES)[number], TextKey>;

/** Details that say more than the outcome. */
const DETAILS: Readonly<Record<string, TextKey>> = {
  "other-branch": "manage.hooks.otherBranch",
  "other-address": "manage.hooks.otherAddress",
};

/** In a few words, and what else is known of it. */
export function receiptWords(
  t: Texts,
  { outcome, detail }: { outcome: (typeof HOOK_OUTCOMES)[number]; detail: string },
): { what: string; more: string } {
  const known = DETAILS[detail];
  return { what: t(known ?? OUTCOMES[outcome]), more: known ? "" : detail };
}

/** Colour of an outcome. */
export const outcomeColour = (outcome: (typeof HOOK_OUTCOMES)[number]): string =>
  outcome === "updated" ? "text-approved" : outcome === "other" ? "text-ink-2" : "text-failing";
