import { type PairedString, pairStrings } from "./pair";

/** Which keys were renamed, as the files of languages tell it: whoever renames a key takes its translations along. */

/** Texts of one language by keys, before and after. */
export interface LanguageTexts {
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
}

/** Strings that keys and texts alone pair with none. */
export function unlike<T extends PairedString>(gone: readonly T[], came: readonly T[]): { lost: T[]; found: T[] } {
  const alike = pairStrings(gone, came, { keyed: true });
  const [old, fresh] = [new Set(alike.map(({ from }) => from)), new Set(alike.map(({ to }) => to))];
  return { lost: gone.filter((one) => !old.has(one)), found: came.filter((one) => !fresh.has(one)) };
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
