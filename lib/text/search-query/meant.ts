import { type SearchFields, STATE_NAMES, STRING_FIELDS } from "@/lib/text/search-query/fields";
import { parseQuery } from "@/lib/text/search-query/parse";
import { QueryError } from "@/lib/text/search-query/query";
import { tokensOf } from "@/lib/text/search-query/tokens";
import { similarity } from "@/lib/text/similarity";

/** What somebody may have meant whose search is understood in another way, or in none. */

const LIKE = 60;

function readable(text: string | undefined, fields: SearchFields): string | undefined {
  if (text === undefined) return undefined;
  try {
    parseQuery(text, fields);
    return text;
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

/** The text with quotes around words that stand for operators; in small letters alone, or in any. */
function quoteOperators(text: string, any: boolean): string | undefined {
  let quoted = text;
  for (const { kind, start, end } of tokensOf(text).reverse()) {
    if (kind !== "and" && kind !== "or" && kind !== "not") continue;
    const word = text.slice(start, end);
    if (any || word === word.toLowerCase()) quoted = `${quoted.slice(0, start)}"${word}"${quoted.slice(end)}`;
  }
  return quoted === text ? undefined : quoted;
}

/** A search for the words of one that has "and", "or" or "not" as people write them in sentences; undefined for others. */
export function wordsMeant(text: string, fields: SearchFields = STRING_FIELDS): string | undefined {
  return readable(text, fields) === undefined ? undefined : readable(quoteOperators(text, false), fields);
}

/** The name that is most like one that there is not. */
function nearest(name: string, names: Iterable<string>): string | undefined {
  let [best, likeness] = [undefined as string | undefined, LIKE - 1];
  for (const one of names) {
    const like = similarity(name.toLowerCase(), one, LIKE);
    if (like > likeness) [best, likeness] = [one, like];
  }
  return best;
}

/** Values of the field in front of a place that takes some values only. */
function valuesBefore(text: string, place: number, fields: SearchFields): Iterable<string> | undefined {
  const [, name = ""] = /([A-Za-z_]+):[<>=]{0,2}$/.exec(text.slice(0, place)) ?? [];
  const type = fields.get(name)?.type;
  if (type?.kind === "choice") return type.choices.keys();
  return type?.kind === "state" ? STATE_NAMES.keys() : undefined;
}

/** A search that can be understood, near to one that cannot; undefined where none comes to mind. */
export function searchMeant(text: string, error: QueryError, fields: SearchFields = STRING_FIELDS): string | undefined {
  const part = text.slice(error.start, error.end);
  if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(part) && text[error.end] === ":") {
    const field = nearest(part, fields.keys());
    if (field !== undefined) {
      const fixed = readable(`${text.slice(0, error.start)}${field}${text.slice(error.end)}`, fields);
      if (fixed !== undefined) return fixed;
    }
    const word = /^[^\s]*/.exec(text.slice(error.start))?.[0] ?? "";
    return readable(
      `${text.slice(0, error.start)}"${word.replace(/["\\]/g, "\\$&")}"${text.slice(error.start + word.length)}`,
      fields,
    );
  }
  const values = valuesBefore(text, error.start, fields);
  const value = values && nearest(part, values);
  if (value !== undefined) return readable(`${text.slice(0, error.start)}${value}${text.slice(error.end)}`, fields);
  // Nobody looks for the text of a regular expression.
  if (/^r["']/.test(part)) return undefined;
  try {
    const operators = readable(quoteOperators(text, true), fields);
    if (operators !== undefined) return operators;
  } catch (other) {
    if (!(other instanceof QueryError)) throw other;
  }
  return readable(`"${text.replace(/["\\]/g, "\\$&")}"`, fields);
}
