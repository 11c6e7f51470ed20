import { type Pair, type PairedString, pairStrings } from "./pair";

/** Which keys were renamed, as the files of languages tell it: whoever renames a key takes its translations along. */

/** Texts of one language by keys, before and after. */
export interface LanguageTexts {
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
}

/** Strings that have no other one with their very text: of these languages may know better than keys and likeness do. */
export function unsure<T extends PairedString>(gone: readonly T[], came: readonly T[]): { gone: T[]; came: T[] } {
  const same = pairStrings(gone, came, { keyed: true }).filter(({ from, to }) => hasTextOf(from, to));
  const [old, fresh] = [new Set(same.map(({ from }) => from)), new Set(same.map(({ to }) => to))];
  return { gone: gone.filter((one) => !old.has(one)), came: came.filter((one) => !fresh.has(one)) };
}

const hasTextOf = (a: PairedString, b: PairedString): boolean => a.sources.join("\u0000") === b.sources.join("\u0000");

/** Pairs of strings as languages tell them, and of all others as keys and texts do. */
export function pairAsTold<T extends PairedString>(
  gone: readonly T[],
  came: readonly T[],
  told: readonly Pair<T>[],
): Pair<T>[] {
  const [old, fresh] = [new Set(told.map(({ from }) => from)), new Set(told.map(({ to }) => to))];
  const [left, open] = [gone.filter((one) => !old.has(one)), came.filter((one) => !fresh.has(one))];
  return [...told, ...pairStrings(left, open, { keyed: true })];
}

/** One language alone is believed where it says more than a word. */
const ENOUGH_LETTERS = 8;

/**
 * Pairs keys that are gone with keys that came: most languages have under the new one what they had under the old one.
 * Where two keys are as likely, nobody can tell, and they are not paired.
 */
export function pairByTranslations(
  gone: readonly string[],
  came: readonly string[],
  languages: readonly LanguageTexts[],
): { from: string; to: string }[] {
  const votes = new Map<string, Map<string, { count: number; letters: number }>>();
  for (const { before, after } of languages) {
    const holders = new Map<string, string[]>();
    for (const key of came) {
      const text = before.has(key) ? "" : (after.get(key) ?? "");
      if (text !== "") holders.set(text, [...(holders.get(text) ?? []), key]);
    }
    for (const key of gone) {
      const text = after.has(key) ? "" : (before.get(key) ?? "");
      const letters = text.match(/\p{L}/gu)?.length ?? 0;
      const found = text === "" ? [] : (holders.get(text) ?? []);
      // A text that several keys have says nothing of one of them.
      if (found.length !== 1 || letters === 0) continue;
      const [to = ""] = found;
      const list = votes.get(key) ?? new Map<string, { count: number; letters: number }>();
      const { count, letters: most } = list.get(to) ?? { count: 0, letters: 0 };
      votes.set(key, list.set(to, { count: count + 1, letters: Math.max(most, letters) }));
    }
  }
  return [...votes].flatMap(([from, list]) => {
    const [best, second] = [...list].sort(([, a], [, b]) => b.count - a.count);
    if (!best || best[1].count === second?.[1].count) return [];
    const [to, { count, letters }] = best;
    if (count < 2 && letters < ENOUGH_LETTERS) return [];
    const rivals = [...votes].some(([other, theirs]) => other !== from && (theirs.get(to)?.count ?? 0) >= count);
    return rivals ? [] : [{ from, to }];
  });
}
