import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";

/** A language of the pages by its own name, for those who read no other; the code where no name is known. */
export function ownNameOf(language: string): string {
  return findCatalogueLanguage(language.replaceAll("-", "_"))?.nativeName ?? language;
}
