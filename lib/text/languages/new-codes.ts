import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { isoLanguageName } from "@/lib/text/languages/iso";

/**
 * Whether a text can be the code of a language at all: a letter, then letters, digits and `_ - + @ .`, at most 50
 * characters. So are all styles of file names (`x-foo`, `en_XA`, `sr@ijekavian`, `zh-rTW`, `b+uz+Latn`).
 */
export function isWellFormedCode(code: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_@.+-]{0,49}$/.test(code);
}

/** Whether the catalogue has a language, or ISO 639 alone: of these there is a fixed number. */
export function isFamiliarCode(code: string): boolean {
  return findCatalogueLanguage(code) !== undefined || isoLanguageName(code) !== undefined;
}
