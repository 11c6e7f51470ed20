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

/** A moment as the contract writes it: ISO 8601 in UTC with Z, fractions only when there are any. */
export function moment(value: Date | string): string;
export function moment(value: Date | string | null | undefined): string | null;
export function moment(value: Date | string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  // PostgreSQL's text keeps microseconds, which a Date would lose.
  if (value.length === WITH_MICROSECONDS && value.endsWith("+00"))
    return `${value.slice(0, 10)}T${value.slice(11, -3)}Z`;
  // It leaves out zeros at the end, and not everybody reads a fraction of any length.
  return value
    .replace(" ", "T")
    .replace(/(?:\+00(?::?00)?|Z)?$/, "Z")
    .replace(/\.(\d{1,5})Z$/, (_, digits: string) => `.${digits.padEnd(digits.length <= 3 ? 3 : 6, "0")}Z`);
}

const WITH_MICROSECONDS = "2020-03-29 18:42:42.617681+00".length;
