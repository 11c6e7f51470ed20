import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { storable } from "../kernel/encoding";
import { FormatError, positionAt } from "../kernel/format";
import { deepToml } from "../kernel/nesting";
import type { TomlPair, TomlPath, TomlTable, TomlText, TomlTree } from "./nodes";

const DEEPEST = 100;
/** The reader is not made for larger files; one of 300,000 strings takes most of the memory that a file may take. */
const LARGEST = 20 * 1024 * 1024;

function fail(text: string, said: Refusal, at: number): never {
  const { line, column } = positionAt(text, at);
  throw new FormatError(said, line, column);
}

/** Texts, tables and their places. @throws FormatError with line and column */
export function readToml(text: string): TomlTree {
  if (text.length > LARGEST) fail(text, refusal("readFormatLarge", { most: 20, format: "TOML" }), 0);
  const lone = text.includes("\r") ? text.search(/\r(?!\n)/) : -1;
  if (lone >= 0) fail(text, refusal("readReturnToml"), lone);
  const deep = deepToml(text, DEEPEST);
  if (deep >= 0) fail(text, refusal("readDeep", { most: DEEPEST }), deep);
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(mark ? ` ${text.slice(1)}` : text, { tomlVersion: "1.0" });
  } catch (error) {
    // The reader hands over the characters of a text one by one, of which there can be some hundred thousand.
    if (error instanceof RangeError) fail(text, refusal("readTextLong"), 0);
    if (error instanceof ParseError)
      fail(text, refusal("readToml", { detail: `${error.message.replace(/\.$/, "")}.` }), error.index);
    throw error;
  }
  const tree: TomlTree = { texts: [], tables: [], inline: [], arrays: [], topEnd: undefined };
  const value = (node: AST.TOMLContentNode, path: TomlPath, pair: TomlPair, depth: number): void => {
    const [start, end] = node.range;
    if (depth > DEEPEST) fail(text, refusal("readDeep", { most: DEEPEST }), start);
    if (node.type === "TOMLInlineTable") {
      const pairs = node.body.map((one) => ({ start: one.range[0], end: one.range[1] }));
      tree.inline.push({ path, start, end, pairs });
      node.body.forEach((one, at) => {
        keyValue(one, path, { inline: { pairs, at }, table: pair.table }, depth);
      });
    } else if (node.type === "TOMLArray") {
      tree.arrays.push({
        path,
        start,
        end,
        items: node.elements.map((one) => ({ start: one.range[0], end: one.range[1] })),
      });
      node.elements.forEach((one, at) => {
        value(one, [...path, at], { ...pair, single: false }, depth + 1);
      });
    } else if (node.kind === "string") {
      // The reader makes one line feed of each line end, and leaves what is escaped.
      const { style, multiline } = node;
      tree.texts.push({ path, value: storable(node.value), style, multiline, start, end, pair });
    }
  };
  const keyValue = (
    node: AST.TOMLKeyValue,
    path: TomlPath,
    place: Pick<TomlPair, "inline" | "table">,
    depth: number,
  ): void => {
    const keys = node.key.keys.map((key) => storable(key.type === "TOMLBare" ? key.name : key.value));
    const [start, end] = node.range;
    value(node.value, [...path, ...keys], { start, end, single: true, ...place }, depth + keys.length);
  };
  for (const node of program.body[0].body) {
    if (node.type === "TOMLKeyValue") {
      keyValue(node, [], { inline: undefined, table: undefined }, 0);
      tree.topEnd = node.range[1];
      continue;
    }
    const path = node.resolvedKey;
    const header = text.indexOf("\n", node.key.range[1]);
    const closed = header < 0 ? text.length : header;
    const end = node.body.at(-1)?.range[1] ?? closed;
    const table: TomlTable = { path, start: node.range[0], end, pairs: node.body.length };
    tree.tables.push(table);
    for (const pair of node.body) keyValue(pair, path, { inline: undefined, table }, path.length);
  }
  return tree;
}

/** A text as a basic string on one line. */
function basic(text: string): string {
  return JSON.stringify(text).replaceAll("\x7f", "\\u007f");
}

/** A key: bare where it may be. */
export function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) && /^[\x21-\x7e]+$/.test(key) ? key : basic(key);
}

/** A new text in the style of the old one, or in a basic string where that cannot hold it. */
export function tomlLiteral(old: TomlText | undefined, raw: string, text: string, eol: string): string {
  if (!old) return basic(text);
  const odd = /[\x00-\x08\x0b-\x1f\x7f]/.test(text);
  const open = /^.{3}\r?\n/.exec(raw)?.[0].slice(3) ?? (text.startsWith("\n") ? eol : "");
  if (old.style === "literal") {
    if (!old.multiline) return odd || /['\n]/.test(text) ? basic(text) : `'${text}'`;
    if (!odd && !text.includes("'''") && !text.endsWith("'")) return `'''${open}${text.replaceAll("\n", eol)}'''`;
  }
  if (!old.multiline) return basic(text);
  const lines = text.split("\n");
  const written = lines.map((line, at) => {
    // Tabs and quotes stand as they are; quotes need an escape only where three stand together or the text ends.
    const inner = basic(line)
      .slice(1, -1)
      .replace(/\\(.)/g, (pair, char) => (char === "t" ? "\t" : char === '"' ? '"' : pair));
    return inner.replace(at === lines.length - 1 ? /"{3,}|"+$/g : /"{3,}/g, (run) => '\\"'.repeat(run.length));
  });
  return `"""${open}${written.join(eol)}"""`;
}
