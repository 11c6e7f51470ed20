import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type CharacterSet, foldedSet, setText } from "@/lib/text/search-query/character-set";

/**
 * Regular expressions of searches: the syntax of RE2, as flags and masks have it, written as PostgreSQL understands it.
 * What one can say and the other cannot is refused with the reason.
 */

/** Why a text is no regular expression that can be searched for, and where. */
export class RegexError extends Error {
  override readonly name = "RegexError";
  constructor(
    readonly said: Refusal,
    readonly at: number,
  ) {
    super(said.key);
  }
}

/** PostgreSQL repeats no more often. */
const MOST_REPEATS = 255;
/** Repeats within repeats, multiplied: each copy costs memory. */
const MOST_COPIES = 1000;
const MOST_DEPTH = 100;

interface Modes {
  /** Case counts for nothing. */
  i: boolean;
  /** `^` and `$` are ends of lines. */
  m: boolean;
  /** `.` is a line feed too. */
  s: boolean;
}

/** A piece, how often its costliest part is copied, and whether it is a place between characters. */
interface Piece {
  text: string;
  copies: number;
  isPlace?: boolean;
}

const EMPTY: Piece = { text: "", copies: 1 };

/** What `^` and `$` find. */
interface Ends {
  start: string;
  end: string;
  lineStart: string;
  lineEnd: string;
}

const OF_A_TEXT: Ends = { start: "\\A", end: "\\Z", lineStart: "(?:\\A|(?<=\\n))", lineEnd: "(?:\\Z|(?=\\n))" };
/** Of each of several texts that stand in one, U+001E between them. */
const OF_FORMS: Ends = {
  start: "(?:\\A|(?<=\\x1e))",
  end: "(?:\\Z|(?=\\x1e))",
  lineStart: "(?:\\A|(?<=[\\n\\x1e]))",
  lineEnd: "(?:\\Z|(?=[\\n\\x1e]))",
};

/** Letters of all languages belong to words here, which RE2 has for ASCII alone. */
const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: { ranges: [[48, 57]] },
  w: { ranges: [], named: ["\\w"] },
  s: {
    ranges: [
      [9, 10],
      [12, 13],
      [32, 32],
    ],
  },
};

const POSIX = new Set("alnum alpha blank cntrl digit graph lower print punct space upper xdigit".split(" "));

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

class Translator {
  private at = 0;
  private depth = 0;
  private readonly text: readonly string[];

  constructor(
    pattern: string,
    private readonly ends: Ends,
  ) {
    this.text = [...pattern];
  }

  translate(): string {
    const { text } = this.alternatives({ i: false, m: false, s: false });
    if (this.at < this.text.length) throw this.wrong(refusal("regexClosed"));
    return text;
  }

  private wrong(why: Refusal, at = this.at): RegexError {
    return new RegexError(why, at);
  }

  private has(text: string): boolean {
    return this.text.slice(this.at, this.at + text.length).join("") === text;
  }

  private take(text: string): boolean {
    if (!this.has(text)) return false;
    this.at += text.length;
    return true;
  }

  private alternatives(given: Modes): Piece {
    const modes = { ...given };
    const branches = [this.branch(modes)];
    while (this.take("|")) branches.push(this.branch(modes));
    return { text: branches.map(({ text }) => text).join("|"), copies: Math.max(...branches.map((b) => b.copies)) };
  }

  private branch(modes: Modes): Piece {
    let [text, copies] = ["", 1];
    while (this.at < this.text.length && !this.has("|") && !this.has(")")) {
      const piece = this.repeated(modes);
      text += piece.text;
      copies = Math.max(copies, piece.copies);
    }
    return { text, copies };
  }

  private repeated(modes: Modes): Piece {
    const start = this.at;
    if (this.repeatAhead()) throw this.wrong(refusal("regexNothingBefore", { sign: this.text[this.at] ?? "" }));
    const literals = this.take("\\Q") ? this.literals(modes) : [];
    const last = literals.pop();
    const before = literals.join("");
    const atom: Piece = last === undefined ? (this.at > start ? EMPTY : this.atom(modes)) : { text: last, copies: 1 };
    const repeat = this.repeat();
    if (repeat === undefined) return { ...atom, text: before + atom.text };
    if (atom.text === "") throw this.wrong(refusal("regexNothing"), start);
    // What repeats lazily finds the same strings.
    this.take("?");
    if (this.repeatAhead()) throw this.wrong(refusal("regexTwice"));
    const copies = atom.copies * repeat.copies;
    if (copies > MOST_COPIES) throw this.wrong(refusal("regexCopies"), start);
    return { text: `${before}${atom.isPlace ? `(?:${atom.text})` : atom.text}${repeat.text}`, copies };
  }

  private repeatAhead(): boolean {
    const at = this.at;
    const found = this.repeat() !== undefined;
    this.at = at;
    return found;
  }

  private repeat(): { text: string; copies: number } | undefined {
    const sign = this.text[this.at] ?? "";
    if (sign === "*" || sign === "+" || sign === "?") {
      this.at++;
      return { text: sign, copies: 1 };
    }
    const [whole, from = "", comma, to = ""] =
      /^\{(\d{1,9})(,(\d{1,9})?)?\}/.exec(this.text.slice(this.at, this.at + 24).join(""))?.slice(0, 4) ?? [];
    if (whole === undefined) return undefined;
    const start = this.at;
    this.at += whole.length;
    const limit = comma === undefined ? from : to === "," || to === "" ? comma.slice(1) : to;
    const most = limit === "" ? Number(from) : Number(limit);
    if (most < Number(from)) throw this.wrong(refusal("regexRepeatOrder", { repeat: whole }), start);
    if (Number(from) > MOST_REPEATS || most > MOST_REPEATS)
      throw this.wrong(refusal("regexRepeatMost", { repeat: whole, most: MOST_REPEATS }), start);
    return { text: whole, copies: Math.max(1, most) };
  }

  /** Behind `\Q`: all of it as it stands. */
  private literals(modes: Modes): string[] {
    const characters: string[] = [];
    while (this.at < this.text.length && !this.take("\\E"))
      characters.push(this.character(this.text[this.at++] ?? "", modes));
    return characters;
  }

  private character(character: string, { i }: Modes): string {
    const code = character.codePointAt(0) ?? 0;
    const set: CharacterSet = { ranges: [[code, code]] };
    return setText(i ? (foldedSet(set) ?? set) : set);
  }

  private atom(modes: Modes): Piece {
    const start = this.at;
    const character = this.text[this.at++] ?? "";
    switch (character) {
      case "(":
        return this.group(modes, start);
      case "[":
        return { text: this.set(modes, start), copies: 1 };
      case ".":
        return { text: modes.s ? "." : "[^\\n]", copies: 1 };
      case "^":
        return { text: modes.m ? this.ends.lineStart : this.ends.start, copies: 1, isPlace: true };
      case "$":
        return { text: modes.m ? this.ends.lineEnd : this.ends.end, copies: 1, isPlace: true };
      case "\\":
        return this.escape(modes, start);
      default:
        return { text: this.character(character, modes), copies: 1 };
    }
  }

  private group(modes: Modes, start: number): Piece {
    if (++this.depth > MOST_DEPTH) throw this.wrong(refusal("regexDeep"), start);
    let inner = modes;
    if (this.take("?")) {
      if (this.has("=") || this.has("!") || this.has("<=") || this.has("<!"))
        throw this.wrong(refusal("regexLooks"), start);
      const name = /^P?<([A-Za-z0-9_]+)>/.exec(this.text.slice(this.at, this.at + 200).join(""))?.[0];
      if (name !== undefined) this.at += name.length;
      else {
        inner = this.modes(modes, start);
        if (this.take(")")) {
          this.depth--;
          Object.assign(modes, inner);
          return { text: "", copies: 1 };
        }
        if (!this.take(":")) throw this.wrong(refusal("regexGroup"), start);
      }
    }
    const { text, copies } = this.alternatives(inner);
    if (!this.take(")")) throw this.wrong(refusal("regexOpen"), start);
    this.depth--;
    return { text: `(?:${text})`, copies };
  }

  private modes(given: Modes, start: number): Modes {
    const modes = { ...given };
    let value = true;
    for (; this.at < this.text.length && !this.has(":") && !this.has(")"); this.at++) {
      const letter = this.text[this.at] ?? "";
      if (letter === "-" && value) value = false;
      else if (letter === "i" || letter === "m" || letter === "s") modes[letter] = value;
      // Whether it repeats lazily by itself: the same strings are found.
      else if (letter !== "U") throw this.wrong(refusal("regexGroup"), start);
    }
    return modes;
  }

  private escape(modes: Modes, start: number): Piece {
    const letter = this.text[this.at] ?? "";
    if (letter === "b" || letter === "B" || letter === "A" || letter === "z") {
      this.at++;
      return { text: { b: "\\y", B: "\\Y", A: this.ends.start, z: this.ends.end }[letter], copies: 1, isPlace: true };
    }
    const set = this.escapedSet(start);
    return { text: setText(modes.i && !set.named ? this.folded(set, start) : set), copies: 1 };
  }

  private folded(set: CharacterSet, start: number): CharacterSet {
    const folded = foldedSet(set);
    if (folded) return folded;
    throw this.wrong(refusal("regexFolded"), start);
  }

  /** What stands behind a backslash, when it stands for characters. */
  private escapedSet(start: number): CharacterSet {
    const letter = this.text[this.at++] ?? "";
    if (letter === "") throw this.wrong(refusal("regexBackslash"), start);
    const own = CLASSES[letter.toLowerCase()];
    if (own && /^[dws]$/i.test(letter)) return /[DWS]/.test(letter) ? { ...own, negated: true } : own;
    if (/^[pP]$/.test(letter)) throw this.wrong(refusal("regexProperty", { escape: `\\${letter}` }), start);
    const code = this.escapedCode(letter, start);
    return { ranges: [[code, code]] };
  }

  private escapedCode(letter: string, start: number): number {
    const control = CONTROLS[letter];
    if (control !== undefined && Object.hasOwn(CONTROLS, letter)) return control;
    const rest = this.text.slice(this.at, this.at + 12).join("");
    if (letter === "x") {
      const [whole, braced, plain] = /^(?:\{([0-9A-Fa-f]{1,8})\}|([0-9A-Fa-f]{2}))/.exec(rest) ?? [];
      const code = Number.parseInt(braced ?? plain ?? "", 16);
      if (whole === undefined || code > 0x10ffff) throw this.wrong(refusal("regexHex", { escape: "\\x" }), start);
      this.at += whole.length;
      return this.checkedCode(code, start);
    }
    const octal =
      letter === "0"
        ? /^[0-7]{0,2}/.exec(rest)?.[0]
        : /^[1-7]/.test(letter)
          ? /^[0-7]{1,2}/.exec(rest)?.[0]
          : undefined;
    if (octal !== undefined) {
      this.at += octal.length;
      return this.checkedCode(Number.parseInt(letter + octal, 8), start);
    }
    if (/^[0-9]$/.test(letter)) throw this.wrong(refusal("regexReference", { escape: `\\${letter}` }), start);
    if (/^[A-Za-z]$/.test(letter) || letter > "\x7f")
      throw this.wrong(refusal("regexMeaningless", { escape: `\\${letter}` }), start);
    return letter.codePointAt(0) ?? 0;
  }

  private checkedCode(code: number, start: number): number {
    if (code === 0 || (code >= 0xd800 && code <= 0xdfff)) throw this.wrong(refusal("regexNoCharacter"), start);
    return code;
  }

  /** `[…]`. */
  private set(modes: Modes, start: number): string {
    const negated = this.take("^");
    const ranges: [number, number][] = [];
    const named: string[] = [];
    const notNamed: string[] = [];
    for (let first = true; ; first = false) {
      if (this.at >= this.text.length) throw this.wrong(refusal("regexSetOpen"), start);
      if (!first && this.take("]")) break;
      const posix = /^\[:(\^?)([a-z]+):\]/.exec(this.text.slice(this.at, this.at + 20).join(""));
      if (posix) {
        this.namedSet(posix, ranges, named, notNamed);
        continue;
      }
      const low = this.member();
      if (typeof low !== "number") {
        if (!low.negated) {
          for (const [from, to] of low.ranges) ranges.push([from, to]);
          named.push(...(low.named ?? []));
        } else if (low.named) notNamed.push(...low.named);
        else ranges.push(...complement(low.ranges));
        continue;
      }
      let high = low;
      if (this.has("-") && this.text[this.at + 1] !== "]" && this.at + 1 < this.text.length) {
        this.at++;
        const end = this.member();
        if (typeof end !== "number" || end < low) throw this.wrong(refusal("regexSetOrder"), start);
        high = end;
      }
      ranges.push([low, high]);
    }
    const set: CharacterSet = { ranges, named };
    const whole = setText({ ...(modes.i ? { ...this.folded(set, start), named } : set), negated }, notNamed);
    return whole;
  }

  private namedSet(posix: RegExpExecArray, ranges: [number, number][], named: string[], notNamed: string[]): void {
    const [whole, not, name = ""] = posix;
    const at = this.at;
    this.at += whole.length;
    const ascii: [number, number][] | undefined = name === "ascii" ? [[1, 127]] : undefined;
    if (ascii) ranges.push(...(not ? complement(ascii) : ascii));
    else if (name === "word") (not ? notNamed : named).push("\\w");
    else if (POSIX.has(name)) (not ? notNamed : named).push(`[:${name}:]`);
    else throw this.wrong(refusal("regexMeaningless", { escape: whole }), at);
  }

  /** A character in square brackets, or a class. */
  private member(): number | CharacterSet {
    const start = this.at;
    const character = this.text[this.at++] ?? "";
    if (character !== "\\") return character.codePointAt(0) ?? 0;
    const set = this.escapedSet(start);
    const [[low, high] = [0, 0], second] = set.ranges;
    return set.named || set.negated || second || low !== high ? set : low;
  }
}

/** All other characters. */
function complement(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const gaps: [number, number][] = [];
  let next = 1;
  for (const [low, high] of [...ranges].sort(([a], [b]) => a - b)) {
    if (low > next) gaps.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= 0x10ffff) gaps.push([next, 0x10ffff]);
  return gaps;
}

/** A regular expression as PostgreSQL's `~` takes it. @throws RegexError */
export function postgresRegex(pattern: string): string {
  return new Translator(pattern, OF_A_TEXT).translate();
}

/**
 * The same for several forms in one text, U+001E between them: it finds at least the texts in which one of the forms is
 * found. @throws RegexError
 */
export function formsRegex(pattern: string): string {
  return new Translator(pattern, OF_FORMS).translate();
}
