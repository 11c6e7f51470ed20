import { type Refusal, type RefusalKey, refusal } from "@/lib/text/messages/refusal";
import { TEMPLATE_FILTERS, type TemplateFilter } from "@/lib/text/templates/filters";
import { isTrue, type TemplateValue, textOf } from "@/lib/text/templates/values";

/** A template that cannot be used: what is wrong, to be said in the language of the reader, and the offset in its text. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  constructor(
    readonly said: Refusal,
    readonly position: number,
  ) {
    super(said.key);
  }
}

/** What an expression is evaluated with. */
export interface Evaluation {
  /** Finds the value of a dotted name. */
  lookup(path: readonly string[]): TemplateValue;
  /** Is told of every text that is worked on, by its length; may throw to end the work. */
  spend(characters: number): void;
}
export type Expression = (evaluation: Evaluation) => TemplateValue;

/** Names an expression may use; undefined allows all. */
export type NameCheck = (path: readonly string[]) => boolean;

interface Token {
  kind: "name" | "text" | "number" | "sign";
  text: string;
  position: number;
}

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d{1,15}(?:\.\d{1,6})?)|([A-Za-z_][\w.]*)|(==|!=|<=|>=|[<>|:,()]))/y;
const MAX_TOKENS = 200;
const MAX_BRACKETS = 20;

function tokenise(text: string, offset: number): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length && text.slice(at).trim() !== "") {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match || tokens.length >= MAX_TOKENS) {
      throw new TemplateError(refusal("templateUnreadable", { text: text.slice(at).trim().slice(0, 40) }), offset + at);
    }
    const position = offset + at;
    const [whole, quoted, number, name, sign] = match;
    if (quoted !== undefined)
      tokens.push({ kind: "text", text: quoted.slice(1, -1).replace(/\\(.)/gs, "$1"), position });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, position });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, position });
    else tokens.push({ kind: "sign", text: sign ?? "", position });
    at += whole.length;
  }
  return tokens;
}

function compare(left: TemplateValue, operator: string, right: TemplateValue): boolean {
  const numeric = typeof left === "number" || typeof right === "number";
  const a = numeric ? Number(textOf(left) || Number.NaN) : textOf(left);
  const b = numeric ? Number(textOf(right) || Number.NaN) : textOf(right);
  switch (operator) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    default:
      return a >= b;
  }
}

const COMPARISONS = new Set(["==", "!=", "<", "<=", ">", ">="]);

const lengthOf = (value: TemplateValue): number =>
  typeof value === "string" ? value.length : Array.isArray(value) ? value.length : 1;

/** A value with a filter; both what it takes and what it makes are work. */
function filtered(filter: TemplateFilter, value: Expression, args: readonly string[]): Expression {
  return (given) => {
    const before = value(given);
    given.spend(lengthOf(before));
    const after = filter.apply(before, args);
    given.spend(lengthOf(after));
    return after;
  };
}

/** Reads what stands between `{{ }}`, and conditions of `{% if %}`. */
export class ExpressionReader {
  private readonly tokens: Token[];
  private at = 0;
  private brackets = 0;

  constructor(
    text: string,
    private readonly offset: number,
    private readonly mayUse: NameCheck,
  ) {
    this.tokens = tokenise(text, offset);
  }

  /** A value with its filters, and nothing after it. */
  value(): Expression {
    return this.only(this.filtered());
  }

  /** A condition, and nothing after it. */
  condition(): Expression {
    return this.only(this.or());
  }

  /** `value "from" "to"`, the replace tag. */
  replacement(): Expression {
    const value = this.filtered();
    const [from, to] = [this.take("text", "templateWantsText"), this.take("text", "templateWantsText")];
    return this.only(filtered(TEMPLATE_FILTERS.get("replace") as TemplateFilter, value, [from.text, to.text]));
  }

  /** `name in list`. */
  loop(): { name: string; list: Expression } {
    const name = this.take("name", "templateWantsName");
    if (name.text.includes("."))
      throw new TemplateError(refusal("templateLoopName", { name: name.text }), name.position);
    const word = this.take("name", "templateWantsIn");
    if (word.text !== "in") throw new TemplateError(refusal("templateWantsIn"), word.position);
    return { name: name.text, list: this.value() };
  }

  private only(expression: Expression): Expression {
    const left = this.tokens[this.at];
    if (left) throw new TemplateError(refusal("templateUnexpected", { text: left.text.slice(0, 40) }), left.position);
    return expression;
  }

  private take(kind: Token["kind"], wants: Extract<RefusalKey, `templateWants${string}`>): Token {
    const token = this.tokens[this.at];
    if (token?.kind !== kind) throw new TemplateError(refusal(wants), token?.position ?? this.offset);
    this.at++;
    return token;
  }

  private skip(text: string): boolean {
    const token = this.tokens[this.at];
    if (token === undefined || token.kind === "text" || token.text !== text) return false;
    this.at++;
    return true;
  }

  private or(): Expression {
    let left = this.and();
    while (this.skip("or")) {
      const [a, b] = [left, this.and()];
      left = (given) => isTrue(a(given)) || isTrue(b(given));
    }
    return left;
  }

  private and(): Expression {
    let left = this.not();
    while (this.skip("and")) {
      const [a, b] = [left, this.not()];
      left = (given) => isTrue(a(given)) && isTrue(b(given));
    }
    return left;
  }

  private not(): Expression {
    let negations = 0;
    while (this.skip("not")) negations++;
    const inner = this.comparison();
    return negations % 2 === 0 ? inner : (given) => !isTrue(inner(given));
  }

  private comparison(): Expression {
    const left = this.filtered();
    const operator = this.tokens[this.at];
    if (operator?.kind !== "sign" || !COMPARISONS.has(operator.text)) return left;
    this.at++;
    const right = this.filtered();
    return (given) => compare(left(given), operator.text, right(given));
  }

  private filtered(): Expression {
    let value = this.atom();
    while (this.skip("|")) value = this.filter(value);
    return value;
  }

  private filter(value: Expression): Expression {
    const name = this.take("name", "templateWantsFilter");
    const filter = TEMPLATE_FILTERS.get(name.text);
    if (!filter) throw new TemplateError(refusal("templateFilter", { filter: name.text }), name.position);
    const args: string[] = [];
    while (this.skip(":") || (args.length > 0 && this.skip(","))) {
      const token = this.tokens[this.at];
      if (token?.kind !== "text" && token?.kind !== "number") {
        throw new TemplateError(
          refusal("templateFilterTexts", { filter: name.text }),
          token?.position ?? name.position,
        );
      }
      args.push(token.text);
      this.at++;
    }
    this.demandArguments(name, filter, args.length);
    return filtered(filter, value, args);
  }

  private demandArguments(name: Token, { takes: [least, most] }: TemplateFilter, given: number): void {
    if (given >= least && given <= most) return;
    const filterName = { filter: name.text };
    const said =
      most === 0
        ? refusal("templateFilterAlone", filterName)
        : refusal("templateFilterCount", { ...filterName, count: most });
    throw new TemplateError(said, name.position);
  }

  private atom(): Expression {
    const token = this.tokens[this.at];
    if (!token) throw new TemplateError(refusal("templateValueMissing"), this.offset);
    this.at++;
    if (token.kind === "text") return () => token.text;
    if (token.kind === "number") return () => Number(token.text);
    if (token.text === "(") {
      if (++this.brackets > MAX_BRACKETS) throw new TemplateError(refusal("templateBracketsDeep"), token.position);
      const inner = this.or();
      if (!this.skip(")")) throw new TemplateError(refusal("templateBracket"), token.position);
      this.brackets--;
      return inner;
    }
    if (token.kind === "sign")
      throw new TemplateError(refusal("templateUnexpected", { text: token.text }), token.position);
    return this.variable(token);
  }

  private variable({ text, position }: Token): Expression {
    if (text === "true" || text === "True") return () => true;
    if (text === "false" || text === "False") return () => false;
    const path = text.split(".");
    if (path.includes("")) throw new TemplateError(refusal("templateNoVariable", { text }), position);
    if (!this.mayUse(path)) throw new TemplateError(refusal("templateVariable", { text }), position);
    return ({ lookup }) => lookup(path);
  }
}
