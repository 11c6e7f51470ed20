import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "../kernel/format";
import type { KeyedText } from "../kernel/keyed-entries";
import { CommentLines, lineEnd, nextLine, skipBlanks } from "../kernel/line-scan";

/** Lines of the properties family with their places. */

export interface PropertyLine extends KeyedText {
  /** Place of the key, which keeps its escapes. */
  keyStart: number;
  keyEnd: number;
  /** Place of the text, or of the source text of a missing one. */
  valueStart: number;
  /** A commented line that keeps the place of a missing text. */
  missing?: boolean;
}

/** What tells the dialects of the family apart. */
export interface LineSyntax {
  comments: string;
  separators: "=" | "=:";
  /** What a commented line of a missing text starts with. */
  missing?: string;
  readValue: (raw: string) => string;
}

const BACKSLASH = 92;

/** A line, continued lines included, as the places of what is in it. */
class LinePlaces {
  end = 0;
  key = 0;
  value = 0;
  /** Whether no part of it needs a second look: neither escapes, nor NUL, nor characters from the surrogates on. */
  clean = false;
  private readonly colon: number;

  constructor(
    private readonly text: string,
    private readonly separators: LineSyntax["separators"],
  ) {
    // Where no colon parts a key from its text, an equals sign stands in for it.
    this.colon = separators === "=:" ? 58 : 61;
  }

  /** Reads the line whose key starts at `from`; it ends at `limit`. */
  read(from: number, limit: number): void {
    this.clean = true;
    if (!this.readPlain(from, limit)) this.readEscaped(from, limit);
  }

  /** Reads a line without backslashes in one pass; false for any other. */
  private readPlain(from: number, limit: number): boolean {
    const { text, colon } = this;
    const blank = colon === 58;
    let at = from;
    let key = -1;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code > BACKSLASH && code < 0xd800) continue;
      if (code === BACKSLASH) return false;
      if (code === 10 || code === 13) break;
      if (key < 0 && (code === 61 || code === colon || (blank && (code === 32 || code === 9 || code === 12)))) key = at;
      else if (code === 0 || code >= 0xd800) this.clean = false;
    }
    this.end = at;
    this.key = key < 0 ? at : key;
    let value = skipBlanks(text, this.key, at);
    const code = value < at ? text.charCodeAt(value) : 0;
    if (code === 61 || (code === 58 && blank)) value = skipBlanks(text, value + 1, at);
    this.value = value;
    return true;
  }

  private readEscaped(from: number, limit: number): void {
    const { text, separators } = this;
    const blank = separators === "=:";
    const end = logicalEnd(text, from, limit);
    const key = keyEnd(text, from, end, separators, blank);
    let value = skipContinued(text, key, end);
    if (value < end && (text[value] === "=" || (text[value] === ":" && blank)))
      value = skipContinued(text, value + 1, end);
    this.end = end;
    this.key = key;
    this.value = value;
    this.clean = false;
  }
}

/** The strings of a part of a text, with the comments directly above them. */
export function readLines(text: string, syntax: LineSyntax, from = 0, to = text.length): PropertyLine[] {
  const items: PropertyLine[] = [];
  const comments = new CommentLines();
  const marks = Array.from(syntax.comments, (mark) => mark.charCodeAt(0));
  const line = new LinePlaces(text, syntax.separators);
  const blankEndsKey = syntax.separators === "=:";
  let at = from === 0 && text.charCodeAt(0) === 0xfeff ? 1 : from;
  while (at < to) {
    const start = at;
    const first = skipBlanks(text, at, to);
    const code = text.charCodeAt(first);
    if (first >= to || code === 10 || code === 13) {
      comments.drop();
      at = nextLine(text, lineEnd(text, first));
      continue;
    }
    const gap = syntax.missing !== undefined && text.startsWith(syntax.missing, first) ? syntax.missing.length : 0;
    if (gap === 0 && marks.includes(code)) {
      const end = Math.min(lineEnd(text, first), to);
      const more = text[first + 1] === text[first] ? 0 : 1;
      comments.add(start, text.slice(first + more, end).trim());
      at = nextLine(text, end);
      continue;
    }
    const keyStart = first + gap;
    line.read(keyStart, to);
    const { end, key, value } = line;
    let top = start;
    let note = "";
    if (comments.isOpen) ({ start: top, note } = comments.take(start));
    const raw = text.slice(value, end);
    const name = text.slice(keyStart, key);
    const shown = gap ? "" : syntax.readValue(raw);
    const item: PropertyLine = {
      key: line.clean && blankEndsKey ? name : joined(name, blankEndsKey),
      keyStart,
      keyEnd: key,
      valueStart: value,
      start: top,
      end,
      from: gap ? first : value,
      to: end,
      text: shown,
      note,
      clean: line.clean && shown === raw,
    };
    if (gap > 0) item.missing = true;
    items.push(item);
    at = nextLine(text, end);
  }
  return items;
}

/** End of a line together with those that continue it. */
function logicalEnd(text: string, at: number, limit: number): number {
  let start = at;
  for (;;) {
    const end = Math.min(lineEnd(text, start), limit);
    let back = end;
    while (back > start && text.charCodeAt(back - 1) === BACKSLASH) back--;
    if ((end - back) % 2 === 0 || end >= limit) return end;
    start = nextLine(text, end);
  }
}

/** End of a key: at a separator or blank that no backslash stands before. */
function keyEnd(text: string, start: number, end: number, separators: string, blank: boolean): number {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      at++;
      const next = text.charCodeAt(at);
      if (next === 10 || next === 13) {
        at = skipBlanks(text, nextLine(text, at), end);
        continue;
      }
    } else if (blank && (code === 32 || code === 9 || code === 12)) return at;
    else if (code === 61 || (code === 58 && separators === "=:")) return at;
    at++;
  }
  return end;
}

/** Blanks, and backslashes that continue a line. */
function skipContinued(text: string, from: number, end: number): number {
  let at = skipBlanks(text, from, end);
  while (at < end && text.charCodeAt(at) === BACKSLASH && /[\r\n]/.test(text[at + 1] ?? "")) {
    at = skipBlanks(text, nextLine(text, at + 1), end);
  }
  return at;
}

/** A key without the line ends in it, which a backslash stands before. */
function joined(name: string, blankEndsKey: boolean): string {
  if (name.includes("\\") && /[\r\n]/.test(name)) return name.replace(/\\(?:\r\n?|\n)[ \t\f]*/g, "");
  return blankEndsKey ? name : name.trimEnd();
}

/**
 * A value behind its key: one that has no equals sign or colon gets one, and where a blank does, keeps it.
 * @throws EditRefused for a key that a value would change
 */
export function separated(text: string, item: PropertyLine, value: string, { separators }: LineSyntax): string {
  const between = text.slice(item.keyEnd, item.valueStart);
  if (value === "" || /[=:]/.test(between)) return value;
  if (/(?<!\\)(?:\\\\)*\\$/.test(text.slice(item.keyStart, item.keyEnd)))
    throw new EditRefused(refusal("writeKeyEscape", { key: item.key }));
  if (between === "" || separators === "=") return `=${value}`;
  return /^[=:]/.test(value) ? `\\${value}` : value;
}

/** What stands between key and value in a file. */
export function separatorOf(text: string, items: readonly PropertyLine[]): string {
  for (const item of items.slice(0, 20)) {
    const between = text.slice(item.keyEnd, item.valueStart);
    if (/^[ \t]*[=:][ \t]*$/.test(between)) return between;
  }
  return "=";
}
