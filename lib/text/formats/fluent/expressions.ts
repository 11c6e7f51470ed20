/** Deeper braces are left to the grammar. */
const DEEPEST = 20;
/** Brackets of one entry, which are counted elsewhere as if they were nested. */
const MOST_BRACKETS = 100;

const LF = 10;
const CR = 13;
const BLANK = 32;
const QUOTE = 34;
const DOLLAR = 36;
const OPEN_PARENTHESIS = 40;
const CLOSE_PARENTHESIS = 41;
const STAR = 42;
const COMMA = 44;
const DASH = 45;
const DOT = 46;
const COLON = 58;
const ANGLE = 62;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const FUNCTION = /^[A-Z][A-Z0-9_-]*$/;
const ESCAPE = /\\(?:["\\]|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{6})/y;
const NUMBER = /-?\d+(?:\.\d+)?/y;

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** What an expression is, as far as it matters where it may stand. */
type Kind = "literal" | "variable" | "call" | "message" | "message attribute" | "term" | "term attribute" | "placeable";

/**
 * Finds out where patterns end, by the grammar of Fluent. Places are answered as the end of what was read, or as -1 where
 * that is not surely right.
 */
export class FluentExpressions {
  /** What the last expression was. */
  private kind: Kind = "literal";
  private depth = 0;
  private brackets = 0;
  private placeables = 0;

  constructor(private readonly text: string) {}

  /** To be called before the patterns of each entry. */
  begin(): void {
    this.depth = 0;
    this.brackets = 0;
    this.placeables = 0;
  }

  /** Whether the patterns since then may be nested too deeply for those who count brackets alone. */
  get hasMany(): boolean {
    return this.placeables > 0 && this.brackets + this.placeables > MOST_BRACKETS;
  }

  /** Behind blanks, which are no tabs. */
  blanks(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === BLANK) at++;
    return at;
  }

  /** Behind blanks and line ends. */
  gap(from: number): number {
    const { text } = this;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code !== BLANK && code !== LF && code !== CR) return at;
    }
  }

  /** Behind the line end that stands here; the same place where there is none. */
  nextLine(at: number): number {
    const code = this.text.charCodeAt(at);
    if (code === LF) return at + 1;
    return code === CR ? at + 2 : at;
  }

  /** A name without marks. */
  name(start: number): number {
    const { text } = this;
    if (!isLetter(text.charCodeAt(start))) return -1;
    for (let at = start + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (!isLetter(code) && !isDigit(code) && code !== DASH && code !== 95) return at;
    }
  }

  /** The pattern behind an equals sign or a bracket; -2 when there is none. */
  maybePattern(from: number): number {
    const at = this.blanks(from);
    if (at >= this.text.length) return -2;
    if (this.nextLine(at) === at) return this.pattern(at);
    const further = this.continuation(at);
    return further < 0 ? -2 : this.pattern(further);
  }

  /** Where a pattern goes on behind this line end; -1 when it does not. */
  private continuation(end: number): number {
    const { text } = this;
    let line = this.nextLine(end);
    let at = this.blanks(line);
    for (let next = this.nextLine(at); next !== at; next = this.nextLine(at)) {
      line = next;
      at = this.blanks(line);
    }
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE) return at;
    if (at === line || at >= text.length) return -1;
    return code === CLOSE_BRACE || code === DOT || code === OPEN_BRACKET || code === STAR ? -1 : at;
  }

  private pattern(start: number): number {
    const { text } = this;
    for (let at = start; ; ) {
      const code = text.charCodeAt(at);
      if (code === LF || code === CR) {
        const further = this.continuation(at);
        if (further < 0) return at;
        at = further;
      } else if (code === OPEN_BRACE) {
        at = this.placeable(at);
        if (at < 0) return -1;
      } else if (code === CLOSE_BRACE) return -1;
      else if (at >= text.length) return at;
      else {
        if (code === OPEN_PARENTHESIS) this.brackets++;
        at++;
      }
    }
  }

  private placeable(start: number): number {
    this.placeables++;
    if (++this.depth > DEEPEST) return -1;
    let at = this.inline(this.gap(start + 1));
    if (at < 0) return -1;
    const { kind } = this;
    at = this.gap(at);
    const { text } = this;
    if (text.charCodeAt(at) === DASH && text.charCodeAt(at + 1) === ANGLE) {
      if (kind.startsWith("message") || kind === "term" || kind === "placeable") return -1;
      at = this.variants(at + 2);
    } else if (kind === "term attribute") return -1;
    if (at < 0 || text.charCodeAt(at) !== CLOSE_BRACE) return -1;
    this.depth--;
    this.kind = "placeable";
    return at + 1;
  }

  /** Variants behind an arrow, up to what closes them. */
  private variants(from: number): number {
    const { text } = this;
    let at = this.blanks(from);
    if (this.nextLine(at) === at) return -1;
    let hasDefault = false;
    for (at = this.gap(at); ; at = this.gap(at)) {
      const isDefault = text.charCodeAt(at) === STAR;
      const open = isDefault ? at + 1 : at;
      if (text.charCodeAt(open) !== OPEN_BRACKET) return hasDefault && !isDefault ? at : -1;
      if (isDefault && hasDefault) return -1;
      hasDefault ||= isDefault;
      const start = this.gap(open + 1);
      const first = text.charCodeAt(start);
      const end = isDigit(first) || first === DASH ? this.match(NUMBER, start) : this.name(start);
      if (end < 0) return -1;
      const close = this.gap(end);
      if (text.charCodeAt(close) !== CLOSE_BRACKET) return -1;
      at = this.maybePattern(close + 1);
      if (at < 0) return -1;
    }
  }

  private match(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.text) ? pattern.lastIndex : -1;
  }

  private inline(start: number): number {
    const { text } = this;
    const code = text.charCodeAt(start);
    if (code === OPEN_BRACE) return this.placeable(start);
    if (isDigit(code) || (code === DASH && isDigit(text.charCodeAt(start + 1)))) {
      this.kind = "literal";
      const end = this.match(NUMBER, start);
      return text.charCodeAt(end) === DOT ? -1 : end;
    }
    if (code === QUOTE) {
      this.kind = "literal";
      return this.string(start);
    }
    if (code === DOLLAR) {
      this.kind = "variable";
      return this.name(start + 1);
    }
    return this.reference(start, code === DASH);
  }

  private string(start: number): number {
    const { text } = this;
    for (let at = start + 1; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === LF || code === CR) return -1;
      at = code === BACKSLASH ? this.match(ESCAPE, at) : at + 1;
      if (at < 0) return -1;
    }
    return -1;
  }

  /** A message, a term or a function, with what follows it. */
  private reference(start: number, isTerm: boolean): number {
    const { text } = this;
    let end = this.name(isTerm ? start + 1 : start);
    if (end < 0) return -1;
    let kind: Kind = isTerm ? "term" : "message";
    const behind = this.gap(end);
    if (!isTerm && text.charCodeAt(behind) === OPEN_PARENTHESIS) {
      if (!FUNCTION.test(text.slice(start, end))) return -1;
      end = this.arguments(behind);
      this.kind = "call";
      return end;
    }
    if (text.charCodeAt(end) === DOT) {
      end = this.name(end + 1);
      if (end < 0) return -1;
      kind = isTerm ? "term attribute" : "message attribute";
    }
    const open = isTerm ? this.gap(end) : end;
    if (isTerm && text.charCodeAt(open) === OPEN_PARENTHESIS) end = this.arguments(open);
    this.kind = kind;
    return end;
  }

  private arguments(open: number): number {
    const { text } = this;
    this.brackets++;
    if (++this.depth > DEEPEST) return -1;
    const names: string[] = [];
    let at = this.gap(open + 1);
    while (text.charCodeAt(at) !== CLOSE_PARENTHESIS) {
      const end = this.inline(at);
      if (end < 0) return -1;
      const name = text.slice(at, end);
      at = this.gap(end);
      if (text.charCodeAt(at) === COLON) {
        if (this.kind !== "message" || names.includes(name)) return -1;
        names.push(name);
        at = this.gap(at + 1);
        at = text.charCodeAt(at) === QUOTE ? this.string(at) : this.match(NUMBER, at);
        if (at < 0) return -1;
        at = this.gap(at);
      } else if (names.length > 0) return -1;
      if (text.charCodeAt(at) === COMMA) at = this.gap(at + 1);
      else if (text.charCodeAt(at) !== CLOSE_PARENTHESIS) return -1;
    }
    this.depth--;
    return at + 1;
  }
}
