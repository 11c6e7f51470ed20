import type { z } from "zod";
import { type FieldError, type Sentence, worded } from "@/lib/domain/errors";
import { issueWords } from "@/lib/text/messages/issue-words";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { isJsonInForms, isVerbatim, takesBareText } from "./fields";
import { isOwnWord } from "./own-words";

/**
 * Turns what clients send into what a schema asks for: words for booleans and decimal strings for integers everywhere,
 * one value for a list of one and the last of several values in forms only, where a field has no type. In JSON a list
 * is meant as a list and a text as a text. Nothing is refused here: the schema refuses what does not match.
 */

/** Where values come from: everything is text in forms and queries, and a blank parameter of a query asks for nothing. */
type Origin = "json" | "form" | "query";

type Type = z.core.$ZodType;

interface Definition {
  type: string;
  innerType?: Type;
  in?: Type;
  element?: Type;
  shape?: Record<string, Type>;
  entries?: Record<string, string | number>;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "t", "y", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "f", "n", "no", "off", "0"].map((word) => [word, false] as const),
]);

const definition = (type: Type): Definition => type._zod.def as unknown as Definition;

/** The type below optional, nullable and default. */
export function bareType(type: Type): Type {
  let at = type;
  for (let step = 0; step < 10; step++) {
    const { innerType } = definition(at);
    if (!innerType || definition(at).type === "array") return at;
    at = innerType;
  }
  return at;
}

/** The value as the schema would like it. */
export function coerce(type: Type, value: unknown, origin: Origin): unknown {
  if (value === undefined) return value;
  const def = definition(type);
  const form = origin !== "json";
  switch (def.type) {
    case "optional":
    case "default":
    case "prefault":
    case "readonly":
    case "nonoptional":
      if (form && value === "" && !takesBlank(def.innerType, origin)) return undefined;
      return def.innerType ? coerce(def.innerType, value, origin) : value;
    case "nullable":
      if (value === null || (form && value === "" && !holdsText(def.innerType))) return null;
      return def.innerType ? coerce(def.innerType, value, origin) : value;
    case "pipe":
      return def.in ? coerce(def.in, value, origin) : value;
    case "string":
      return text(type, single(value, form));
    case "enum":
      return text(type, single(value, form));
    case "boolean":
      return boolean(single(value, form));
    case "number":
      return integer(single(value, form));
    case "array":
      return list(type, def, value, origin);
    case "object":
      return members(def, form ? parsed(value) : value, origin);
    case "record":
      return form || typeof value === "string" ? parsed(value) : value;
    default:
      return value;
  }
}

function holdsText(type: Type | undefined): boolean {
  return type !== undefined && ["string", "pipe"].includes(definition(bareType(type)).type);
}

/** Whether a blank is a value: a text, a choice that may be blank, and in forms a list, which has no other way to be empty. */
function takesBlank(type: Type | undefined, origin: Origin): boolean {
  if (type === undefined || holdsText(type)) return type !== undefined;
  const { type: kind, entries } = definition(bareType(type));
  return origin === "form" && (kind === "array" || (kind === "enum" && Object.values(entries ?? {}).includes("")));
}

/** A field that a form gives several times counts by its last value where one is asked for. */
const single = (value: unknown, form: boolean): unknown =>
  form && Array.isArray(value) && value.every((item) => typeof item === "string") ? value.at(-1) : value;

function text(type: Type, value: unknown): unknown {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && !isVerbatim(type) ? value.trim() : value;
}

function boolean(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  return typeof value === "string" ? (WORDS.get(value.trim().toLowerCase()) ?? value) : value;
}

function integer(value: unknown): unknown {
  return typeof value === "string" && /^\s*[+-]?\d{1,19}(?:\.0{1,9})?\s*$/.test(value) ? Number(value) : value;
}

/** JSON text as its value; any other text as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function list(type: Type, def: Definition, value: unknown, origin: Origin): unknown {
  const form = origin !== "json";
  let items = value;
  // One blank is one text of a string, and no item of any other list.
  if (origin === "form" && value === "" && !(def.element && isVerbatim(def.element))) items = [];
  if (isJsonInForms(type) && (form || typeof value === "string"))
    items = typeof value === "string" && value.trim() === "" ? [] : parsed(value);
  if (!Array.isArray(items) && (form || (typeof value === "string" && takesBareText(type)))) items = [items];
  return Array.isArray(items) && def.element ? items.map((item) => coerce(def.element as Type, item, origin)) : items;
}

function members(def: Definition, value: unknown, origin: Origin): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !def.shape) return value;
  const out: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(def.shape)) {
    const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    const coerced = coerce(type, given, origin);
    if (coerced !== undefined) out[name] = coerced;
  }
  return out;
}

/** What a schema has to say, in the codes of the contract 5.2. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], prefix = ""): FieldError[] {
  const wrong = new Set<string>();
  return issues.slice(0, 100).flatMap((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    // Of a value of another type nothing else is said: its length, for one, is that of something else.
    if (wrong.has(path)) return [];
    if (issue.code === "invalid_type") wrong.add(path);
    return [{ path, ...explain(issue) }];
  });
}

type Explained = Pick<FieldError, "code" | "message" | "said">;

const coded = (code: string, sentence: Sentence): Explained => ({ code, ...worded(sentence) });

function explain(issue: z.core.$ZodIssue): Explained {
  const known = issueWords(issue);
  if (known) return coded(known.code, known.said);
  const own: Sentence = isOwnWord(issue.message) ? refusal(issue.message) : issue.message;
  if (issue.code === "custom")
    return coded(String(issue.params?.code ?? "invalid"), (issue.params?.said as Refusal | undefined) ?? own);
  return coded("invalid", issue.code === "invalid_union" && typeof own === "string" ? refusal("apiFormat") : own);
}
