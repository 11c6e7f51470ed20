/**
 * How deep brackets are nested, counted without a parser. The libraries that read TOML and Fluent go down by recursion,
 * and where they run out of stack not every part of the engine throws: some end the process.
 */

const [TAB, LF, CR, SPACE, QUOTE, HASH, APOSTROPHE] = [9, 10, 13, 32, 34, 35, 39];
const [OPEN_PARENTHESIS, CLOSE_PARENTHESIS] = [40, 41];
const [OPEN_BRACKET, BACKSLASH, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 92, 93, 123, 125];

/** Where lists and tables in braces of a TOML file are nested deeper than `most`; -1 when they are not. */
export function deepToml(text: string, most: number): number {
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > most) return at;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth = Math.max(0, depth - 1);
    else if (code === QUOTE || code === APOSTROPHE) {
      const tripled = text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
      at = tripled ? behindTripled(text, at) : behindQuoted(text, at, code === QUOTE);
      continue;
    } else if (code === HASH) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
      continue;
    }
    at++;
  }
  return -1;
}

/** End of a text on one line, behind its closing quote; the end of the line where there is none. */
function behindQuoted(text: string, start: number, escapes: boolean): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === LF || code === CR) return at;
    if (escapes && code === BACKSLASH) at++;
  }
  return text.length;
}

/** End of a text between three quotes; the end of everything where it is not closed. */
function behindTripled(text: string, start: number): number {
  const mark = text.slice(start, start + 3);
  for (let at = text.indexOf(mark, start + 3); at >= 0; at = text.indexOf(mark, at + 1)) {
    let slashes = 0;
    if (mark[0] === '"') while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 3;
  }
  return text.length;
}

/** Where the braces of a Fluent text are nested deeper than `most`; -1 when they are not. Each entry counts anew. */
export function deepFluent(text: string, most: number): number {
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    // Inside of braces are calls, whose arguments may be calls; outside of them parentheses are text.
    if (code === OPEN_BRACE || (code === OPEN_PARENTHESIS && depth > 0)) {
      if (++depth > most) return at;
    } else if (code === CLOSE_BRACE || (code === CLOSE_PARENTHESIS && depth > 1)) depth = Math.max(0, depth - 1);
    else if (code === QUOTE && depth > 0) {
      at = behindQuoted(text, at, true);
      continue;
    } else if (code === LF) {
      // An entry starts at the margin; what goes on is indented, or closes a brace.
      const next = text.charCodeAt(at + 1);
      if (![TAB, LF, CR, SPACE, CLOSE_BRACE].includes(next)) depth = 0;
    }
    at++;
  }
  return -1;
}
