/** What a template may be given: data only, no functions. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly TemplateValue[]
  | { readonly [name: string]: TemplateValue };

/** Variables by name. */
export type TemplateValues = { readonly [name: string]: TemplateValue };

/** A value as text: nothing for what is missing, list items joined with comma and blank. */
export function textOf(value: TemplateValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? value.slice(0, 1000).map(textOf).join(", ") : "";
}

/** Whether a value counts as true: not missing, empty, zero or false. */
export function isTrue(value: TemplateValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** A part of a value by name, own properties only. */
export function memberOf(value: TemplateValue, name: string): TemplateValue {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value))
    return /^\d{1,4}$/.test(name) ? (value as readonly TemplateValue[])[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as TemplateValues)[name] : undefined;
}
