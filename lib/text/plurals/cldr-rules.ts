/**
 * CLDR plural rules (UTS #35, language plural rules) for whole numbers: read, judged, and reduced.
 *
 * For a whole number the operands are n = i, and v, w, f, t, c, e are 0, so every relation is
 * either about n or already decided.
 */

/** The six categories, in their customary order. */
export const PLURAL_CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

/** `n % modulus` (or `n` when 0) is in, or is not in, the ranges. */
export interface Relation {
  modulus: number;
  positive: boolean;
  /** Inclusive, least first. */
  ranges: [number, number][];
}

/** Outer list: or; inner list: and. `true` and `false` when the whole numbers decide it alone. */
export type Condition = Relation[][] | boolean;

const RELATION = /^([nivwftce])(?: % (\d+))? (!?=) ([\d.,]+)$/;

/** Reads one rule, e.g. `i = 1 and v = 0 @integer 1`, samples ignored. Throws on a rule it cannot read. */
export function parseCldrRule(text: string): Condition {
  const rule = (text.split("@")[0] ?? "").trim();
  if (rule === "") return true;
  const alternatives: Relation[][] = [];
  for (const part of rule.split(" or ")) {
    const relations = part.split(" and ").map(parseRelation);
    if (relations.includes(false)) continue;
    const open = relations.filter((relation): relation is Relation => typeof relation !== "boolean");
    if (open.length === 0) return true;
    alternatives.push(open);
  }
  return alternatives.length === 0 ? false : alternatives;
}

function parseRelation(text: string): Relation | boolean {
  const match = RELATION.exec(text.trim());
  if (!match) throw new Error(`CLDR plural rule: cannot read "${text}".`);
  const [, operand, modulus, operator, list] = match;
  const ranges = (list ?? "").split(",").map((item): [number, number] => {
    const [low, high] = item.split("..");
    return [Number(low), Number(high ?? low)];
  });
  const positive = operator === "=";
  if (operand === "n" || operand === "i") return { modulus: Number(modulus ?? 0), positive, ranges };
  return ranges.some(([low, high]) => low <= 0 && high >= 0) === positive;
}

function holds(relation: Relation, n: number): boolean {
  const value = relation.modulus === 0 ? n : n % relation.modulus;
  return relation.ranges.some(([low, high]) => value >= low && value <= high) === relation.positive;
}

/** Whether a condition holds for a whole number. */
export function judgeCldr(condition: Condition, n: number): boolean {
  if (typeof condition === "boolean") return condition;
  return condition.some((all) => all.every((relation) => holds(relation, n)));
}
