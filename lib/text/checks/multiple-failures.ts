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

/**
 * Whether the source may be the cause of what a check finds in its translations: it fails in two languages and in a fifth of
 * those that have translated the string. Two of fifty fail by chance.
 */
export const isOften = ({ failing, translated }: { failing: number; translated: number }): boolean =>
  failing >= LEAST && failing * PART >= translated;
