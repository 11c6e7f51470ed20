import { type FieldType, type SearchFields, STATE_NAMES, STRING_FIELDS } from "@/lib/text/search-query/fields";

/** What a search that is being typed may go on with. */

const MOST = 12;

const NOTHING: readonly string[] = [];

function valuesOf({ type }: { type: FieldType }): readonly string[] {
  switch (type.kind) {
    case "choice":
      return [...type.choices.keys()];
    case "state":
      return [...STATE_NAMES.keys()];
    case "boolean":
      return ["yes", "no"];
    case "date":
      return ["today", "yesterday", '"a week ago"', '"a month ago"'];
    default:
      return NOTHING;
  }
}

/**
 * Whole searches that begin with what is typed and end with a field, or with a value of one. Nothing within quotes.
 * @param known values of fields that only the caller knows, such as codes of languages
 */
export function completeQuery(
  text: string,
  known: Readonly<Record<string, readonly string[]>> = {},
  fields: SearchFields = STRING_FIELDS,
): string[] {
  const quotes = text.match(/(?<!\\)"/g)?.length ?? 0;
  const [, before = "", word = ""] = /^(.*?)([^\s()]*)$/s.exec(text) ?? [];
  if (quotes % 2 === 1 || word === "") return [];
  const [, name, sign = "", value = ""] = /^([A-Za-z_]+):([<>]=?|=)?(.*)$/s.exec(word) ?? [];
  if (name === undefined) {
    const begun = word.toLowerCase();
    return [...fields.keys()]
      .filter((field) => field.startsWith(begun))
      .slice(0, MOST)
      .map((field) => `${before}${field}:`);
  }
  const field = fields.get(name);
  if (!field) return [];
  const values = Object.hasOwn(known, name) ? (known[name] ?? NOTHING) : valuesOf(field);
  const begun = value.toLowerCase();
  return values
    .filter((one) => one.toLowerCase().startsWith(begun) && one !== value)
    .slice(0, MOST)
    .map((one) => `${before}${name}:${sign}${one}`);
}
