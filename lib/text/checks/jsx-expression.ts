/** Expressions in braces, of JSX. */

/** Behind the brace that closes the one at `start`, over texts in quotes; the end where none does. */
export function behindExpression(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
    else if (`"'\``.includes(character)) {
      let end = at + 1;
      while (end < text.length && text[end] !== character) end += text[end] === "\\" ? 2 : 1;
      // An apostrophe in text that is no code.
      if (end < text.length) at = end;
    }
  }
  return text.length;
}
