import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
  Scalar,
} from "yaml";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { storable } from "../encoding";
import { FormatError, positionAt } from "../format";
import { lineBehind } from "../splice";
import { readYamlLines } from "./lines";
import { endOfYaml, type YamlList, type YamlMap, type YamlNode, type YamlText, type YamlTree } from "./nodes";

/** Deeper files are not translation files. */
const DEEPEST = 100;
/** The grammar is costly; larger files are not translation files. */
const LARGEST = 20 * 1024 * 1024;

const STYLES = {
  [Scalar.PLAIN]: "plain",
  [Scalar.QUOTE_SINGLE]: "single",
  [Scalar.QUOTE_DOUBLE]: "double",
  [Scalar.BLOCK_LITERAL]: "literal",
  [Scalar.BLOCK_FOLDED]: "folded",
} as const;

class Reader {
  constructor(private readonly text: string) {}

  fail(said: Refusal, at: number): never {
    const { line, column } = positionAt(this.text, at);
    throw new FormatError(said, line, column);
  }

  /** Keys whose tree is a scalar; others are no names of strings. */
  private keyOf(node: unknown): { key: string; start: number; end: number } | undefined {
    if (!isScalar(node) || !node.range) return undefined;
    const [start, end] = node.range;
    const plain = node.type === Scalar.PLAIN || node.type === undefined;
    const written = this.text.slice(start, end);
    // A plain key is what is written, such as 1.0; over several lines it is one line of text.
    return { key: storable(plain && !written.includes("\n") ? written : String(node.value)), start, end };
  }

  node(node: ParsedNode, depth: number): YamlNode {
    const [start, end] = node.range;
    if (depth > DEEPEST) this.fail(refusal("readDeep", { most: DEEPEST }), start);
    if (isMap(node)) {
      const map: YamlMap = { kind: "map", flow: node.flow === true, start, end, pairs: [] };
      for (const item of node.items) {
        const key = isPair(item) ? this.keyOf(item.key) : undefined;
        if (!key) continue;
        const value = item.value ? this.node(item.value as ParsedNode, depth + 1) : undefined;
        const merged = key.key === "<<";
        const empty = value?.kind === "other" && value.start === value.end;
        map.pairs.push({
          key: key.key,
          keyStart: key.start,
          keyEnd: key.end,
          value: merged ? { kind: "other", start: value?.start ?? key.end, end: value?.end ?? key.end } : value,
          end: value && !empty ? endOfYaml(value) : colonEnd(this.text, key.end),
        });
      }
      // Of what no key tells, only the grammar knows the end.
      if (!map.flow && map.pairs.length === node.items.length) map.end = lineBehind(this.text, endOfYaml(map));
      return map;
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.node(item as ParsedNode, depth + 1));
      const list: YamlList = { kind: "list", flow: node.flow === true, start, end, items };
      if (!list.flow) list.end = lineBehind(this.text, endOfYaml(list));
      return list;
    }
    if (isAlias(node) || !isScalar(node)) return { kind: "other", start, end };
    const { value, tag } = node;
    const style = STYLES[node.type as keyof typeof STYLES] ?? "plain";
    if (value === null || (tag !== undefined && tag !== "tag:yaml.org,2002:str")) return { kind: "other", start, end };
    const type = typeof value === "number" || typeof value === "boolean" ? typeof value : "text";
    const shown = typeof value === "string" ? value : this.text.slice(start, end);
    return { kind: "text", start, end, value: storable(shown), style, type: type as YamlText["type"] };
  }
}

/** Behind the colon of a key without a value. */
function colonEnd(text: string, keyEnd: number): number {
  let at = keyEnd;
  while (text[at] === " " || text[at] === "\t") at++;
  return text[at] === ":" ? at + 1 : keyEnd;
}

/**
 * What the composer, which goes down by recursion, may be given: documents that are not nested too deep for that.
 * @throws FormatError
 */
export function* yamlTokens(text: string, reader = new Reader(text)): Generator<CST.Token> {
  const parser = new Parser();
  for (const source of new Lexer().lex(text)) {
    yield* parser.next(source);
    // On the way to a scalar are its document and it itself.
    if (parser.stack.length > DEEPEST + 2) reader.fail(refusal("readDeep", { most: DEEPEST }), parser.offset);
  }
  yield* parser.end();
}

/**
 * The tree of a YAML text. Aliases are not followed, so that nothing grows.
 * @throws FormatError with line and column, also for files that are too large or too deep
 */
export function readYaml(text: string): YamlTree {
  checkYaml(text);
  return readYamlLines(text) ?? composeYaml(text);
}

/** Refuses what no reader of YAML should be given. @throws FormatError */
function checkYaml(text: string): void {
  const reader = new Reader(text);
  if (text.length > LARGEST) reader.fail(refusal("readFormatLarge", { most: 20, format: "YAML" }), 0);
  const nul = text.indexOf("\0");
  if (nul >= 0) reader.fail(refusal("readNul"), nul);
  const lone = text.search(/\r(?!\n)/);
  if (lone >= 0) reader.fail(refusal("readReturnYaml"), lone);
}

/** The tree by the whole grammar, whatever the text is like. @throws FormatError */
export function composeYaml(text: string): YamlTree {
  const reader = new Reader(text);
  const composer = new Composer({
    uniqueKeys: false,
    version: "1.2",
    merge: false,
    logLevel: "silent",
    stringKeys: false,
  });
  let root: YamlNode | undefined;
  let count = 0;
  let second: number | undefined;
  for (const document of composer.compose(yamlTokens(text, reader))) {
    const [error] = document.errors;
    if (error) {
      const detail = `${error.message.split(" at line ")[0]}.`.replace(/[.:]+$/, ".");
      reader.fail(refusal("readYaml", { detail }), error.pos[0]);
    }
    count++;
    if (count === 1) root = document.contents ? reader.node(document.contents, 0) : undefined;
    else {
      second = document.range[0];
      break;
    }
  }
  return { root, second, simple: false };
}
