import { commonStart } from "@/lib/text/terms/loose";
import { isSameWord, stemWord } from "@/lib/text/terms/stem";
import { foldInPlace, hasSigns, partsWords, type Word, wordsIn } from "@/lib/text/terms/words";

/**
 * Terms of a glossary in a text. A term is looked up by a key, the stem of its longest word, so that a text is compared
 * with the few terms that share a word with it. Scripts without words are looked up by pairs of characters.
 */

/** A term as it is looked for. */
export interface TermSource {
  source: string;
  /** Further spellings that count as the term: irregular forms, abbreviations. */
  forms: readonly string[];
  caseSensitive: boolean;
}

/** Where a term stands in a text. */
export interface Occurrence<T> {
  term: T;
  start: number;
  end: number;
}

/** Texts are searched as far as this. */
const MOST_CHARACTERS = 20_000;

const SIGN = /[^\s\p{L}\p{N}\p{M}]/gu;

/** The key under which a spelling is found; undefined for one without anything to find. */
function keyOf(spelling: string, languageCode: string): string | undefined {
  if (!partsWords(languageCode)) return [...bare(spelling)].slice(0, 2).join("") || undefined;
  const words = wordsIn(spelling, languageCode);
  const [longest] = words.sort((a, b) => b.folded.length - a.folded.length);
  return longest ? stemWord(longest.folded, languageCode) : spelling.match(SIGN)?.[0];
}

const bare = (text: string): string => foldInPlace(text).replace(/\s+/gu, "");

/** All keys of a term, one for each of its spellings that needs one. */
export function keysOfTerm(term: Pick<TermSource, "source" | "forms">, languageCode: string): string[] {
  const keys = [term.source, ...term.forms].map((spelling) => keyOf(spelling, languageCode));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** Keys of the terms that a text can have. */
export function keysOfText(text: string, languageCode: string): string[] {
  const searched = text.slice(0, MOST_CHARACTERS);
  if (!partsWords(languageCode)) {
    const characters = [...bare(searched)];
    return [...new Set(characters.flatMap((one, index) => [one, one + (characters[index + 1] ?? "")]))];
  }
  const words = wordsIn(searched, languageCode).map((word) => stemWord(word.folded, languageCode));
  return [...new Set([...words, ...(searched.match(SIGN) ?? [])])];
}

/** A spelling made ready to be looked for. */
interface Shape {
  words: Word[];
  /** Whether a hyphen stands before each word. */
  joined: boolean[];
  /** The whole spelling where it can only be found as it is. */
  literal: string;
  caseSensitive: boolean;
}

/** `IT` is not `it`: an abbreviation in capitals is never a word. */
function isAbbreviation(spelling: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(spelling);
}

/** Terms of one language, ready to be looked for in many texts. */
export class TermIndex<T extends TermSource> {
  readonly #byKey = new Map<string, { term: T; shape: Shape }[]>();
  readonly #language: string;
  readonly #parted: boolean;

  constructor(terms: readonly T[], languageCode: string) {
    this.#language = languageCode;
    this.#parted = partsWords(languageCode);
    for (const term of terms) for (const spelling of [term.source, ...term.forms]) this.#add(term, spelling.trim());
  }

  /** Where the terms stand in a text, in order. Of overlapping ones the longest counts; all senses of one text do. */
  in(text: string): Occurrence<T>[] {
    const searched = text.slice(0, MOST_CHARACTERS);
    const found: Occurrence<T>[] = [];
    const read = this.#parted ? new PartedText(searched, this.#language) : new UnpartedText(searched, this.#language);
    for (const key of keysOfText(searched, this.#language))
      for (const { term, shape } of this.#byKey.get(key) ?? [])
        for (const [start, end] of read.find(shape)) found.push({ term, start, end });
    return longest(found);
  }

  #add(term: T, spelling: string): void {
    const key = keyOf(spelling, this.#language);
    if (key === undefined) return;
    const caseSensitive = term.caseSensitive || isAbbreviation(spelling);
    const words = this.#parted && !hasSigns(spelling) ? wordsIn(spelling, this.#language) : [];
    const joined = words.map(({ start }) => HYPHEN.test(spelling[start - 1] ?? ""));
    const shape = { words, joined, literal: words.length > 0 ? "" : spelling, caseSensitive };
    const others = this.#byKey.get(key);
    if (others) others.push({ term, shape });
    else this.#byKey.set(key, [{ term, shape }]);
  }
}

/** Without those that stand within a longer one; by place, and each once. */
function longest<T>(found: readonly Occurrence<T>[]): Occurrence<T>[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Occurrence<T>[] = [];
  let widest: Occurrence<T> | undefined;
  for (const one of sorted) {
    const same = widest && one.start === widest.start && one.end === widest.end;
    if (widest && !same && one.end <= widest.end) continue;
    if (kept.some((other) => other.term === one.term && other.start === one.start && other.end === one.end)) continue;
    kept.push(one);
    widest = one;
  }
  return kept;
}

type Span = [start: number, end: number];

/** Every place of a piece in a text. */
function* placesOf(text: string, piece: string): Generator<number> {
  for (let at = text.indexOf(piece); piece !== "" && at >= 0; at = text.indexOf(piece, at + 1)) yield at;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** What may stand between the words of a term. */
const BETWEEN = /^[\s\p{Pd}'’]{0,3}$/u;
/** What must stand there where the term has it: "is built in debug mode" is not built-in. */
const HYPHEN = /^\p{Pd}$/u;

/** A text of words between blanks. */
class PartedText {
  readonly #text: string;
  readonly #folded: string;
  readonly #words: readonly Word[];
  readonly #language: string;

  constructor(text: string, language: string) {
    this.#text = text;
    this.#folded = foldInPlace(text);
    this.#words = wordsIn(text, language);
    this.#language = language;
  }

  find(shape: Shape): Span[] {
    return shape.literal === "" ? this.#phrases(shape) : this.#literals(shape);
  }

  #phrases({ words, joined, caseSensitive }: Shape): Span[] {
    const spans: Span[] = [];
    for (let at = 0; at + words.length <= this.#words.length; at++) {
      const fits = words.every((word, index) => {
        const between = index === 0 ? undefined : joined[index] ? HYPHEN : BETWEEN;
        return this.#isForm(word, at + index, caseSensitive, between);
      });
      const [first, last] = [this.#words[at], this.#words[at + words.length - 1]];
      if (fits && first && last && !this.#isName(last)) spans.push([first.start, last.end]);
    }
    return spans;
  }

  #isForm(wanted: Word, at: number, caseSensitive: boolean, between: RegExp | undefined): boolean {
    const word = this.#words[at];
    if (!word || !isSameWord(wanted.folded, word.folded, this.#language)) return false;
    if (between?.test(this.#text.slice(this.#words[at - 1]?.end ?? 0, word.start)) === false) return false;
    if (!caseSensitive) return true;
    const common = commonStart(wanted.folded, word.folded);
    return wanted.text.slice(0, common) === word.text.slice(0, common);
  }

  /** `C` is not `C++` or `C#`. */
  #isName(word: Word): boolean {
    return word.text.length <= 2 && /^[+#]/.test(this.#text.slice(word.end));
  }

  #literals({ literal, caseSensitive }: Shape): Span[] {
    const [text, piece] = caseSensitive ? [this.#text, literal] : [this.#folded, foldInPlace(literal)];
    return [...placesOf(text, piece)]
      .map((at): Span => [at, at + piece.length])
      .filter(([start, end]) => {
        const [before, after] = [text[start - 1] ?? "", text[end] ?? ""];
        // Beside a letter no letter, beside a sign not the same sign: `C++` is not in `C+++`, nor `.NET` in `ASP.NET`.
        return !LETTER.test(before) && (LETTER.test(piece.at(-1) ?? "") ? !LETTER.test(after) : after !== piece.at(-1));
      });
  }
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language.replaceAll("_", "-").replace(/@.*/, ""), { granularity: "word" });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

/** A text of a script without blanks: a term begins and ends where a word does. */
class UnpartedText {
  readonly #text: string;
  readonly #folded: string;
  readonly #language: string;
  #edges: ReadonlySet<number> | undefined;

  constructor(text: string, language: string) {
    this.#text = text;
    this.#folded = foldInPlace(text);
    this.#language = language;
  }

  find({ literal, caseSensitive }: Shape): Span[] {
    const [text, piece] = caseSensitive ? [this.#text, literal] : [this.#folded, foldInPlace(literal)];
    return [...placesOf(text, piece)]
      .map((at): Span => [at, at + piece.length])
      .filter(([start, end]) => this.edges.has(start) && this.edges.has(end));
  }

  private get edges(): ReadonlySet<number> {
    this.#edges ??= new Set([
      this.#text.length,
      ...Array.from(segmenterOf(this.#language).segment(this.#text), (part) => part.index),
    ]);
    return this.#edges;
  }
}
