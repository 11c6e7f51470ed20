import { FormatError, positionAt } from "./format";

/** Delimited text with ranges: records and fields, nothing lost. */

export interface CsvField {
  start: number;
  end: number;
  /** Place of the closing quote; -1 for a field without quotes. */
  close: number;
}

export interface CsvRecord {
  start: number;
  /** Behind the last field, before the line end. */
  end: number;
  /** Behind the line end. */
  next: number;
  fields: CsvField[];
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Place of the quote that closes a field; -1 when there is none. */
function closeOf(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0) {
    let run = at + 1;
    while (text.charCodeAt(run) === QUOTE) run++;
    // Quotes in pairs stand for one each; an odd one closes.
    if ((run - at) % 2 === 1) return run - 1;
    at = text.indexOf('"', run);
  }
  return -1;
}

/** Finds the nearest of some characters from a place on; places only grow, and what was found is remembered. */
function finder(text: string, chars: readonly string[]): (from: number) => number {
  const found = chars.map(() => -1);
  return (from) => {
    let nearest = text.length;
    chars.forEach((char, which) => {
      if (found[which]! < from) {
        const at = text.indexOf(char, from);
        found[which] = at < 0 ? text.length : at;
      }
      nearest = Math.min(nearest, found[which]!);
    });
    return nearest;
  };
}

/**
 * Records of a text. Lines end in LF, CRLF or CR; the last need not end. Linear.
 * @throws FormatError for a quote that is not closed
 */
export function scanCsv(text: string, delimiter: string): CsvRecord[] {
  const mark = delimiter.charCodeAt(0);
  const nextEnd = finder(text, [delimiter, "\n", "\r"]);
  const records: CsvRecord[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const start = at;
    const fields: CsvField[] = [];
    for (;;) {
      const from = at;
      let close = -1;
      if (text.charCodeAt(at) === QUOTE) {
        close = closeOf(text, at);
        if (close < 0) {
          const { line, column } = positionAt(text, from);
          throw new FormatError("This quoted field is not closed.", line, column);
        }
        at = close + 1;
      }
      at = nextEnd(at);
      fields.push({ start: from, end: at, close });
      if (at >= text.length || text.charCodeAt(at) !== mark) break;
      at++;
    }
    const end = at;
    if (text.charCodeAt(at) === CR) at++;
    if (text.charCodeAt(at) === LF && (at === end || text.charCodeAt(end) === CR)) at++;
    records.push({ start, end, next: at, fields });
  }
  return records;
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
  const must = /["\r\n,;\t|]|^[ \ufeff]| $/.test(value);
  return quoted || must ? `"${value.replaceAll('"', '""')}"` : value;
}
