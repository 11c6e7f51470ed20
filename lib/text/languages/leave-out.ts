/**
 * Expressions that filter codes of languages: all that are no file names (without a dot), but for some. The engine knows no
 * look-ahead, so that what is left out is spelled letter by letter.
 */

interface Letters {
  /** Whether a code that is left out ends here. */
  ends: boolean;
  next: Map<string, Letters>;
}

const noLetters = (): Letters => ({ ends: false, next: new Map() });

/** A letter in an expression, and in brackets. */
const escaped = (letter: string): string => (/[!-/:-@[-^`{-~]/.test(letter) ? `\\${letter}` : letter);

/** What may follow the letters that led here. */
function rest({ ends, next }: Letters, begun: boolean): string {
  if (next.size === 0) return ends ? "[^.]+" : "[^.]*";
  const letters = [...next.keys()].map(escaped).join("");
  const ways = [...next].map(([letter, after]) => escaped(letter) + rest(after, true));
  const any = `(?:[^.${letters}][^.]*|${ways.join("|")})`;
  return begun && !ends ? `${any}?` : any;
}

/** A filter that lets all codes through but these; undefined when it would be longer than `longest`. */
export function filterWithout(codes: readonly string[], longest = 500): string | undefined {
  const root = noLetters();
  // No code with a dot is let through in any case.
  for (const code of codes.filter((one) => !one.includes("."))) {
    let at = root;
    for (const letter of code) {
      const next = at.next.get(letter) ?? noLetters();
      at.next.set(letter, next);
      at = next;
    }
    at.ends = true;
  }
  const filter = root.next.size === 0 ? "^[^.]+$" : `^${rest(root, false)}$`;
  return filter.length > longest ? undefined : filter;
}
