/** Who is called in a comment. */

const MOST = 20;

/**
 * Names behind `@` in a text, in lower case. A name may end with a full stop, as a sentence does: both readings are given.
 */
export function mentionsOf(text: string): string[] {
  const names = new Set<string>();
  for (const [, name = ""] of text.matchAll(/(?<![\p{L}\p{N}_.@+-])@([\p{L}\p{N}.+_-]{1,150})/gu)) {
    if (names.size >= MOST) break;
    const told = name.toLowerCase();
    names.add(told);
    const bare = told.replace(/[.+_-]+$/, "");
    if (bare) names.add(bare);
  }
  return [...names];
}
