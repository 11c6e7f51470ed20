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
  const distance = editDistance(first, second, allowed);
  return distance > allowed ? 0 : Math.min(99, Math.floor(100 * (1 - distance / most)));
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
  return left.length * right.length > MOST_COMPARISONS ? most : editDistance(left, right, most);
}

/** Words, and everything between them, so that punctuation counts too. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Insertions, removals and replacements that lead from one list to the other; more than `allowed` is told as `allowed + 1`. */
function editDistance(a: readonly string[], b: readonly string[], allowed: number): number {
  if (Math.abs(a.length - b.length) > allowed) return allowed + 1;
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    let best = row;
    for (let column = 1; column <= b.length; column++) {
      const replace = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const cost = Math.min(replace, (above[column] as number) + 1, (line[column - 1] as number) + 1);
      line.push(cost);
      if (cost < best) best = cost;
    }
    if (best > allowed) return allowed + 1;
    above = line;
  }
  return above[b.length] as number;
}
