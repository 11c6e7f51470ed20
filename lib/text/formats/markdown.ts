import type { Block, BlockDialect } from "./blocks";
import { documentFormat } from "./document";
import { EditRefused, type FileFormat, FormatError, type FormatOptions } from "./format";
import { lineEnd, nextLine, trimEnd } from "./line-scan";
import { lineEnding } from "./splice";
import { rewriteYaml } from "./yaml-text";
import { readYaml, type YamlNode, type YamlText } from "./yaml-tree";

/**
 * Markdown by its lines: headings, paragraphs, items, cells of tables, code and front matter. Marks within a text are
 * part of it; those before it, such as of quotes and lists, are not.
 */

/** Marks of quotes, then of items, before the text of a line. */
const QUOTES = /^(?:[ ]{0,3}>[ ]?)*/;
const ITEM = /^[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const HEADING = /^[ ]{0,3}(#{1,6})[ \t]+/;
const RULE = /^[ ]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const DEFINITION = /^[ ]{0,3}\[[^\]]{1,500}\]:[ \t]/;
const TABLE_RULE = /^[ ]{0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Lines of MDX that are code. */
const MDX = /^(?:import\s|export\s|\{|\}|<\/?[A-Z][\w.]*(?:\s[^<]*)?>?$|\/>$)/;

interface Fold {
  /** What stands before every line but the first. */
  prefix: string;
  /** For a value of front matter, what it takes to write it. */
  meta?: { node: YamlText; flow: boolean; place: number; end: number };
}

/** What most blocks are: no mark starts their further lines. */
const FLAT: Fold = { prefix: "" };

class Reader {
  readonly blocks: Block[] = [];
  private open: Block | undefined;
  private line = 0;
  private at: number;

  constructor(
    private readonly text: string,
    private readonly mdx: boolean,
    private readonly options: FormatOptions,
  ) {
    this.at = text.startsWith("\ufeff") ? 1 : 0;
  }

  read(): Block[] {
    this.frontMatter();
    while (this.at < this.text.length) this.next();
    for (const block of this.blocks) block.text ||= unfold(this.text.slice(block.from, block.to), block.data as Fold);
    return this.blocks.filter((block) => block.text.trim() !== "");
  }

  private takeLine(): { start: number; end: number; raw: string } {
    const start = this.at;
    const end = lineEnd(this.text, start);
    this.at = nextLine(this.text, end);
    this.line++;
    return { start, end, raw: this.text.slice(start, Math.min(end, start + 100_000)) };
  }

  private add(kind: string, from: number, to: number, prefix: string): Block {
    const block: Block = {
      kind,
      from,
      to,
      text: "",
      line: this.line,
      data: prefix === "" ? FLAT : ({ prefix } satisfies Fold),
    };
    this.blocks.push(block);
    return block;
  }

  /** Lines from here up to one that closes them, as one text. */
  private verbatim(kind: string, closes: (raw: string) => boolean, wanted: boolean): void {
    const from = this.at;
    const line = this.line + 1;
    let to = from;
    while (this.at < this.text.length) {
      const { start, raw, end } = this.takeLine();
      if (closes(raw)) break;
      to = end > start ? end : to;
    }
    if (wanted && to > from) this.add(kind, from, to, "").line = line;
  }

  private frontMatter(): void {
    const { text } = this;
    const end = lineEnd(text, this.at);
    if (!/^---[ \t]*$/.test(text.slice(this.at, Math.min(end, this.at + 20)))) return;
    if (!/\n---[ \t]*(?:\r|\n|$)/.test(text.slice(end, end + 100_000))) return;
    this.takeLine();
    const { params } = this.options;
    const from = this.at;
    this.verbatim("front", (raw) => /^---[ \t]*$/.test(raw), params.md_extract_frontmatter !== false);
    const [whole] = this.blocks;
    const values = whole && params.md_frontmatter_translate_values === true ? this.values(from, whole) : undefined;
    if (values) this.blocks.splice(0, 1, ...values);
  }

  /** The texts of front matter one by one; undefined for one that is no YAML. */
  private values(from: number, whole: Block): Block[] | undefined {
    const { text, at } = this;
    const found: { node: YamlText; flow: boolean }[] = [];
    const visit = (node: YamlNode | undefined, flow: boolean): void => {
      if (node?.kind === "text" && node.type === "text" && node.value.trim() !== "") found.push({ node, flow });
      else if (node?.kind === "map") for (const pair of node.pairs) visit(pair.value, flow || node.flow);
      else if (node?.kind === "list") for (const item of node.items) visit(item, flow || node.flow);
    };
    try {
      visit(readYaml(text.slice(from, text.lastIndexOf("---", at))).root, false);
    } catch (error) {
      if (error instanceof FormatError) return undefined;
      throw error;
    }
    return found.map(({ node, flow }, place): Block => {
      const data: Fold = { prefix: "", meta: { node, flow, place, end: at } };
      return { kind: "meta", from: from + node.start, to: from + node.end, text: node.value, line: whole.line, data };
    });
  }

  private next(): void {
    const { start, end, raw } = this.takeLine();
    const quotes = QUOTES.exec(raw)![0];
    const inner = raw.slice(quotes.length);
    const at = start + quotes.length;
    const last = trimEnd(this.text, at, end);
    const fence = FENCE.exec(inner)?.[1];
    if (fence !== undefined) {
      this.open = undefined;
      const mark = new RegExp(`^(?:[ ]{0,3}>[ ]?)*[ \\t]*\\${fence[0]}{${fence.length},}[ \\t]*$`);
      this.verbatim(
        "code",
        (line) => mark.test(line),
        quotes === "" && this.options.params.md_extract_code_blocks !== false,
      );
      return;
    }
    if (last === at || RULE.test(inner) || DEFINITION.test(inner) || (this.mdx && MDX.test(inner.trim()))) {
      this.open = undefined;
      return;
    }
    const heading = HEADING.exec(inner);
    if (heading) {
      const from = at + heading[0].length;
      let to = last;
      while (to > from && this.text[to - 1] === "#") to--;
      // Signs at the end are marks only behind a blank.
      to = to < last && /[ \t]/.test(this.text[to - 1]!) ? Math.max(from, trimEnd(this.text, from, to)) : last;
      if (to > from) this.add(`h${heading[1]!.length}`, from, to, "");
      this.open = undefined;
    } else if (/^[ ]{0,3}\|/.test(inner)) this.row(inner, at);
    else this.prose(inner, quotes, at, last);
  }

  private row(inner: string, at: number): void {
    this.open = undefined;
    if (TABLE_RULE.test(inner)) return;
    const bars = [...inner.matchAll(/\\.|\|/g)].filter((match) => match[0] === "|").map((match) => match.index);
    bars.forEach((bar, index) => {
      const cell = inner.slice(bar + 1, bars[index + 1] ?? inner.length);
      const text = cell.trim();
      if (text === "") return;
      const from = at + bar + 1 + cell.indexOf(text);
      this.add("td", from, from + text.length, "");
    });
  }

  private prose(inner: string, quotes: string, at: number, last: number): void {
    const item = ITEM.exec(inner)?.[0];
    if (item === undefined && this.open) {
      this.open.to = last;
      return;
    }
    const indent = item ?? /^[ \t]*/.exec(inner)![0];
    const from = at + indent.length;
    if (from >= last) return;
    const prefix = quotes + indent.replace(/[^ \t]/g, " ");
    this.open = this.add(item === undefined ? "p" : "li", from, last, prefix);
  }
}

/** The lines of a text without what stands before each of them. */
function unfold(raw: string, { prefix }: Fold): string {
  const text = raw.replace(/\r\n?/g, "\n");
  return prefix === "" || !text.includes("\n") ? text : text.replace(/\n[ \t>]*/g, "\n");
}

/** A value of front matter in the style of the old one, which is read again as that value. */
function writeValue(
  value: string,
  block: Block,
  { node, flow, place, end }: NonNullable<Fold["meta"]>,
  text: string,
  read: (head: string) => Block[],
): string {
  const written = rewriteYaml(node, text.slice(block.from, block.to), value, flow, lineEnding(text));
  const values = (head: string): Block[] => read(head).filter(({ kind }) => kind === "meta");
  const now = values(text.slice(0, block.from) + written + text.slice(block.to, end));
  if (now[place]?.text !== value || now.length !== values(text.slice(0, end)).length)
    throw new EditRefused("A value of the front matter cannot hold this text.");
  return written;
}

function dialect(mdx: boolean): BlockDialect {
  const read = (text: string, options: FormatOptions): Block[] => new Reader(text, mdx, options).read();
  return {
    read,
    write: (value, block, text, options) => {
      const { prefix, meta } = block.data as Fold;
      if (meta) return writeValue(value, block, meta, text, (head) => read(head, options));
      const eol = lineEnding(text);
      const written = value.replaceAll("\n", eol + (block.kind === "code" || block.kind === "front" ? "" : prefix));
      // What is written must be read as the same block, or it would become others.
      const line = Math.max(text.lastIndexOf("\n", block.from - 1), text.lastIndexOf("\r", block.from - 1)) + 1;
      const end = lineEnd(text, block.to);
      let before = text.slice(line, block.from);
      let after = text.slice(block.to, end);
      if (block.kind === "code") [before, after] = ["```\n", "\n```\n"];
      else if (block.kind === "front") [before, after] = ["---\n", "\n---\n"];
      else if (block.kind === "td") {
        before = "| ";
        after = " |";
      }
      const found = read(before + written + after, options);
      if (found.length !== 1 || found[0]!.kind !== block.kind || found[0]!.text !== value)
        throw new EditRefused(
          "This part of the document cannot hold this text: look for empty lines, blanks at its ends, or marks of Markdown at the start of a line.",
        );
      return written;
    },
  };
}

/** Markdown, and MDX with its code. */
export const markdownFormats: readonly FileFormat[] = [
  documentFormat(
    {
      id: "markdown",
      name: "Markdown file",
      masks: ["*.md", "*.markdown"],
      extension: "md",
      mimeType: "text/markdown",
    },
    dialect(false),
  ),
  documentFormat(
    { id: "mdx", name: "MDX file", masks: ["*.mdx"], extension: "mdx", mimeType: "text/mdx" },
    dialect(true),
  ),
];
