import { FluentExpressions } from "./expressions";
import type { FluentEntry, FluentPart } from "./nodes";

/** Reads the places of the entries of a Fluent file, without a tree of what stands in them. */

const LF = 10;
const CR = 13;
const HASH = 35;
const DASH = 45;
const DOT = 46;
const EQUALS = 61;
const OPEN_BRACE = 123;

const NONE: readonly FluentPart[] = [];
/** Braces of a line of a comment, which are counted as if they were nested. */
const MOST_BRACES = 50;

/** Places are answered as the end of what was read, or as -1 where that is not surely right. */
class EntryReader {
  private readonly entries: FluentEntry[] = [];
  private readonly expressions: FluentExpressions;
  /** The comment right above the next entry. */
  private comment: { start: number; text: string } | undefined;

  constructor(private readonly text: string) {
    this.expressions = new FluentExpressions(text);
  }

  read(): FluentEntry[] | undefined {
    const { text } = this;
    let at = this.blankLines(0);
    while (at < text.length) {
      const comment = text.charCodeAt(at) === HASH;
      const end = comment ? this.comments(at) : this.entry(at);
      if (end < 0) return undefined;
      const line = this.expressions.nextLine(end);
      at = this.blankLines(line);
      // An empty line lets go of a comment.
      if (!comment || at !== line) this.comment = undefined;
    }
    return this.entries;
  }

  /** Start of the next line that says something. */
  private blankLines(from: number): number {
    for (let line = from; ; ) {
      const at = this.expressions.blanks(line);
      if (at >= this.text.length) return at;
      const next = this.expressions.nextLine(at);
      if (next === at) return line;
      line = next;
    }
  }

  /** Lines of one comment; ends before the line end of the last. */
  private comments(start: number): number {
    const { text } = this;
    let marks = 1;
    while (text.charCodeAt(start + marks) === HASH) marks++;
    if (marks > 3) return -1;
    let content = "";
    for (let line = start; ; ) {
      const from = line + marks;
      const end = this.commentLine(from);
      if (end < 0) return -1;
      content += text.slice(from + 1, end);
      line = this.expressions.nextLine(end);
      if (!this.goesOn(line, marks)) {
        this.comment = marks === 1 ? { start, text: content } : undefined;
        return end;
      }
      content += "\n";
    }
  }

  /** End of a line of a comment, which has a blank behind its marks or nothing. */
  private commentLine(from: number): number {
    const { text } = this;
    const first = text.charCodeAt(from);
    // The grammar takes other line ends here for something else.
    if (first === LF) return from;
    if (first !== 32) return -1;
    let braces = 0;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF || code === CR) return at;
      if (code === OPEN_BRACE && ++braces > MOST_BRACES) return -1;
    }
    return text.length;
  }

  /** Whether a line belongs to the comment above it. */
  private goesOn(line: number, marks: number): boolean {
    const { text } = this;
    for (let at = line; at < line + marks; at++) if (text.charCodeAt(at) !== HASH) return false;
    const behind = text.charCodeAt(line + marks);
    return behind === 32 || behind === LF;
  }

  private entry(start: number): number {
    const { text, expressions, comment } = this;
    const isTerm = text.charCodeAt(start) === DASH;
    const keyEnd = expressions.name(start + (isTerm ? 1 : 0));
    if (keyEnd < 0) return -1;
    expressions.begin();
    const value = this.value(keyEnd);
    if (value === -1 || (isTerm && value === -2)) return -1;
    let attributes = NONE as FluentPart[];
    let end = value === -2 ? text.indexOf("=", keyEnd) + 1 : value;
    for (let at = expressions.gap(end); text.charCodeAt(at) === DOT; at = expressions.gap(end)) {
      const attributeEnd = expressions.name(at + 1);
      end = attributeEnd < 0 ? -1 : this.value(attributeEnd);
      if (end < 0) return -1;
      const part: FluentPart = { start: at, keyEnd: attributeEnd, end };
      if (attributes.length === 0) attributes = [part];
      else attributes.push(part);
    }
    if ((value === -2 && attributes.length === 0) || expressions.hasMany) return -1;
    const key = text.slice(start, keyEnd);
    this.entries.push({
      start: comment?.start ?? start,
      keyEnd,
      end: Math.max(value, -1),
      key,
      comment: comment?.text ?? "",
      attributes,
    });
    this.comment = undefined;
    return end;
  }

  /** End of the text behind a key; -2 when there is none. */
  private value(keyEnd: number): number {
    const equals = this.expressions.blanks(keyEnd);
    return this.text.charCodeAt(equals) === EQUALS ? this.expressions.maybePattern(equals + 1) : -1;
  }
}

/**
 * Entries of a Fluent text, the same that the grammar makes of it; undefined for all that is not surely right, such as
 * errors, deep nesting and carriage returns without line feeds.
 */
export function readFluentLines(text: string): FluentEntry[] | undefined {
  if (text.includes("\r") && /\r(?!\n)/.test(text)) return undefined;
  return new EntryReader(text).read();
}
