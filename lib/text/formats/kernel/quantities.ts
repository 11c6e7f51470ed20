import type { FormatPlural } from "./format";

/** Order in which plural items are written. */
export const QUANTITIES = ["zero", "one", "two", "few", "many", "other"];

/**
 * Languages where the platform's lint asks for one more item than the language has forms; it holds a copy of the
 * last form. Any language that has `many` needs `other` as well.
 */
const EXTRA: ReadonlyMap<string, string> = new Map([
  ["cs", "many"],
  ["gv", "many"],
  ["lt", "many"],
  ["sgs", "many"],
  ["sk", "many"],
  ["be", "other"],
  ["pl", "other"],
  ["ru", "other"],
  ["uk", "other"],
]);

function languagePart(code: string): string {
  return /^(?:b\+)?([A-Za-z]{2,3})/.exec(code)?.[1]?.toLowerCase() ?? "";
}

/** Forms in the order of the language's categories; what the file lacks is empty. */
export function formsOf(items: ReadonlyMap<string, string>, plural: FormatPlural): string[] {
  return categoriesOf(plural).map((category) => items.get(category) ?? "");
}

/** Categories of the language's forms; `other` alone when they are not known. */
export function categoriesOf(plural: FormatPlural): string[] {
  return plural.categories.length ? plural.categories : ["other"];
}

/** Items to be written for forms, by quantity, empty ones left out and the lint's extra one added. */
export function itemsFor(targets: readonly string[], plural: FormatPlural, languageCode: string): Map<string, string> {
  const items = new Map<string, string>();
  categoriesOf(plural).forEach((category, form) => {
    const text = targets[form] ?? "";
    if (text !== "") items.set(category, text);
  });
  const last = targets.findLast((target) => target !== "");
  if (last === undefined) return items;
  const extra = EXTRA.get(languagePart(languageCode));
  if (extra && !items.has(extra)) items.set(extra, last);
  if (items.has("many") && !items.has("other")) items.set("other", last);
  return items;
}
