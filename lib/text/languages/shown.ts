import { allLanguages } from "@/lib/text/languages/catalogue";
import type { Texts } from "@/lib/text/messages/translator";

/**
 * Names of languages in the language of a page. Source of the names: Unicode CLDR, by the ICU data of the running Node. They are
 * asked for on the server alone: a browser's may be others, and would not be what the page was made with.
 */

/** Says the name of a language by the name that it is stored with. */
export type NameLanguage = (stored: string) => string;

/** Codes by the names that the catalogue gives. Of two codes of one name the first stands for both. */
const CODES = new Map([...allLanguages()].reverse().map(({ code, name }) => [name, code]));

/**
 * Codes of the languages in whose names all these words stand, as far as the catalogue has them.
 * @param words without case and accents
 */
export function codesNamed(nameIt: NameLanguage, words: readonly string[]): string[] {
  return allLanguages().flatMap(({ code, name }) => {
    const shown = nameIt(name);
    const held = shown === name ? "" : shown.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return words.length > 0 && words.every((word) => held.includes(word)) ? [code] : [];
  });
}

/** Where the full names of regions are those of their administrations. */
const SHORT_REGION = /-(?:HK|MO)$/i;

/** A language as it is spoken to strangers or to friends, which CLDR has no names for. */
const MANNER = / \((formal|informal)\)$/;

const namers = new Map<string, NameLanguage>();

/**
 * The names in a language. What a person named, and what that language has no word for, goes by its stored name; in English all
 * do, as the API has them.
 */
export function languageNamer(t: Texts): NameLanguage {
  // A feed asks for one with each of its lines.
  let namer = namers.get(t.language);
  if (!namer) {
    namer = makeNamer(t);
    namers.set(t.language, namer);
  }
  return namer;
}

function makeNamer(t: Texts): NameLanguage {
  const locale = t.language;
  if (locale === "en" || Intl.DisplayNames.supportedLocalesOf(locale).length === 0) return (stored) => stored;
  const known = new Map<string, string>();
  const usual = namesIn(locale, "long");
  const short = namesIn(locale, "short");
  const find = (stored: string): string => {
    const code = CODES.get(stored);
    if (code === undefined) return stored;
    const tag = code.replace(/[_@]/g, "-");
    const name = (SHORT_REGION.test(tag) ? short : usual)(tag);
    if (name !== undefined) return capitalised(name, locale);
    const manner = MANNER.exec(stored);
    const plain = manner && find(stored.slice(0, manner.index));
    if (!manner || plain === stored.slice(0, manner.index)) return stored;
    return t(manner[1] === "formal" ? "languages.formal" : "languages.informal", { name: plain ?? "" });
  };
  return (stored) => {
    let name = known.get(stored);
    if (name === undefined) {
      name = find(stored);
      // Names that people gave stay out: there may be any number of them.
      if (CODES.has(stored)) known.set(stored, name);
    }
    return name;
  };
}

function namesIn(locale: string, style: "long" | "short"): (tag: string) => string | undefined {
  const names = new Intl.DisplayNames([locale], {
    type: "language",
    style,
    languageDisplay: "standard",
    fallback: "none",
  });
  return (tag) => {
    try {
      return names.of(tag);
    } catch {
      // Not every code of translators is one of BCP 47.
      return undefined;
    }
  };
}

/** Names stand in lists and headings: as CLDR has it for those, with a capital where there is one. */
const capitalised = (name: string, locale: string): string => {
  const [first = ""] = name;
  return first.toLocaleUpperCase(locale) + name.slice(first.length);
};
