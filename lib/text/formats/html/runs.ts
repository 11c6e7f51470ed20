import type { Block } from "../kernel/document-blocks";
import type { Tag } from "./tags";

/**
 * The elements that are open while a page is read from its start to its end, and the texts in them. Texts and inline
 * elements that stand beside one another are one run. Whether an inline element belongs to the run around it shows
 * at its end: with a block in it, it does not.
 */

/** An element that is open; once it has ended, another at the same depth takes its place. */
export class Level {
  /** Start of its tag, and number of blocks before those of the element. */
  start = 0;
  mark = 0;
  /** Whether it belongs to a run, as far as is known, and whether its content is for no reader. */
  inline = false;
  hidden = false;
  /** What it stands in, see the reader. */
  within = 0;
  /** The run that goes on, without a start when there is none. */
  from = -1;
  to = 0;
  /** Number of blocks before it, and whether there is a text in it. */
  first = 0;
  says = false;

  constructor(public tag: Tag) {}

  /** A node goes on with the run. */
  touch(from: number, to: number, mark: number): void {
    if (this.from < 0) {
      this.from = from;
      this.first = mark;
    }
    this.to = to;
  }
}

export const isBlank = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 12;

export class Runs {
  readonly blocks: Block[] = [];
  readonly stack: Level[] = [];
  private readonly used: Level[] = [];
  private readonly carriage: boolean;

  constructor(readonly text: string) {
    this.carriage = text.includes("\r");
  }

  /** An element starts. */
  protected open(tag: Tag, start: number, inline: boolean, hidden: boolean, within: number): void {
    const { stack, used } = this;
    if (used.length === stack.length) used.push(new Level(tag));
    const level = used[stack.length]!;
    level.tag = tag;
    level.start = start;
    level.mark = this.blocks.length;
    level.inline = inline;
    level.hidden = hidden;
    level.within = within;
    level.from = -1;
    level.says = false;
    stack.push(level);
  }

  get top(): Level {
    return this.stack[this.stack.length - 1]!;
  }

  /** A node that belongs to no run ends the one before it; the inline elements around the node belong to none either. */
  breakRuns(): void {
    const { stack, blocks } = this;
    let at = stack.length;
    while (at > 0 && stack[at - 1]!.inline) at--;
    for (at = Math.max(at, 1); at <= stack.length; at++) {
      const next = stack[at];
      const more = this.flush(stack[at - 1]!, next ? next.mark : blocks.length);
      if (!next) return;
      next.inline = false;
      if (more !== 0)
        for (let above = at; above < stack.length; above++) {
          stack[above]!.mark += more;
          stack[above]!.first += more;
        }
    }
  }

  /** The end of a run, behind which `blocks` has those from `end` on; how many more blocks there are now. */
  private flush(level: Level, end: number): number {
    const { from, first, says } = level;
    if (from < 0) return 0;
    level.from = -1;
    level.says = false;
    if (!says) return 0;
    const block = this.blockOf(level.tag.name, from, level.to);
    if (end < this.blocks.length) this.blocks.splice(first, end - first, block);
    else {
      // What the elements within a text say belongs to the text.
      this.blocks.length = first;
      this.blocks.push(block);
    }
    return first + 1 - end;
  }

  /** A text without the blanks around it. */
  blockOf(kind: string, start: number, end: number): Block {
    const { text } = this;
    let [from, to] = [start, end];
    while (isBlank(text.charCodeAt(from))) from++;
    while (isBlank(text.charCodeAt(to - 1))) to--;
    const own = text.slice(from, to);
    return { kind, from, to, text: this.carriage ? own.replaceAll("\r\n", "\n") : own, line: 0 };
  }

  /** The last element ends, an inline one at `end`. */
  pop(end: number): void {
    const { stack, blocks } = this;
    const level = stack.pop()!;
    if (level.inline) {
      const { top } = this;
      top.touch(level.start, end, level.mark);
      if (level.says) top.says = true;
      return;
    }
    this.flush(level, blocks.length);
    if (level.hidden) blocks.length = level.mark;
  }

  /** The blocks in their order, each with its line. */
  finish(): Block[] {
    const { text, blocks } = this;
    let line = 1;
    let feed = text.indexOf("\n");
    for (const block of blocks) {
      while (feed >= 0 && feed < block.from) {
        line++;
        feed = text.indexOf("\n", feed + 1);
      }
      block.line = line;
    }
    return blocks;
  }
}
