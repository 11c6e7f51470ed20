import type { Check } from "@/lib/text/checks/check";

/** What is said of a check, however it finds out. */
export type CheckAbout = Pick<Check, "id" | "name" | "about" | "severity" | "looksAt">;

/**
 * Checks that look at other strings, at the history or at the calendar: they are no functions of one string, so the domain
 * asks the database for what fails them (`lib/domain/units/related-checks.ts`).
 */
export const STRING_CHECKS: readonly CheckAbout[] = [
  {
    id: "inconsistent",
    name: "Inconsistent",
    about: "Another component of the project translates the same string differently.",
    severity: "warning",
    looksAt: "target",
  },
  {
    id: "reused",
    name: "Reused translation",
    about: "Different source strings of the project have the same translation.",
    severity: "info",
    looksAt: "target",
  },
  {
    id: "translated",
    name: "Translated before",
    about: "The string was translated once, and its translation has gone.",
    severity: "warning",
    looksAt: "target",
  },
  {
    id: "multiple_failures",
    name: "Failures in several languages",
    about: "Translations of this string fail checks in two or more languages, so the source may be the cause.",
    severity: "info",
    looksAt: "source",
  },
  {
    id: "long_untranslated",
    name: "Long untranslated",
    about: "The string is older than 90 days and translated much less than the rest of its component.",
    severity: "info",
    looksAt: "source",
  },
];

/** Identifiers of these checks. */
export const STRING_CHECK_IDS: readonly string[] = STRING_CHECKS.map(({ id }) => id);

/** Whether a check looks at other strings. */
export const isStringCheck = (id: string): boolean => STRING_CHECK_IDS.includes(id);
