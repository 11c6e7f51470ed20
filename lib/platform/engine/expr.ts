/**
 * The expressions of triggers, waits, cancellations and concurrency keys: a small subset of CEL, so that nothing is
 * half understood. Paths under `event` and `async`, literals, `== != && || ! +`, parentheses and `string(…)`.
 */

export interface Scope {
  event: unknown;
  async?: unknown;
}

export type Expression = (scope: Scope) => unknown;

const LONGEST = 1000;
const DEEPEST = 40;
const TOKEN =
  /\s*(?:(?<number>-?\d+(?:\.\d+)?)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(?<sign>==|!=|&&|\|\||[!+()]))/y;

interface Token {
  kind: "number" | "text" | "name" | "sign";
  text: string;
}

/** Recursive descent over the tokens; each method gives one level of binding, loosest first. */
class Parser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly source: string,
    private readonly list: Token[],
  ) {}

  whole(): Expression {
    const expression = this.or();
    if (this.at < this.list.length) throw this.unexpected();
    return expression;
  }

  private unexpected(): Error {
    return new Error(`The expression "${this.source}" has an unexpected ${this.list[this.at]?.text ?? "end"}.`);
  }

  private take(sign: string): boolean {
    const token = this.list[this.at];
    if (token?.kind !== "sign" || token.text !== sign) return false;
    this.at++;
    return true;
  }

  private or(): Expression {
    if (++this.depth > DEEPEST) throw new Error(`The expression "${this.source}" is nested too deeply.`);
    let left = this.and();
    while (this.take("||")) {
      const [a, b] = [left, this.and()];
      left = (scope) => a(scope) === true || b(scope) === true;
    }
    this.depth--;
    return left;
  }

  private and(): Expression {
    let left = this.equality();
    while (this.take("&&")) {
      const [a, b] = [left, this.equality()];
      left = (scope) => a(scope) === true && b(scope) === true;
    }
    return left;
  }

  private equality(): Expression {
    const left = this.sum();
    const same = this.take("==");
    if (!same && !this.take("!=")) return left;
    const right = this.sum();
    return (scope) => (left(scope) === right(scope)) === same;
  }

  private sum(): Expression {
    let left = this.unary();
    while (this.take("+")) {
      const [a, b] = [left, this.unary()];
      left = (scope) => plus(a(scope), b(scope));
    }
    return left;
  }

  private unary(): Expression {
    let nots = 0;
    while (this.take("!")) nots++;
    const inner = this.primary();
    return nots === 0 ? inner : (scope) => (inner(scope) === true) === (nots % 2 === 0);
  }

  private primary(): Expression {
    if (this.take("(")) return this.closed(this.or());
    const token = this.list[this.at++];
    if (token?.kind === "number") return constant(Number(token.text));
    if (token?.kind === "text") return constant(token.text.slice(1, -1).replace(/\\(.)/g, "$1"));
    if (token?.kind !== "name") {
      this.at--;
      throw this.unexpected();
    }
    if (token.text === "true" || token.text === "false") return constant(token.text === "true");
    if (token.text === "null") return constant(null);
    if (token.text === "string" && this.take("(")) {
      const inner = this.closed(this.or());
      return (scope) => String(inner(scope));
    }
    return path(this.source, token.text.split("."));
  }

  private closed(inner: Expression): Expression {
    if (!this.take(")")) throw this.unexpected();
    return inner;
  }
}

/**
 * Reads an expression of the subset. A missing path is null, as on the server.
 * @throws Error saying what is not understood
 */
export function parseExpression(source: string): Expression {
  if (source.length > LONGEST) throw new Error(`The expression is longer than ${LONGEST} characters.`);
  return new Parser(source, tokens(source)).whole();
}

function tokens(source: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = source.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(source)?.groups;
    if (!groups) throw new Error(`The expression "${source}" has something unknown at character ${at + 1}.`);
    for (const kind of ["number", "text", "name", "sign"] as const) {
      const text = groups[kind];
      if (text !== undefined) found.push({ kind, text });
    }
  }
  return found;
}

function constant(value: unknown): Expression {
  return () => value;
}

function plus(left: unknown, right: unknown): unknown {
  return typeof left === "number" && typeof right === "number" ? left + right : `${left}${right}`;
}

function path(source: string, steps: string[]): Expression {
  const [root, ...rest] = steps;
  if (root !== "event" && root !== "async")
    throw new Error(`The expression "${source}" names "${root}"; only event and async exist.`);
  return (scope) => {
    let value: unknown = scope[root];
    for (const step of rest) {
      if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return null;
      value = (value as Record<string, unknown>)[step];
    }
    return value ?? null;
  };
}

const parsed = new Map<string, Expression>();

/** The value of an expression; expressions are few and fixed, so each is parsed once. */
export function evaluate(source: string, scope: Scope): unknown {
  let expression = parsed.get(source);
  if (!expression) {
    expression = parseExpression(source);
    if (parsed.size > 500) parsed.clear();
    parsed.set(source, expression);
  }
  return expression(scope);
}
