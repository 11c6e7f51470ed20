import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { parseQuery } from "@/lib/text/search-query/parse";
import { QueryError } from "@/lib/text/search-query/query";
import { refuse, refused } from "./refused";

/** Kinds of settings fields. Title and description become the form; values may come as the texts of a form. */

interface Words {
  title: string;
  description?: string;
}

/** What a form offers for a setting, by name; the setting itself takes any text. */
export type ChoiceSource = "events" | "labels" | "engines" | "languages" | "components" | "formats";

/** A whole number. */
export function count(words: Words & { least: number; most: number; initial: number }) {
  const { least, most, initial, ...meta } = words;
  const wrong = refused(refusal("settingNumber", { least, most }));
  return z.coerce.number(wrong).int(wrong).min(least, wrong).max(most, wrong).default(initial).meta(meta);
}

const TRUE = new Set<unknown>([true, "true", "True", "on", "1", 1, "yes"]);
const FALSE = new Set<unknown>([false, "false", "False", "off", "0", 0, "no", "", null]);

/** Yes or no. */
export function flag(words: Words & { initial: boolean }) {
  const { initial, ...meta } = words;
  return z
    .preprocess(
      (value) => (TRUE.has(value) ? true : FALSE.has(value) ? false : value),
      z.boolean(refused(refusal("settingFlag"))),
    )
    .default(initial)
    .meta(meta);
}

/** A line of text, or with `long` several; `from` says what a form offers for it, and `search` that it is a search for strings. */
export function text(
  words: Words & {
    from?: ChoiceSource;
    initial?: string;
    most?: number;
    required?: boolean;
    long?: boolean;
    search?: boolean;
  },
) {
  const { initial = "", most = 1000, required = false, long = false, ...meta } = words;
  const type = z
    .string(refused(refusal("enterText")))
    .max(most, refused(refusal("settingLong", { most })))
    .refine((value) => !value.includes("\0"), refused(refusal("settingStored")));
  if (required) return type.min(1, refused(refusal("settingRequired"))).meta({ ...meta, long });
  return type.default(initial).meta({ ...meta, long });
}

/** A search for strings. */
export function search(words: Words & { initial?: string }) {
  return text({ ...words, most: 2000, search: true }).superRefine((value, context) => {
    try {
      parseQuery(value);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      refuse(context, error.said);
    }
  });
}

/** One of several values. */
export function choice<const T extends readonly [string, ...string[]]>(
  words: Words & { values: T; initial: T[number]; labels?: Readonly<Record<T[number], string>> },
) {
  const { values, initial, labels, ...meta } = words;
  return z
    .enum(values, refused(refusal("settingChoice", { values: values.filter((value) => value !== "").join(", ") })))
    .default(initial)
    .meta({ ...meta, labels });
}

/** Several names, as a list or separated by commas. */
export function several(words: Words & { from: ChoiceSource; longest: number }) {
  const { longest, ...meta } = words;
  return z
    .preprocess(
      (value) => (typeof value === "string" ? value.split(",").flatMap((one) => one.trim() || []) : (value ?? [])),
      z.array(z.string().max(longest)).max(50),
    )
    .default([])
    .meta(meta);
}
