import type { Block } from "../kernel/document-blocks";

/** Texts that stand twice in a Word document, so that older programs can show them, too. */

/** Ranges of what says the same twice, for newer and for older programs. */
export interface AlternateContent {
  choice: [number, number];
  fallback: [number, number];
}

/** Tells what older programs show that it says the same as what newer ones do: they are one string. `starts` are those of the blocks' paragraphs, in order. */
export function linkAlternates(
  blocks: readonly Block[],
  starts: readonly number[],
  choices: readonly AlternateContent[],
): void {
  const between = ([start, end]: [number, number]): Block[] => {
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < start) low = middle + 1;
      else high = middle;
    }
    const found: Block[] = [];
    for (let at = low; at < blocks.length && starts[at]! < end; at++) found.push(blocks[at]!);
    return found;
  };
  for (const { choice, fallback } of choices) {
    const [first, second] = [between(choice), between(fallback)];
    if (first.length !== second.length || first.some(({ text }, at) => text !== second[at]!.text)) continue;
    second.forEach((block, at) => {
      block.twinOf = first[at]!.twinOf ?? first[at]!;
    });
  }
}
