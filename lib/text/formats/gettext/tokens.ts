import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { FormatError, positionAt, type Span } from "../kernel/format";
import { unescapeLiteral } from "./escape";

/** One `keyword "text" "text"…`: from the keyword to behind the last quote. */
export interface PoField extends Span {
  value: string;
}

/** One message with everything that stands above it. */
export interface PoMessage extends Span {
  obsolete: boolean;
  context: PoField | undefined;
  id: PoField;
  plural: PoField | undefined;
  /** `msgstr`, or `msgstr[0]`, `msgstr[1]`, … */
  strings: PoField[];
  /** Text of `#` and of `#.` lines. */
  translatorNotes: string[];
  extractedNotes: string[];
  /** Insides of `#:` lines. */
  references: string[];
  /** Whole `#,` and `#|` lines, without their line ends. */
  flagLines: Span[];
  previousLines: Span[];
}

const HASH = 35;
const QUOTE = 34;
const BACKSLASH = 92;

type Slot = "context" | "id" | "plural" | "string";

/** Reads the literals that follow a keyword. Linear; the cursor stands behind the last quote afterwards. */
class Cursor {
  at: number;
  /** True while the cursor is on a line that begins with `#~`. */
  obsolete = false;

  constructor(readonly text: string) {
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  fail(said: Refusal, at = this.at): never {
    const { line, column } = positionAt(this.text, at);
    throw new FormatError(said, line, column);
  }

  /** Skips white space; a new line ends the reach of `#~`. */
  skipBlank(): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === 10) this.obsolete = false;
      else if (code !== 32 && (code < 9 || code > 13)) return;
    }
  }

  /** Offset of the end of the current line, its line end not included. */
  lineStop(): number {
    const feed = this.text.indexOf("\n", this.at);
    const stop = feed < 0 ? this.text.length : feed;
    return stop > this.at && this.text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
  }

  /** Text of the literal at the cursor. */
  literal(): string {
    const { text } = this;
    const start = this.at + 1;
    let escaped = false;
    for (let i = start; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) {
        this.at = i + 1;
        const inside = text.slice(start, i);
        return escaped ? unescapeLiteral(inside) : inside;
      }
      if (code === BACKSLASH) {
        escaped = true;
        i++;
        if (text.charCodeAt(i) === 10) break;
      } else if (code === 10) break;
    }
    return this.fail(refusal("readPoQuote"));
  }

  /** Joins all literals that follow; at least one is needed. */
  literals(keywordStart: number): PoField {
    this.skipToString();
    if (this.text.charCodeAt(this.at) !== QUOTE) this.fail(refusal("readPoQuoted"));
    let value = this.literal();
    let end = this.at;
    for (;;) {
      this.skipToString();
      if (this.text.charCodeAt(this.at) !== QUOTE) break;
      value += this.literal();
      end = this.at;
    }
    this.at = end;
    return { start: keywordStart, end, value };
  }

  /** Goes to the next literal, over the `#~` that starts a line of an obsolete text. */
  private skipToString(): void {
    this.skipBlank();
    if (this.text.charCodeAt(this.at) !== HASH || this.text[this.at + 1] !== "~" || this.text[this.at + 2] === "|")
      return;
    const back = this.at;
    this.at += 2;
    this.obsolete = true;
    this.skipBlank();
    if (this.text.charCodeAt(this.at) !== QUOTE) {
      this.at = back;
      this.obsolete = false;
    }
  }
}

type Keyword = readonly [word: string, slot: Slot | "domain"];

const MSG_KEYWORDS: readonly Keyword[] = [
  ["msgid_plural", "plural"],
  ["msgid", "id"],
  ["msgstr", "string"],
  ["msgctxt", "context"],
];
const DOMAIN_KEYWORDS: readonly Keyword[] = [["domain", "domain"]];

const EXPECTED: Record<Slot, (message: PoMessage) => Refusal | undefined> = {
  context: (m) => (m.context || m.id ? refusal("readPoBefore", { word: "msgctxt" }) : undefined),
  id: (m) => (m.id ? refusal("readPoBefore", { word: "msgid" }) : undefined),
  plural: (m) =>
    !m.id || m.strings.length
      ? refusal("readPoPluralId")
      : m.plural
        ? refusal("readPoSecond", { word: "msgid_plural" })
        : undefined,
  string: (m) => (m.id ? undefined : refusal("readPoStringId")),
};

/**
 * All messages of a PO file, header and obsolete ones included, in file order. Values are unescaped, spans are offsets
 * into the text; a message's span runs from the start of its first line to behind the line end of its last.
 * @throws FormatError with line and column.
 */
export function scanMessages(text: string): PoMessage[] {
  const messages: PoMessage[] = [];
  eachMessage(text, (message) => messages.push(message));
  return messages;
}

function freshMessage(start: number): PoMessage {
  return {
    start,
    end: start,
    obsolete: false,
    context: undefined,
    id: undefined as unknown as PoField,
    plural: undefined,
    strings: [],
    translatorNotes: [],
    extractedNotes: [],
    references: [],
    flagLines: [],
    previousLines: [],
  };
}

/** What a comment line says, without the blank behind its mark. */
const insideOf = (text: string, from: number, stop: number): string =>
  text.slice(text.charCodeAt(from) === 32 ? from + 1 : from, stop);

/** Adds one comment line to the message that is being collected. */
function takeComment(cursor: Cursor, message: PoMessage): void {
  const start = cursor.at;
  const stop = cursor.lineStop();
  const { text } = cursor;
  const kind = text[start + 1];
  if (kind === ":") message.references.push(insideOf(text, start + 2, stop));
  else if (kind === ".") message.extractedNotes.push(insideOf(text, start + 2, stop));
  else if (kind === ",") message.flagLines.push({ start, end: stop });
  else if (kind === "|") message.previousLines.push({ start, end: stop });
  else if (kind === " " || kind === undefined || start + 1 >= stop || !/[~=-]/.test(kind)) {
    message.translatorNotes.push(insideOf(text, start + 1, stop));
  }
  cursor.at = stop;
}

function keywordAt(text: string, at: number): Keyword | undefined {
  const known = text.startsWith("msg", at) ? MSG_KEYWORDS : DOMAIN_KEYWORDS;
  let keyword: Keyword | undefined;
  for (const one of known) if (!keyword && text.startsWith(one[0], at)) keyword = one;
  if (!keyword) return undefined;
  const next = text.charCodeAt(at + keyword[0].length);
  return next === 95 || ((next | 32) >= 97 && (next | 32) <= 122) ? undefined : keyword;
}

/** Reads `[n]` behind `msgstr` and checks that the forms come in order. */
function takeIndex(cursor: Cursor, message: PoMessage): void {
  const { text } = cursor;
  if (
    !message.plural &&
    !message.strings.length &&
    text.charCodeAt(cursor.at) === 32 &&
    text.charCodeAt(cursor.at + 1) === QUOTE
  ) {
    return;
  }
  const match = /[ \t]*\[[ \t]*(\d{1,3})[ \t]*\]/y;
  match.lastIndex = cursor.at;
  const found = match.exec(text);
  if (!found) {
    if (message.plural) cursor.fail(refusal("readPoForms"));
    if (message.strings.length) cursor.fail(refusal("readPoSecond", { word: "msgstr" }));
    return;
  }
  if (!message.plural) cursor.fail(refusal("readPoNoPlural"));
  if (Number(found[1]) !== message.strings.length) {
    cursor.fail(refusal("readPoOrder", { number: message.strings.length }));
  }
  cursor.at = match.lastIndex;
}

/** Reads one keyword with its text into the message. */
function takeField(cursor: Cursor, message: PoMessage, word: string, slot: Slot): void {
  const start = cursor.at;
  const wrong = EXPECTED[slot](message);
  if (wrong) cursor.fail(wrong);
  if (slot === "context" || (slot === "id" && !message.context)) message.obsolete = cursor.obsolete;
  cursor.at += word.length;
  if (slot === "string") takeIndex(cursor, message);
  const field = cursor.literals(start);
  if (slot === "string") message.strings.push(field);
  else message[slot] = field;
}

/** Hands over the messages one by one, as `scanMessages` gives them. @throws FormatError with line and column. */
export function eachMessage(text: string, take: (message: PoMessage) => void): void {
  const cursor: Cursor = new Cursor(text);
  let message: PoMessage | undefined;
  let lineAt = 0;
  const close = (): void => {
    if (message?.strings.length) take(message);
    message = undefined;
  };
  for (;;) {
    cursor.skipBlank();
    if (cursor.at >= text.length) break;
    const code = text.charCodeAt(cursor.at);
    if (code === HASH) {
      if (text[cursor.at + 1] === "~" && text[cursor.at + 2] !== "|") {
        lineAt = cursor.at;
        cursor.at += 2;
        cursor.obsolete = true;
        continue;
      }
      if (message?.strings.length) close();
      if (message?.id || message?.context) cursor.fail(refusal("readPoComment"));
      message ??= freshMessage(cursor.at);
      takeComment(cursor, message);
      continue;
    }
    const keyword = keywordAt(text, cursor.at);
    if (!keyword) {
      cursor.fail(code === QUOTE ? refusal("readPoString") : refusal("readPoExpected"));
    }
    const [word, slot] = keyword;
    if (slot === "domain") {
      close();
      const start = cursor.at;
      cursor.at += word.length;
      cursor.literals(start);
      continue;
    }
    if ((slot === "id" || slot === "context") && message?.strings.length) close();
    message ??= freshMessage(cursor.obsolete ? lineAt : cursor.at);
    takeField(cursor, message, word, slot);
    message.end = endOfLine(text, cursor.at);
  }
  if (message && !message.strings.length && (message.id || message.context)) {
    cursor.fail(refusal("readPoEnds"), text.length);
  }
  close();
}

/** Behind the line end, when nothing but blanks stands between; else right here. */
function endOfLine(text: string, at: number): number {
  let end = at;
  while (end < text.length && (text[end] === " " || text[end] === "\t" || text[end] === "\r")) end++;
  return text[end] === "\n" ? end + 1 : end === text.length ? end : at;
}

/** Texts of the `#|` lines of a message: previous context, id and plural. Lines that do not read are left out. */
export function readPrevious(text: string, lines: readonly Span[]): { id: string; plural: string | undefined } {
  const body = lines.map((line) => text.slice(line.start + 2, line.end)).join("\n");
  const last = /\bmsgid_plural\b/.test(body) ? 'msgstr[0] ""' : 'msgstr ""';
  try {
    const [message] = scanMessages(`${body}\n${last}`);
    return { id: message?.id.value ?? "", plural: message?.plural?.value };
  } catch {
    return { id: "", plural: undefined };
  }
}
