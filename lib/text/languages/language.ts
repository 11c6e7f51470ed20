import type { PluralCategory } from "@/lib/text/plurals/cldr-rules";

/** Plural rule of a catalogue language. */
export interface CataloguePlural {
  /** Number of forms. */
  number: number;
  /** gettext expression over `n`. */
  formula: string;
  /** The API's number for the rule, see `pluralType()`. */
  type: number;
  /** CLDR category of each form, in form order. */
  categories: PluralCategory[];
  /** The API's source number; the catalogue's rules are defaults, 0. */
  source: number;
  /** Where the rule comes from: gettext custom, CLDR, or the two forms given to a language without a known rule. */
  origin: "traditional" | "cldr" | "assumed";
}

/** One language or regional variant of the catalogue. */
export interface CatalogueLanguage {
  /** Code in the service's spelling: `cs`, `pt_BR`, `zh_Hans`, `nb_NO`. */
  code: string;
  /** English name. */
  name: string;
  /** The language's name in itself; the English one when that is not known. */
  nativeName: string;
  direction: "ltr" | "rtl";
  /** Speakers, rounded; 0 when not known. */
  population: number;
  /** Country that the bare language code stands for, "" when there is none or the code names its own. */
  country: string;
  plural: CataloguePlural;
  /** Other codes that mean this language, with `_`. */
  aliases: string[];
}
