/** One piece of a difference; the pieces that are not inserted make the old text, those not deleted the new one. */
export interface DiffPart {
  kind: "same" | "inserted" | "deleted";
  text: string;
}

/** Beyond these the middle is shown as one replacement: nobody reads such a difference word by word. */
const MAX_TOKENS = 20_000;
const MAX_DISTANCE = 600;

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_])+|\s+|./gsu;

const tokens = (text: string): string[] => text.match(TOKEN) ?? [];

class Parts {
  readonly list: DiffPart[] = [];

  add(kind: DiffPart["kind"], text: string): void {
    if (text === "") return;
    const last = this.list.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.list.push({ kind, text });
  }

  replacement(before: readonly string[], after: readonly string[]): void {
    this.add("deleted", before.join(""));
    this.add("inserted", after.join(""));
  }
}

/** Furthest old position on each diagonal for every number of edits (Myers); undefined when there are too many. */
function edits(before: readonly string[], after: readonly string[]): Int32Array[] | undefined {
  const limit = Math.min(MAX_DISTANCE, before.length + after.length);
  const offset = limit + 1;
  const reach = new Int32Array(2 * offset + 1);
  const trace: Int32Array[] = [];
  for (let distance = 0; distance <= limit; distance++) {
    trace.push(reach.slice(offset - distance, offset + distance + 1));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const below = reach[offset + diagonal - 1] ?? 0;
      const above = reach[offset + diagonal + 1] ?? 0;
      let x = diagonal === -distance || (diagonal !== distance && below < above) ? above : below + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      reach[offset + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return undefined;
}

type Step = { kind: DiffPart["kind"]; text: string };

function walkBack(before: readonly string[], after: readonly string[], trace: readonly Int32Array[]): Step[] {
  const steps: Step[] = [];
  let x = before.length;
  let y = after.length;
  for (let distance = trace.length - 1; distance >= 0; distance--) {
    const reach = trace[distance];
    const at = (diagonal: number): number => reach?.[diagonal + distance] ?? 0;
    const diagonal = x - y;
    const down = diagonal === -distance || (diagonal !== distance && at(diagonal - 1) < at(diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = distance === 0 ? 0 : at(from);
    const fromY = distance === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      steps.push({ kind: "same", text: before[--x] ?? "" });
      y--;
    }
    if (distance === 0) break;
    if (down) steps.push({ kind: "inserted", text: after[--y] ?? "" });
    else steps.push({ kind: "deleted", text: before[--x] ?? "" });
  }
  return steps.reverse();
}

/**
 * What changed between two texts, in words, blanks and punctuation marks (single characters in Chinese and Japanese).
 * Time and memory are bounded: texts that differ in more than some hundred places come back as one replacement
 * between their common beginning and end.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts = new Parts();
  if (before === after) {
    parts.add("same", before);
    return parts.list;
  }
  const old = tokens(before);
  const now = tokens(after);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  parts.add("same", old.slice(0, head).join(""));
  const oldMiddle = old.slice(head, old.length - tail);
  const newMiddle = now.slice(head, now.length - tail);
  const small = oldMiddle.length + newMiddle.length <= MAX_TOKENS;
  const trace = small && oldMiddle.length > 0 && newMiddle.length > 0 ? edits(oldMiddle, newMiddle) : undefined;
  if (trace) for (const step of walkBack(oldMiddle, newMiddle, trace)) parts.add(step.kind, step.text);
  else parts.replacement(oldMiddle, newMiddle);
  parts.add("same", old.slice(old.length - tail).join(""));
  return parts.list;
}
