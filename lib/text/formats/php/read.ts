import { refusal } from "@/lib/text/messages/refusal";
import type { KeyedText } from "../kernel/keyed-entries";
import { readLiteral } from "./text";
import { PhpScanner, type PhpToken } from "./tokens";

/** Texts of a PHP file: what it returns, assigns or defines. */

/** An array with its members. */
export interface PhpArray {
  /** How the keys of its members start, without the arrow. */
  path: string;
  /** Behind the opening bracket, and before the closing one. */
  open: number;
  close: number;
  members: PhpMember[];
}

export interface PhpMember {
  start: number;
  /** End of the value, and behind the comma; the same without one. */
  end: number;
  next: number;
  /** Whether it has a key of its own; without one its position is its key. */
  keyed: boolean;
}

export interface PhpItem extends KeyedText {
  /** Where it stands; undefined for a statement of its own. */
  array?: PhpArray;
  member?: PhpMember;
  /** Forms that the language does not have. */
  extra?: string[];
}

export interface PhpFile {
  items: PhpItem[];
  arrays: Map<string, PhpArray>;
}

/** Deepest array that is read. */
const DEEPEST = 100;

interface Owner {
  array: PhpArray;
  member: PhpMember;
}

class Reader {
  readonly items: PhpItem[] = [];
  readonly arrays = new Map<string, PhpArray>();
  private readonly scanner: PhpScanner;
  private depth = 0;
  private notes: string[] = [];

  constructor(private readonly text: string) {
    this.scanner = new PhpScanner(text);
  }

  file(): PhpFile {
    const { scanner } = this;
    while (scanner.peek().kind !== "end") this.statement();
    return { items: this.items, arrays: this.arrays };
  }

  /** Gathers comments up to the next token. */
  private gather(): void {
    for (const { start, end } of this.scanner.takeComments())
      if (this.notes.length < 100) this.notes.push(this.text.slice(start, end).trimEnd());
  }

  /** Comments on the line of a text that was read are about it. */
  private trailing(item: PhpItem | undefined): void {
    const comments = this.scanner.takeComments();
    for (const { start, end } of comments) {
      const own = item && !/[\r\n]/.test(this.text.slice(item.end, start));
      const note = this.text.slice(start, end).trimEnd();
      if (own) item.note = item.note === "" ? note : `${item.note}\n${note}`;
      else if (this.notes.length < 100) this.notes.push(note);
    }
  }

  private statement(): void {
    const { scanner } = this;
    this.gather();
    const first = scanner.read();
    const { kind, start, end } = first;
    const word = this.text.slice(start, Math.min(end, start + 20));
    let known = this.items.length;
    if (word === "return") this.value("return", start);
    else if (kind === "variable") this.assignment(start);
    else if (word === "define" && scanner.takes("(")) this.definition(start);
    else if (/^[;{}]$/.test(word)) known = -1;
    else this.rest();
    const item = known === this.items.length - 1 ? this.items.at(-1) : undefined;
    if (scanner.takes(";") && item && !item.array) item.end = scanner.last;
    this.trailing(item?.array ? undefined : item);
  }

  private assignment(start: number): void {
    const { scanner } = this;
    while (scanner.takes("[")) this.rest("]");
    const name = this.text.slice(start, scanner.last);
    if (scanner.takes("=")) this.value(name, start);
    else this.rest();
  }

  private definition(start: number): void {
    const { scanner } = this;
    const key = scanner.read();
    if (key.kind === "string" && scanner.takes(",")) this.value(`define(${this.text.slice(key.start, key.end)}`, start);
    this.rest();
  }

  /** Reads over what is left of a statement, or of a pair of brackets. */
  private rest(close = ""): void {
    const { scanner } = this;
    const open: string[] = close === "" ? [] : [close];
    for (;;) {
      const { kind, start, end } = scanner.peek();
      if (kind === "end") {
        if (open.length) scanner.fail(refusal("readPhpEnds"), this.text.length);
        return;
      }
      const sign = end - start === 1 ? this.text[start]! : "";
      if (open.length === 0 && /[;{},\])]/.test(sign)) {
        if (sign !== "," && sign !== ")" && sign !== "]") return;
        if (this.depth > 0) return;
      }
      scanner.read();
      if (sign === "(" || sign === "[" || sign === "{") open.push(sign === "(" ? ")" : sign === "[" ? "]" : "}");
      else if (sign !== "" && sign === open.at(-1)) {
        open.pop();
        if (close !== "" && open.length === 0) return;
      }
    }
  }

  private value(path: string, start: number, owner?: Owner): void {
    const { scanner } = this;
    this.gather();
    if (scanner.takes("[")) {
      this.array(`${path}[]`, "]");
      return;
    }
    if (scanner.sees("array") || scanner.sees("Array")) {
      const word = scanner.read();
      if (scanner.takes("(")) this.array(path, ")");
      else this.expression(path, start, word, owner);
      return;
    }
    this.expression(path, start, scanner.peek(), owner);
  }

  /** A literal alone is a text; anything longer that holds texts is shown but made by code. */
  private expression(path: string, start: number, first: PhpToken, owner?: Owner): void {
    const { scanner } = this;
    const from = first.start;
    let count = first === scanner.peek() ? 0 : 1;
    let texts = count === 1 && (first.kind === "string" || first.kind === "heredoc") ? 1 : 0;
    const open: string[] = [];
    for (;;) {
      const token = scanner.peek();
      const { kind } = token;
      if (kind === "end") break;
      const sign = token.end - token.start === 1 ? this.text[token.start]! : "";
      if (open.length === 0 && sign !== "" && ";,])}".includes(sign)) break;
      scanner.read();
      count++;
      if (kind === "string" || kind === "heredoc") texts++;
      if (sign === "(" || sign === "[" || sign === "{") open.push(sign);
      else if (sign === ")" || sign === "]" || sign === "}") open.pop();
      if (open.length > 1000) scanner.fail(refusal("readPhpDeep"), token.start);
    }
    if (open.length) scanner.fail(refusal("readPhpEnds"), this.text.length);
    const to = scanner.last;
    if (texts === 0 || to <= from) return;
    const raw = this.text.slice(from, to);
    const text = count === 1 && first.kind === "string" ? readLiteral(raw) : undefined;
    const note = this.notes.length ? this.notes.join("\n") : "";
    if (this.notes.length) this.notes = [];
    const item: PhpItem = { key: path, start, end: to, from, to, text: text ?? raw, note };
    if (text === undefined) item.locked = true;
    if (owner) {
      item.array = owner.array;
      item.member = owner.member;
    }
    this.items.push(item);
  }

  private array(path: string, close: string): void {
    const { scanner } = this;
    if (++this.depth > DEEPEST) scanner.fail(refusal("readPhpArrays"), scanner.last);
    const array: PhpArray = { path, open: scanner.last, close: 0, members: [] };
    this.arrays.set(path, array);
    for (let index = 0; ; index++) {
      this.gather();
      if (scanner.sees(close)) break;
      const { kind, start } = scanner.peek();
      if (kind === "end") scanner.fail(refusal("readPhpArray"), array.open - 1);
      const member: PhpMember = { start, end: start, next: start, keyed: false };
      const known = this.items.length;
      this.member(array, member, index);
      member.end = scanner.last;
      array.members.push(member);
      const comma = scanner.takes(",");
      member.next = scanner.last;
      const item = known < this.items.length ? this.items.at(-1) : undefined;
      if (item?.member === member) item.end = member.next;
      this.trailing(item?.member === member ? item : undefined);
      if (!comma && !scanner.sees(close)) scanner.fail(refusal("readPhpComma"), scanner.peek().start);
    }
    array.close = scanner.peek().start;
    scanner.read();
    this.depth--;
  }

  private member(array: PhpArray, member: PhpMember, index: number): void {
    const { scanner } = this;
    const owner = { array, member };
    const { kind, start, end } = scanner.peek();
    const simple = kind === "string" || kind === "word";
    if (!simple || scanner.sees("array")) {
      this.value(`${array.path}->${index}`, start, owner);
      return;
    }
    const first = scanner.read();
    if (kind === "word" && scanner.takes("::")) scanner.read();
    const key = this.text.slice(start, kind === "word" ? scanner.last : end);
    member.keyed = scanner.takes("=>");
    if (member.keyed) this.value(`${array.path}->${key}`, start, owner);
    else this.expression(`${array.path}->${index}`, start, first, owner);
  }
}

/** Texts and arrays of a PHP file. @throws FormatError with the place */
export function readPhp(text: string): PhpFile {
  return new Reader(text).file();
}
