import type { z } from "zod";
import { anyJson, type ItemWriter, stringify } from "./json";

/**
 * Writers of JSON made from contracts: a schema tells the names and types of all members beforehand, so that a hundred
 * objects of a list are a hundred times the same few pieces of text. What a writer gives is what `stringify` would; where
 * a value is not what its schema says, `stringify` writes it.
 */

type Type = z.core.$ZodType;

interface Definition {
  type: string;
  innerType?: Type;
  element?: Type;
  shape?: Record<string, Type>;
  catchall?: Type;
}

const definition = (type: Type): Definition => type._zod.def as unknown as Definition;

/** Anything but printable ASCII, and what JSON escapes. */
const SPECIAL = /[^ !#-[\]-~]/;
/** What JSON escapes. Of surrogates it does so with those that lack their other half. */
const ESCAPED = /["\\\0-\x1f\ud800-\udfff]/;

const scratch = Buffer.allocUnsafeSlow(4096);

function asBytes(json: string): string {
  if (json.length * 3 > scratch.length) return Buffer.from(json).toString("latin1");
  return scratch.toString("latin1", 0, scratch.write(json));
}

/** Set when a value was met that JSON leaves out, though the schema does not. */
let missing = false;

function other(value: unknown): string {
  const written = anyJson(value);
  if (written === undefined) missing = true;
  return asBytes(written ?? "null");
}

function text(value: unknown): string {
  if (value === "") return `""`;
  if (typeof value !== "string") return other(value);
  if (!SPECIAL.test(value)) return `"${value}"`;
  return asBytes(ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`);
}

// What these give becomes text with the texts around it.
const whole = (value: unknown): unknown => (Number.isSafeInteger(value) ? value : other(value));
const percent = (value: unknown): unknown => (Number.isSafeInteger(value) ? `${value}.0` : other(value));
const large = (value: unknown): unknown => (typeof value === "bigint" ? value : other(value));

type Write = (value: unknown) => string;

function listOf(element: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) return other(value);
    let written = "[";
    for (let at = 0; at < value.length; at++) written += at > 0 ? `,${element(value[at])}` : element(value[at]);
    return `${written}]`;
  };
}

/** A function of an expression over `x`, and `w`: writers of what is not written in place. */
function functionOf(expression: string, inner: readonly Write[]): Write {
  const make = new Function("o", "t", "n", "p", "b", "w", `return (x) => ${expression};`);
  return make(other, text, whole, percent, large, inner) as Write;
}

/** The expression that writes `x`, numbers by the function of that name; the writers that it calls come into `inner`. */
function expressionOf(type: Type, x: string, inner: Write[], number = "n"): string {
  const { type: kind, innerType, element, shape, catchall } = definition(type);
  if (kind === "string" || kind === "enum") return `t(${x})`;
  if (kind === "number") return `${number}(${x})`;
  if (kind === "bigint") return `b(${x})`;
  if (kind === "boolean") return `(${x} === true ? "true" : ${x} === false ? "false" : o(${x}))`;
  if (kind === "nullable" && innerType)
    return `(${x} === null ? "null" : ${expressionOf(innerType, x, inner, number)})`;
  let write: Write | undefined;
  if (kind === "array" && element) write = listOf(writerOf(element));
  if (kind === "object" && shape && !catchall) {
    const object = objectOf(shape);
    write = object && remembering(object);
  }
  return write ? `w[${inner.push(write) - 1}](${x})` : `o(${x})`;
}

function writerOf(type: Type): Write {
  const inner: Write[] = [];
  return functionOf(`"" + ${expressionOf(type, "x", inner)}`, inner);
}

/** A writer of objects with these members; undefined where the first of them may be missing. */
function objectOf(shape: Readonly<Record<string, Type>>): Write | undefined {
  const inner: Write[] = [];
  const members: string[] = [];
  for (const [name, type] of Object.entries(shape)) {
    const { type: kind, innerType } = definition(type);
    const optional = kind === "optional" ? innerType : undefined;
    if (optional && members.length === 0) return undefined;
    // Names are those of our own contracts, and stand in the function as JSON.
    const key = JSON.stringify(name);
    const before = JSON.stringify(asBytes(`${members.length === 0 ? "{" : ","}${key}:`));
    const value = expressionOf(optional ?? type, `x[${key}]`, inner, name.endsWith("_percent") ? "p" : "n");
    members.push(optional ? `(x[${key}] === undefined ? "" : ${before} + ${value})` : `${before} + ${value}`);
  }
  if (members.length === 0) return undefined;
  const write = functionOf(`${members.join(" + ")} + "}"`, inner);
  return (value) => (typeof value === "object" && value !== null ? write(value) : other(value));
}

/** Raised with every list: what was written of an object holds within one. */
let list = 0;

/** Writes an object that may be the one that was written just before, as the language of many components is. */
function remembering(write: Write): Write {
  const last = { list: -1, value: undefined as unknown, written: "" };
  return (value) => {
    if (last.value !== value || last.list !== list) {
      last.written = write(value);
      last.value = value;
      // What lacks something is written anew as a whole.
      last.list = missing ? -1 : list;
    }
    return last.written;
  };
}

function itemWriterOf(answer: z.ZodType): ItemWriter | undefined {
  const { type, element } = definition(definition(answer).shape?.results ?? answer);
  if (type !== "array" || !element) return undefined;
  const write = writerOf(element);
  return (item) => {
    const written = write(item);
    if (!missing) return written;
    missing = false;
    return asBytes(stringify(item) ?? "null");
  };
}

const writers = new WeakMap<z.ZodType, { writer: ItemWriter | undefined }>();

/** The writer for the items of one list, where a contract's answer is one; of a page, those of `results`. */
export function itemWriter(answer: z.ZodType | undefined): ItemWriter | undefined {
  if (!answer) return undefined;
  list++;
  let known = writers.get(answer);
  if (!known) {
    known = { writer: itemWriterOf(answer) };
    writers.set(answer, known);
  }
  return known.writer;
}
