import { diffArrays } from "diff";

/** One piece of a difference; the pieces that are not inserted make the old text, those not deleted the new one. */
export interface DiffPart {
  kind: "same" | "inserted" | "deleted";
  text: string;
}

/** Beyond these the middle is shown as one replacement: nobody reads such a difference word by word. */
const MAX_TOKENS = 20_000;
const MAX_DISTANCE = 300;

/**
 * What changed between two texts, in words, blanks and punctuation marks (single characters in Chinese and Japanese).
 * Time and memory are bounded: texts that differ in more than a few hundred places come back as one replacement
 * between their common beginning and end.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const old = tokens(before);
  const now = tokens(after);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return joined([
    { kind: "same", text: old.slice(0, head).join("") },
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    { kind: "same", text: old.slice(old.length - tail).join("") },
  ]);
}

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_])+|\s+|./gsu;

const tokens = (text: string): string[] => text.match(TOKEN) ?? [];

/** What lies between the common beginning and end. */
function middle(before: string[], after: string[]): DiffPart[] {
  const changes =
    before.length + after.length <= MAX_TOKENS ? diffArrays(before, after, { maxEditLength: MAX_DISTANCE }) : undefined;
  if (!changes)
    return [
      { kind: "deleted", text: before.join("") },
      { kind: "inserted", text: after.join("") },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "inserted" : removed ? "deleted" : "same",
    text: value.join(""),
  }));
}

/** The pieces without empty ones, and with neighbours of one kind as one. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const list: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = list.at(-1);
    if (text === "") continue;
    if (last?.kind === kind) last.text += text;
    else list.push({ kind, text });
  }
  return list;
}
