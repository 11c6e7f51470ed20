import { storable } from "../encoding";
import { lineBehind } from "../splice";
import {
  type Block,
  endsLine,
  foldPlain,
  foldQuoted,
  isGap,
  nextLine,
  onlyComment,
  plainEnd,
  quoteEnd,
  readBlock,
  skipBlanks,
  unquote,
} from "./line-values";
import { endOfYaml, type YamlList, type YamlMap, type YamlNode, type YamlTree } from "./nodes";

/**
 * Reads YAML line by line, without a grammar: maps and lists by indentation, and values that end on their line. Nearly
 * all translation files are made of nothing else.
 *
 * It stands beside the grammar for the sake of pulls, which read each file as it was and as it is: one that changes ten
 * files of 2,000 strings takes 1.1 s, and 1.7 s by the grammar alone. The first import of them takes 2.0 s either way.
 */

/** Deeper files are left to the grammar, which has its own limit. */
const DEEPEST = 90;
/** The grammar has a limit for keys a little above. */
const LONGEST_KEY = 1000;

const COLON = 58;
const DASH = 45;
const HASH = 35;

const NOTHING = /^(?:~|null|Null|NULL)$/;
const BOOLEAN = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const NUMBER =
  /^(?:0o[0-7]+|[-+]?\d+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN|[-+]?(?:\.\d+|\d+(?:\.\d*)?)[eE][-+]?\d+|[-+]?(?:\.\d+|\d+\.\d*))$/;
/** First characters of what may be no text; all that begins otherwise is one. */
const MAYBE_NO_TEXT = new Set([..."~nNtTfF0123456789+-."].map((char) => char.charCodeAt(0)));

/** A map or list that lines may still belong to. */
interface Open {
  column: number;
  node: YamlMap | YamlList;
}

class LineReader {
  private root: YamlNode | undefined;
  private readonly open: Open[] = [];
  /** Where the value of the last key or dash would stand, which has none yet; else -1. */
  private waiting = -1;
  /** Start of the next line. */
  private next = 0;
  /** Whether a text may have what a database cannot hold. */
  private readonly halves: boolean;

  constructor(private readonly text: string) {
    this.halves = /[\ud800-\udfff]/.test(text);
  }

  /** The root, or undefined when a line is not of the simple kind. */
  read(): YamlNode | undefined {
    const { text } = this;
    let began = false;
    let line = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    // The grammar counts columns otherwise on a line with a byte order mark.
    if (line === 1 && (text[line] === " " || this.isDash(line))) return undefined;
    for (; line < text.length; line = this.next) {
      const at = skipBlanks(text, line);
      this.next = line;
      if (endsLine(text, at) || text.charCodeAt(at) === HASH) this.next = nextLine(text, at);
      else if (at === line && (text.startsWith("---", at) || text.startsWith("...", at))) {
        if (began || this.root || text[at] !== "-" || !onlyComment(text, at + 3)) return undefined;
        began = true;
        this.next = nextLine(text, at);
      } else if (!this.line(at, at - line)) return undefined;
    }
    this.close(-1, false);
    return this.root;
  }

  private isDash(at: number): boolean {
    return this.text.charCodeAt(at) === DASH && isGap(this.text, at + 1);
  }

  /** A line that says something. */
  private line(at: number, column: number): boolean {
    const dash = this.isDash(at);
    this.close(column, dash);
    let start = at;
    let place = column;
    while (this.isDash(start)) {
      if (!this.enter("list", start, place)) return false;
      const behind = skipBlanks(this.text, start + 1);
      this.waiting = behind;
      if (onlyComment(this.text, start + 1)) {
        this.next = nextLine(this.text, behind);
        return true;
      }
      place += behind - start;
      start = behind;
    }
    return this.pairOrText(start, place, dash);
  }

  /** Ends the maps and lists that a line at this column cannot belong to. */
  private close(column: number, dash: boolean): void {
    for (let top = this.open.at(-1); top; top = this.open.at(-1)) {
      if (this.waiting >= 0) {
        // The line may be the value: it is deeper, or a list right below its key.
        if (column > top.column || (column === top.column && dash && top.node.kind === "map")) return;
        this.put({ kind: "other", start: this.waiting, end: this.waiting });
      }
      if (top.column < column) return;
      if (top.column === column) {
        const below = this.open.at(-2);
        if (dash || top.node.kind === "map" || below?.column !== column) return;
      }
      this.open.pop();
      const end = endOfYaml(top.node);
      top.node.end = lineBehind(this.text, end);
      const holder = this.open.at(-1)?.node;
      if (holder?.kind === "map") holder.pairs.at(-1)!.end = end;
    }
  }

  /** Gives the last key or dash its value. */
  private put(node: YamlNode): void {
    const holder = this.open.at(-1)!.node;
    this.waiting = -1;
    if (holder.kind === "list") {
      holder.items.push(node);
      return;
    }
    const pair = holder.pairs.at(-1)!;
    pair.value = node;
    if (node.kind !== "other" || node.start < node.end) pair.end = node.end;
  }

  /** Makes sure that the innermost map or list is one of this kind at this column. */
  private enter(kind: "map" | "list", start: number, column: number): boolean {
    const top = this.open.at(-1);
    if (this.waiting < 0 && top) return top.column === column && top.node.kind === kind;
    if ((!top && this.root) || this.open.length >= DEEPEST) return false;
    const node: YamlMap | YamlList =
      kind === "map"
        ? { kind, flow: false, start, end: start, pairs: [] }
        : { kind, flow: false, start, end: start, items: [] };
    if (top) this.put(node);
    else this.root = node;
    this.open.push({ column, node });
    return true;
  }

  /** A key with what follows on its line, or the text of an item. */
  private pairOrText(start: number, column: number, inItem: boolean): boolean {
    const { text } = this;
    const quote = text.charCodeAt(start);
    if (quote === 34 || quote === 39) {
      const end = quoteEnd(text, start);
      if (end === undefined || text.charCodeAt(end) !== COLON || !isGap(text, end + 1))
        return inItem && this.value(start);
      const key = unquote(text.slice(start + 1, end - 1), quote === 39);
      return key !== undefined && this.pair(storable(key), start, end, column);
    }
    const plain = plainEnd(text, start);
    if (!plain?.colon) return inItem && this.value(start);
    return this.pair(this.shown(start, plain.end), start, plain.end, column);
  }

  private pair(key: string, keyStart: number, keyEnd: number, column: number): boolean {
    // Such a key brings in the pairs of another map.
    if (key === "<<" || keyEnd - keyStart > LONGEST_KEY || !this.enter("map", keyStart, column)) return false;
    const map = this.open.at(-1)!.node as YamlMap;
    map.pairs.push({ key, keyStart, keyEnd, value: undefined, end: keyEnd + 1 });
    const at = skipBlanks(this.text, keyEnd + 1);
    this.waiting = at;
    if (!onlyComment(this.text, keyEnd + 1)) return this.value(at);
    this.next = nextLine(this.text, at);
    return true;
  }

  /** The value that begins here. */
  private value(start: number): boolean {
    const { text } = this;
    switch (text[start]) {
      case '"':
      case "'":
        return this.quoted(start);
      case "|":
      case ">":
        return this.block(start, readBlock(text, start, this.open.at(-1)!.column));
      case "{":
      case "[":
        return this.empty(start);
    }
    const plain = plainEnd(text, start);
    return plain !== undefined && !plain.colon && this.plain(start, plain.end);
  }

  private plain(start: number, first: number): boolean {
    const folded = foldPlain(this.text, start, first, this.open.at(-1)!.column);
    if (!folded) return false;
    const { end, raw } = folded;
    const value = this.halves ? storable(raw) : raw;
    let type: "text" | "number" | "boolean" = "text";
    if (MAYBE_NO_TEXT.has(value.charCodeAt(0))) {
      if (NOTHING.test(value)) return this.ended({ kind: "other", start, end }, end);
      if (NUMBER.test(value)) type = "number";
      else if (BOOLEAN.test(value)) type = "boolean";
    }
    return this.ended({ kind: "text", start, end, value, style: "plain", type }, end);
  }

  private quoted(start: number): boolean {
    const { text } = this;
    const line = quoteEnd(text, start);
    const folded =
      line === undefined
        ? foldQuoted(text, start, this.open.at(-1)!.column)
        : { end: line, raw: text.slice(start + 1, line - 1) };
    if (!folded) return false;
    const { end, raw } = folded;
    const style = text[start] === '"' ? "double" : "single";
    const said = unquote(raw, style === "single");
    if (said === undefined) return false;
    const value = this.halves || said !== raw ? storable(said) : said;
    return this.ended({ kind: "text", start, end, value, style, type: "text" }, end);
  }

  private block(start: number, block: Block | undefined): boolean {
    if (!block) return false;
    const { end, value, folded } = block;
    const style = folded ? "folded" : "literal";
    this.put({ kind: "text", start, end, value: storable(value), style, type: "text" });
    this.next = end;
    return true;
  }

  /** A map or list between brackets, which must have nothing in it. */
  private empty(start: number): boolean {
    const end = start + 2;
    if (this.text.startsWith("{}", start)) return this.ended({ kind: "map", flow: true, start, end, pairs: [] }, end);
    if (this.text.startsWith("[]", start)) return this.ended({ kind: "list", flow: true, start, end, items: [] }, end);
    return false;
  }

  /** A value that has ended, when nothing but a comment follows on its line. */
  private ended(node: YamlNode, end: number): boolean {
    if (!onlyComment(this.text, end)) return false;
    this.put(node);
    this.next = nextLine(this.text, end);
    return true;
  }

  private shown(start: number, end: number): string {
    const raw = this.text.slice(start, end);
    return this.halves ? storable(raw) : raw;
  }
}

/**
 * The tree of a YAML text, the same that the grammar makes of it; undefined for all that is not surely simple: errors,
 * tabs, anchors, aliases, tags, brackets with something in them, values of several lines, a second document. The text
 * must have no NUL, and no carriage return without a line feed.
 */
export function readYamlLines(text: string): YamlTree | undefined {
  const root = new LineReader(text).read();
  return root && { root, second: undefined, simple: true };
}
