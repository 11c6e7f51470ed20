import pg from "pg";

/**
 * Reads the driver's texts into values: faster ways for the types that lists are full of. What they do not know goes to
 * the driver's own readers.
 */

const INT8 = 20;
const NUMERIC = 1700;
const INT4_ARRAY = 1007;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const TIMESTAMPTZ = 1184;

const digits = (text: string, at: number): number => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

const slowMoment = pg.types.getTypeParser(TIMESTAMPTZ as number, "text") as (text: string) => Date;

/** A moment as a session in UTC writes it, `2026-11-21 18:05:09.123456+00`, to the millisecond. */
export function readMoment(text: string): Date {
  const { length } = text;
  if (length < 22 || length > 29 || !text.endsWith("+00") || text.charCodeAt(4) !== 45 || text.charCodeAt(10) !== 32)
    return slowMoment(text);
  // The years of the first century would be taken for those of the twentieth.
  if (text.startsWith("00")) return slowMoment(text);
  let milliseconds = 0;
  if (length > 22) {
    // The fraction is without its trailing zeros.
    for (let at = 20, weight = 100; at < length - 3 && weight >= 1; at++, weight /= 10)
      milliseconds += (text.charCodeAt(at) - 48) * weight;
  }
  return new Date(
    Date.UTC(
      digits(text, 0) * 100 + digits(text, 2),
      digits(text, 5) - 1,
      digits(text, 8),
      digits(text, 11),
      digits(text, 14),
      digits(text, 17),
      milliseconds,
    ),
  );
}

const slowTexts = pg.types.getTypeParser(TEXT_ARRAY as number, "text") as unknown as (text: string) => string[];

/** An array of texts; nearly all of ours are empty or hold a single one. */
export function readTexts(text: string): string[] {
  if (text === "{}") return [];
  const last = text.length - 2;
  if (text.startsWith('{"') && text.indexOf('"', 2) === last && !text.includes("\\")) return [text.slice(2, last)];
  // A text without quotes around it holds no comma, quote, brace, blank or backslash.
  if (text.charCodeAt(0) === 123 && !/^.["{]|,/.test(text) && text.toUpperCase() !== "{NULL}")
    return [text.slice(1, -1)];
  return slowTexts(text);
}

const slowIntegers = pg.types.getTypeParser(INT4_ARRAY as number, "text") as unknown as (text: string) => number[];

/** An array of integers, mostly empty. */
function readIntegers(text: string): number[] {
  if (text === "{}") return [];
  return /^\{[-\d,]+\}$/.test(text) ? text.slice(1, -1).split(",").map(Number) : slowIntegers(text);
}

const readers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [TEXT_ARRAY, readTexts],
  [INT4_ARRAY, readIntegers],
  [INT8_ARRAY, readIntegers],
  [TIMESTAMPTZ, readMoment],
]);

/** Readers of columns, as the driver asks for them. */
export const columnTypes = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    return (format !== "binary" && readers.get(oid)) || pg.types.getTypeParser(oid, format as "text");
  },
};
