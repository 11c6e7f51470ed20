import { z } from "zod";
import type { TextKey, Texts } from "#texts";
import { wirePath } from "@/lib/api/wire-names";
import { denialWords } from "@/lib/domain/access/denial-words";
import { DomainError, Forbidden, Invalid } from "@/lib/domain/errors";
import { type Marks, StaleForm } from "@/lib/domain/stale";
import { sentenceWords } from "./error-words";
import { type FormState, FRESH_FORM } from "./form-state";
import { getTexts } from "./page-texts";
import { keptValues, valuesOf } from "./typed-values";

/** The server's side of forms: reading what was posted, and answering with errors beside their fields. */

/** A text of a form, at most so long. */
export const text = (max = 2000) => z.string().max(max).default("");

/** A box: ticked or not. */
export const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** Several values of one name. */
export const multiple = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]));

/** Ids of rows that are ticked; what is none is as if it were not there. */
export const ids = multiple.transform((values) =>
  values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31),
);

/** A whole number. */
export const integer = (fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((value) => /^-?\d{1,9}$/.test(value.trim()), "form.wholeNumber" satisfies TextKey)
    .transform((value) => Number(value));

/** What is wrong with a form itself, before the domain sees it; said in the language of the page. */
class Unreadable extends Invalid {
  constructor(readonly problems: readonly { path: string; say: (t: Texts) => string }[]) {
    super(problems.map(({ path }) => ({ path, code: "invalid", message: "" })));
  }
}

/** Schemas name a message of the catalogue; lengths are told by their limit. */
function say(t: Texts, issue: z.core.$ZodIssue): string {
  if (issue.code === "too_big" && issue.origin === "string") return t("form.tooLong", { max: Number(issue.maximum) });
  const key = issue.message as TextKey;
  return t.has(key) ? t(key) : issue.message;
}

/**
 * What a form says, checked by a schema.
 * @throws Invalid naming the fields
 */
export function readForm<T extends z.ZodType>(schema: T, form: FormData): z.output<T> {
  const unstorable = [...valuesOf(form)].filter(([, values]) => values.some((value) => value.includes("\0")));
  if (unstorable.length > 0)
    throw new Unreadable(unstorable.map(([path]) => ({ path, say: (t: Texts) => t("form.nul") })));
  const given = Object.fromEntries(
    [...valuesOf(form)].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Unreadable(
    parsed.error.issues.map((issue) => ({ path: issue.path.join("."), say: (t: Texts) => say(t, issue) })),
  );
}

/** Problems by their fields, those of one field one below the other. */
function byField(problems: readonly { path: string; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of problems) {
    // Fields of forms bear the names of the API.
    const name = wirePath(path);
    errors[name] = errors[name] ? `${errors[name]}\n${message}` : message;
  }
  return errors;
}

/** Runs the work of a form. What the domain refuses becomes errors by the fields, with all that had been typed. */
export async function answerForm(
  form: FormData,
  work: () => Promise<Partial<FormState> | undefined>,
  texts: () => Promise<Texts> = getTexts,
): Promise<FormState> {
  const values = keptValues(form);
  try {
    return { ...FRESH_FORM, answered: true, values, ...(await work()) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error instanceof Unreadable) {
      const t = await texts();
      const problems = error.problems.map((problem) => ({ path: problem.path, message: problem.say(t) }));
      return { errors: byField(problems), values, answered: true };
    }
    if (error instanceof Forbidden)
      return { errors: { "": denialWords(await texts(), error.denial) }, values, answered: true };
    const t = await texts();
    const errors =
      error instanceof Invalid
        ? byField(error.fields.map((field) => ({ path: field.path, message: sentenceWords(t, field) })))
        : { "": sentenceWords(t, error) };
    return { errors, values, answered: true };
  }
}

/**
 * Runs the work of a form that changes what others may change meanwhile. A refused form keeps what was typed, and with it the
 * marks of what it had shown; what somebody else has changed counts as seen once it has been told.
 * @param before answer to the same form the last time
 * @param seen marks of what the page shows now
 */
export async function answerSeenForm(
  form: FormData,
  { before, seen }: { before: FormState; seen: Marks },
  work: (seen: Marks) => Promise<Partial<FormState>>,
): Promise<FormState> {
  let marks = before.seen ?? seen;
  const answer = await answerForm(form, async () => {
    try {
      return { values: {}, answered: false, ...(await work(marks)) };
    } catch (error) {
      if (error instanceof StaleForm) marks = error.marks;
      throw error;
    }
  });
  return Object.keys(answer.errors).length > 0 ? { ...answer, seen: marks } : answer;
}
