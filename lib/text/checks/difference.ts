import { type Finding, PASSED } from "@/lib/text/checks/check";
import { type Phrase, phrase } from "@/lib/text/checks/sentences";

const MOST_NAMED = 10;

/** `list` without one occurrence of each item of `other`. */
export function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

/**
 * What a translation lacks and what it has too much, in one sentence.
 * @param shown how a piece is named, where it is not shown as it is
 */
export function difference(
  missing: readonly string[],
  extra: readonly string[],
  shown: (piece: string) => string | Phrase = (piece) => piece,
): readonly Finding[] {
  if (missing.length === 0 && extra.length === 0) return PASSED;
  return [{ sentences: [sentenceOf(missing, extra, shown)], missing: [...missing], extra: [...extra] }];
}

function sentenceOf(
  missing: readonly string[],
  extra: readonly string[],
  shown: (piece: string) => string | Phrase,
): Phrase {
  const [lost, added] = [missing.slice(0, MOST_NAMED).map(shown), extra.slice(0, MOST_NAMED).map(shown)];
  if (added.length === 0) return phrase("missing", { missing: lost });
  if (lost.length === 0) return phrase("extra", { extra: added });
  return phrase("missingAndExtra", { missing: lost, extra: added });
}
