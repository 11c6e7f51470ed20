/**
 * The text with code spans as dots, everything else where it was. A span ends at the next run of as many backticks;
 * backticks without such a run are text.
 */
export function maskCode(text: string, onCode?: () => void): string {
  if (!text.includes("`")) return text;
  const runs: [start: number, length: number][] = [];
  for (const match of text.matchAll(/\\`|`+/g)) if (match[0] !== "\\`") runs.push([match.index, match[0].length]);
  // The next run of the same length, from the back, so that each is looked at once.
  const later = new Map<number, number>();
  const partner = new Array<number | undefined>(runs.length);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.[1] ?? 0;
    partner[index] = later.get(length);
    later.set(length, index);
  }
  let result = "";
  let done = 0;
  for (let index = 0; index < runs.length; index++) {
    const [start, length] = runs[index] ?? [0, 0];
    const close = partner[index];
    if (close === undefined) continue;
    const end = (runs[close]?.[0] ?? 0) + length;
    result += text.slice(done, start) + ".".repeat(end - start);
    done = end;
    index = close;
    onCode?.();
  }
  return result + text.slice(done);
}

const CODE = /(`{1,2})([^`]{1,500})\1/g;
const EMPHASIS = /(?<![\w*])([*_])([^*_\n]{1,200})\1(?![\w*])/g;

/**
 * Whether the pieces that a translation marks stand in its source as well, without a mark: commands and names of files that
 * somebody forgot to mark as code, and words that are foreign in a translation.
 */
export function marksSourceWords(source: string, target: string, mark: string): boolean {
  const pieces = target.matchAll(mark.startsWith("`") ? CODE : EMPHASIS);
  const said = source.toLowerCase();
  for (const [, , piece = ""] of pieces) if (!said.includes(piece.toLowerCase())) return false;
  return true;
}

/** Whether a language has no slanted letters, so that it emphasises in other ways. */
export const lacksItalics = (language: string): boolean => ["zh", "ja", "ko", "yue", "lzh"].includes(language);
