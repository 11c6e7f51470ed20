import { perText } from "../kernel/line-scan";

/** Escapes of Java properties, read and written. */

/** What the writer follows in a file. */
export interface EscapeStyle {
  /** Characters above U+00FF as themselves. */
  wide: boolean;
  /** Characters U+00A0 to U+00FF as themselves. */
  latin: boolean;
  lower: boolean;
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f" };

/** A value as it stands in a file, continued lines joined and escapes read. */
export function readEscapes(raw: string): string {
  let at = raw.indexOf("\\");
  if (at < 0) return raw;
  let out = "";
  let from = 0;
  while (at >= 0) {
    out += raw.slice(from, at);
    const char = raw[at + 1] ?? "";
    from = at + 2;
    if (char === "u" && /^[0-9a-fA-F]{4}$/.test(raw.slice(at + 2, at + 6))) {
      out += String.fromCharCode(Number.parseInt(raw.slice(at + 2, at + 6), 16));
      from = at + 6;
    } else if (char === "\n" || char === "\r") {
      if (char === "\r" && raw[from] === "\n") from++;
      while (raw[from] === " " || raw[from] === "\t" || raw[from] === "\f") from++;
    } else out += NAMED[char] ?? char;
    at = raw.indexOf("\\", from);
  }
  return out + raw.slice(from);
}

const SPECIAL = /[\\\n\t\r\f\0-\x1f\x7f-\uffff]/g;
const SHORT: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f" };

function hex(char: string, style: EscapeStyle): string {
  const code = char.charCodeAt(0).toString(16).padStart(4, "0");
  return `\\u${style.lower ? code : code.toUpperCase()}`;
}

/** A text as a value that reads as it. */
export function writeEscapes(text: string, style: EscapeStyle): string {
  const escaped = text.replace(SPECIAL, (char) => {
    const code = char.charCodeAt(0);
    if (code >= 0xa0 && (code > 0xff ? style.wide : style.latin)) return char;
    return SHORT[char] ?? hex(char, style);
  });
  return escaped.startsWith(" ") ? `\\${escaped}` : escaped;
}

const facts = perText((text) => ({
  lower: /\\u[0-9A-F]{0,3}[a-f]/.test(text) && !/\\u[0-9a-f]{0,3}[A-F]/.test(text),
  wide: /[\u0100-\ufefe\uff00-\uffff]/.test(text),
  latin: /[\xa0-\xff]/.test(text),
  escaped: /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(text),
}));

/**
 * How the texts of a file are spelled.
 * @param raw whether characters stand as themselves where the file does not show it
 */
export function escapeStyleOf(text: string, raw: boolean): EscapeStyle {
  const { lower, wide, latin, escaped } = facts(text);
  if (raw) {
    const plain = wide || latin || !escaped;
    return { wide: plain, latin: plain, lower };
  }
  // A character that one byte cannot hold tells that the file is written in Unicode, and so does a mark.
  const unicode = wide || text.startsWith("\ufeff");
  return { wide: unicode, latin: unicode || latin, lower };
}

/** A key as it stands in a file, from the text of a key that has no escapes of its own. */
export function writeKey(key: string, style: EscapeStyle): string {
  const escaped = key.replace(/\\?[\s\S]/g, (piece) => {
    if (piece.length === 2 && !/[\r\n]/.test(piece)) return piece;
    if (piece === "\\") return "\\\\";
    if (/[ =:]/.test(piece)) return `\\${piece}`;
    const code = piece.charCodeAt(0);
    if (code < 0x20 || code === 0x7f) return SHORT[piece] ?? hex(piece, style);
    return code < 0x7f || (code >= 0xa0 && (code > 0xff ? style.wide : style.latin)) ? piece : hex(piece, style);
  });
  return /^[#!]/.test(escaped) ? `\\${escaped}` : escaped;
}
