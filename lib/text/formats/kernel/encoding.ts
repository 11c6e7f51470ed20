import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { EditRefused, FormatError, positionAt } from "./format";

/**
 * Reads UTF-8 strictly and keeps a byte order mark as U+FEFF, so that `encodeUtf8` gives the same bytes again.
 * @throws FormatError with the place of the first bad byte.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new FormatError(refusal("readNotUtf8"), 1, 1);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const { line, column } = positionOfBadUtf8(bytes);
    throw new FormatError(refusal("readUtf8"), line, column);
  }
}

/** Place of the first byte that a strict reader refuses, by halving. */
function positionOfBadUtf8(bytes: Uint8Array): { line: number; column: number } {
  let low = 0;
  let high = bytes.length;
  const readable = (end: number): boolean => {
    try {
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      decoder.decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (readable(middle)) low = middle;
    else high = middle - 1;
  }
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, low));
  return positionAt(before, before.length);
}

/** Bytes of a text; the inverse of `decodeUtf8`. */
export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A charset of one byte a character, as a table in both directions. */
interface ByteTable {
  toText: string[];
  toByte: Map<string, number>;
}

const tables = new Map<string, ByteTable | undefined>();

const SINGLE_BYTE =
  /^(?:iso-?_?8859-?_?\d{1,2}|latin-?\d|windows-?(?:874|125\d)|cp-?125\d|koi8-[ru]|ibm866|tis-620|macintosh)$/;

function canonicalName(charset: string): string {
  const name = charset.trim().toLowerCase().replaceAll("_", "-");
  if (/^(?:|utf-?8|ascii|us-ascii|ansi-x3\.4-1968|charset)$/.test(name)) return "utf-8";
  return name
    .replace(/^iso-?8859-?(\d{1,2})$/, "iso-8859-$1")
    .replace(/^latin-?1$/, "iso-8859-1")
    .replace(/^(?:cp|windows)-?(125\d|874)$/, "windows-$1");
}

/**
 * Table of a charset of one byte a character. The web's reading of ISO 8859-1, -9 and -11 is a Windows code page;
 * their C1 controls are put back here, since files are declared by the standard and bytes must come back.
 */
function tableFor(name: string): ByteTable | undefined {
  if (tables.has(name)) return tables.get(name);
  let table: ByteTable | undefined;
  if (SINGLE_BYTE.test(name)) {
    try {
      const decoder = new TextDecoder(name);
      table = { toText: [], toByte: new Map() };
      for (let byte = 0; byte < 256; byte++) {
        const control = byte < 0x20 || (byte >= 0x7f && byte < 0xa0 && name.startsWith("iso-8859-"));
        const char = control || byte < 0x7f ? String.fromCharCode(byte) : decoder.decode(Uint8Array.of(byte));
        table.toText.push(char);
        if (char !== "\ufffd") table.toByte.set(char, byte);
      }
    } catch {
      table = undefined;
    }
  }
  tables.set(name, table);
  return table;
}

/**
 * Reads bytes in a named charset: UTF-8 (also for ASCII, an unfilled `CHARSET` and ""), or one of one byte a character.
 * @throws FormatError for a charset that cannot be written back, and for bytes the charset does not have.
 */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  const name = canonicalName(charset);
  if (name === "utf-8") return decodeUtf8(bytes);
  const table = tableFor(name);
  if (!table) {
    throw new FormatError(refusal("readCharset", { charset }), 1, 1);
  }
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    const end = Math.min(start + 8192, bytes.length);
    let piece = "";
    for (let i = start; i < end; i++) {
      const char = table.toText[bytes[i]!]!;
      if (char === "\ufffd") {
        const before = pieces.join("") + piece;
        const { line, column } = positionAt(before, before.length);
        throw new FormatError(refusal("readByte", { byte: `0x${bytes[i]!.toString(16)}`, charset }), line, column);
      }
      piece += char;
    }
    pieces.push(piece);
  }
  return pieces.join("");
}

/**
 * Bytes of a text in a charset; the inverse of `decodeCharset`.
 * @throws EditRefused when the charset lacks a character.
 */
export function encodeCharset(text: string, charset: string): Uint8Array {
  const name = canonicalName(charset);
  if (name === "utf-8") return encodeUtf8(text);
  const table = tableFor(name);
  if (!table) throw new EditRefused(refusal("writeCharset", { charset }));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const byte = table.toByte.get(text[i]!);
    if (byte === undefined) throw new EditRefused(cannotWrite(text, i, charset));
    bytes[i] = byte;
  }
  return bytes;
}

function cannotWrite(text: string, at: number, charset: string): Refusal {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  return refusal("writeCharacter", { character, charset });
}

/** UTF-16 by its byte order mark; undefined for anything else. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/**
 * Reads UTF-16 strictly by its byte order mark, which stays as U+FEFF; undefined when there is none.
 * @throws FormatError for half a character
 */
export function decodeUtf16(bytes: Uint8Array): string | undefined {
  const name = utf16Of(bytes);
  if (!name) return undefined;
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const start = new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
    const bad = start.indexOf("\ufffd");
    const { line, column } = positionAt(start, bad < 0 ? start.length : bad);
    throw new FormatError(refusal("readUtf16"), line, column);
  }
}

/** Bytes in the UTF-16 of `before`, with a mark in any case; undefined when that is not UTF-16. */
export function encodeUtf16(given: string, before: Uint8Array | undefined): Uint8Array | undefined {
  const name = before && utf16Of(before);
  if (!name) return undefined;
  return utf16Bytes(given.startsWith("\ufeff") ? given : `\ufeff${given}`, name === "utf-16le");
}

function utf16Bytes(text: string, little: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little);
  return bytes;
}

/** UTF-16 without its mark, by where the zeros of its letters stand; undefined for anything else. */
function bareUtf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes.length % 2 !== 0 || utf16Of(bytes)) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2]!++;
  if (zeros[0] === 0 && zeros[1] === 0) return undefined;
  return zeros[1]! >= zeros[0]! ? "utf-16le" : "utf-16be";
}

/** UTF-16 with its mark or without, where it shows, and UTF-8 else; new files are UTF-16 when they begin with a mark. */
export const wideCoding = {
  /** @throws FormatError */
  decode(bytes: Uint8Array): string {
    const bare = bareUtf16Of(bytes);
    if (!bare) return decodeUtf16(bytes) ?? decodeUtf8(bytes);
    try {
      return new TextDecoder(bare, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new FormatError(refusal("readUtf16Mark"), 1, 1);
    }
  },
  encode(text: string, before?: Uint8Array): Uint8Array {
    const marked = before && encodeUtf16(text, before);
    if (marked) return marked;
    const bare = before ? bareUtf16Of(before) : text.startsWith("\ufeff") ? undefined : "utf-16le";
    const hasMark = before?.[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
    if (before && !bare && (hasMark || !text.startsWith("\ufeff"))) return encodeUtf8(text);
    return utf16Bytes(text, bare !== "utf-16be");
  },
};

/** Charset of bytes that do not say: UTF-8 when they are that, else the one of one byte a character that fits. */
function guessedCharset(bytes: Uint8Array): string {
  try {
    decodeUtf8(bytes);
    return "utf-8";
  } catch {
    return bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? "windows-1252" : "iso-8859-1";
  }
}

/** Reads bytes in the encoding they seem to have: UTF-16 with its mark, UTF-8, or one byte a character. */
export function decodeDetected(bytes: Uint8Array): string {
  return decodeUtf16(bytes) ?? decodeCharset(bytes, guessedCharset(bytes));
}

/**
 * Bytes in the encoding that `before` seems to have; UTF-8 without it. A text with characters that a guessed encoding
 * lacks becomes UTF-8 as a whole, which is then what the file seems to have.
 */
export function encodeLike(text: string, before?: Uint8Array): Uint8Array {
  const wide = encodeUtf16(text, before);
  const charset = before ? guessedCharset(before) : "utf-8";
  if (wide || charset === "utf-8") return wide ?? encodeUtf8(text);
  const table = tableFor(charset);
  return [...text].every((char) => table?.toByte.has(char)) ? encodeCharset(text, charset) : encodeUtf8(text);
}

/**
 * Refuses a text that no file should hold: NUL, a lone surrogate, or a character the file's charset lacks.
 * @throws EditRefused with a sentence for a person.
 */
export function refuseUnwritable(text: string, charset = "utf-8"): void {
  if (text.includes("\0")) throw new EditRefused(refusal("writeNul"));
  if (/\p{Surrogate}/u.test(text)) {
    throw new EditRefused(refusal("writeSurrogate"));
  }
  const name = canonicalName(charset);
  if (name === "utf-8") return;
  const table = tableFor(name);
  for (let i = 0; i < text.length; i++) {
    if (!table?.toByte.has(text[i]!)) throw new EditRefused(cannotWrite(text, i, charset));
  }
}

/** Text that a database can hold: NUL and lone surrogates, which escapes can spell, become U+FFFD. */
export function storable(text: string): string {
  return /[\0\ud800-\udfff]/.test(text) ? text.replace(/[\0\p{Surrogate}]/gu, "\ufffd") : text;
}
