/** Number of ASCII spaces a text begins with. */
export function leadingSpaces(text: string): number {
  let count = 0;
  while (text.charCodeAt(count) === 0x20) count++;
  return count;
}

/** Number of ASCII spaces a text ends with. */
export function trailingSpaces(text: string): number {
  let count = 0;
  while (text.charCodeAt(text.length - 1 - count) === 0x20) count++;
  return count;
}

/** Whether the last character is one of `family`; false for an empty text. All members are single UTF-16 units. */
export function endsWithOneOf(text: string, family: string): boolean {
  return text !== "" && family.includes(text.charAt(text.length - 1));
}

/** Languages written without spaces that use full-width punctuation. */
export const CJK: ReadonlySet<string> = new Set(["zh", "ja", "ko", "yue", "wuu", "nan", "hak", "gan", "hsn", "lzh"]);

/** Languages without sentence-end punctuation in the usual sense: Thai and Lojban. */
export const WITHOUT_END_MARKS: ReadonlySet<string> = new Set(["th", "jbo"]);

/** Whether a text ends with a question and an exclamation mark together, in either order, or with one sign for both. */
export function endsWithInterrobang(text: string): boolean {
  return /(?:[?؟？][!！]|[!！][?؟？]|[⁈⁉‽])$/.test(text);
}

/** How often `piece` occurs in `text`, without overlap. */
export function countOf(text: string, piece: string): number {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) count++;
  return count;
}
