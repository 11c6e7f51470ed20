import type { TextKey, Texts } from "#texts";

/** Why strings stay as they are, by the word that is stored. */
const REASONS: Readonly<Record<string, TextKey>> = {
  changed: "bulk.skip.changed",
  gone: "bulk.skip.gone",
  "not-allowed": "bulk.skip.notAllowed",
  locked: "bulk.skip.locked",
  agreement: "bulk.skip.agreement",
  "read-only": "bulk.skip.readOnly",
  approved: "bulk.skip.approved",
  empty: "bulk.skip.empty",
  "enforced-check": "bulk.skip.enforcedCheck",
  forms: "bulk.skip.forms",
  format: "bulk.skip.format",
  "not-supported": "bulk.skip.notSupported",
  "too-long": "bulk.skip.tooLong",
};

export function skipText(t: Texts, reason: string): string {
  const key = REASONS[reason];
  return key ? t(key) : reason;
}

/** How many strings stay for which reason, one line each. */
export function skipLines(t: Texts, skipped: Partial<Readonly<Record<string, number>>>): string[] {
  return Object.entries(skipped).flatMap(([reason, count]) =>
    count ? [t("bulk.skipped", { count, reason: skipText(t, reason) })] : [],
  );
}
