import { Pieces } from "./pieces";

/** For strings without a translation: which known string is most alike. As gettext counts, several may take the same one. */

/** Share of the letters of two texts that they have in common, from which on they are alike. */
const ALIKE = 0.6;
/** Letters that are compared one by one; of longer texts the beginnings tell. */
const MOST_LETTERS = 2000;

/**
 * For each of some texts the place of the known one that is most alike, the first of several; undefined where none is.
 * Texts are given with their plurals; the singulars count.
 */
export function likeliest(
  known: readonly (readonly string[])[],
  wanted: readonly (readonly string[])[],
): (number | undefined)[] {
  if (known.length === 0) return wanted.map(() => undefined);
  const pieces = new Pieces(known);
  return wanted.map((texts) => {
    let best: { at: number; share: number } | undefined;
    for (const at of pieces.likest(texts).sort((a, b) => a - b)) {
      const share = commonShare(texts[0] ?? "", known[at]?.[0] ?? "");
      if (share >= ALIKE && share > (best?.share ?? 0)) best = { at, share };
    }
    return best?.at;
  });
}

/** Twice the length of the longest common subsequence, by the length of both texts. */
export function commonShare(one: string, other: string): number {
  const [a, b] = [one.slice(0, MOST_LETTERS), other.slice(0, MOST_LETTERS)];
  const sum = a.length + b.length;
  if (sum === 0) return 0;
  if ((2 * Math.min(a.length, b.length)) / sum < ALIKE) return 0;
  let before = new Uint16Array(b.length + 1);
  let now = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const letter = a.charCodeAt(i);
    for (let j = 0; j < b.length; j++) {
      const diagonal = before[j] as number;
      const up = before[j + 1] as number;
      const left = now[j] as number;
      now[j + 1] = letter === b.charCodeAt(j) ? diagonal + 1 : up > left ? up : left;
    }
    [before, now] = [now, before];
  }
  return (2 * (before[b.length] as number)) / sum;
}
