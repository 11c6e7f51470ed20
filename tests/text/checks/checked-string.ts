import type { CheckedString } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { termJudge } from "@/lib/text/terms/judge";
import type { Case } from "./cases";

const ENGLISH = { number: 2, formula: "n != 1" };

const rule = (target: string, forbidden: boolean) => {
  const kind = { forbidden, untranslatable: false, caseSensitive: false };
  return { source: "issue", forms: [], target, ...kind };
};
const GERMAN_TERMS = termJudge([rule("Ticket", false), rule("Problem", true)], "en", "de");

/** A string of the cases, as checks take it. */
export function checkedString([source, target, language = "cs", flags = ""]: Case, isSource = false): CheckedString {
  const plural = findCatalogueLanguage(language)?.plural;
  return {
    sources: [source].flat(),
    targets: [target].flat(),
    flags: parseFlags(flags),
    languageCode: language,
    sourcePlural: ENGLISH,
    ...(plural ? { plural } : {}),
    isSource,
    judge: language === "de" ? GERMAN_TERMS : undefined,
  };
}
