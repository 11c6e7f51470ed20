import { areApart, areNear, isLittle, stemOf } from "@/lib/text/checks/source-words";

/**
 * When one text for two sources is worth a look. Languages say the same for what another one tells apart, and a source has
 * several sentences for one thing, so that most texts with two sources are right. Wrong are those that were copied and not
 * changed: the sources are built alike and differ in words that matter, and no other language has one text for them. Where
 * there are few languages to ask, every text for sources of different meaning is worth a look.
 */

/** One text of a language, and the different sources that it translates. */
export interface SharedText {
  text: string;
  languageCode: string;
  sourceLanguageCode: string;
  sources: readonly {
    forms: readonly string[];
    /** Whether it is translated with the text, and not only suggested for it: as of a string that needs editing. */
    isTranslated: boolean;
  }[];
}

/** Two of the sources, by their numbers, that other languages are asked about. */
export interface Doubt {
  one: number;
  other: number;
  kinship: Kinship;
}

/** How two sources are to each other: they differ in words that never mean the same, are built alike, or are just different. */
type Kinship = "apart" | "alike" | "different";

/** What a source is translated with, by the codes of languages. */
export type TextsElsewhere = ReadonlyMap<string, ReadonlySet<string>>;

/** Sources of one text that are compared with each other; what more have is no translation. */
const MOST = 40;

const languageOf = (code: string): string => code.split(/[_@-]/, 1)[0] ?? code;

/** Pairs of sources that one text may not stand for. */
export function doubtsOf({ text, languageCode, sourceLanguageCode, sources }: SharedText): Doubt[] {
  const sourceLanguage = languageOf(sourceLanguageCode);
  if (sources.length < 2 || text.trim() === "" || languageOf(languageCode) === sourceLanguage) return [];
  const isEnglish = sourceLanguage === "en";
  const read = sources.slice(0, MOST).map((source) => ({ ...source, ...wordsOf(source.forms, isEnglish) }));
  return read.flatMap((mine, one) =>
    read.slice(one + 1).flatMap((theirs, next): Doubt[] => {
      if (!mine.isTranslated && !theirs.isTranslated) return [];
      const kinship = kinshipOf(mine.words, theirs.words, isEnglish);
      const isShortened = text.length * 2 < Math.min(mine.length, theirs.length);
      if (kinship === undefined || (isShortened && kinship !== "apart")) return [];
      return [{ one, other: one + 1 + next, kinship }];
    }),
  );
}

/**
 * Of the sources of a text those that it should not stand for as another one is translated with it.
 * @param textsOf what languages translate a source with, the text's own among them or not
 */
export function confusedSources(
  { languageCode, sourceLanguageCode, sources }: SharedText,
  doubts: readonly Doubt[],
  textsOf: (source: number) => TextsElsewhere,
): Set<number> {
  const own = new Set([languageOf(languageCode), languageOf(sourceLanguageCode)]);
  const read = new Map<number, TextsElsewhere>();
  const elsewhere = (source: number) => {
    const texts = read.get(source) ?? byLanguage(textsOf(source), own);
    read.set(source, texts);
    return texts;
  };
  const confused = new Set<number>();
  for (const { one, other, kinship } of doubts) {
    const isConfused = areConfused(kinship, compare(elsewhere(one), elsewhere(other)));
    if (isConfused && sources[other]?.isTranslated) confused.add(one);
    if (isConfused && sources[one]?.isTranslated) confused.add(other);
  }
  return confused;
}

/** So many languages tell more of two sources than their words do, if these have nothing in common. */
const ENOUGH = 5;

function areConfused(kinship: Kinship, { shared, different }: { shared: number; different: number }): boolean {
  switch (kinship) {
    case "apart":
      // Words are ambiguous in one language, and copied from a related one.
      return shared * 4 <= different;
    case "alike":
      return shared === 0;
    case "different":
      return shared === 0 && different < ENOUGH;
  }
}

/** Languages with those of single countries as one: they are copied from each other. */
function byLanguage(texts: TextsElsewhere, without: ReadonlySet<string>): TextsElsewhere {
  const merged = new Map<string, Set<string>>();
  for (const [code, some] of texts) {
    const language = languageOf(code);
    if (!without.has(language)) merged.set(language, new Set([...(merged.get(language) ?? []), ...some]));
  }
  return merged;
}

/** In how many languages two sources share a text, and in how many they do not. */
function compare(one: TextsElsewhere, other: TextsElsewhere): { shared: number; different: number } {
  let [shared, different] = [0, 0];
  for (const [language, texts] of one) {
    const others = other.get(language);
    if (!others) continue;
    if ([...texts].some((text) => others.has(text))) shared++;
    else different++;
  }
  return { shared, different };
}

/** Words of a source, without tags, marks of keys and punctuation, and how long it is. */
function wordsOf(forms: readonly string[], isEnglish: boolean): { words: string[]; length: number } {
  const texts = [...new Set(forms)];
  const plain = texts
    .join(" ")
    .toLowerCase()
    .replace(/<\/?[a-z][^<>]*>/g, " ")
    .replace(/['’]s(?!\p{L})|[&_](?=\p{L})/gu, "");
  const words = plain.match(/\p{L}+|\p{N}+/gu) ?? [];
  return { words: isEnglish ? words.map(stemOf) : words, length: Math.min(...texts.map((text) => text.length)) };
}

/** Words that a copy was not changed in, at most. */
const CHANGED = 6;

/** Undefined for sources that mean the same, or nearly. The meaning of words is known for English alone. */
function kinshipOf(a: readonly string[], b: readonly string[], isEnglish: boolean): Kinship | undefined {
  const { from, to, common } = between(a, b);
  const [mine, theirs] = [telling(from, isEnglish), telling(to, isEnglish)];
  const longest = Math.max(mine.length, theirs.length);
  if (longest > CHANGED) return "different";
  const [left, right] = [mine.filter((word) => !theirs.includes(word)), theirs.filter((word) => !mine.includes(word))];
  const [first, second] = [left[0], right[0]];
  // The same in other words, or one that says more.
  if (first === undefined || second === undefined) return undefined;
  if (isEnglish && mine.length === 1 && theirs.length === 1 && areApart(first, second)) return "apart";
  const isNear = (one: string, other: string) => isPartOf(one, other) || (isEnglish && areNear(one, other));
  if (left.some((one) => right.some((other) => isNear(one, other)))) return undefined;
  return common < 2 || longest > common ? "different" : "alike";
}

/** The words that matter; of more than a copy was not changed in, only so many that this is seen: sources may be long. */
function telling(words: readonly string[], isEnglish: boolean): string[] {
  const found: string[] = [];
  for (const word of words) {
    if (isEnglish && isLittle(word)) continue;
    found.push(word);
    if (found.length > CHANGED) break;
  }
  return found;
}

/** Whether one word is the other one cut short: a unit, an abbreviation, a form. */
const isPartOf = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** What stands between the words that two texts begin and end with alike. */
function between(a: readonly string[], b: readonly string[]): { from: string[]; to: string[]; common: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { from: a.slice(head, a.length - tail), to: b.slice(head, b.length - tail), common: head + tail };
}
