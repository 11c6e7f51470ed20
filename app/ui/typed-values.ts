/** Values of a form by name; a name that comes more than once gives a list. Files are left out. */
export function valuesOf(form: FormData): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string" || name.startsWith("$ACTION")) continue;
    // Browsers send line ends as CR LF.
    values.set(name, [...(values.get(name) ?? []), value.replaceAll("\r\n", "\n")]);
  }
  return values;
}

/** What was typed in a form, by the names of its fields. */
export const typedValues = (form: FormData): Record<string, string[]> => Object.fromEntries(valuesOf(form));

/** What a form that comes back is filled with again: all that was typed but passwords, tokens and codes. */
export const keptValues = (form: FormData): Record<string, string[]> =>
  Object.fromEntries([...valuesOf(form)].filter(([name]) => !/password|^token$|^code$/.test(name)));
