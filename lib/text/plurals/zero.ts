import { pluralType } from "./categories";

/**
 * A form for zero before all others, for formats that offer one whatever the language has. It may stay empty: then the
 * language's own form for zero is used.
 */

interface Plural {
  number: number;
  formula: string;
  categories: readonly string[];
}

const HEAD = "n == 0 ? 0 : (";
const TAIL = ") + 1";

/** The plural of a language with a form for zero in front; the same where it has one already. */
export function withZero<T extends Plural>(plural: T): Plural & { type: number } {
  const has = plural.categories.includes("zero");
  const categories = has ? plural.categories : ["zero", ...plural.categories];
  const formula = has ? plural.formula : `${HEAD}${plural.formula}${TAIL}`;
  return { number: plural.number + (has ? 0 : 1), formula, categories, type: pluralType(categories, formula) };
}

/** Whether the first form of a rule is one for zero that was put in front and may stay empty. */
export function offersZero(plural: { formula: string } | undefined): boolean {
  return plural?.formula.startsWith(HEAD) === true && plural.formula.endsWith(TAIL);
}
