import type { JobResult } from "@/lib/platform/readers/reader-job";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import { type TermRule, termJudge } from "@/lib/text/terms/judge";
import { failingChecks } from "./check-unit";

/** Checking many strings of one language at once: what readers do for it. Pure functions of plain data. */

export interface StringsToCheck {
  /** Flag texts, weakest first; strings name theirs by its place here, as a few stand on most strings. */
  levels: readonly (readonly string[])[];
  strings: readonly { sources: readonly string[]; targets: readonly string[]; levels: number; isReadOnly: boolean }[];
  languageCode: string;
  sourceLanguageCode: string;
  plural: { number: number; formula: string };
  isSource: boolean;
  /** Terms of the glossaries, where some string asks for them. */
  terms?: readonly TermRule[];
  /** Fonts of the groups that some string names. */
  fonts?: FontGroups;
}

/** Names of the checks that each string fails, in the order of the strings. */
export function checkStrings({ levels, strings, terms, ...place }: StringsToCheck): string[][] {
  const judge = terms && termJudge(terms, place.sourceLanguageCode, place.languageCode);
  return strings.map(({ levels: at, ...string }) =>
    failingChecks({ ...place, ...string, flagLevels: levels[at] ?? [], judge }),
  );
}

export const CHECK_JOBS = {
  checkStrings: (asked: StringsToCheck): JobResult => ({ value: checkStrings(asked) }),
};
