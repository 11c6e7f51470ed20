import { baseLanguage } from "@/lib/text/languages/base-language";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";
import { parseAliases } from "../../languages/languages";
import type { TranslationRow } from "../../translations/translations";

/** A file that says itself that it is in another language, such as in the header of a PO file. */
export interface DeclaredLanguage {
  code: string;
  name: string;
}

/**
 * The other language that a file says it is in; undefined where it says none that is known, or the same one, be it of
 * another country or in another script.
 * @param written as the file writes it
 */
export function declaredLanguage(
  { languageCode, language, component }: TranslationRow,
  written: string,
): DeclaredLanguage | undefined {
  if (written === "" || written === languageCode) return undefined;
  const isKnown = { has: (code: string) => findCatalogueLanguage(code) !== undefined };
  const { code, base } = resolveLanguageCode(written, isKnown, parseAliases(component.project.languageAliases));
  const meant = findCatalogueLanguage(code) ?? findCatalogueLanguage(base ?? "");
  if (!meant || baseLanguage(meant.code) === baseLanguage(language.code)) return undefined;
  return { code: meant.code, name: meant.name };
}
