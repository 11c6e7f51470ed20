import type { FormatOptions } from "../format";
import { lineEnding } from "../splice";
import { jsonUnit } from "./layout";
import type { JsonArray, JsonNode, JsonObject } from "./tokens";

/** A whole JSON file in the shape of its parameters. Keys and values stay as they are spelled, comments stay as well. */

interface JsonShape {
  eol: string;
  /** One more level of indentation; undefined leaves the lines as they are. */
  unit: string | undefined;
  /** Blank behind a colon, and behind a comma where the line goes on; undefined leaves them. */
  blank: string | undefined;
  sortKey: ((key: string) => string) | undefined;
}

/** What stands between two tokens: comments, commas and colons, and blanks. */
const PIECES = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[,:]|[ \t\r\n]+/g;

/** @param root what `scanJson` reads from the text */
export function reformatJson(
  text: string,
  root: JsonObject | JsonArray,
  params: FormatOptions["params"],
  sortKey: (key: string) => string = (key) => key,
): string {
  const indents = params.json_indent !== undefined || params.json_indent_style !== undefined;
  const compact = params.json_use_compact_separators;
  const shape: JsonShape = {
    eol: lineEnding(text),
    unit: indents ? jsonUnit(params) : undefined,
    blank: typeof compact === "boolean" ? (compact ? "" : " ") : undefined,
    sortKey: params.json_sort_keys === true ? sortKey : undefined,
  };
  return text.slice(0, root.start) + new Shaper(text, shape).value(root, "") + text.slice(root.end);
}

/** One member or item with the place of its first token. */
interface Item {
  start: number;
  end: number;
  sortedBy: string;
  body: string;
}

class Shaper {
  constructor(
    private readonly text: string,
    private readonly shape: JsonShape,
  ) {}

  /** A value that stands on a line with this indentation. */
  value(node: JsonNode, indent: string): string {
    const { text } = this;
    if (node.kind === "text" || node.kind === "scalar") return text.slice(node.start, node.end);
    const items = this.items(node, indent + (this.shape.unit ?? ""));
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last) {
      const inside = text.slice(node.start + 1, node.end - 1);
      const kept = this.shape.unit === undefined || inside.includes("/") ? inside : "";
      return text[node.start]! + kept + text[node.end - 1]!;
    }
    const gaps = items.slice(1).map((item, at) => text.slice(items[at]!.end, item.start));
    const head = text.slice(node.start + 1, first.start);
    const tail = text.slice(last.end, node.end - 1);
    // A comment belongs to one of the members beside it, but to which one cannot be told.
    const sorts =
      this.shape.sortKey && node.kind === "object" && ![head, ...gaps, tail].some((gap) => gap.includes("/"));
    if (sorts) items.sort((a, b) => (a.sortedBy < b.sortedBy ? -1 : a.sortedBy > b.sortedBy ? 1 : 0));
    const line = this.shape.unit === undefined ? undefined : this.shape.eol + indent;
    const inner = line === undefined ? undefined : line + this.shape.unit;
    let out = text[node.start]! + this.gap(head, inner) + items[0]!.body;
    gaps.forEach((gap, at) => {
      out += this.comma(gap, inner) + items[at + 1]!.body;
    });
    return out + this.gap(tail, line) + text[node.end - 1]!;
  }

  private items(node: JsonObject | JsonArray, indent: string): Item[] {
    if (node.kind === "array")
      return node.items.map((item) => ({ ...item, sortedBy: "", body: this.value(item, indent) }));
    const { text } = this;
    return node.members.map(({ keyStart, keyEnd, key, value }) => ({
      start: keyStart,
      end: value.end,
      sortedBy: this.shape.sortKey?.(key) ?? "",
      body: text.slice(keyStart, keyEnd) + this.colon(text.slice(keyEnd, value.start)) + this.value(value, indent),
    }));
  }

  /** Blanks and comments inside of brackets; on a line of its own where `line` is given. */
  private gap(gap: string, line: string | undefined): string {
    if (line === undefined) return gap;
    return gap.includes("/") ? onLines(gap, line) : line;
  }

  private comma(gap: string, line: string | undefined): string {
    if (gap.includes("/")) return line === undefined ? gap : onLines(gap, line);
    if (line !== undefined) return `,${line}`;
    const { blank } = this.shape;
    return blank === undefined || /[\r\n]/.test(gap) ? gap : `,${blank}`;
  }

  private colon(gap: string): string {
    const { blank, unit } = this.shape;
    const tall = /[\r\n]/.test(gap);
    if (gap.includes("/") || (tall && unit === undefined)) return gap;
    return blank === undefined && !tall ? gap : `:${blank ?? " "}`;
  }
}

/** Comments stay where they are; where a line ends between them, the next starts with the indentation of `line`. */
function onLines(gap: string, line: string): string {
  return gap.replace(PIECES, (piece) => (/^[ \t\r\n]/.test(piece) && /[\r\n]/.test(piece) ? line : piece));
}
