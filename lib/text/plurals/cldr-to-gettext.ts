import {
  type Condition,
  judgeCldr,
  PLURAL_CATEGORIES,
  type PluralCategory,
  parseCldrRule,
  type Relation,
} from "@/lib/text/plurals/cldr-rules";
import { SAMPLE_COUNTS } from "@/lib/text/plurals/formula";

/** A plural rule as gettext writes it, with the category that each form stands for. */
export interface GettextPlural {
  number: number;
  formula: string;
  categories: PluralCategory[];
}

/**
 * Turns the CLDR rules of one language (category to rule text) into a gettext plural.
 * Categories that no whole number takes are left out; the last form needs no condition.
 */
export function cldrToGettext(rules: ReadonlyMap<string, string>): GettextPlural {
  const conditions = new Map<PluralCategory, Condition>();
  for (const category of PLURAL_CATEGORIES) {
    const rule = rules.get(category);
    if (rule !== undefined && category !== "other") conditions.set(category, parseCldrRule(rule));
  }
  const categoryOf = (n: number): PluralCategory => {
    for (const [category, condition] of conditions) if (judgeCldr(condition, n)) return category;
    return "other";
  };
  const used = new Set(SAMPLE_COUNTS.map(categoryOf));
  const categories = PLURAL_CATEGORIES.filter((category) => used.has(category));
  const tests = categories.slice(0, -1).map((category) => {
    const condition = conditions.get(category);
    if (condition === undefined || typeof condition === "boolean") {
      throw new Error(`CLDR plural rule: ${category} is decided without n.`);
    }
    return merged(condition);
  });
  const [first] = tests;
  if (!first) return { number: 1, formula: "0", categories };
  const negated = tests.length === 1 ? negatedText(first) : undefined;
  const formula =
    negated ?? [...tests.map((test, index) => `(${conditionText(test)}) ? ${index} : `), String(tests.length)].join("");
  return { number: categories.length, formula, categories };
}

function rangeText(left: string, low: number, high: number, positive: boolean): string {
  if (low === high) return `${left} ${positive ? "==" : "!="} ${low}`;
  if (low === 0) return `${left} ${positive ? "<=" : ">"} ${high}`;
  return positive ? `${left} >= ${low} && ${left} <= ${high}` : `(${left} < ${low} || ${left} > ${high})`;
}

/** One relation; alternatives inside it are put in brackets when `tight`. */
function relationText(relation: Relation, positive: boolean, tight: boolean): string {
  const left = relation.modulus === 0 ? "n" : `n % ${relation.modulus}`;
  const parts = relation.ranges.map(([low, high]) => rangeText(left, low, high, positive));
  if (!positive) return parts.join(" && ");
  return parts.length > 1 && tight ? `(${parts.join(" || ")})` : parts.join(" || ");
}

function joined(ranges: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else result.push([low, high]);
  }
  return result;
}

/** `n = 0 or n = 1` and `n = 0,1` become `n = 0..1`. */
function merged(alternatives: Relation[][]): Relation[][] {
  const result: Relation[][] = [];
  for (const all of alternatives) {
    const only = all.length === 1 ? all[0] : undefined;
    const partner = result.find(
      (other) => only?.positive && other.length === 1 && other[0]?.positive && other[0].modulus === only.modulus,
    )?.[0];
    if (only && partner) partner.ranges = joined([...partner.ranges, ...only.ranges]);
    else result.push(all.map((relation) => ({ ...relation, ranges: joined(relation.ranges) })));
  }
  return result;
}

function conditionText(condition: Relation[][]): string {
  return condition
    .map((all) => all.map((relation) => relationText(relation, relation.positive, all.length > 1)).join(" && "))
    .join(" || ");
}

/** The opposite of a condition, by De Morgan; undefined when it would need more than one level of brackets. */
function negatedText(condition: Relation[][]): string | undefined {
  if (condition.length === 1) {
    const all = condition[0] ?? [];
    const parts = all.map((relation) => relationText(relation, !relation.positive, false));
    return all.length === 1 || parts.every((part) => !part.includes("&&")) ? parts.join(" || ") : undefined;
  }
  if (condition.every((all) => all.length === 1)) {
    return condition
      .map(([relation]) => (relation ? relationText(relation, !relation.positive, true) : ""))
      .join(" && ");
  }
  return undefined;
}

/** The category that CLDR gives a whole number under the rules of one language. */
export function cldrCategory(rules: ReadonlyMap<string, string>, n: number): PluralCategory {
  for (const category of PLURAL_CATEGORIES) {
    const rule = rules.get(category);
    if (rule !== undefined && category !== "other" && judgeCldr(parseCldrRule(rule), n)) return category;
  }
  return "other";
}
