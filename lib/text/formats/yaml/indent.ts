import type { CST } from "yaml";
import { type YamlCollection, yamlFirst, yamlHeadLength } from "./cst";

/** A YAML text with another number of blanks for a level. Lines are shifted as they are; nothing is printed anew. */

interface Line {
  start: number;
  /** Blanks at its start. */
  indent: number;
  /** Whether nothing else is on it. */
  empty: boolean;
  /** Whether it belongs to a text or to something between brackets that began on an earlier line. */
  inside: boolean;
  /** Blanks that it is to have; undefined while nothing has been said. */
  wanted: number | undefined;
  /** Where the last thing on it belongs to. */
  frame: Frame | undefined;
  /** Column of the content, in the lines of a block. */
  block: number | undefined;
}

/** A map or list, with its column before and after. */
interface Frame {
  old: number;
  now: number;
  outer: Frame | undefined;
}

class Indenter {
  private readonly lines: Line[];

  constructor(
    private readonly text: string,
    private readonly unit: number,
  ) {
    this.lines = linesOf(text);
  }

  /** The number of the line that an offset is on. */
  private at(offset: number): number {
    let [low, high] = [0, this.lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle]!.start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private shift(line: Line): number {
    return line.wanted === undefined ? 0 : line.wanted - line.indent;
  }

  /** Something that belongs right to a map or list; where its line begins with it, the line has a place now. */
  private place(offset: number, frame: Frame | undefined): void {
    const line = this.lines[this.at(offset)]!;
    line.frame = frame;
    if (!frame || line.wanted !== undefined || offset !== line.start + line.indent) return;
    line.wanted = this.column(line.indent, frame);
  }

  /** Where a column right inside of a map or list comes to stand: that of its items, or one level deeper. */
  private column(old: number, frame: Frame): number {
    return old <= frame.old ? Math.max(0, frame.now + old - frame.old) : frame.now + this.unit;
  }

  document(token: CST.Document): void {
    if (token.value) this.value(token.value, undefined);
  }

  private value(token: CST.Token, frame: Frame | undefined): void {
    if (token.type === "block-map" || token.type === "block-seq") this.collection(token, frame);
    else if (token.type === "block-scalar") this.block(token, frame);
    else {
      this.place(token.offset, frame);
      if (token.type === "flow-collection") {
        const close = token.end.find(({ type }) => type === "flow-map-end" || type === "flow-seq-end");
        this.follow(token.offset, close?.offset ?? token.offset, frame);
      } else if ("source" in token) this.follow(token.offset, token.offset + token.source.length, frame);
    }
  }

  private collection(token: YamlCollection, outer: Frame | undefined): void {
    const first = yamlFirst(token);
    const line = this.lines[this.at(first)]!;
    const old = first - line.start;
    let now = old + this.shift(line);
    if (outer && line.wanted === undefined && old === line.indent) now = this.column(old, outer);
    const frame = { old, now, outer };
    for (const item of token.items) {
      this.marks(item.start, frame);
      if (item.key) this.value(item.key, frame);
      this.marks(item.sep ?? [], frame);
      if (item.value) this.value(item.value, frame);
    }
  }

  private marks(tokens: readonly CST.SourceToken[], frame: Frame): void {
    for (const { type, offset } of tokens)
      if (type !== "space" && type !== "newline" && type !== "comment") this.place(offset, frame);
  }

  /** Further lines of a text or of something between brackets go with the first, but stay inside of what holds them. */
  private follow(start: number, end: number, frame: Frame | undefined): void {
    const from = this.at(start);
    const shift = this.shift(this.lines[from]!);
    for (let at = from + 1; at < this.lines.length && this.lines[at]!.start < end; at++) {
      const line = this.lines[at]!;
      line.inside = true;
      line.frame = frame;
      if (line.empty || !frame) continue;
      const moved = Math.max(0, line.indent + shift);
      line.wanted = line.indent > frame.old ? Math.max(frame.now + 1, moved) : moved;
    }
  }

  private block(token: CST.BlockScalar, frame: Frame | undefined): void {
    this.place(token.offset, frame);
    const start = token.offset + yamlHeadLength(token);
    const end = start + token.source.length;
    const inner: Line[] = [];
    for (let at = this.at(start); at < this.lines.length; at++) {
      const line = this.lines[at]!;
      // Empty lines behind a block are not always counted as its own, but would be if they were too long.
      if (line.start >= end && !line.empty) break;
      if (line.start >= start) inner.push(line);
    }
    for (const line of inner) Object.assign(line, { inside: true, frame });
    const first = inner.find((line) => !line.empty)?.indent;
    if (first === undefined || !frame) return;
    const header = token.props.find((prop) => prop.type === "block-scalar-header");
    const said = header && "source" in header ? /\d/.exec(header.source)?.[0] : undefined;
    // Of a block that says its indentation, the first line may begin with blanks of the text.
    const old = said === undefined ? first : frame.old + Number(said);
    const now = frame.now + (said === undefined ? this.unit : Number(said));
    for (const line of inner) {
      line.block = now;
      line.wanted = line.indent > old || !line.empty ? line.indent + now - old : Math.min(line.indent, now);
    }
  }

  /** Comments go with what they stand above; at the end of a map or list, with that. */
  private comments(): void {
    let next: Line | undefined;
    const after = new Map<Line, Line | undefined>();
    for (const line of [...this.lines].reverse()) {
      if (this.isComment(line)) after.set(line, next);
      else if (!line.empty) next = line;
    }
    let before: Line | undefined;
    for (const line of this.lines) {
      if (!this.isComment(line)) {
        if (!line.empty || line.inside) before = line;
        continue;
      }
      const below = after.get(line);
      let frame = before?.frame;
      while (frame && frame.old > line.indent) frame = frame.outer;
      if (below && below.indent === line.indent) line.wanted = below.wanted;
      else if (frame) line.wanted = frame.now + line.indent - frame.old;
      // In the column of a block's content it would become content.
      if (before?.block !== undefined && frame && (line.wanted ?? line.indent) >= before.block) line.wanted = frame.now;
    }
  }

  private isComment(line: Line): boolean {
    return !line.inside && this.text[line.start + line.indent] === "#";
  }

  finish(): string {
    this.comments();
    let out = this.text.slice(0, this.lines[0]!.start);
    this.lines.forEach((line, at) => {
      const end = this.lines[at + 1]?.start ?? this.text.length;
      out += " ".repeat(line.wanted ?? line.indent) + this.text.slice(line.start + line.indent, end);
    });
    return out;
  }
}

/** The text with so many blanks for each level; lists that stand in the column of their key stay there. */
export function indentYaml(text: string, documents: readonly CST.Document[], unit: number): string {
  const indenter = new Indenter(text, unit);
  for (const document of documents) indenter.document(document);
  return indenter.finish();
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = text.startsWith("\ufeff") ? 1 : 0; start <= text.length; ) {
    let at = start;
    while (text[at] === " ") at++;
    const feed = text.indexOf("\n", at);
    const end = feed < 0 ? text.length : feed;
    const empty = text.slice(at, end).trim() === "";
    lines.push({
      start,
      indent: at - start,
      empty,
      inside: false,
      wanted: undefined,
      frame: undefined,
      block: undefined,
    });
    start = end + 1;
  }
  return lines;
}
