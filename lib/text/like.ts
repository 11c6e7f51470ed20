/**
 * A text as a part of a pattern of SQL's LIKE that stands for itself: its `%`, `_` and backslashes mean nothing special.
 * Source: PostgreSQL documentation, "Pattern Matching", LIKE.
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
