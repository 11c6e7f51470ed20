import type { CST } from "yaml";
import { applyPatches } from "../kernel/format";
import { lineEnding, PatchList } from "../kernel/splice";
import { yamlFirst, yamlHeadLength } from "./cst";

/** Long lines of texts in a YAML file, broken at single blanks, which is what a line break is read as. */

/** What a line of a text without quotes may begin with; marks could be taken for something else. */
const WORD = /[\p{L}\p{N}]/u;

class Wrapper {
  readonly patches: PatchList;
  private readonly eol: string;
  /** Where the line of the current document's first thing begins to count. */
  private readonly begin: number;

  constructor(
    private readonly text: string,
    private readonly width: number,
    private readonly unit: number,
  ) {
    this.patches = new PatchList(text);
    this.eol = lineEnding(text);
    this.begin = text.startsWith("\ufeff") ? 1 : 0;
  }

  private lineStart(at: number): number {
    return Math.max(this.begin, this.text.lastIndexOf("\n", at - 1) + 1);
  }

  /** Texts inside of brackets, keys, and a file that is one text stay as they are. */
  collection(token: CST.Token | null | undefined): void {
    if (token?.type !== "block-map" && token?.type !== "block-seq") return;
    const first = yamlFirst(token);
    const column = first - this.lineStart(first);
    for (const { value } of token.items) {
      if (!value) continue;
      if (value.type === "block-scalar") this.block(value);
      else if (value.type === "block-map" || value.type === "block-seq") this.collection(value);
      else if (value.type === "scalar" || value.type.endsWith("quoted-scalar"))
        this.flow(value as CST.FlowScalar, column);
    }
  }

  private flow({ type, offset, source }: CST.FlowScalar, column: number): void {
    const end = offset + source.length;
    const indent = this.indentOf(offset, end, column);
    for (let from = offset; from < end; ) {
      const { stop, next } = this.lineEnd(from, end);
      let start = from;
      while (this.text[start] === " " || this.text[start] === "\t") start++;
      const blank = type === "double-quoted-scalar" ? /[^ \t\\] (?=[^ \t\r])/g : /[^ \t] (?=[^ \t\r])/g;
      this.line(start, stop, blank, indent, type === "scalar");
      from = next;
    }
  }

  /** Blanks before the further lines of a text: those that it has, or one level more than what holds it. */
  private indentOf(offset: number, end: number, column: number): string {
    const line = this.lineStart(offset);
    const lead = /^ */.exec(this.text.slice(line, offset))?.[0] ?? "";
    if (line + lead.length === offset) return lead;
    const further = /\n( +)[^ \t\r\n]/.exec(this.text.slice(offset, end))?.[1];
    return further !== undefined && further.length > column ? further : " ".repeat(column + this.unit);
  }

  /** In a folded block, lines that begin with further blanks, and literal blocks, are kept as they are by every reader. */
  private block(token: CST.BlockScalar): void {
    const header = token.props.find((prop) => prop.type === "block-scalar-header");
    if (!header || !("source" in header) || !/^>[-+]?$/.test(header.source)) return;
    const start = token.offset + yamlHeadLength(token);
    const indent = /^(?:[ \t]*\r?\n)*( +)[^ \t\r\n]/.exec(token.source)?.[1];
    if (indent === undefined) return;
    const end = start + token.source.length;
    for (let from = start; from < end; ) {
      const { stop, next } = this.lineEnd(from, end);
      const inner = from + indent.length;
      if (this.text.startsWith(indent, from) && !/[ \t\r\n]/.test(this.text[inner] ?? " "))
        this.line(inner, stop, /[^ \t] (?=[^ \t\r])/g, indent, false);
      from = next;
    }
  }

  /** Where a line ends, at `limit` at the latest, and where the next begins. */
  private lineEnd(from: number, limit: number): { stop: number; next: number } {
    const feed = this.text.indexOf("\n", from);
    if (feed < 0 || feed >= limit) return { stop: limit, next: limit };
    return { stop: this.text[feed - 1] === "\r" ? feed - 1 : feed, next: feed + 1 };
  }

  /** Breaks one line, so that its pieces fit into the width where that can be. */
  private line(start: number, stop: number, blank: RegExp, indent: string, plain: boolean): void {
    let used = start - this.lineStart(start);
    if (used + stop - start <= this.width) return;
    let from = start;
    let last = -1;
    const places = [...this.text.slice(start, stop).matchAll(blank)].map((match) => start + match.index + 1);
    for (const place of [...places.filter((at) => !plain || this.begins(at + 1)), stop]) {
      if (used + place - from > this.width && last >= 0) {
        this.patches.replace(last, last + 1, this.eol + indent);
        from = last + 1;
        used = indent.length;
      }
      last = place;
    }
  }

  private begins(at: number): boolean {
    return WORD.test(String.fromCodePoint(this.text.codePointAt(at) ?? 32));
  }
}

/** The text with no line of a text longer than the width, as far as its words allow. */
export function wrapYaml(text: string, documents: readonly CST.Document[], width: number, unit: number): string {
  const wrapper = new Wrapper(text, width, unit);
  for (const document of documents) wrapper.collection(document.value);
  return applyPatches(text, wrapper.patches.finish());
}
