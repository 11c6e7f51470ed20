import { parsePluralFormula, SAMPLE_COUNTS } from "@/lib/text/plurals/formula";

const EXAMPLES = 10;

/**
 * Example counts of each form, least first, at most ten a form, for labels like "used for 2, 3, 4 …".
 * A form that no sampled count uses (it is for fractions, or for nothing) has an empty list.
 * Throws `PluralFormulaError` on a broken formula.
 */
export function pluralExamples(formula: string, number: number): number[][] {
  const choose = parsePluralFormula(formula);
  const forms = Array.from({ length: number }, (): number[] => []);
  for (const n of SAMPLE_COUNTS) {
    const form = forms[choose(n)];
    if (form && form.length < EXAMPLES) form.push(n);
  }
  return forms;
}

const described = new Map<string, PluralForm[]>();

/** What one form of a language is used for. */
export interface PluralForm {
  /** Example counts, least first, at most ten. */
  examples: number[];
  /** True when the form serves one count only, or just 0 and 1: it may spell the number out. */
  single: boolean;
}

/** Forms of a plural rule, in form order. Remembered, so it is cheap to ask again. Throws `PluralFormulaError`. */
export function describePlural(formula: string, number: number): readonly PluralForm[] {
  const key = `${number} ${formula}`;
  const known = described.get(key);
  if (known) return known;
  const forms = pluralExamples(formula, number).map((examples) => ({
    examples,
    single: examples.length === 1 || (examples.length === 2 && examples[0] === 0 && examples[1] === 1),
  }));
  if (described.size >= 500) described.clear();
  described.set(key, forms);
  return forms;
}
