import { similarity } from "../similarity";
import { likelyPairs, nameOf, type PairedString } from "./likely";

export type { PairedString } from "./likely";

/**
 * Which of the strings that a file lost is which of those that it got: a key that was renamed, a source text that was
 * reworded. Pure, and never quadratic: a few likely ones are looked at for each new string.
 */

export interface Pair<T> {
  from: T;
  to: T;
}

/** A text of fewer letters is like too many others: it needs a witness. */
const SHORT = 8;
/** Share of a text that has to stay; less with a witness, and least where context or key are the same. */
const [ALIKE, ALIKE_IN_PLACE, ALIKE_BY_NAME] = [60, 45, 30];

/**
 * Pairs strings that are gone with strings that came, each at most once and the likeliest first. The same strings give
 * the same pairs, whatever their order.
 * @param keyed true where a key alone names a string, whose text may change
 */
export function pairStrings<T extends PairedString>(
  gone: readonly T[],
  came: readonly T[],
  { keyed }: { keyed: boolean },
): Pair<T>[] {
  if (gone.length === 0 || came.length === 0) return [];
  const [from, to] = [gone.toSorted(inOrder), came.toSorted(inOrder)];
  const found = likelyPairs(from, to).flatMap((likely) => {
    const pair = { from: from[likely.from] as T, to: to[likely.to] as T };
    const rank = rankOf(pair, likely.samePlace, keyed);
    return rank === undefined ? [] : [{ ...likely, pair, rank }];
  });
  found.sort((a, b) => b.rank - a.rank || a.to - b.to || a.from - b.from);
  const [usedFrom, usedTo] = [new Set<number>(), new Set<number>()];
  const pairs: Pair<T>[] = [];
  for (const { pair, from, to } of found) {
    if (usedFrom.has(from) || usedTo.has(to)) continue;
    usedFrom.add(from);
    usedTo.add(to);
    pairs.push(pair);
  }
  return pairs;
}

function inOrder(a: PairedString, b: PairedString): number {
  if (a.position !== b.position) return a.position - b.position;
  const [one, other] = [a, b].map((string) => [string.context, string.location, ...string.sources].join("\u0000")) as [
    string,
    string,
  ];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** How likely two strings are one, or undefined when they are not. */
function rankOf({ from, to }: Pair<PairedString>, samePlace: boolean, keyed: boolean): number | undefined {
  const sameName = to.context !== "" && nameOf(from.context) === nameOf(to.context);
  const sharedReference = referencesOf(from).some((file) => referencesOf(to).includes(file));
  const likeness = likenessOf(from.sources, to.sources);
  const bonus = (sameName ? 12 : 0) + (samePlace ? 8 : 0) + (sharedReference ? 4 : 0);
  const nearness = keyed ? similarity(from.context, to.context) / 10 : 0;
  const witness = samePlace || sameName || (keyed && nearness >= 6);
  const least = sameName ? ALIKE_BY_NAME : samePlace ? ALIKE_IN_PLACE : ALIKE;
  if (likeness < least || (likeness < 100 && !witness && lettersOf(to) < SHORT)) return undefined;
  return likeness + bonus + nearness;
}

/** Files that a string is used in, without lines. */
const referencesOf = ({ location }: PairedString): string[] =>
  location.split(", ").flatMap((place) => place.replace(/:\d+$/, "") || []);

const lettersOf = ({ sources }: PairedString): number => (sources[0] ?? "").match(/\p{L}/gu)?.length ?? 0;

/** Likeness of source texts from 0 to 100; 100 only for the same ones. A plural is as like as its likest form. */
function likenessOf(from: readonly string[], to: readonly string[]): number {
  if (from.length === to.length && from.every((text, form) => text === to[form])) return from.some(hasText) ? 100 : 0;
  let best = 0;
  for (const one of from.slice(0, 2))
    for (const other of to.slice(0, 2))
      if (hasText(one) && hasText(other))
        best = Math.max(best, similarity(one, other, ALIKE_BY_NAME), likenessOfWords(one, other));
  return Math.min(best, 99);
}

/** Likeness of texts that have the same words in another order, or of which one begins with all of the other. */
const [SAME_WORDS, BEGINNING] = [80, 60];
/** Words and letters that a beginning has at least, and letters by which words are forms of one. */
const [FEWEST_WORDS, FEWEST_LETTERS, STEM] = [2, 12, 4];

function likenessOfWords(one: string, other: string): number {
  const [some, others] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (some.length < FEWEST_WORDS || others.length > MOST_WORDS) return 0;
  if (some.join("").length < FEWEST_LETTERS && some.length < others.length) return 0;
  if (some.length < others.length) return some.every((word, at) => word === others[at]) ? BEGINNING : 0;
  const left = [...others];
  for (const word of some) {
    const found = left.findIndex((candidate) => isForm(word, candidate));
    if (found < 0) return 0;
    left.splice(found, 1);
  }
  return SAME_WORDS;
}

/** In longer texts similarity tells more. */
const MOST_WORDS = 40;

const wordsOf = (text: string): string[] => (text.length > 400 ? [] : (text.toLowerCase().match(/\p{L}+/gu) ?? []));

/** Whether two words are the same, or differ by an ending. */
const isForm = (one: string, other: string): boolean =>
  one === other || (one.length >= STEM && other.length >= STEM && one.slice(0, STEM) === other.slice(0, STEM));

const hasText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
