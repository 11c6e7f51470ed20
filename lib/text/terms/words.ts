/** Words of a text as glossaries compare them. Small enough for the browser: stems are in `stem.ts`. */

export interface Word {
  /** As it stands in the text. */
  text: string;
  folded: string;
  start: number;
  end: number;
}

/** Languages whose writing does not part words. */
const UNPARTED: ReadonlySet<string> = new Set("bo dz ja jv_Java km lo lzh my nan shn th yue zh".split(" "));

/** The language of a code without its country and script. */
export const languagePart = (code: string): string => code.split(/[_@-]/, 1)[0]?.toLowerCase() ?? "";

/** Whether words of this language are parted by blanks. */
export const partsWords = (languageCode: string): boolean => !UNPARTED.has(languagePart(languageCode));

// An underscore, a joiner or a soft hyphen belongs to a word only between two letters: `_File` is a menu, `file_name` is one name.
const WORD = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_\u00ad\u200c\u200d]*[\p{L}\p{N}\p{M}])?/gu;

/** Marks of Arabic and Hebrew that most writers leave out, and what only breaks or joins. */
const UNWRITTEN = /[\u00ad\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/** Languages whose capital of i has a dot. */
export const TURKIC: ReadonlySet<string> = new Set(["tr", "az", "crh", "tt", "gag"]);

/** A word without what writers vary: case, ways to compose a letter, vowel marks, final forms. */
export function foldWord(word: string, languageCode: string): string {
  const language = languagePart(languageCode);
  const composed = word.normalize("NFC");
  const lower = TURKIC.has(language) ? composed.toLocaleLowerCase("tr") : composed.toLowerCase();
  return lower.replaceAll("ς", "σ").replaceAll("ё", "е").replace(UNWRITTEN, "");
}

/** Words of a text in a language that parts them. */
export function wordsIn(text: string, languageCode: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: match[0],
    folded: foldWord(match[0], languageCode),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A text in lower case in which every character keeps its place. */
export function foldInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join("");
}

/** Whether signs other than those that part or join words belong to a term: `C++`, `.NET`, `TCP/IP`. */
export function hasSigns(term: string): boolean {
  return /[^\s\p{Pd}'’]/u.test(term.replace(WORD, ""));
}
