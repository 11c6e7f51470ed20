import { storable } from "../kernel/encoding";

/** Longer ones are left to the grammar, which cannot read them all. */
const LONGEST = 30_000;

const TAB = 9;
const FEED = 10;
const RETURN = 13;
const BLANK = 32;
const BACKSLASH = 92;
const QUOTE = 34;

const ESCAPE = /\\(?:([btnfr"\\])|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|[ \t]*\n[ \t\n]*|[\s\S]?)/g;
const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  '"': '"',
  "\\": "\\",
};

/** What the escapes of a text stand for; undefined when one of them stands for nothing. */
function unescaped(raw: string): string | undefined {
  let broken = false;
  const said = raw.replace(ESCAPE, (whole, char?: string, short?: string, long?: string): string => {
    if (char !== undefined) return ESCAPES[char]!;
    const hex = short ?? long;
    if (hex !== undefined) {
      const code = Number.parseInt(hex, 16);
      if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
      broken = true;
    } else if (!whole.includes("\n")) broken = true;
    return "";
  });
  return broken ? undefined : said;
}

/** Reads the quoted texts of a TOML file, one at a time. */
export class TomlTexts {
  /** The text that was read last. */
  value = "";
  /** Whether it stands between three quotes. */
  multiline = false;
  /** Whether it had characters that a database cannot hold. */
  changed = false;

  constructor(private readonly text: string) {}

  /** End of the text that begins here, behind its quotes; -1 when it is not surely right. */
  read(start: number): number {
    const { text } = this;
    const quote = text.charCodeAt(start);
    this.multiline = text.charCodeAt(start + 1) === quote && text.charCodeAt(start + 2) === quote;
    return this.multiline ? this.tripled(start + 3, quote) : this.single(start + 1, quote);
  }

  private single(from: number, quote: number): number {
    const { text } = this;
    let [escapes, halves] = [false, false];
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return this.said(text.slice(from, at), escapes, halves) ? at + 1 : -1;
      if (code < BLANK) {
        if (code !== TAB) return -1;
      } else if (code === BACKSLASH && quote === QUOTE) {
        escapes = true;
        // Behind a line end there is no more of the text.
        if (text.charCodeAt(at + 1) > BLANK) at++;
      } else if (code > 126) {
        if (code === 127) return -1;
        if (code >= 0xd800 && code <= 0xdfff) halves = true;
        // No number at all tells that the file ends here.
      } else if (!(code >= BLANK)) return -1;
    }
  }

  private tripled(from: number, quote: number): number {
    const { text } = this;
    let [escapes, halves, returns] = [false, false, false];
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        if (text.charCodeAt(at + 1) !== quote || text.charCodeAt(at + 2) !== quote) continue;
        // Quotes right before the last three are part of the text.
        if (text.charCodeAt(at + 3) === quote) return -1;
        const raw = text.slice(from, at);
        const lines = returns ? raw.replaceAll("\r\n", "\n") : raw;
        return this.said(lines.startsWith("\n") ? lines.slice(1) : lines, escapes, halves) ? at + 3 : -1;
      }
      if (code < BLANK) {
        if (code === RETURN) returns = true;
        else if (code !== TAB && code !== FEED) return -1;
      } else if (code === BACKSLASH && quote === QUOTE) {
        escapes = true;
        if (text.charCodeAt(at + 1) > BLANK) at++;
      } else if (code === 127) return -1;
      else if (code >= 0xd800 && code <= 0xdfff) halves = true;
    }
    return -1;
  }

  private said(raw: string, escapes: boolean, halves: boolean): boolean {
    const value = escapes ? unescaped(raw) : raw;
    if (value === undefined || raw.length > LONGEST) return false;
    this.value = escapes || halves ? storable(value) : value;
    this.changed = this.value !== value;
    return true;
  }
}
