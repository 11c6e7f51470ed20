/**
 * Message templates: text with `{{ variable|filter }}`, `{% if %}`, `{% for %}` and `{# comment #}`. A template is data
 * that people type; it is read once into closures over plain values and can reach nothing else.
 */
import { refusal } from "@/lib/text/messages/refusal";
import {
  type Evaluation,
  type Expression,
  ExpressionReader,
  type NameCheck,
  TemplateError,
} from "@/lib/text/templates/expressions";
import { isTrue, memberOf, type TemplateValue, type TemplateValues, textOf } from "@/lib/text/templates/values";

/** A template that was read and found sound. */
export interface Template {
  /** Its text, as given. */
  readonly text: string;
  readonly nodes: readonly TemplateNode[];
}

type TemplateNode =
  | { kind: "text"; text: string }
  | { kind: "value"; value: Expression }
  | { kind: "if"; branches: { condition: Expression; body: TemplateNode[] }[]; otherwise: TemplateNode[] }
  | { kind: "for"; name: string; list: Expression; body: TemplateNode[]; empty: TemplateNode[] };

const MAX_TEMPLATE = 20_000;
const MAX_DEPTH = 20;
const MAX_OUTPUT = 100_000;
const MAX_STEPS = 20_000;
const MAX_ROUNDS = 1000;
/** Characters that filters may take and make in one rendering. */
const MAX_WORK = 10_000_000;

/** Ends a rendering that has done all the work it may. */
class WorkDone extends Error {}

interface Piece {
  kind: "text" | "value" | "tag";
  text: string;
  position: number;
}

class Compiler {
  private readonly pieces: Piece[];
  private readonly scopes: string[] = [];
  private at = 0;

  constructor(
    text: string,
    private readonly known: ReadonlySet<string> | undefined,
  ) {
    this.pieces = piecesOf(text);
  }

  compile(): TemplateNode[] {
    const nodes = this.body([], 0);
    const left = this.pieces[this.at];
    if (left)
      throw new TemplateError(refusal("templateNoOpening", { text: left.text.trim().slice(0, 40) }), left.position);
    return nodes;
  }

  private readonly mayUse: NameCheck = (path) => {
    const [first = ""] = path;
    if (!this.known || this.scopes.includes(first)) return true;
    return this.known.has(path.join(".")) || this.known.has(`${first}.*`);
  };

  /** Nodes up to a tag that begins with one of `ends`, which is left for the caller. */
  private body(ends: readonly string[], depth: number): TemplateNode[] {
    if (depth > MAX_DEPTH) throw new TemplateError(refusal("templateDeep"), this.pieces[this.at]?.position ?? 0);
    const nodes: TemplateNode[] = [];
    for (let piece = this.pieces[this.at]; piece; piece = this.pieces[this.at]) {
      if (piece.kind === "text") nodes.push({ kind: "text", text: piece.text });
      else if (piece.kind === "value") {
        nodes.push({ kind: "value", value: new ExpressionReader(piece.text, piece.position, this.mayUse).value() });
      } else {
        const [word = "", rest] = this.tagOf(piece);
        if (ends.includes(word)) return nodes;
        if (["elif", "else", "endif", "empty", "endfor"].includes(word)) return nodes;
        this.at++;
        nodes.push(this.block(word, rest, piece, depth));
        continue;
      }
      this.at++;
    }
    return nodes;
  }

  private tagOf(piece: Piece): [word: string, rest: string, restAt: number] {
    const match = /^(\s*)(\w*)/.exec(piece.text);
    const length = match?.[0].length ?? 0;
    return [match?.[2] ?? "", piece.text.slice(length), piece.position + length];
  }

  private block(word: string, rest: string, piece: Piece, depth: number): TemplateNode {
    const reader = (): ExpressionReader => new ExpressionReader(rest, this.tagOf(piece)[2], this.mayUse);
    if (word === "if") return this.ifBlock(reader().condition(), piece, depth);
    if (word === "for") return this.forBlock(reader().loop(), piece, depth);
    if (word === "replace") return { kind: "value", value: reader().replacement() };
    throw new TemplateError(refusal("templateTag", { tag: word }), piece.position);
  }

  private ifBlock(condition: Expression, piece: Piece, depth: number): TemplateNode {
    const branches = [{ condition, body: this.body(["elif", "else", "endif"], depth + 1) }];
    let otherwise: TemplateNode[] = [];
    for (;;) {
      const tag = this.pieces[this.at++];
      if (!tag) throw new TemplateError(refusal("templateNoEnd", { tag: "if", end: "endif" }), piece.position);
      const [word, rest, restAt] = this.tagOf(tag);
      if (word === "endif") return { kind: "if", branches, otherwise };
      if (word === "elif") {
        const next = new ExpressionReader(rest, restAt, this.mayUse).condition();
        branches.push({ condition: next, body: this.body(["elif", "else", "endif"], depth + 1) });
      } else if (word === "else") otherwise = this.body(["endif"], depth + 1);
      else throw new TemplateError(refusal("templateNotThere", { tag: word, block: "if" }), tag.position);
    }
  }

  private forBlock({ name, list }: { name: string; list: Expression }, piece: Piece, depth: number): TemplateNode {
    this.scopes.push(name, "forloop");
    const body = this.body(["empty", "endfor"], depth + 1);
    this.scopes.length -= 2;
    let empty: TemplateNode[] = [];
    for (;;) {
      const tag = this.pieces[this.at++];
      if (!tag) throw new TemplateError(refusal("templateNoEnd", { tag: "for", end: "endfor" }), piece.position);
      const [word] = this.tagOf(tag);
      if (word === "endfor") return { kind: "for", name, list, body, empty };
      if (word !== "empty")
        throw new TemplateError(refusal("templateNotThere", { tag: word, block: "for" }), tag.position);
      empty = this.body(["endfor"], depth + 1);
    }
  }
}

/**
 * Reads a template. `known` are the variables it may use, dotted names whole or as `name.*`; all when left out.
 * Gives the error as a value, because people type templates: what is wrong, and the offset in the text.
 */
export function compileTemplate(text: string, known?: ReadonlySet<string>): Template | TemplateError {
  if (text.length > MAX_TEMPLATE)
    return new TemplateError(refusal("templateLong", { most: MAX_TEMPLATE }), MAX_TEMPLATE);
  try {
    return { text, nodes: new Compiler(text, known).compile() };
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

/** Parts the text at `{{ }}`, `{% %}` and `{# #}`. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.slice(at).search(/\{[{%#]/);
    if (open < 0) {
      pieces.push({ kind: "text", text: text.slice(at), position: at });
      break;
    }
    const start = at + open;
    if (open > 0) pieces.push({ kind: "text", text: text.slice(at, start), position: at });
    const mark = text.slice(start, start + 2);
    const close = mark === "{{" ? "}}" : mark === "{%" ? "%}" : "#}";
    const end = text.indexOf(close, start + 2);
    if (end < 0) throw new TemplateError(refusal("templateOpen", { open: mark, close }), start);
    const inside = text.slice(start + 2, end);
    if (mark !== "{#") pieces.push({ kind: mark === "{{" ? "value" : "tag", text: inside, position: start + 2 });
    at = end + 2;
  }
  return pieces;
}

class Renderer implements Evaluation {
  private readonly output: string[] = [];
  private work = 0;
  private length = 0;
  private steps = 0;
  private readonly scopes: { name: string; value: TemplateValue }[] = [];

  constructor(private readonly variables: TemplateValues) {}

  readonly spend = (characters: number): void => {
    this.work += characters;
    if (this.work > MAX_WORK) throw new WorkDone();
  };

  readonly lookup = (path: readonly string[]): TemplateValue => {
    const [first = "", ...rest] = path;
    const scope = this.scopes.findLast(({ name }) => name === first);
    let value = scope ? scope.value : memberOf(this.variables, first);
    for (const name of rest) value = memberOf(value, name);
    return value;
  };

  private write(text: string): void {
    const room = MAX_OUTPUT - this.length;
    if (room <= 0) return;
    const piece = text.length > room ? text.slice(0, room) : text;
    this.output.push(piece);
    this.length += piece.length;
  }

  render(nodes: readonly TemplateNode[]): string {
    try {
      this.walk(nodes);
    } catch (error) {
      if (!(error instanceof WorkDone)) throw error;
    }
    return this.output.join("");
  }

  private walk(nodes: readonly TemplateNode[]): void {
    for (const node of nodes) {
      if (++this.steps > MAX_STEPS || this.length >= MAX_OUTPUT) return;
      if (node.kind === "text") this.write(node.text);
      else if (node.kind === "value") this.write(textOf(node.value(this)));
      else if (node.kind === "if") {
        const branch = node.branches.find(({ condition }) => isTrue(condition(this)));
        this.walk(branch ? branch.body : node.otherwise);
      } else this.loop(node);
    }
  }

  private loop(node: Extract<TemplateNode, { kind: "for" }>): void {
    const value = node.list(this);
    const items = (Array.isArray(value) ? (value as readonly TemplateValue[]) : []).slice(0, MAX_ROUNDS);
    if (items.length === 0) this.walk(node.empty);
    for (const [index, item] of items.entries()) {
      if (this.steps > MAX_STEPS) return;
      const forloop = { counter: index + 1, counter0: index, first: index === 0, last: index === items.length - 1 };
      this.scopes.push({ name: node.name, value: item }, { name: "forloop", value: forloop });
      this.walk(node.body);
      this.scopes.length -= 2;
    }
  }
}

/**
 * The text of a template with its variables filled in; a variable that is missing is empty. Never throws; text and
 * loops are bounded, and what goes beyond is cut.
 */
export function render(template: Template, variables: TemplateValues): string {
  return new Renderer(variables).render(template.nodes);
}
