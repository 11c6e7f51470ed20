/** A text without capitals and marks, to be compared with what was typed. */
const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of what was typed, folded. */
export const foldedWords = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** Whether a label holds all words, and whether it begins with them. */
export function matchOf(label: string, words: readonly string[]): { holds: boolean; begins: boolean } {
  const folded = fold(label);
  return { holds: words.every((word) => folded.includes(word)), begins: folded.startsWith(words.join(" ")) };
}
