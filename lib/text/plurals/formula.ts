/**
 * gettext plural expressions: a parser and evaluator for the C subset they are written in.
 *
 * Nothing is ever handed to the JavaScript engine as code: the text becomes nested closures over
 * integer arithmetic. Length and nesting are bounded, so a hostile header ends in an error.
 */

import { type Refusal, refusal } from "../messages/refusal";

/** A plural expression that cannot be read. `position` is the offset in the text, from 0. */
export class PluralFormulaError extends Error {
  override readonly name = "PluralFormulaError";
  constructor(
    readonly said: Refusal,
    readonly position: number,
  ) {
    super(said.key);
  }
}

/** Gives the number of the form for a count, an integer from 0. */
export type PluralFunction = (n: number) => number;

const MAX_LENGTH = 2000;
const MAX_DEPTH = 60;
const MAX_CACHED = 500;

type Binary = "||" | "&&" | "==" | "!=" | "<=" | ">=" | "<" | ">" | "+" | "-" | "*" | "/" | "%";

const LEVELS: readonly (readonly Binary[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/", "%"],
];

const OPERATIONS: Record<Binary, (a: PluralFunction, b: PluralFunction) => PluralFunction> = {
  "||": (a, b) => (n) => (a(n) !== 0 || b(n) !== 0 ? 1 : 0),
  "&&": (a, b) => (n) => (a(n) !== 0 && b(n) !== 0 ? 1 : 0),
  "==": (a, b) => (n) => (a(n) === b(n) ? 1 : 0),
  "!=": (a, b) => (n) => (a(n) !== b(n) ? 1 : 0),
  "<=": (a, b) => (n) => (a(n) <= b(n) ? 1 : 0),
  ">=": (a, b) => (n) => (a(n) >= b(n) ? 1 : 0),
  "<": (a, b) => (n) => (a(n) < b(n) ? 1 : 0),
  ">": (a, b) => (n) => (a(n) > b(n) ? 1 : 0),
  "+": (a, b) => (n) => a(n) + b(n),
  "-": (a, b) => (n) => a(n) - b(n),
  "*": (a, b) => (n) => a(n) * b(n),
  // Division by zero would kill a C program; here it gives 0, so that a silly formula cannot stop a page.
  "/": (a, b) => (n) => {
    const divisor = b(n);
    return divisor === 0 ? 0 : Math.trunc(a(n) / divisor);
  },
  "%": (a, b) => (n) => {
    const divisor = b(n);
    return divisor === 0 ? 0 : a(n) % divisor;
  },
};

class Parser {
  private position = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  parse(): PluralFunction {
    const result = this.ternary();
    this.skip();
    // A header value may still carry the semicolon that ends it.
    if (this.text[this.position] === ";") this.position++;
    this.skip();
    if (this.position < this.text.length) {
      const found = this.text[this.position] ?? "";
      throw this.problem(refusal("pluralUnexpected", { found, position: this.position + 1 }));
    }
    return result;
  }

  private problem(said: Refusal): PluralFormulaError {
    return new PluralFormulaError(said, this.position);
  }

  private skip(): void {
    while (this.position < this.text.length && " \t\r\n".includes(this.text[this.position] ?? "")) this.position++;
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) throw this.problem(refusal("pluralDeep", { position: this.position + 1 }));
    const result = read();
    this.depth--;
    return result;
  }

  private ternary(): PluralFunction {
    const condition = this.binary(0);
    this.skip();
    if (this.text[this.position] !== "?") return condition;
    this.position++;
    return this.nested(() => {
      const yes = this.ternary();
      this.skip();
      if (this.text[this.position] !== ":") throw this.problem(refusal("pluralColon", { position: this.position + 1 }));
      this.position++;
      const no = this.ternary();
      return (n) => (condition(n) !== 0 ? yes(n) : no(n));
    });
  }

  private binary(level: number): PluralFunction {
    const operators = LEVELS[level];
    if (!operators) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      this.skip();
      const operator = operators.find((candidate) => this.text.startsWith(candidate, this.position));
      if (!operator) return left;
      this.position += operator.length;
      left = OPERATIONS[operator](left, this.binary(level + 1));
    }
  }

  private unary(): PluralFunction {
    this.skip();
    const character = this.text[this.position];
    if (character === "!") {
      this.position++;
      return this.nested(() => {
        const inner = this.unary();
        return (n) => (inner(n) === 0 ? 1 : 0);
      });
    }
    if (character === "(") {
      this.position++;
      return this.nested(() => {
        const inner = this.ternary();
        this.skip();
        if (this.text[this.position] !== ")")
          throw this.problem(refusal("pluralBracket", { position: this.position + 1 }));
        this.position++;
        return inner;
      });
    }
    if (character === "n" && !/[A-Za-z0-9_]/.test(this.text[this.position + 1] ?? "")) {
      this.position++;
      return (n) => n;
    }
    return this.numeral();
  }

  private numeral(): PluralFunction {
    const start = this.position;
    while (/[0-9]/.test(this.text[this.position] ?? "")) this.position++;
    if (this.position === start) {
      const found = this.text[start];
      const position = start + 1;
      throw this.problem(
        found === undefined ? refusal("pluralEnds", { position }) : refusal("pluralExpected", { found, position }),
      );
    }
    if (this.position - start > 15) throw this.problem(refusal("pluralDigits", { position: this.position + 1 }));
    const value = Number(this.text.slice(start, this.position));
    return () => value;
  }
}

const parsed = new Map<string, PluralFunction>();

/**
 * Reads a gettext plural expression over `n` (C operators, no assignments).
 * Gives a function from a count to the number of its form; the number is not limited to any form count.
 * Throws {@link PluralFormulaError} with the position of the problem.
 */
export function parsePluralFormula(text: string): PluralFunction {
  const known = parsed.get(text);
  if (known) return known;
  if (text.length > MAX_LENGTH) {
    throw new PluralFormulaError(refusal("pluralLong", { most: MAX_LENGTH }), MAX_LENGTH);
  }
  const result = new Parser(text).parse();
  if (parsed.size >= MAX_CACHED) parsed.clear();
  parsed.set(text, result);
  return result;
}

/** Counts that tell plural rules apart: every small one, and the round and odd large ones. */
export const SAMPLE_COUNTS: readonly number[] = [
  ...Array.from({ length: 1001 }, (_, n) => n),
  ...[1, 2, 3, 5, 10, 11, 12, 20, 21, 100].flatMap((k) => [k * 1000, k * 10_000, k * 100_000, k * 1_000_000]),
  1001,
  1002,
  1011,
  1021,
  1100,
  10_001,
  20_002,
  100_011,
  999_999,
  1_000_001,
  1_000_002,
  1_000_011,
  2_000_001,
];

/** True when two formulas choose the same form for every count of {@link SAMPLE_COUNTS}. Throws on a broken formula. */
export function samePlurals(formulaA: string, formulaB: string): boolean {
  if (formulaA === formulaB) {
    parsePluralFormula(formulaA);
    return true;
  }
  const a = parsePluralFormula(formulaA);
  const b = parsePluralFormula(formulaB);
  return SAMPLE_COUNTS.every((n) => a(n) === b(n));
}

/**
 * Reads the value of a `Plural-Forms` header (`nplurals=3; plural=…;`), spaces free.
 * Undefined when it does not look like one or its formula is broken; the count is 1 to 20.
 */
export function parsePluralHeader(value: string): { number: number; formula: string } | undefined {
  const match = /^\s*nplurals\s*=\s*(\d{1,2})\s*;\s*plural\s*=([^;]{1,2000})/.exec(value);
  if (!match) return undefined;
  const number = Number(match[1]);
  const formula = (match[2] ?? "").trim();
  if (number < 1 || number > 20) return undefined;
  try {
    parsePluralFormula(formula);
  } catch {
    return undefined;
  }
  return { number, formula };
}

/**
 * What is wrong with a formula for a language with `number` forms, undefined when it is sound:
 * readable, and giving 0 … number - 1 for every sampled count.
 */
export function validatePlural(number: number, formula: string): Refusal | undefined {
  if (!Number.isInteger(number) || number < 1 || number > 20) return refusal("pluralCount");
  try {
    const choose = parsePluralFormula(formula);
    const bad = SAMPLE_COUNTS.find((n) => choose(n) < 0 || choose(n) >= number);
    return bad === undefined ? undefined : refusal("pluralForm", { form: choose(bad), count: bad, number });
  } catch (error) {
    if (error instanceof PluralFormulaError) return error.said;
    throw error;
  }
}
