import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { FormatError, positionAt } from "../kernel/format";

/** Apple's `"key" = "value";` files with ranges: pairs, and the comments before them. */

/** A quoted text or a bare word. */
export interface AppleToken {
  start: number;
  end: number;
  quoted: boolean;
}

export interface ApplePair {
  key: AppleToken;
  value: AppleToken;
  /** Comments right before the key, without a blank line between, each with its marks. */
  comments: { start: number; end: number }[];
  /** Where the pair starts: at the first comment that belongs to it. */
  start: number;
  /** Behind the semicolon. */
  end: number;
}

const BARE = /[A-Za-z0-9_.$:/-]/;
const NO_KEY = refusal("readAppleKey");
const NO_VALUE = refusal("readJsonValue");
const NONE: { start: number; end: number }[] = [];

/** Whether a character is a blank of this format: as ASCII has them, and the two separators of Unicode. */
const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0x2028 || code === 0x2029;

class Scanner {
  at = 0;
  comments: { start: number; end: number }[] = [];

  constructor(private readonly text: string) {
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  fail(said: Refusal, at = this.at): never {
    const { line, column } = positionAt(this.text, at);
    throw new FormatError(said, line, column);
  }

  /** Moves over blanks and comments; the comments are collected. */
  skip(): void {
    for (;;) {
      // One after the other: an expression can run out of its stack on megabytes of them.
      while (isBlank(this.text.charCodeAt(this.at))) this.at++;
      if (this.text[this.at] !== "/") return;
      const next = this.text[this.at + 1];
      if (next !== "*" && next !== "/") return;
      const start = this.at;
      this.at = next === "*" ? this.blockEnd(start) : this.lineEnd(start);
      this.comments.push({ start, end: this.at });
    }
  }

  private blockEnd(start: number): number {
    const end = this.text.indexOf("*/", start + 2);
    return end < 0 ? this.fail(refusal("readComment"), start) : end + 2;
  }

  private lineEnd(start: number): number {
    for (let at = start; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (code === 10 || code === 13) return at;
    }
    return this.text.length;
  }

  token(absent: Refusal): AppleToken {
    const start = this.at;
    if (this.text[start] !== '"') {
      // One letter after the other: one expression for a word of fifty megabytes has run out of its stack.
      while (!this.done && BARE.test(this.text[this.at] as string)) this.at++;
      if (this.at === start) return this.fail(absent);
      return { start, end: this.at, quoted: false };
    }
    for (let at = start + 1; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (code === 92) at++;
      else if (code === 34) {
        this.at = at + 1;
        return { start, end: this.at, quoted: true };
      }
    }
    return this.fail(refusal("readQuote"), start);
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }
}

/**
 * All pairs of a text. A pair without `=` has its key as value.
 * @throws FormatError with the place of what is not expected
 */
export function scanStrings(text: string): ApplePair[] {
  const scanner = new Scanner(text);
  const pairs: ApplePair[] = [];
  let previousEnd = 0;
  for (scanner.skip(); !scanner.done; scanner.skip()) {
    const above = scanner.comments;
    const comments = above.length ? above.filter(({ start }) => belongs(text, previousEnd, start)) : NONE;
    if (above.length) scanner.comments = [];
    const key = scanner.token(NO_KEY);
    scanner.skip();
    let value = key;
    if (text[scanner.at] === "=") {
      scanner.at++;
      scanner.skip();
      value = scanner.token(NO_VALUE);
      scanner.skip();
    }
    if (text[scanner.at] !== ";") scanner.fail(refusal("readSemicolon"));
    scanner.at++;
    // Comments inside a pair are about nothing in particular.
    if (scanner.comments.length) scanner.comments = [];
    previousEnd = scanner.at;
    const start = attachedStart(text, comments, key.start);
    const own = comments.length ? comments.filter((comment) => comment.start >= start) : NONE;
    pairs.push({ key, value, comments: own, start, end: scanner.at });
  }
  return pairs;
}

/** A comment on the line of the semicolon before it is about that pair. */
function belongs(text: string, previousEnd: number, start: number): boolean {
  return previousEnd === 0 || /[\r\n]/.test(text.slice(previousEnd, start));
}

/** Where those comments start that no blank line parts from the key. */
function attachedStart(text: string, comments: readonly { start: number; end: number }[], key: number): number {
  let start = key;
  for (let i = comments.length - 1; i >= 0; i--) {
    const gap = text.slice(comments[i]!.end, start);
    if ((gap.match(/\r\n|[\r\n]/g)?.length ?? 0) > 1) break;
    start = comments[i]!.start;
  }
  return start;
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

/**
 * The text of a token: escapes of C, `\Uxxxx` and octal are read; the backslash before anything else is dropped. Line
 * ends of a file with CRLF are line feeds.
 */
export function tokenText(text: string, token: AppleToken, crlf: boolean): string {
  if (!token.quoted) return text.slice(token.start, token.end);
  const inside = text.slice(token.start + 1, token.end - 1);
  const raw = crlf ? inside.replaceAll("\r\n", "\n") : inside;
  if (!raw.includes("\\")) return raw;
  let out = "";
  let from = 0;
  for (let at = raw.indexOf("\\"); at >= 0; at = raw.indexOf("\\", from)) {
    const [piece, length] = escapeAt(raw, at);
    out += raw.slice(from, at) + piece;
    from = at + length;
  }
  return out + raw.slice(from);
}

const NUMERIC = /[Uu]([0-9a-fA-F]{4})|([0-7]{1,3})/y;

/** What the escape at a backslash stands for, and how long it is. */
function escapeAt(raw: string, at: number): [string, number] {
  const char = raw[at + 1] ?? "";
  const named = NAMED[char];
  if (named !== undefined) return [named, 2];
  if (!/[Uu0-7]/.test(char)) return [char, 2];
  NUMERIC.lastIndex = at + 1;
  const match = NUMERIC.exec(raw);
  if (!match) return [char, 2];
  const code = match[1] !== undefined ? Number.parseInt(match[1], 16) : Number.parseInt(match[2]!, 8) & 0xff;
  return [String.fromCharCode(code), 1 + match[0].length];
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\" };

/** A quoted token that reads as the text. */
export function composeToken(text: string): string {
  return `"${text.replace(/["\\\n\t\r]/g, (char) => ESCAPES[char]!)}"`;
}
