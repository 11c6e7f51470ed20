import { foldInPlace, hasSigns, languagePart, partsWords, TURKIC, type Word, wordsIn } from "@/lib/text/terms/words";

/** How many letters two words have in common at their beginning. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

/** A word as part of a longer one is no accident when it has so many letters. */
const PART = 4;

/** At an end of it three letters are enough: `Mal` is in `Baksidemal`. */
const END = 3;

/** The sign that takes a consonant its vowel, in scripts of India: endings stand in its place. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d]$/;

/** Letters of a root that are no accident. */
const ROOT = 3;

/** Around roots of Arabic: what is written before a word with its article, and endings of numbers and genders. */
const AROUND = /^(?:[وفبك]?ال|لل|ل(?=...))|(?:ات|ون|ين|ة)$/g;

/**
 * What forms of a root have in common: its strong letters, by language. Roots of Arabic are also without a letter that
 * makes nouns and verbs of them, and without doubled letters.
 */
const ROOTS: Readonly<Record<string, (word: string) => string>> = {
  ar: (word) =>
    word
      .replace(AROUND, "")
      .replace(/[اآأإىيوءؤئة]/g, "")
      .replace(/(.)\1/g, "$1")
      .replace(/^[متين](?=..)/, ""),
  he: (word) => word.replace(/[והיא]/g, ""),
};

function haveOneRoot(word: string, other: string, rootOf: (word: string) => string): boolean {
  const [a, b] = [rootOf(word), rootOf(other)];
  if (Math.min(a.length, b.length) < ROOT) return a.length === ROOT - 1 && a === b;
  return a.includes(b) || b.includes(a);
}

/** Beginnings of Malay words, some of which take a root its first letter: `menyimpan` of `simpan`. */
const MALAY = /^(?:meng|meny|mem|men|me|peng|peny|pem|pen|pe|ber|ter|di|ke)/;

function haveOneTail(word: string, other: string): boolean {
  const [a, b] = [word, other].map((one) => one.replace(MALAY, "")) as [string, string];
  return Math.min(a.length, b.length) >= PART && (other.endsWith(a) || word.endsWith(b));
}

const VOWELS = /[aeiouy]/g;

/** Whether Latin words differ in vowels and endings alone: `blad`, `bledu`. */
function hasConsonants(word: string, other: string): boolean {
  if (!LATIN.test(word) || !LATIN.test(other) || word[0] !== other[0]) return false;
  const [ours, theirs] = [word.replace(VOWELS, ""), other.replace(VOWELS, "")];
  return ours.length >= ROOT && theirs.startsWith(ours);
}

const LATIN = /^[a-z]+$/;

/**
 * A word as two of a language are compared: Latin letters are without accents, but where these are tones, and Greek ones, whose
 * accents move with the ending (σύγκρουση, συγκρούσεις).
 */
function bareWord(word: string, language: string): string {
  if (language === "vi" || LATIN.test(word)) return word;
  const letters = word.replaceAll("ł", "l").normalize("NFD");
  return /^(?:[\p{Script=Latin}\p{M}]*|[\p{Script=Greek}\p{M}]*)$/u.test(letters)
    ? letters.replace(/\p{M}/gu, "")
    : word;
}

/** Whether a word may be a form of another one, or a compound with it: most of the shorter one is the same. */
function isRelated(given: string, given2: string, language: string): boolean {
  if (given === given2) return true;
  const [word, other] = [bareWord(given, language), bareWord(given2, language)];
  const rootOf = ROOTS[language];
  if (rootOf ? haveOneRoot(word, other, rootOf) : hasConsonants(word, other)) return true;
  if ((language === "ms" || language === "id") && haveOneTail(word, other)) return true;
  // Roots of verbs are short there, and every ending follows them: `it`, `itilemedi`.
  if (TURKIC.has(language) && word.length === 2 && other.startsWith(word)) return true;
  const stem = word.replace(VIRAMA, "");
  if (stem.length >= PART && other.includes(stem)) return true;
  if (stem.length >= END && (other.startsWith(stem) || other.endsWith(stem))) return true;
  const common = commonStart(word, other);
  return common >= 3 && common * 20 >= Math.min(word.length, other.length) * 11;
}

/** Between translations of a term of which any will do, where a glossary has them in one text. */
const BETWEEN = /[,;/|、，；،]/u;

/** A longer translation of a term is a sentence, not a list. */
const LONGEST_LIST = 300;

/** What a glossary's text offers: the whole, each part of a list, and both without what is in brackets, or with it: `klon(lamak)`. */
export function alternativesIn(translation: string): string[] {
  if (translation.length > LONGEST_LIST) return [translation];
  const parts = [translation, ...translation.split(BETWEEN).map((part) => part.trim())];
  const plain = parts.map((part) => part.replace(/[([（][^)\]）]*[)\]）]/gu, " ").trim());
  const joined = parts.map((part) => part.replace(/(?<=\p{L})\((\p{L}+)\)/gu, "$1"));
  return [...new Set([...parts, ...plain, ...joined])].filter((part) => part !== "");
}

/** Beginnings of words, each with a point or a hyphen behind it: `p. ex.`, `c.-à-d.` */
const ABBREVIATION = /^(?:\p{L}{1,4}[.\s-]+){2,5}$/u;

/** Whether words that begin as the parts of an abbreviation stand in a row: *par exemple* for `p. ex.`, *c'est-à-dire*. */
function isSpelledOut(abbreviation: string, text: string, words: readonly Word[]): boolean {
  const parts = abbreviation.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isJoined = (at: number) => !/\s/.test(text.slice(words[at - 1]?.end ?? 0, words[at]?.start));
  return words.some((_, from) => {
    let at = from;
    return parts.every((part, index) => {
      if (index > 0 && !words[at]?.folded.startsWith(part) && isJoined(at)) at++;
      return words[at++]?.folded.startsWith(part) === true;
    });
  });
}

/**
 * Whether a text uses a translation, with mercy: words may be inflected, compounded and in any order, and some of several may
 * be left out. An alarm is worth raising only where nothing looks like the translation.
 * @param stem makes it accept every form that the language's stemmer knows
 */
export function usesTranslation(
  text: string,
  translation: string,
  languageCode: string,
  stem: (folded: string) => string = (folded) => folded,
): boolean {
  if (!partsWords(languageCode)) {
    const bare = (given: string) => foldInPlace(given.normalize("NFKC")).replace(/[\s的]+/gu, "");
    const [all, wanted] = [bare(text), bare(translation)];
    // A longer word may lack its last sign: 对象名 of 对象名称.
    return all.includes(wanted) || ([...wanted].length > 2 && all.includes([...wanted].slice(0, -1).join("")));
  }
  if (ABBREVIATION.test(translation) && isSpelledOut(translation, text, wordsIn(text, languageCode))) return true;
  if (hasSigns(translation)) {
    const plain = (given: string) => foldInPlace(given).replace(/\s+/gu, " ");
    return plain(text).includes(plain(translation));
  }
  const words = wordsIn(text, languageCode);
  const language = languagePart(languageCode);
  const isThere = ({ folded }: Word) => {
    const stemmed = stem(folded);
    return words.some(
      (word) =>
        stem(word.folded) === stemmed ||
        isRelated(folded, word.folded, language) ||
        (stemmed.length >= PART && word.folded.includes(stemmed)) ||
        (language === "ko" && word.folded.startsWith(folded)),
    );
  };
  const wanted = wordsIn(translation, languageCode);
  const telling = wanted.filter(({ folded }) => folded.length >= END);
  if (telling.length < 2) return (telling.length > 0 ? telling : wanted).every(isThere);
  return telling.filter(isThere).length * 2 >= telling.length;
}
