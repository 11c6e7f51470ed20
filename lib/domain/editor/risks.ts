/** What makes a text worth a closer look, most first: each is a bit, and their sum is the order of a review. */
export const RISK = { newAuthor: 8, failing: 4, placeholders: 2, largeChange: 1 } as const;
