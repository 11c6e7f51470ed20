import { refusal } from "@/lib/text/messages/refusal";
import { codeUnits } from "../kernel/code-units";
import { FormatError, positionAt } from "../kernel/format";

/** Delimited text with ranges: records and fields, nothing lost. */

export interface CsvField {
  start: number;
  end: number;
  /** Place of the closing quote; -1 for a field without quotes. */
  close: number;
}

/** A row of any table. */
export interface TableRow {
  /** Where it stands: a range, or any numbers that tell rows apart. */
  start: number;
  end: number;
  /** How many fields it has. */
  width: number;
  /** What a field says; undefined when the row is shorter. */
  value(position: number): string | undefined;
}

/** One row; its fields are found when somebody asks for them. */
export class CsvRecord implements TableRow {
  private found: CsvField[] | undefined;

  constructor(
    private readonly text: string,
    private readonly delimiter: number,
    readonly start: number,
    /** Behind the last field, before the line end. */
    readonly end: number,
    /** Behind the line end. */
    readonly next: number,
    /** How many fields it has. */
    readonly width: number,
  ) {}

  get fields(): readonly CsvField[] {
    this.found ??= this.find();
    return this.found;
  }

  value(position: number): string | undefined {
    const field = this.fields[position];
    return field && fieldValue(this.text, field);
  }

  private find(): CsvField[] {
    const { text, end } = this;
    const fields: CsvField[] = [];
    for (let at = this.start; ; at++) {
      const start = at;
      let close = -1;
      if (at < end && text.charCodeAt(at) === QUOTE) {
        close = closeOf(text, at);
        at = close + 1;
      }
      while (at < end && text.charCodeAt(at) !== this.delimiter) at++;
      fields.push({ start, end: at, close });
      if (fields.length === this.width) return fields;
    }
  }
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Place of the quote that closes a field. */
function closeOf(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  for (;;) {
    let run = at + 1;
    while (text.charCodeAt(run) === QUOTE) run++;
    // Quotes in pairs stand for one each; an odd one closes.
    if ((run - at) % 2 === 1) return run - 1;
    at = text.indexOf('"', run);
  }
}

/**
 * Records of a text. Lines end in LF, CRLF or CR; the last need not end. Linear.
 * @throws FormatError for a quote that is not closed
 */
export function scanCsv(text: string, delimiter: string): CsvRecord[] {
  const mark = delimiter.charCodeAt(0);
  const units = codeUnits(text);
  const size = text.length;
  const records: CsvRecord[] = [];
  let at = units[0] === 0xfeff ? 1 : 0;
  while (at < size) {
    const start = at;
    let width = 0;
    for (;;) {
      if (units[at] === QUOTE) at = behindQuotes(text, units, at);
      for (let code = units[at]; at < size && code !== mark && code !== LF && code !== CR; ) code = units[++at];
      width++;
      if (at >= size || units[at] !== mark) break;
      at++;
    }
    const end = at;
    if (units[at] === CR && at < size) at++;
    if (units[at] === LF && (at === end || units[end] === CR)) at++;
    records.push(new CsvRecord(text, mark, start, end, at, width));
  }
  return records;
}

/** Behind the quote that closes a field: an odd one, since quotes in pairs stand for one each. */
function behindQuotes(text: string, units: Uint16Array, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (units[at] !== QUOTE) continue;
    if (units[at + 1] !== QUOTE) return at + 1;
    at++;
  }
  const { line, column } = positionAt(text, open);
  throw new FormatError(refusal("readTableQuote"), line, column);
}

/** Value of a field: the inside of its quotes, and whatever follows them. Line ends are as in the file. */
export function fieldValue(text: string, field: CsvField): string {
  if (field.close < 0) return text.slice(field.start, field.end);
  return text.slice(field.start + 1, field.close).replaceAll('""', '"') + text.slice(field.close + 1, field.end);
}

const DELIMITERS = [",", ";", "\t", "|"];
const SAMPLED = 20;
const SAMPLE_SIZE = 65_536;

/** How often each delimiter stands outside of quotes in the first records. */
function countDelimiters(text: string): number[][] {
  const counts: number[][] = [];
  let record = DELIMITERS.map(() => 0);
  let inside = false;
  let start = 0;
  const end = Math.min(text.length, SAMPLE_SIZE);
  const close = (at: number): void => {
    if (text.slice(start, at).trim() !== "") counts.push(record);
    record = DELIMITERS.map(() => 0);
    start = at + 1;
  };
  for (let at = 0; at < end && counts.length < SAMPLED; at++) {
    const char = text[at]!;
    if (char === '"') inside = !inside;
    else if (inside) continue;
    else if (char === "\n" || char === "\r") close(at);
    else {
      const which = DELIMITERS.indexOf(char);
      if (which >= 0) record[which]!++;
    }
  }
  if (counts.length < SAMPLED && end === text.length) close(end);
  return counts;
}

/** The delimiter that parts the first records most evenly; a comma when nothing speaks for another. */
export function guessDelimiter(text: string): string {
  const counts = countDelimiters(text);
  let best = { delimiter: ",", score: 0 };
  DELIMITERS.forEach((delimiter, which) => {
    const first = counts[0]?.[which] ?? 0;
    if (first === 0) return;
    const alike = counts.filter((count) => count[which] === first).length / counts.length;
    const score = alike * 100 + Math.min(first, 20);
    if (score > best.score) best = { delimiter, score };
  });
  return best.delimiter;
}

/** A field that reads as the value; in quotes when its style is so, or when it holds anything that could part fields. */
export function composeField(value: string, quoted: boolean): string {
  return quoted || needsQuotes(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Whether a value cannot stand without quotes. */
export const needsQuotes = (value: string): boolean => /["\r\n,;\t|]|^[ \ufeff]| $/.test(value);
