import { type Check, type CheckContext, found, PASSED } from "@/lib/text/checks/check";
import { INTERNATIONAL_WORDS } from "@/lib/text/checks/international-words";
import { SHARED_WORDS, TELLING_WORDS } from "@/lib/text/checks/telling-words";

/** What is not words: tags, template marks, placeables, addresses, hashtags, paths, entities. */
const NOT_WORDS =
  /<[^<>]{0,500}>|\{\{[^{}]{0,200}\}\}|\{%[^{}%]{0,200}%\}|[$%#@]?\{[^{}]{0,200}\}|%\([^()\s]{1,100}\)[a-z]|%[-+0 #]?\d{0,3}(?:\$|\.\d{1,3})?[a-zA-Z@]|&[A-Za-z#0-9]{1,30};|[^\s@]{1,64}@[^\s@]{1,200}|\b[a-z]{2,10}:\/\/\S+|#\w+|(?:[\w.-]*\/){1,20}[\w.*-]*|\b[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}\b|\\[nrt]/giu;

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’+-]*/gu;

export const same: Check = {
  id: "same",
  name: "Unchanged translation",
  about: "Source and translation are the same.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (source !== target || source.length <= 1 || mayBeSame(unit)) return PASSED;
    const strict = unit.flags.has("strict-same");
    // What a glossary says stays as it is asks for nothing.
    const text = strict ? source : (unit.judge?.withoutNames?.(source) ?? source);
    if (saysTheSameEverywhere(text, strict)) return PASSED;
    if (!strict && unit.sourceLanguage === "en" && !looksEnglish(text, unit)) return PASSED;
    return found("same");
  },
};

/** Texts with so many words are not names. */
const MANY_WORDS = 6;

/**
 * Whether an English text says something that the language has other words for. Names are left, and words that languages
 * share: an unchanged one of these is hardly ever a mistake (README.md beside this file has the figures).
 */
function looksEnglish(text: string, { language, languageCode }: CheckContext): boolean {
  const words = wordsOf(text).filter((word) => !isName(word));
  if (words.length >= MANY_WORDS) return true;
  if (isNameOfSeveral(words)) return false;
  const shared = [SHARED_WORDS.get(language), SHARED_WORDS.get(languageCode)];
  return words.some((word) => {
    const small = word.toLowerCase().replaceAll("’", "'");
    return TELLING_WORDS.has(small) && !shared.some((own) => own?.has(small));
  });
}

/** Capitals at all words, and a first one that is no word of programs: "Everforest Dark Green", "The Dog Walkers". */
function isNameOfSeveral(words: readonly string[]): boolean {
  const first = words[0]?.toLowerCase() ?? "";
  if (first === "the" && words.length > 2) return words.slice(1).every(isCapitalOfName);
  if (words.length < 2 || first.length < 5 || TELLING_WORDS.has(first) || INTERNATIONAL_WORDS.has(first)) return false;
  return words.every((word) => /^\p{Lu}/u.test(word));
}

/** A word as names have them behind "The": with a capital, and none of programs. */
const isCapitalOfName = (word: string): boolean => /^\p{Lu}/u.test(word) && !TELLING_WORDS.has(word.toLowerCase());

/** A word that is spelled as no plain word is: with a digit, or a capital inside. */
const isName = (word: string): boolean => /\p{N}|\p{L}\p{Lu}/u.test(word);

/** Names of programs' own, in small letters: "push_key". */
const IDENTIFIER = /(?<![\p{L}\p{N}_])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\p{L}\p{N}_])/gu;
/** The mark before the key of a label: "Do_wnload", "_Open". */
const KEY_MARK = /_(?=\p{L})/gu;

const wordsOf = (text: string): readonly string[] =>
  text.slice(0, 5000).replace(NOT_WORDS, " ").replace(IDENTIFIER, " ").replace(KEY_MARK, "").match(WORD) ?? [];

/** Whether nothing in a text asks for translation. */
function saysTheSameEverywhere(text: string, strict: boolean): boolean {
  if (!/\p{L}/u.test(text)) return true;
  if (/^(?:copyright\b|©|\(c\))/i.test(text.trim())) return true;
  if (text === text.toUpperCase() && text !== text.toLowerCase()) return true;
  if (strict) return false;
  return wordsOf(text).every(
    (word) => word.length <= 2 || /^[\d\p{P}]+$/u.test(word) || INTERNATIONAL_WORDS.has(word.toLowerCase()),
  );
}

function mayBeSame(unit: CheckContext): boolean {
  // Terms of Fluent are names of programs and makers more than anything else.
  if (unit.flags.get("fluent-type")?.[0]?.text === "Term") return true;
  return unit.language === unit.sourceLanguage || (unit.sourceLanguage === "en" && unit.language === "ia");
}
