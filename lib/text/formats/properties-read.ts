import { EditRefused } from "./format";
import type { Item } from "./items";
import { CommentLines, lineEnd, nextLine, skipBlanks } from "./line-scan";

/** Lines of the properties family with their places. */

export interface PropertyLine extends Item {
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

/** The strings of a part of a text, with the comments directly above them. */
export function readLines(text: string, syntax: LineSyntax, from = 0, to = text.length): PropertyLine[] {
  const items: PropertyLine[] = [];
  const comments = new CommentLines();
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
    if (gap === 0 && syntax.comments.includes(text[first]!)) {
      const end = Math.min(lineEnd(text, first), to);
      const more = text[first + 1] === text[first] ? 0 : 1;
      comments.add(start, text.slice(first + more, end).trim());
      at = nextLine(text, end);
      continue;
    }
    const keyStart = first + gap;
    const end = logicalEnd(text, keyStart, to);
    const key = keyEnd(text, keyStart, end, syntax.separators, blankEndsKey);
    let value = skipContinued(text, key, end);
    if (value < end && (text[value] === "=" || (text[value] === ":" && blankEndsKey)))
      value = skipContinued(text, value + 1, end);
    const { start: top, note } = comments.take(start);
    const raw = text.slice(value, end);
    const name = text.slice(keyStart, key);
    const item: PropertyLine = {
      key: joined(name, blankEndsKey),
      keyStart,
      keyEnd: key,
      valueStart: value,
      start: top,
      end,
      from: gap ? first : value,
      to: end,
      text: gap ? "" : syntax.readValue(raw),
      note,
    };
    if (gap > 0) item.missing = true;
    items.push(item);
    at = nextLine(text, end);
  }
  return items;
}

/**
 * A value behind its key: one that has no equals sign or colon gets one, and where a blank does, keeps it.
 * @throws EditRefused for a key that a value would change
 */
export function separated(text: string, item: PropertyLine, value: string, { separators }: LineSyntax): string {
  const between = text.slice(item.keyEnd, item.valueStart);
  if (value === "" || /[=:]/.test(between)) return value;
  if (/(?<!\\)(?:\\\\)*\\$/.test(text.slice(item.keyStart, item.keyEnd)))
    throw new EditRefused(`The key “${item.key}” ends in half an escape. Complete it in the file.`);
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
