import type { Texts } from "#texts";
import { PLURAL_CATEGORIES } from "@/lib/text/plurals/cldr-rules";

/** The name of a category of plural forms in the language of the reader; empty where there is none. */
export function pluralName(t: Texts, category: string | undefined): string {
  const known = PLURAL_CATEGORIES.find((one) => one === category);
  return known ? t(`plurals.category.${known}`) : (category ?? "");
}
