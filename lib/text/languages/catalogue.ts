import data from "@/lib/text/languages/data.json";
import type { CatalogueLanguage } from "@/lib/text/languages/language";

const LANGUAGES = data as CatalogueLanguage[];
const BY_CODE = new Map(LANGUAGES.map((language) => [language.code, language]));

/** All languages of the catalogue, sorted by code. Shared: do not change the rows. */
export function allLanguages(): readonly CatalogueLanguage[] {
  return LANGUAGES;
}

/** The row with exactly this code (not an alias, see `resolve.ts`); undefined when there is none. */
export function findCatalogueLanguage(code: string): CatalogueLanguage | undefined {
  return BY_CODE.get(code);
}
