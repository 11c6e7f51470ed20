import { compileReplaceable } from "./pattern";

/** Keys are looked at so far; what is longer is no key that somebody thought of variants for. */
const LONGEST_KEY = 1000;

/** The key of a string without what tells it from its variants. */
export interface BareKey {
  /** "" where nothing is left, or nothing was there. */
  key: string;
  /** Whether the expression matched something of it. */
  shortened: boolean;
}

/**
 * Keys without all that an expression matches, as `_short$` makes `title` of `title_short`. Strings whose keys become equal
 * are variants of each other. RE2 reads each key in linear time; an expression that is none shortens nothing.
 */
export function bareKeys(expression: string, keys: readonly string[]): BareKey[] {
  const pattern = compileReplaceable(expression, false);
  if ("problem" in pattern) return keys.map((key) => ({ key, shortened: false }));
  return keys.map((key) => {
    if (key.length > LONGEST_KEY) return { key, shortened: false };
    let rest = "";
    let at = 0;
    for (const { start, end } of pattern.matches(key)) {
      rest += key.slice(at, start);
      at = end;
    }
    const bare = rest + key.slice(at);
    return { key: bare, shortened: bare !== key };
  });
}
