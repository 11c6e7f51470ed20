import type { CheckContext } from "@/lib/text/checks/check";

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

/** Marks of direction and joining, which have no width: what stands before them is what a text ends with. */
const isInvisible = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200f) || code === 0xfeff || code === 0x2060 || code === 0x061c;

/** Whether the last character that is seen is one of `family`; false where there is none. All members are single UTF-16 units. */
export function endsWithOneOf(text: string, family: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && isInvisible(text.charCodeAt(last))) last--;
  return last >= 0 && family.includes(text.charAt(last));
}

/** Whether a text ends with an entity of HTML, whose semicolon is no mark. */
export const endsWithEntity = (text: string): boolean =>
  /&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});$/.test(text.slice(-34));

/** The key of a label, as it is put behind texts in scripts that have no Latin letters: "保存(_S)", "保存(&S)". */
const KEY = /\s?\([_&][\p{L}\p{N}]\)$/u;

/**
 * A text up to where a reader sees its end: without blanks, which other checks look at, and without the key of a label. Of an
 * ICU message that ends with the branches of a choice, up to the end of the last branch: `{n, plural, one {# file.} other
 * {# files.}}` ends with a full stop.
 */
export function readEnd(given: string, { flags }: Pick<CheckContext, "flags">): string {
  let text = given.trimEnd();
  if (text.endsWith(")")) text = text.replace(KEY, "");
  if (!flags.has("icu-message-format") || !/\}\s?\}$/.test(text.slice(-3))) return text;
  let end = text.length;
  while (end > 0 && /[}\s]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Languages written without spaces that use full-width punctuation. */
export const CJK: ReadonlySet<string> = new Set(["zh", "ja", "ko", "yue", "wuu", "nan", "hak", "gan", "hsn", "lzh"]);

/** Marks and brackets of full width, which bring the space beside them along. */
export const FULL_WIDTH = "：；，、。！？（）「」『』【】《》";

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
