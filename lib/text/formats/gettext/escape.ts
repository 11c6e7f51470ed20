/** C-like escapes of gettext string literals. */

import { storable } from "../kernel/encoding";

const NAMED = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ['"', '"'],
  ["\\", "\\"],
]);

const ESCAPES = new Map<string, string>([
  ["\\", "\\\\"],
  ['"', '\\"'],
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\v", "\\v"],
]);

const NUMERIC = /[0-7]{1,3}|x[0-9a-fA-F]{1,8}/y;

/** Text of a literal's inside; unknown escapes keep their backslash. Octal and hexadecimal give the code point. */
export function unescapeLiteral(raw: string): string {
  let at = raw.indexOf("\\");
  if (at < 0) return raw;
  let out = "";
  let from = 0;
  while (at >= 0 && at + 1 < raw.length) {
    const named = NAMED.get(raw[at + 1]!);
    let end = at + 2;
    let piece = named;
    if (named === undefined) {
      NUMERIC.lastIndex = at + 1;
      const digits = NUMERIC.exec(raw)?.[0];
      const code = digits?.startsWith("x") ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits ?? "", 8);
      if (digits !== undefined && code <= 0x10ffff) {
        piece = storable(String.fromCodePoint(code));
        end = at + 1 + digits.length;
      }
    }
    if (piece !== undefined) {
      out += raw.slice(from, at) + piece;
      from = end;
    }
    at = raw.indexOf("\\", end);
  }
  return out + raw.slice(from);
}

/** Inside of a literal that reads as the text. */
export function escapeLiteral(text: string): string {
  return text.replace(/[\\"\n\t\r\x07\b\f\v]/g, (char) => ESCAPES.get(char)!);
}
