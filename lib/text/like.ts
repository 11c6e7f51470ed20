/**
 * A text as a part of a pattern of SQL's LIKE that stands for itself: its `%`, `_` and backslashes mean nothing special.
 * Source: PostgreSQL documentation, "Pattern Matching", LIKE.
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A pattern of LIKE for a text anywhere in another one. */
export const likePattern = (text: string): string => `%${escapeLike(text)}%`;

/** As much of what is typed into a field that narrows a list as counts. */
const MOST_WORDS = 200;

/** A pattern of LIKE for words that somebody typed into a field that narrows a list; `%%` for none. */
export const typedPattern = (words: string): string =>
  likePattern(words.replaceAll("\0", "").trim().slice(0, MOST_WORDS));
