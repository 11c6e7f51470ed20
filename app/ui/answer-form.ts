import { z } from "zod";
import { DomainError, Invalid } from "@/lib/domain/errors";
import { type FormState, FRESH_FORM } from "./form-state";

/** The server's side of forms: reading what was posted, and answering with errors beside their fields. */

/** A text of a form, at most so long. */
export const text = (max = 2000) => z.string().max(max, `At most ${max} characters.`).default("");

/** A box: ticked or not. */
export const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** Several values of one name. */
export const several = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]));

/** A whole number. */
export const whole = (fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((value) => /^-?\d{1,9}$/.test(value.trim()), "Give a whole number.")
    .transform((value) => Number(value));

/** Values of a form by name; a name that comes more than once gives a list. Files are left out. */
function valuesOf(form: FormData): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string" || name.startsWith("$ACTION")) continue;
    // Browsers send line ends as CR LF.
    values.set(name, [...(values.get(name) ?? []), value.replaceAll("\r\n", "\n")]);
  }
  return values;
}

/**
 * What a form says, checked by a schema.
 * @throws Invalid naming the fields
 */
export function readForm<T extends z.ZodType>(schema: T, form: FormData): z.output<T> {
  const unstorable = [...valuesOf(form)].filter(([, values]) => values.some((value) => value.includes("\0")));
  if (unstorable.length > 0)
    throw new Invalid(
      unstorable.map(([path]) => ({ path, code: "invalid", message: "The character U+0000 cannot be stored." })),
    );
  const given = Object.fromEntries(
    [...valuesOf(form)].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Invalid(
    parsed.error.issues.map((issue) => ({ path: issue.path.join("."), code: "invalid", message: issue.message })),
  );
}

/** Runs the work of a form. What the domain refuses becomes errors by the fields, with all that had been typed. */
export async function answerForm(
  form: FormData,
  work: () => Promise<Partial<FormState> | undefined>,
): Promise<FormState> {
  const values = Object.fromEntries([...valuesOf(form)].filter(([name]) => !/password|code$/.test(name)));
  try {
    return { ...FRESH_FORM, answered: true, values, ...(await work()) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const errors: Record<string, string> = {};
    if (error instanceof Invalid)
      for (const field of error.fields)
        errors[field.path] = errors[field.path] ? `${errors[field.path]}\n${field.message}` : field.message;
    else errors[""] = error.message;
    return { errors, values, answered: true };
  }
}
