import type { Texts } from "#texts";
import type { LanguageDifference } from "@/lib/domain/integrate/text-differences";

/** What becomes of the texts of one language, in a line. */
export function languageLine(t: Texts, language: LanguageDifference): string {
  const { component, language: code, added, removed, filled, changed, emptied, restated } = language;
  return t("repository.plan.language", {
    ...{ place: `${component}/${code}`, added, removed, filled, changed, emptied, restated },
  });
}
