import { parse } from "@babel/parser";

/** Texts that a person would read on a page and that no catalogue holds. */

/** Attributes and properties whose strings are shown or read aloud. */
const ATTRIBUTES = new Set(
  "aria-label title placeholder alt label lead hint head aside empty what note text children".split(" "),
);
const PROPERTIES = new Set("label title hint text lead note about verb button message said alarm".split(" "));

interface Node {
  type: string;
  loc?: { start: { line: number } };
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === "loc" || name.endsWith("Comments")) return [];
    return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
  });
}

const hasLetters = (text: string) => /\p{L}{2}/u.test(text);

/** What stands in a string or between the expressions of a template. */
function wordsOf(node: Node): string | undefined {
  if (node.type === "StringLiteral") return node.value as string;
  if (node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked).join("…");
}

/** Strings that an expression can come to; not the arguments of its calls. */
function results(node: Node): Node[] {
  switch (node.type) {
    case "ConditionalExpression":
      return [...results(node.consequent as Node), ...results(node.alternate as Node)];
    case "LogicalExpression":
      return [...results(node.left as Node), ...results(node.right as Node)];
    case "TemplateLiteral":
      return [node, ...(node.expressions as Node[]).flatMap(results)];
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return results(node.expression as Node);
    case "StringLiteral":
      return [node];
    default:
      return [];
  }
}

const nameOf = (node: Node): string => String((node.name as string | undefined) ?? node.value ?? "");

/** Whether a template or string is an address, a path, a search, or a command: nothing to translate. */
const isCode = (text: string) => /^([/?#.]|https?:|curl |state:|has:|check:)/.test(text);

/** Every literal text of a module with its line; `isKey` tells the keys of messages. */
export function literalsOf(code: string, isKey: (text: string) => boolean): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const add = (node: Node, text: string) => {
    if (hasLetters(text) && !isKey(text) && !isCode(text)) found.push({ line: node.loc?.start.line ?? 0, text });
  };
  const take = (node: Node) => {
    for (const one of results(node)) add(one, wordsOf(one) ?? "");
  };
  const walk = (node: Node, parent: Node | undefined) => {
    if (node.type === "JSXText") add(node, (node.value as string).trim());
    if (node.type === "JSXAttribute" && ATTRIBUTES.has(nameOf(node.name as Node)) && isNode(node.value)) {
      const { value } = node;
      take(value.type === "JSXExpressionContainer" ? (value.expression as Node) : value);
    }
    if (node.type === "JSXExpressionContainer" && parent?.type !== "JSXAttribute") take(node.expression as Node);
    if (node.type === "CallExpression")
      for (const one of (node.arguments as Node[]).flatMap(results))
        if (/^\p{Lu}\p{Ll}+(\W|$)/u.test(wordsOf(one) ?? "")) add(one, wordsOf(one) ?? "");
    if (node.type === "ObjectProperty" && PROPERTIES.has(nameOf(node.key as Node))) take(node.value as Node);
    for (const child of childrenOf(node)) walk(child, node);
  };
  walk(parse(code, { sourceType: "module", plugins: ["typescript", "jsx"] }).program as unknown as Node, undefined);
  return found;
}

/** Strings of a module, and its templates with "*" for what is filled in: where keys of messages may stand. */
export function stringsOf(code: string): string[] {
  const found: string[] = [];
  const walk = (node: Node) => {
    if (node.type === "StringLiteral") found.push(node.value as string);
    if (node.type === "TemplateLiteral")
      found.push((node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked).join("*"));
    for (const child of childrenOf(node)) walk(child);
  };
  walk(parse(code, { sourceType: "module", plugins: ["typescript", "jsx"] }).program as unknown as Node);
  return found;
}
