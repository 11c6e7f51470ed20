import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type Patch } from "./format";

/**
 * Collects patches in any order. Insertions at one place keep the order they were added in; an insertion stands
 * before a replacement that starts at the same place.
 */
export class PatchList {
  readonly #patches: Patch[] = [];

  constructor(private readonly text: string) {}

  /** Replaces a range; nothing is recorded when the text already says so. */
  replace(start: number, end: number, text: string): void {
    if (end - start === text.length && this.text.startsWith(text, start)) return;
    this.#patches.push({ start, end, text });
  }

  /** Inserts before the character at `at`. */
  insert(at: number, text: string): void {
    if (text !== "") this.#patches.push({ start: at, end: at, text });
  }

  /**
   * Sorted, disjoint patches; patches that touch are joined.
   * @throws EditRefused when two overlap: each may go without the other
   */
  finish(): Patch[] {
    const sorted = this.#patches
      .map((patch, order) => ({ ...patch, order }))
      .sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
    const joined: Patch[] = [];
    for (const { start, end, text } of sorted) {
      const last = joined.at(-1);
      if (last && start < last.end) throw new EditRefused(refusal("writeYamlNeighbours"));
      if (last && start === last.end) {
        last.end = end;
        last.text += text;
      } else {
        joined.push({ start, end, text });
      }
    }
    return joined.filter((patch) => this.text.slice(patch.start, patch.end) !== patch.text);
  }
}

/** Line end of a text: the one its first line has, else `fallback`. */
export function lineEnding(text: string, fallback = "\n"): string {
  const feed = text.indexOf("\n");
  if (feed < 0) return text.includes("\r") ? "\r" : fallback;
  return text[feed - 1] === "\r" ? "\r\n" : "\n";
}

/** Offset of the first character of the line that holds `at`. */
function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

/** Behind the end of the line that content ends on. */
export function lineBehind(text: string, end: number): number {
  if (text[end - 1] === "\n") return end;
  const feed = text.indexOf("\n", end);
  return feed < 0 ? text.length : feed + 1;
}

/** Blanks and tabs at the start of the line that holds `at`. */
export function indentAt(text: string, at: number): string {
  const start = lineStart(text, at);
  let end = start;
  while (text[end] === " " || text[end] === "\t") end++;
  return text.slice(start, end);
}

/** Blanks right before an item, from its own line end on; never before `from`. */
export function blankBefore(text: string, from: number, at: number): string {
  let start = at;
  while (start > from && /[ \t\r\n]/.test(text[start - 1]!)) start--;
  const blank = text.slice(start, at);
  const last = Math.max(blank.lastIndexOf("\n"), blank.lastIndexOf("\r"));
  if (last < 0) return blank;
  const before = blank[last] === "\n" && blank[last - 1] === "\r" ? last - 1 : last;
  return blank.slice(before);
}

/**
 * Finds places for new keys so that a file follows the order of its base.
 *
 * For each new key in base order: the nearest earlier base key that the file has ("after this one"), `null` when
 * all of the file's keys come later ("at the start"), and `undefined` when the base does not know the key ("at the end").
 * Linear in the size of the base.
 */
export function placeInOrder(
  baseOrder: readonly string[],
  present: ReadonlySet<string>,
  added: readonly string[],
): Map<string, string | null | undefined> {
  const wanted = new Set(added);
  const places = new Map<string, string | null | undefined>();
  let previous: string | null = null;
  for (const key of baseOrder) {
    if (present.has(key)) previous = key;
    else if (wanted.has(key)) places.set(key, previous);
  }
  for (const key of added) if (!places.has(key)) places.set(key, undefined);
  return places;
}
