import bidiFactory from "bidi-js";

/** A line of text as pieces that are each in one direction and one font, from left to right. Pure. */

export interface Run<Font> {
  text: string;
  rightToLeft: boolean;
  font: Font;
}

const bidi = bidiFactory();

/**
 * The pieces of a line in the order in which they are drawn (Unicode's bidirectional algorithm, rules L1 and L2). What no
 * font has is left out.
 * @param fontOf the font of a character, given that of the one before it
 */
export function runsOf<Font>(
  text: string,
  fontOf: (character: string, before: Font | undefined) => Font | undefined,
): Run<Font>[] {
  const { levels } = bidi.getEmbeddingLevels(text);
  const found: (Run<Font> & { level: number })[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels[at] ?? 0;
    at += character.length;
    const last = found.at(-1);
    const font = fontOf(character, last?.font);
    if (font === undefined) continue;
    if (last && last.font === font && last.level === level) last.text += character;
    else found.push({ text: character, rightToLeft: level % 2 === 1, font, level });
  }
  const highest = Math.max(0, ...found.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < found.length; start++) {
      let end = start;
      while ((found[end]?.level ?? -1) >= level) end++;
      if (end - start > 1) found.splice(start, end - start, ...found.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  return found;
}
