import { randomBytes } from "node:crypto";

/**
 * JSON with 64-bit integers: a bigint becomes a bare number. The mark around it is random in every process, so that
 * no text from outside can pass for one.
 */
const MARK = randomBytes(12).toString("hex");
const OPEN = `"${MARK}`;

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

/**
 * Members with whole percentages: no text can hold this, as quotes in it are escaped. A percentage is a number with one
 * decimal in every case, since strict readers take `100` for an integer and refuse it.
 */
const WHOLE_PERCENT = /(_percent": ?-?\d+)(?=[,}\s])/g;

function withDecimals<T extends string | undefined>(json: T): T {
  return json?.includes('_percent":') ? (json.replace(WHOLE_PERCENT, "$1.0") as T) : json;
}

/** The value as JSON text. */
export function stringify(value: unknown, indent?: number): string {
  marked = false;
  const written = writeMarked(value, indent);
  return withDecimals(marked ? unmark(written) : written);
}

/** The value as JSON text where it hardly holds a bigint, which JSON itself refuses: marking them costs more than the rest. */
export function anyJson(value: unknown): string | undefined {
  try {
    return withDecimals(JSON.stringify(value));
  } catch (error) {
    if (error instanceof TypeError) return stringify(value);
    throw error;
  }
}

/** Writes an item of a list as JSON. Each character is one byte of its UTF-8: such a text is quick to put into bytes. */
export type ItemWriter = (item: unknown) => string;

/** Items written at once: their text stays small enough to be cheap to make and to throw away. */
const AT_ONCE = 20;
const LARGEST_DESK = 8 << 20;
/** Where lists are put together, unless one outgrows it. */
let desk = Buffer.allocUnsafeSlow(1 << 20);

/**
 * The value as bytes of JSON, the same as `stringify` writes. The items of a list are written by a writer of theirs, a few
 * at a time, into a buffer that is kept: the text of a whole page would be a large object for the garbage collector.
 * @returns bytes that hold until the next call: use or copy them at once
 */
export function encodeJson(value: unknown, write?: ItemWriter): Buffer {
  const items = Array.isArray(value) ? value : (value as { results?: unknown } | null | undefined)?.results;
  if (!write || !Array.isArray(items)) return Buffer.from(stringify(value));
  if (desk.length > LARGEST_DESK) desk = Buffer.allocUnsafeSlow(1 << 20);
  let end = 0;
  const put = (bytes: string) => {
    if (end + bytes.length > desk.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(desk.length * 2, end + bytes.length));
      desk.copy(larger, 0, 0, end);
      desk = larger;
    }
    end += desk.write(bytes, end, "latin1");
  };
  let around = ["", ""];
  if (items !== value) {
    const { results, ...others } = value as Record<string, unknown>;
    const text = Buffer.from(anyJson(others) ?? "{}")
      .toString("latin1")
      .slice(0, -1);
    around = [`${text}${text.length > 1 ? "," : ""}"results":`, "}"];
  }
  let text = `${around[0]}[`;
  for (let at = 0; at < items.length; at++) {
    text += at > 0 ? `,${write(items[at])}` : write(items[at]);
    if (at % AT_ONCE === AT_ONCE - 1) {
      put(text);
      text = "";
    }
  }
  put(`${text}]${around[1]}`);
  return desk.subarray(0, end);
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
