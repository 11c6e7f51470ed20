import { distance } from "fastest-levenshtein";

/** How alike two texts are, for the translation memory. */

/** Longer texts are compared word by word: what a pair costs stays below some hundred thousand steps. */
const LETTERS = 300;
const MOST_PIECES = 1000;

/**
 * Likeness from 0 to 100: 100 only for equal texts, else the share that stays when one is edited into the other.
 * Below `least` the answer may be 0 without having been worked out.
 */
export function similarity(a: string, b: string, least = 0): number {
  if (a === b) return 100;
  const long = Math.max(a.length, b.length) > LETTERS;
  const [first, second] = long ? [words(a), words(b)] : [[...a], [...b]];
  const most = Math.max(first.length, second.length);
  if (most === 0 || most > MOST_PIECES) return 0;
  const allowed = Math.floor((most * (100 - least)) / 100);
  if (Math.abs(first.length - second.length) > allowed) return 0;
  const edits = editDistance(first, second);
  return edits > allowed ? 0 : Math.min(99, Math.floor(100 * (1 - edits / most)));
}

/** What a pair of texts costs at most, in comparisons; beyond it the longer text counts as typed anew. */
const MOST_COMPARISONS = 100_000;

/** Letters to insert, remove or replace to make one text of the other. Of long texts that share little it is an upper bound. */
export function editsBetween(a: string, b: string): number {
  const first = [...a];
  const second = [...b];
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1;
  let end = 0;
  const least = Math.min(first.length, second.length) - start;
  while (end < least && first[first.length - 1 - end] === second[second.length - 1 - end]) end += 1;
  const [left, right] = [first, second].map((letters) => letters.slice(start, letters.length - end)) as [
    string[],
    string[],
  ];
  const most = Math.max(left.length, right.length);
  return left.length * right.length > MOST_COMPARISONS ? most : editDistance(left, right);
}

/** Words, and everything between them, so that punctuation counts too. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Insertions, removals and replacements that lead from one list to the other. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // Texts are compared unit by unit: each piece becomes one, and all that the shorter list lacks become the same.
  const units = new Map([...new Set(short)].map((piece, at) => [piece, String.fromCharCode(at + 1)]));
  const written = (list: readonly string[]) => list.map((piece) => units.get(piece) ?? "\0").join("");
  return distance(written(short), written(long));
}
