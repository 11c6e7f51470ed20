import { randomBytes } from "node:crypto";

/**
 * JSON with 64-bit integers: a bigint becomes a bare number. The mark around it is random in every process, so that
 * no text from outside can pass for one.
 */
const MARK = randomBytes(12).toString("hex");
const OPEN = `"${MARK}`;
const OPEN_BYTES = Buffer.from(OPEN);

let marked = false;

/** Stands on BigInt while a value is written: a replacer function would be asked about every member instead. */
const asMark: PropertyDescriptor = {
  configurable: true,
  value(this: bigint) {
    marked = true;
    return `${MARK}${this}`;
  },
};

/** Takes the marks and the quotes around marked numbers away. */
function unmark(text: string): string {
  const parts = text.split(OPEN);
  for (let at = 1; at < parts.length; at++) {
    const part = parts[at] as string;
    const end = part.indexOf('"');
    parts[at] = part.slice(0, end) + part.slice(end + 1);
  }
  return parts.join("");
}

/** Writes with bigints marked; `marked` tells whether there were any. */
function writeMarked(value: unknown, indent?: number): string {
  Object.defineProperty(BigInt.prototype, "toJSON", asMark);
  try {
    return JSON.stringify(value, undefined, indent);
  } finally {
    Reflect.deleteProperty(BigInt.prototype, "toJSON");
  }
}

/** The value as JSON text. */
export function stringify(value: unknown, indent?: number): string {
  marked = false;
  const text = writeMarked(value, indent);
  return marked ? unmark(text) : text;
}

/** Items written at once: their text stays small enough to be cheap to make and to throw away. */
const AT_ONCE = 20;
/** Where answers are put together, unless one outgrows it. */
let desk = Buffer.allocUnsafeSlow(1 << 20);

/**
 * The value as bytes of JSON, the same as `stringify` writes. The items of a list are written a few at a time into a
 * buffer that is kept: the text of a whole page would be a large object for the garbage collector, twice over.
 * @returns bytes that hold until the next call: use or copy them at once
 */
export function encodeJson(value: unknown): Buffer {
  const items = Array.isArray(value) ? value : (value as { results?: unknown } | null | undefined)?.results;
  if (!Array.isArray(items) || items.length <= AT_ONCE) return Buffer.from(stringify(value));
  marked = false;
  let end = 0;
  const put = (text: string) => {
    if (end + text.length * 3 > desk.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(desk.length * 2, end + text.length * 3));
      desk.copy(larger, 0, 0, end);
      desk = larger;
    }
    end += desk.write(text, end);
  };
  let tail = "";
  if (items !== value) {
    const { results, ...around } = value as Record<string, unknown>;
    put(`${writeMarked(around).slice(0, -1)}${Object.keys(around).length > 0 ? "," : ""}"results":`);
    tail = "}";
  }
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const start = end;
    put(writeMarked(items.slice(at, at + AT_ONCE)));
    if (at === 0) continue;
    // The list goes on: its closing bracket becomes a comma, and the next opening one is overwritten.
    desk[start - 1] = COMMA;
    desk.copyWithin(start, start + 1, end);
    end--;
  }
  put(tail);
  const bytes = marked ? unmarkBytes(desk.subarray(0, end)) : desk.subarray(0, end);
  if (desk.length > LARGEST_DESK) desk = Buffer.allocUnsafeSlow(1 << 20);
  return bytes;
}

const COMMA = 44;
const QUOTE = 34;
const LARGEST_DESK = 8 << 20;

/** `unmark` in place; gives the part of the bytes that is left. */
function unmarkBytes(bytes: Buffer): Buffer {
  let from = 0;
  let to = 0;
  for (let mark = bytes.indexOf(OPEN_BYTES); mark >= 0; mark = bytes.indexOf(OPEN_BYTES, from)) {
    const digits = mark + OPEN.length;
    const end = bytes.indexOf(QUOTE, digits);
    bytes.copyWithin(to, from, mark);
    to += mark - from;
    bytes.copyWithin(to, digits, end);
    to += end - digits;
    from = end + 1;
  }
  bytes.copyWithin(to, from);
  return bytes.subarray(0, to + bytes.length - from);
}

/** A moment as the contract writes it: ISO 8601 in UTC with Z, fractions only when there are any. */
export function moment(value: Date | string): string;
export function moment(value: Date | string | null | undefined): string | null;
export function moment(value: Date | string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  // PostgreSQL's text keeps microseconds, which a Date would lose.
  if (value.length > 21 && value.endsWith("+00")) return `${value.slice(0, 10)}T${value.slice(11, -3)}Z`;
  return value.replace(" ", "T").replace(/(?:\+00(?::?00)?|Z)?$/, "Z");
}
