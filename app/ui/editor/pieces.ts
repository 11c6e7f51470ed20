import type { EditorUnit } from "@/lib/domain/editor/unit";

/** Placeholders and tags of the source form that a target form answers to, each once. */
export function piecesOf(unit: EditorUnit, form: number): string[] {
  const index = sourceOf(unit, form);
  const source = unit.sources[index] ?? "";
  return [...new Set((unit.marks[index] ?? []).map(([start, end]) => source.slice(start, end)))];
}

/** Number of the source form that a target form answers to. */
export function sourceOf(unit: EditorUnit, form: number): number {
  return unit.sources.length > 1 && form === 0 && unit.targets.length > 1 ? 0 : unit.sources.length - 1;
}

/** Pieces that may be meant by what stands before the caret, and where that begins. */
export interface Completion {
  start: number;
  choices: string[];
}

const LONGEST = 40;
const MOST = 8;

/**
 * What a placeholder or tag that has been begun may become: those that begin like the text before the caret. Pieces that
 * begin with a letter or a digit are not offered: every word would bring them up.
 */
export function completionAt(text: string, caret: number, pieces: readonly string[]): Completion | undefined {
  const before = text.slice(0, caret);
  for (let length = Math.min(LONGEST, caret); length > 0; length -= 1) {
    const begun = before.slice(-length);
    if (/^[\p{L}\p{N}\s]/u.test(begun)) continue;
    const start = caret - length;
    const choices = pieces.filter(
      (piece) => piece.startsWith(begun) && piece !== begun && !text.startsWith(piece, start),
    );
    if (choices.length > 0) return { start, choices: choices.slice(0, MOST) };
  }
  return undefined;
}
