/** The characters of XML as its tokenizer tells them apart. */

/** A name at `lastIndex`. */
export const NAME =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: these are the ranges of the XML standard, one character each
  /[:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd][:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\-.0-9\u00b7\u0300-\u036f\u203f\u2040]*/y;
/** A character that no document holds. */
export const BAD_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** What a scanner must look at: all others are plain text. */
export const PLAIN = 0;
export const BAD = 1;
export const LESS = 2;
export const AMPERSAND = 3;
export const RETURN = 4;
export const BRACKET = 5;
export const QUOTE = 6;
/** Literal line feeds and tabs, which are blanks in a value and themselves in text. */
const BLANK = 7;
/** Classes of the characters up to `]`; those behind are plain but for the two that are no characters. */
export const CLASSES = new Uint8Array(94).fill(BAD, 0, 32);
for (const [char, kind] of [
  ["<", LESS],
  ["&", AMPERSAND],
  ["\r", RETURN],
  ["]", BRACKET],
  ['"', QUOTE],
  ["'", QUOTE],
  ["\n", BLANK],
  ["\t", BLANK],
] as const)
  CLASSES[char.charCodeAt(0)] = kind;

/** ASCII characters of names: 1 within, 2 also at the start. */
export const NAMING = new Uint8Array(128);
for (const char of "-.0123456789") NAMING[char.charCodeAt(0)] = 1;
for (const char of ":_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") NAMING[char.charCodeAt(0)] = 2;
