import { foldInPlace, hasSigns, languagePart, partsWords, wordsIn } from "@/lib/text/terms/words";

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

/** Whether a word may be a form of another one, or a compound with it: most of the shorter one is the same. */
function isRelated(word: string, other: string): boolean {
  if (word === other) return true;
  const stem = word.replace(VIRAMA, "");
  if (stem.length >= PART && other.includes(stem)) return true;
  if (stem.length >= END && (other.startsWith(stem) || other.endsWith(stem))) return true;
  const common = commonStart(word, other);
  return common >= 3 && common * 5 >= Math.min(word.length, other.length) * 3;
}

/**
 * Whether a text uses a translation, with mercy: words may be inflected, compounded and in any order. An alarm is worth
 * raising only where nothing looks like the translation.
 * @param stem makes it accept every form that the language's stemmer knows
 */
export function usesTranslation(
  text: string,
  translation: string,
  languageCode: string,
  stem: (folded: string) => string = (folded) => folded,
): boolean {
  if (!partsWords(languageCode)) {
    const bare = (given: string) => foldInPlace(given.normalize("NFKC")).replace(/\s+/gu, "");
    return bare(text).includes(bare(translation));
  }
  if (hasSigns(translation)) return foldInPlace(text).includes(foldInPlace(translation));
  const words = wordsIn(text, languageCode);
  return wordsIn(translation, languageCode).every(({ folded }) => {
    const stemmed = stem(folded);
    return words.some(
      (word) =>
        stem(word.folded) === stemmed ||
        isRelated(folded, word.folded) ||
        (stemmed.length >= PART && word.folded.includes(stemmed)) ||
        (languagePart(languageCode) === "ko" && word.folded.startsWith(folded)),
    );
  });
}
