import type { Texts } from "#texts";
import type { TypedLanguage } from "@/lib/domain/languages/named-language";
import { codesNamed, languageNamer, type NameLanguage } from "@/lib/text/languages/shown";
import type { Choice } from "./choice";

/** Names of languages as the reader of a page has them. */
export interface LanguageNames {
  /** By the name that it is stored with. */
  of: NameLanguage;
  /** Codes of those in whose names all the words stand that somebody typed. */
  codesOf(typed: string): string[];
  /** What was typed to find languages, by these names and the stored ones; undefined for nothing. */
  typed(words: string): TypedLanguage | undefined;
  /** Rows by these names, which they get. */
  listed<Row extends { name: string }>(rows: readonly Row[]): (Row & { stored: string })[];
}

const MOST_WORDS = 6;
/** Without case and accents. */
const plain = (text: string): string => text.slice(0, 100).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const made = new Map<string, LanguageNames>();

/** The names of languages in the language of these texts. On the server alone: they take the whole catalogue. */
export function languageNames(t: Texts): LanguageNames {
  const { language } = t;
  let names = made.get(language);
  if (!names) {
    const of = languageNamer(t);
    const collator = new Intl.Collator(language);
    const codesOf = (typed: string) => codesNamed(of, plain(typed).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS));
    names = {
      of,
      codesOf,
      typed: (words) => (words.trim() === "" ? undefined : { words, codes: codesOf(words) }),
      listed: (rows) =>
        rows
          .map((row) => ({ ...row, stored: row.name, name: of(row.name) }))
          .sort((a, b) => collator.compare(a.name, b.name)),
    };
    made.set(language, names);
  }
  return names;
}

/** A name with the one that the language has for itself. */
export const withOwnName = ({ name, nativeName }: { name: string; nativeName: string }): string =>
  nativeName && nativeName !== name ? `${name} · ${nativeName}` : name;

/** A choice of a language, which is found by the reader's name for it, by the English one, and by its code. */
export const languageChoice = (
  { name, stored, code }: { name: string; stored: string; code: string },
  { value = code, label = name }: Partial<Choice> = {},
): Choice => ({ value, label, also: name === stored ? code : `${stored} ${code}` });
