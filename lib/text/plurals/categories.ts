import data from "@/lib/text/plurals/cldr-data.json";
import { PLURAL_CATEGORIES, type PluralCategory } from "@/lib/text/plurals/cldr-rules";
import { parsePluralFormula, SAMPLE_COUNTS, samePlurals } from "@/lib/text/plurals/formula";
import { TRADITIONAL_PLURALS } from "@/lib/text/plurals/traditional";

/** A rule of CLDR reduced to whole numbers, with the languages that have it. */
interface CldrPlural {
  languages: string[];
  formula: string;
  categories: PluralCategory[];
}

const RULES = data as CldrPlural[];
const RULE_OF = new Map(RULES.flatMap((rule) => rule.languages.map((code) => [code, rule] as const)));

/** Counts that do not meet CLDR's whole-million forms, which traditional rules lack. */
const EVERYDAY_COUNTS = SAMPLE_COUNTS.filter((n) => n === 0 || n % 1_000_000 !== 0);

const remembered = new Map<string, PluralCategory[]>();

/**
 * CLDR category of each form of a gettext rule, in form order. The language decides where rules look alike for
 * whole numbers (Russian "many", Serbian "other"); without it, or when its rule divides numbers differently, the
 * formula alone is read. Throws `PluralFormulaError` on a broken formula.
 */
export function pluralCategories(formula: string, number: number, languageCode?: string): PluralCategory[] {
  const key = `${number} ${languageCode ?? ""} ${formula}`;
  let categories = remembered.get(key);
  if (!categories) {
    categories = decide(formula, number, languageCode);
    if (remembered.size >= 1000) remembered.clear();
    remembered.set(key, categories);
  }
  return [...categories];
}

function ruleFor(languageCode: string): CldrPlural | undefined {
  let code = languageCode.replaceAll("-", "_");
  for (let tries = 0; tries < 4; tries++) {
    const rule = RULE_OF.get(code);
    if (rule) return rule;
    const cut = Math.max(code.lastIndexOf("_"), code.lastIndexOf("@"));
    if (cut < 0) return undefined;
    code = code.slice(0, cut);
  }
  return undefined;
}

/** Categories of the forms when formula and rule divide the counts alike; undefined when they do not. */
function matched(formula: string, number: number, rule: CldrPlural, counts: readonly number[]) {
  const choose = parsePluralFormula(formula);
  const judge = parsePluralFormula(rule.formula);
  const result: (PluralCategory | undefined)[] = Array.from({ length: number });
  for (const n of counts) {
    const form = choose(n);
    const category = rule.categories[judge(n)];
    if (form < 0 || form >= number || category === undefined) return undefined;
    if (result[form] === undefined) {
      if (result.includes(category)) return undefined;
      result[form] = category;
    } else if (result[form] !== category) return undefined;
  }
  const left = PLURAL_CATEGORIES.filter((category) => !result.includes(category)).reverse();
  return result.map((category) => category ?? left.shift() ?? "other");
}

/** A reading of the formula alone: what serves 0, 1 and 2 only is named so, the rest is few, many, other. */
function guessed(formula: string, number: number): PluralCategory[] {
  const choose = parsePluralFormula(formula);
  const small = Array.from({ length: number }, (): number[] => []);
  for (let n = 0; n <= 200; n++) small[choose(n)]?.push(n);
  const result: (PluralCategory | undefined)[] = Array.from({ length: number });
  for (const [form, counts] of small.entries()) {
    if (counts.length === 1 && counts[0] === 0 && number > 1) result[form] = "zero";
    else if (counts.includes(1) && number > 1) result[form] = "one";
    else if (counts.includes(2) && !counts.includes(3) && number > 2) result[form] = "two";
  }
  const open = result.filter((category) => category === undefined).length;
  const names: PluralCategory[] = open === 1 ? ["other"] : open === 2 ? ["few", "other"] : ["few", "many", "other"];
  return result.map((category) => category ?? names.shift() ?? "other");
}

function decide(formula: string, number: number, languageCode: string | undefined): PluralCategory[] {
  if (number === 1) return ["other"];
  if (languageCode !== undefined) {
    const established =
      TRADITIONAL_PLURALS.get(languageCode) ?? TRADITIONAL_PLURALS.get(languageCode.split(/[_@-]/)[0] ?? "");
    if (established?.categories.length === number && samePlurals(established.formula, formula)) {
      return [...established.categories];
    }
    const rule = ruleFor(languageCode);
    const fitting =
      rule && (matched(formula, number, rule, SAMPLE_COUNTS) ?? matched(formula, number, rule, EVERYDAY_COUNTS));
    if (fitting) return fitting;
  }
  // Without the language, East and South Slavic rules look alike for whole numbers: prefer the reading with "other".
  const readings = RULES.map((rule) => matched(formula, number, rule, EVERYDAY_COUNTS)).filter((found) => !!found);
  return readings.find((found) => found.includes("other")) ?? readings[0] ?? guessed(formula, number);
}

const TYPES: ReadonlyMap<string, number> = new Map([
  ["other", 0],
  ["one other", 1],
  ["one few other", 2],
  ["one two other", 4],
  ["one two three other", 5],
  ["one two few other", 6],
  ["one other zero", 7],
  ["one few many other", 8],
  ["two other", 9],
  ["one two few many other", 10],
  ["zero one other", 11],
  ["zero one two few many other", 12],
  ["other one two few", 13],
  ["one other two", 14],
  ["zero other", 15],
  ["zero one few other", 16],
  ["zero one two few other", 17],
  ["zero one two other", 18],
  ["zero one few many other", 19],
  ["one many other", 20],
  ["zero one many other", 21],
  ["one few many", 22],
  ["one zero few other", 23],
]);

const ARABIC = TRADITIONAL_PLURALS.get("ar")?.formula ?? "0";

/**
 * The API's number for a plural rule, from the categories of its forms in order; 666 when no number is defined.
 * The Arabic rule shares its categories with Welsh but has a number of its own, so give the formula where it is known.
 */
export function pluralType(categories: readonly string[], formula?: string): number {
  const type = TYPES.get(categories.join(" ")) ?? 666;
  return type === 12 && formula !== undefined && samePlurals(formula, ARABIC) ? 3 : type;
}
