import { ruleEnd } from "./lines";

/** A line of Markdown while it is read: from left to right, in characters and in columns, as tabs are blanks too. */
export class LineCursor {
  protected start = 0;
  protected end = 0;
  /** Where the line is read, in characters and in columns; a tab may be read in part. */
  protected at = 0;
  protected column = 0;
  /** The first character from there that is no blank, and the columns up to it. */
  protected next = 0;
  protected indent = 0;

  /** Up to here no mark of this kind starts a rule. */
  protected noRule = 0;
  protected noRuleOf = 0;

  constructor(protected readonly text: string) {}

  /** Starts with a line. */
  protected startLine(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.at = start;
    this.column = 0;
    this.measure();
  }

  protected get blank(): boolean {
    return this.next >= this.end;
  }

  protected measure(): void {
    const { text, end } = this;
    let { at, column } = this;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === 32) column++;
      else if (code === 9) column += 4 - (column & 3);
      else break;
    }
    this.next = at;
    this.indent = column - this.column;
  }

  /** Reads over columns of blanks. */
  protected advance(columns: number): void {
    let left = Math.min(columns, this.indent);
    this.indent -= left;
    while (left > 0) {
      const width = this.text.charCodeAt(this.at) === 9 ? 4 - (this.column & 3) : 1;
      if (width <= left) this.at++;
      this.column += Math.min(width, left);
      left -= width;
    }
  }

  /** Reads over a mark and the blanks that belong to it. */
  protected take(mark: number, blanks: number): void {
    this.advance(this.indent);
    this.at += mark;
    this.column += mark;
    this.measure();
    this.advance(blanks);
  }

  /** A line with many marks is looked through once, not from each of them. */
  protected isRule(): boolean {
    const { text, next, end } = this;
    if (next < this.noRule && text.charCodeAt(next) === this.noRuleOf) return false;
    this.noRule = ruleEnd(text, next, end);
    this.noRuleOf = text.charCodeAt(next);
    return this.noRule < 0;
  }
}
