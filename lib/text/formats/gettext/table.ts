import { codeUnits } from "../kernel/code-units";
import type { Span } from "../kernel/format";
import { type PoMessage, scanMessages, valueAt } from "./tokens";

/**
 * The messages of a PO file as numbers: where they stand, and where their texts do. Most files are read to change one
 * string, and an object for each of the others costs more than all the rest.
 *
 * A table holds what is plainly a message. It ends where anything else comes (obsolete messages, domains, errors):
 * from there on the reader of objects goes over the text, and tells what is wrong with it.
 */

const [CONTEXT, ID, PLURAL, STRING] = [0, 1, 2, 3] as const;

/** Numbers of a message: where it starts and ends, and its first field. */
const MESSAGE = 3;
/** Numbers of a field: what it is, its range, and the quote that opens its first literal. */
const FIELD = 4;
/** Bits of a field's first number: its slot; more than one literal; an escape; whether it may tell about the layout. */
const [SLOT, SPLIT, ESCAPED, TELLING] = [3, 4, 8, 16] as const;
/** A line from which on a file tells whether it is wrapped. */
const TELLING_LENGTH = 40;

const [FEED, BLANK, QUOTE, HASH, BACKSLASH, OPEN, CLOSE, LINE, TILDE] = [10, 32, 34, 35, 92, 91, 93, 124, 126];

/** Keywords without `msg`, the longer ones first. */
const KEYWORDS = [
  ["id_plural", PLURAL],
  ["id", ID],
  ["str", STRING],
  ["ctxt", CONTEXT],
] as const;

const isBlank = (code: number): boolean => code === BLANK || (code >= 9 && code <= 13);

class Numbers {
  private room = new Int32Array(1024);
  length = 0;

  push(...numbers: [number, number, number, number?]): void {
    if (this.length + numbers.length > this.room.length) {
      const wider = new Int32Array(this.room.length * 2);
      wider.set(this.room);
      this.room = wider;
    }
    for (const number of numbers) this.room[this.length++] = number!;
  }

  /** Takes back what came after a length. */
  cut(length: number): void {
    this.length = length;
  }

  done(): Int32Array {
    return this.room.slice(0, this.length);
  }
}

class Splitter {
  private at: number;
  private readonly units: Uint16Array;
  private readonly size: number;
  readonly messages = new Numbers();
  readonly fields = new Numbers();
  /** The message that is being read: where it starts, its first field, what it has, its plural forms. */
  private start = -1;
  private first = 0;
  private seen = 0;
  private forms = 0;
  private end = 0;

  constructor(private readonly text: string) {
    this.units = codeUnits(text);
    this.size = text.length;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  private skipBlank(): void {
    while (isBlank(this.units[this.at]!)) this.at++;
  }

  private begin(): void {
    if (this.start >= 0) return;
    this.start = this.at;
    this.first = this.fields.length;
    this.seen = 0;
    this.forms = 0;
  }

  private close(): void {
    if (this.forms > 0) this.messages.push(this.start, this.endOfLine(), this.first);
    this.start = -1;
  }

  /** Behind the line end of the last text, when nothing but blanks stands between; else right behind it. */
  private endOfLine(): number {
    const { units, size } = this;
    let end = this.end;
    while (units[end] === BLANK || units[end] === 9 || units[end] === 13) end++;
    return units[end] === FEED ? end + 1 : end === size ? end : this.end;
  }

  /** Reads as far as all is plain; gives where the rest starts. */
  read(): number {
    const { units, size } = this;
    for (;;) {
      this.skipBlank();
      const from = this.at;
      if (from >= size) break;
      const plain = units[from] === HASH ? this.comment() : this.field();
      if (!plain) return this.stop(from);
    }
    const open = this.start >= 0 && this.forms === 0 && this.seen > 0;
    if (open) return this.stop(size);
    this.close();
    return size;
  }

  /** The rest starts with the message that is being read, or here. */
  private stop(at: number): number {
    if (this.start < 0) return at;
    this.fields.cut(this.first);
    return this.start;
  }

  private comment(): boolean {
    const { units, size } = this;
    if (units[this.at + 1] === TILDE && units[this.at + 2] !== LINE) return false;
    if (this.forms > 0) this.close();
    else if (this.start >= 0 && this.seen > 0) return false;
    this.begin();
    while (this.at < size && units[this.at] !== FEED) this.at++;
    return true;
  }

  private keyword(): number {
    const { text, units, at } = this;
    if (!text.startsWith("msg", at)) return -1;
    for (const [word, slot] of KEYWORDS) {
      if (!text.startsWith(word, at + 3)) continue;
      const next = units[at + 3 + word.length]!;
      const goesOn = next === 95 || ((next | 32) >= 97 && (next | 32) <= 122);
      if (goesOn) return -1;
      this.at = at + 3 + word.length;
      return slot;
    }
    return -1;
  }

  /** A keyword with its text. */
  private field(): boolean {
    const from = this.at;
    const slot = this.keyword();
    if (slot < 0) return false;
    if (this.forms > 0 && (slot === ID || slot === CONTEXT)) this.close();
    if (this.start < 0) {
      const behind = this.at;
      this.at = from;
      this.begin();
      this.at = behind;
    }
    const { seen } = this;
    const has = (one: number): boolean => (seen & (1 << one)) !== 0;
    if (slot === CONTEXT && (has(CONTEXT) || has(ID))) return false;
    if (slot === ID && has(ID)) return false;
    if (slot === PLURAL && (!has(ID) || has(PLURAL) || this.forms > 0)) return false;
    if (slot === STRING && (!has(ID) || !this.index(has(PLURAL)))) return false;
    const word = this.at;
    if (!this.literals(slot, from, word)) return false;
    if (slot === STRING) this.forms++;
    else this.seen |= 1 << slot;
    return true;
  }

  /** Moves behind the `[n]` of a plural form, which must be the next one. */
  private index(plural: boolean): boolean {
    const { units } = this;
    if (!plural) return this.forms === 0 && units[this.at] !== OPEN;
    if (units[this.at] !== OPEN) return false;
    let number = 0;
    let at = this.at + 1;
    for (; units[at]! >= 48 && units[at]! <= 57 && at < this.at + 4; at++) number = number * 10 + units[at]! - 48;
    if (units[at] !== CLOSE || at === this.at + 1 || number !== this.forms) return false;
    this.at = at + 1;
    return true;
  }

  private literals(slot: number, start: number, word: number): boolean {
    const { units } = this;
    this.skipBlank();
    const quote = this.at;
    let bits = slot;
    if (units[quote] !== QUOTE) return false;
    for (;;) {
      let at = this.at + 1;
      for (let code = units[at]!; code !== QUOTE; code = units[++at]!) {
        if (code === BACKSLASH) {
          bits |= ESCAPED;
          code = units[++at]!;
        }
        if (code === FEED || at >= this.size) return false;
      }
      this.end = at + 1;
      this.at = this.end;
      this.skipBlank();
      if (units[this.at] !== QUOTE) break;
      bits |= SPLIT;
    }
    if (bits > SLOT || this.end - start >= TELLING_LENGTH || quote > word + 1) bits |= TELLING;
    this.fields.push(bits, start, this.end, quote);
    return true;
  }
}

/** See above. */
export class PoTable {
  private readonly messages: Int32Array;
  private readonly fields: Int32Array;
  /** How many messages it holds. */
  readonly size: number;
  /** Where the part of the text starts that is not in the table. */
  readonly rest: number;

  constructor(private readonly text: string) {
    const splitter = new Splitter(text);
    this.rest = splitter.read();
    this.messages = splitter.messages.done();
    this.fields = splitter.fields.done();
    this.size = this.messages.length / MESSAGE;
  }

  /** Context and id of a message. */
  names(index: number): { context: string | undefined; id: string } {
    const at = this.messages[index * MESSAGE + 2]!;
    const first = this.value(at);
    if ((this.fields[at]! & SLOT) === ID) return { context: undefined, id: first };
    return { context: first, id: this.value(at + FIELD) };
  }

  private value(at: number): string {
    const { fields, text } = this;
    const [bits, end, quote] = [fields[at]!, fields[at + 2]!, fields[at + 3]!];
    return bits & (SPLIT | ESCAPED) ? valueAt(text, quote, end) : text.slice(quote + 1, end - 1);
  }

  /** A message as an object. */
  message(index: number): PoMessage {
    const [start, end] = [this.messages[index * MESSAGE]!, this.messages[index * MESSAGE + 1]!];
    return scanMessages(this.text.slice(0, end), start)[0]!;
  }

  /** Ranges of the fields that may tell how the file is laid out; the header and contexts do not. */
  *tellingFields(): Generator<Span> {
    const { messages, fields } = this;
    for (let index = 0; index < this.size; index++) {
      const end = messages[(index + 1) * MESSAGE + 2] ?? fields.length;
      let named = false;
      for (let at = messages[index * MESSAGE + 2]!; at < end; at += FIELD) {
        const slot = fields[at]! & SLOT;
        if (slot === ID && (fields[at + 2]! - fields[at + 3]! > 2 || fields[at]! > SLOT)) named = this.value(at) !== "";
        if (named && slot !== CONTEXT && fields[at]! & TELLING) yield { start: fields[at + 1]!, end: fields[at + 2]! };
      }
    }
  }
}
