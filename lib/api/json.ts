import { randomBytes } from "node:crypto";

/**
 * JSON with 64-bit integers: a bigint becomes a bare number. The mark around it is random in every process, so that
 * no text from outside can pass for one.
 */
const MARK = randomBytes(12).toString("hex");
const MARKED = new RegExp(`"${MARK}(-?\\d{1,20})"`, "g");

let marked = false;

/** Stands on BigInt while a value is written: a replacer function would be asked about every member instead. */
const asMark: PropertyDescriptor = {
  configurable: true,
  value(this: bigint) {
    marked = true;
    return `${MARK}${this}`;
  },
};

/** The value as JSON text. */
export function stringify(value: unknown, indent?: number): string {
  marked = false;
  Object.defineProperty(BigInt.prototype, "toJSON", asMark);
  try {
    const text = JSON.stringify(value, undefined, indent);
    return marked ? text.replace(MARKED, "$1") : text;
  } finally {
    Reflect.deleteProperty(BigInt.prototype, "toJSON");
  }
}

/** A moment as the contract writes it: ISO 8601 in UTC with Z, fractions only when there are any. */
export function moment(value: Date | string): string;
export function moment(value: Date | string | null | undefined): string | null;
export function moment(value: Date | string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  // PostgreSQL's JSON keeps microseconds, which a Date would lose.
  return value.replace(" ", "T").replace(/(?:\+00(?::?00)?|Z)?$/, "Z");
}
