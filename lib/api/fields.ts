import { z } from "zod";
import { chooseFrom } from "@/lib/text/messages/choose-from";
import { readComponentPath } from "@/lib/urls/paths";
import type { OwnWord } from "./own-words";

/** Field types that contracts share. */

const verbatimTypes = new WeakSet<object>();
const jsonTypes = new WeakSet<object>();
const bareTypes = new WeakSet<object>();

/** Keeps blanks around a text. */
export function verbatim<T extends z.ZodType>(type: T): T {
  verbatimTypes.add(type);
  return type;
}

/** Accepts JSON text in forms. */
export function jsonInForms<T extends z.ZodType>(type: T): T {
  jsonTypes.add(type);
  return type;
}

/** Takes a bare text for a list of one in JSON, too. */
export function bareTextInJson<T extends z.ZodType>(type: T): T {
  bareTypes.add(type);
  return type;
}

export const isVerbatim = (type: object): boolean => verbatimTypes.has(type);
export const takesBareText = (type: object): boolean => bareTypes.has(type);
export const isJsonInForms = (type: object): boolean => jsonTypes.has(type);

/** A slug in a path. Anything that is stored nowhere is simply not found. */
export const slugPart = z.string().min(1).max(200);

/** A row id in a path. */
export const idPart = z.int().min(1).max(2_147_483_647);

/** The id of a unit or change in a path: 64 bits in the database, below 2^53. */
export const longIdPart = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A component segment: categories and slug joined by "/", however often it is encoded. */
export const componentPart = z
  .string()
  .max(1000)
  .transform((text, context) => {
    const read = readComponentPath(text);
    if (read && !/\0/.test(text) && !read.componentSlug.includes("\0") && !read.categoryPath.includes("\0"))
      return read;
    context.addIssue({ code: "custom", message: "apiNotComponent" satisfies OwnWord });
    return z.NEVER;
  });

/** Whole numbers of the database. */
export const int32 = z.int().min(-2_147_483_648).max(2_147_483_647);

/** A 64-bit integer that is emitted as a bare number. */
export const int64 = z.bigint();

/** An absolute address of this installation or of elsewhere. */
export const address = z.string().meta({ format: "uri" });

/** A moment as it is emitted. */
export const timestamp = z.string().meta({ format: "date-time" });

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** A moment as it is taken: any ISO 8601; without an offset it is UTC. */
export const momentInput = z
  .string()
  .transform((text, context) => {
    // A plus sign in a query string arrives as a blank.
    const plain = text
      .trim()
      .replace(/ (\d{2}:?\d{2})$/, (all, zone: string) => (/T.* /.test(text) ? `+${zone}` : all));
    const date = MOMENT.test(plain) ? parseMoment(plain) : undefined;
    if (date) return date;
    context.addIssue({ code: "custom", message: "apiMoment" satisfies OwnWord });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

/** Whether the calendar has such a day: the language itself takes 30 February for 1 March. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

function parseMoment(text: string): Date | undefined {
  if (!isDay(text.slice(0, 10))) return undefined;
  const withTime = text.length === 10 ? `${text}T00:00:00Z` : text.replace(" ", "T").replace(",", ".").toUpperCase();
  const zoned = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(withTime.slice(10)) ? withTime : `${withTime}Z`;
  const spelled = zoned.replace(/([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = "00") => `${hours}:${minutes}`);
  const date = new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(zoned.slice(10)) ? zoned : spelled);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Says by what name people know the values that a field takes; OPTIONS and the description of the API tell it. */
export function withChoices<T extends z.ZodType>(type: T, names: Readonly<Record<string, string>>): T {
  return type.meta({ ...type.meta(), "x-choices": names }) as T;
}

/** One of some numbers. */
export const oneOf = (choices: readonly number[]) =>
  z.int().refine((value) => choices.includes(value), {
    params: { code: "invalid_choice", said: chooseFrom(choices) },
  });
