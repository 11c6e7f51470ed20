import { refusal } from "@/lib/text/messages/refusal";
import { QueryError } from "@/lib/text/search-query/query";

/** How the value of a term was written. */
export interface RawValue {
  text: string;
  /** In quotes, so that it is taken as it stands. */
  quoted: boolean;
  /** `r"…"`. */
  regex: boolean;
  start: number;
  end: number;
}

export type Token =
  | { kind: "(" | ")" | "and" | "or" | "not"; start: number; end: number }
  | { kind: "word"; value: RawValue; start: number; end: number }
  | {
      kind: "field";
      field: string;
      operator: "" | "=" | ">" | ">=" | "<" | "<=";
      value: RawValue;
      start: number;
      end: number;
    }
  | { kind: "range"; field: string; from: RawValue; to: RawValue; start: number; end: number };

const MAX_LENGTH = 8000;
const MAX_TOKENS = 500;
const FIELD = /[A-Za-z_][A-Za-z0-9_-]{0,60}:/y;
const OPERATOR = />=|<=|[=<>]/y;

class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  scan(): Token[] {
    const tokens: Token[] = [];
    for (this.skipBlanks(); this.at < this.text.length; this.skipBlanks()) {
      if (tokens.length >= MAX_TOKENS) {
        throw new QueryError(refusal("searchTermsMany", { most: MAX_TOKENS }), this.at, this.text.length);
      }
      tokens.push(this.token());
    }
    return tokens;
  }

  private skipBlanks(): void {
    while (this.isBlank(this.at)) this.at++;
  }

  private isBlank(at: number): boolean {
    return /\s/.test(this.text[at] ?? "x");
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private token(): Token {
    const start = this.at;
    const character = this.text[start];
    if (character === "(" || character === ")") {
      this.at++;
      return { kind: character, start, end: this.at };
    }
    const address = /(?:https?|ftp|mailto):/iy;
    address.lastIndex = start;
    const field = address.test(this.text) ? undefined : this.match(FIELD);
    if (field !== undefined) return this.field(field.slice(0, -1), start);
    const value = this.value();
    const word = value.text.toLowerCase();
    if (!value.quoted && !value.regex && (word === "and" || word === "or" || word === "not")) {
      return { kind: word, start, end: this.at };
    }
    return { kind: "word", value, start, end: this.at };
  }

  private field(field: string, start: number): Token {
    if (this.text[this.at] === "[") return this.range(field, start);
    const operator = (this.match(OPERATOR) ?? "") as "" | "=" | ">" | ">=" | "<" | "<=";
    const value = this.value();
    if (value.text === "" && !value.quoted) {
      throw new QueryError(refusal("searchValueMissing", { field }), start, this.at);
    }
    return { kind: "field", field, operator, value, start, end: this.at };
  }

  /** `[a to b]`; a phrase of several words is quoted or written with `_`. */
  private range(field: string, start: number): Token {
    this.at++;
    this.skipBlanks();
    const from = this.value("]");
    this.skipBlanks();
    const to = /to(?=\s)/iy;
    if (this.match(to) === undefined) throw new QueryError(refusal("searchRange"), start, this.at);
    this.skipBlanks();
    const until = this.value("]");
    this.skipBlanks();
    if (this.text[this.at] !== "]") throw new QueryError(refusal("searchRangeOpen"), start, this.at);
    this.at++;
    return { kind: "range", field, from, to: until, start, end: this.at };
  }

  private value(stop = ""): RawValue {
    const start = this.at;
    const first = this.text[start];
    const second = this.text[start + 1];
    if (first === '"' || first === "'") return this.quoted(false, start);
    if (first === "r" && (second === '"' || second === "'")) {
      this.at++;
      return this.quoted(true, start);
    }
    // Brackets that open and close within a word belong to it, as in f(x).
    let depth = 0;
    for (; this.at < this.text.length && !this.isBlank(this.at); this.at++) {
      const character = this.text[this.at] ?? "";
      if (stop !== "" && character === stop) break;
      if (character === "(") depth++;
      if (character === ")" && depth-- === 0) break;
    }
    return { text: this.text.slice(start, this.at), quoted: false, regex: false, start, end: this.at };
  }

  /** Text between quotes. A backslash protects quotes and itself; in a regular expression only the quote. */
  private quoted(regex: boolean, start: number): RawValue {
    const quote = this.text[this.at++];
    let text = "";
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? "";
      if (character === quote) {
        this.at++;
        return { text, quoted: true, regex, start, end: this.at };
      }
      const next = this.text[this.at + 1];
      if (character !== "\\" || next === undefined) text += character;
      else {
        this.at++;
        const unescaped = next === quote || (!regex && next === "\\");
        text += unescaped ? next : `\\${next}`;
      }
    }
    throw new QueryError(refusal("searchQuote"), start, this.text.length);
  }
}

/** Parts a search into terms, operators and brackets. Throws {@link QueryError}. */
export function tokensOf(text: string): Token[] {
  if (text.length > MAX_LENGTH) {
    throw new QueryError(refusal("searchLong", { most: MAX_LENGTH }), MAX_LENGTH, text.length);
  }
  // The database has no text with a zero character, so nothing could be found.
  const zero = text.indexOf("\u0000");
  if (zero >= 0) throw new QueryError(refusal("searchNul"), zero, zero + 1);
  return new Scanner(text).scan();
}
