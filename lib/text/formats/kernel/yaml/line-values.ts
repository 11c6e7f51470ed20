/** Values of YAML that stand on one line, and blocks of lines. What is not surely one of them is `undefined`. */

const TAB = 9;
const FEED = 10;
const RETURN = 13;
const BLANK = 32;
const HASH = 35;
const BACKSLASH = 92;

/** Whether a line ends here; a carriage return is known to have its line feed behind it. */
export const endsLine = (text: string, at: number): boolean => {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === FEED || code === RETURN;
};

/** Whether a blank, a line end or the end is here, which makes a mark before it a mark. */
export const isGap = (text: string, at: number): boolean => endsLine(text, at) || text.charCodeAt(at) === BLANK;

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === BLANK) at++;
  return at;
}

/** Start of the line behind the one that holds `at`. */
export function nextLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed + 1;
}

/** Whether nothing but a comment follows behind a value or a mark that ends at `from`. */
export function onlyComment(text: string, from: number): boolean {
  const at = skipBlanks(text, from);
  return endsLine(text, at) || (at > from && text.charCodeAt(at) === HASH);
}

const MARKS = new Set([...",[]{}#&*!|>'\"%@`\ufeff"].map((char) => char.charCodeAt(0)));

/** Where a text without quotes ends, and whether a colon ends it. */
export interface PlainEnd {
  end: number;
  colon: boolean;
}

/** A text without quotes that ends on its line. */
export function plainEnd(text: string, start: number): PlainEnd | undefined {
  const first = text.charCodeAt(start);
  if (MARKS.has(first)) return undefined;
  const marking = first === 45 || first === 63 || first === 58;
  if (marking && (isGap(text, start + 1) || text.charCodeAt(start + 1) === TAB)) return undefined;
  let end = start;
  const { length } = text;
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > 58) end = at + 1;
    else if (code === BLANK) {
      if (text.charCodeAt(at + 1) === HASH) break;
    } else if (code === FEED || code === RETURN) break;
    else if (code < BLANK) return undefined;
    else if (code === 58 && isGap(text, at + 1)) return end === at ? { end, colon: true } : undefined;
    // Behind a colon a tab is as good as a blank.
    else if (code === 58 && text.charCodeAt(at + 1) === TAB) return undefined;
    else end = at + 1;
  }
  return end > start ? { end, colon: false } : undefined;
}

/** A text over several lines: where it ends, and its lines put together. */
interface Folded {
  end: number;
  raw: string;
}

/** Start of what a line says that continues a text of something at `column`; -1 when it does not, or not surely. */
function continuation(text: string, line: number, column: number): number {
  const at = skipBlanks(text, line);
  return at - line <= column || endsLine(text, at) || text.charCodeAt(at) === TAB ? -1 : at;
}

/** The lines of a text without quotes, of which the first ends at `end`. */
export function foldPlain(text: string, start: number, end: number, column: number): Folded | undefined {
  let raw = text.slice(start, end);
  let last = end;
  while (endsLine(text, skipBlanks(text, last))) {
    const at = continuation(text, nextLine(text, last), column);
    if (at < 0 || text.charCodeAt(at) === HASH) break;
    const more = plainEnd(text, at);
    if (!more || more.colon) return undefined;
    raw += ` ${text.slice(at, more.end)}`;
    last = more.end;
  }
  return { end: last, raw };
}

/** The lines between quotes; undefined when one is empty, or has a blank or a backslash at its end. */
export function foldQuoted(text: string, start: number, column: number): Folded | undefined {
  const quote = text.charCodeAt(start);
  let raw = "";
  let from = start + 1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote === 39 && text.charCodeAt(at + 1) === quote) at++;
      else return at > from ? { end: at + 1, raw: raw + text.slice(from, at) } : undefined;
    } else if (code === BACKSLASH && quote !== 39) {
      if (endsLine(text, ++at)) return undefined;
    } else if (code === FEED) {
      const stop = text.charCodeAt(at - 1) === RETURN ? at - 1 : at;
      const before = text.charCodeAt(stop - 1);
      const next = continuation(text, at + 1, column);
      if (stop === from || before === BLANK || before === TAB || next < 0) return undefined;
      raw += `${text.slice(from, stop)} `;
      from = next;
      at = next - 1;
    }
  }
  return undefined;
}

/** Behind the quote that ends a quoted text; undefined when that is on another line. */
export function quoteEnd(text: string, start: number): number | undefined {
  const quote = text.charCodeAt(start);
  const single = quote === 39;
  const { length } = text;
  for (let at = start + 1; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (!single || text.charCodeAt(at + 1) !== quote) return at + 1;
      at++;
    } else if (code === BACKSLASH && !single) {
      if (endsLine(text, ++at)) return undefined;
    } else if (code === FEED) return undefined;
  }
  return undefined;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["\t", "\t"],
]);
const NUMBERED: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** What stands between quotes says; undefined for an escape that is none. */
export function unquote(raw: string, single: boolean): string | undefined {
  if (single) return raw.includes("'") ? raw.replaceAll("''", "'") : raw;
  let slash = raw.indexOf("\\");
  if (slash < 0) return raw;
  let value = "";
  let at = 0;
  for (; slash >= 0; slash = raw.indexOf("\\", at)) {
    value += raw.slice(at, slash);
    const name = raw[slash + 1] ?? "";
    const digits = NUMBERED.get(name);
    at = slash + 2 + (digits ?? 0);
    if (digits === undefined) {
      const char = ESCAPES.get(name);
      if (char === undefined) return undefined;
      value += char;
    } else {
      const hex = raw.slice(slash + 2, at);
      const code = Number.parseInt(hex, 16);
      if (hex.length < digits || !/^[\da-f]+$/i.test(hex) || code > 0x10ffff) return undefined;
      value += String.fromCodePoint(code);
    }
  }
  return value + raw.slice(at);
}

/** A block of lines below its mark. */
export interface Block {
  end: number;
  value: string;
  folded: boolean;
}

/** A block whose lines stand deeper than `column`: one without a number or a plus in its mark, and plain to see. */
export function readBlock(text: string, start: number, column: number): Block | undefined {
  const folded = text[start] === ">";
  const strip = text[start + 1] === "-";
  const mark = start + (strip ? 2 : 1);
  if (!onlyComment(text, mark)) return undefined;
  let value = "";
  let indent = -1;
  let blanks = 0;
  let end = -1;
  for (let line = nextLine(text, mark); line < text.length; ) {
    const at = skipBlanks(text, line);
    const next = nextLine(text, at);
    const depth = at - line;
    if (endsLine(text, at)) {
      // Lines of nothing before the first line, or with more blanks than it, say something of their own.
      if (indent < 0 || depth > indent || at >= text.length) return undefined;
      blanks++;
      line = next;
      continue;
    }
    if (text.charCodeAt(at) === TAB) return undefined;
    if (indent < 0) indent = depth;
    if (depth <= column) break;
    if (depth < indent || (folded && depth > indent)) return undefined;
    if (end >= 0) value += folded ? (blanks > 0 ? "\n".repeat(blanks) : " ") : "\n".repeat(blanks + 1);
    blanks = 0;
    let stop = next;
    if (text.charCodeAt(stop - 1) === FEED) stop--;
    if (text.charCodeAt(stop - 1) === RETURN) stop--;
    value += text.slice(line + indent, stop);
    end = next;
    line = next;
  }
  return end < 0 ? undefined : { end, value: strip ? value : `${value}\n`, folded };
}
