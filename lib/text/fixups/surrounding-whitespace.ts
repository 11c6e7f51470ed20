import type { Fixup } from "@/lib/text/fixups/fixup";

const isBlank = (character: string | undefined): boolean =>
  character === " " || character === "\n" || character === "\r" || character === "\t";

export const surroundingWhitespace: Fixup = {
  id: "surrounding-whitespace",
  name: "Leading and trailing whitespace",
  apply(source, target, { flags }) {
    const before = blanksBefore(target);
    const after = blanksAfter(target);
    const sourceBefore = blanksBefore(source);
    if (before === target.length || sourceBefore === source.length) return target;
    const keepStart = flags.has("ignore-begin-space") || flags.has("ignore-begin-newline");
    const keepEnd = flags.has("ignore-end-space") || flags.has("ignore-end-newline");
    const start = keepStart ? target.slice(0, before) : source.slice(0, sourceBefore);
    const end = keepEnd ? target.slice(target.length - after) : source.slice(source.length - blanksAfter(source));
    return start + target.slice(before, target.length - after) + end;
  },
};

function blanksBefore(text: string): number {
  let count = 0;
  while (isBlank(text[count])) count++;
  return count;
}

function blanksAfter(text: string): number {
  let count = 0;
  while (count < text.length && isBlank(text[text.length - 1 - count])) count++;
  return count;
}
