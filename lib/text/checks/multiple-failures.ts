/**
 * Checks that tell of translators and languages and not of the source, in however many languages they fail: texts that
 * nobody has translated, three dots for an ellipsis, nouns without a plural, and what the translations of a project say.
 */
export const NOT_OF_SOURCES: readonly string[] = [
  "same",
  "end_ellipsis",
  "same-plurals",
  "inconsistent",
  "reused",
  "translated",
];

/** Languages that fail by chance: fewer, or a smaller part of those that have the string. */
const LEAST = 2;
const PART = 5;

/** Of so few languages two that fail are enough, whatever fails. */
const FEW = 10;

/**
 * Whether the source may be the cause of what is found in its translations: one check fails in two languages and in a fifth of
 * those that have translated the string, or any checks fail in two of few. Two of fifty fail by chance.
 * @param check the check that fails in so many; null for any of them
 */
export function isOften({
  failing,
  translated,
  check,
}: {
  failing: number;
  translated: number;
  check: string | null;
}): boolean {
  const enough = check === null ? translated <= FEW : failing * PART >= translated;
  return failing >= LEAST && enough;
}
