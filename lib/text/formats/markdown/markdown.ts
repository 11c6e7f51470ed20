import { refusal } from "@/lib/text/messages/refusal";
import type { Block, BlockDialect } from "../kernel/document-blocks";
import { documentFormat } from "../kernel/document-format";
import { EditRefused, FormatError, type FormatOptions } from "../kernel/format";
import { lineEnd, nextLine } from "../kernel/line-scan";
import { lineEnding } from "../kernel/splice";
import type { YamlNode, YamlText } from "../kernel/yaml/nodes";
import { rewriteYaml } from "../kernel/yaml/text";
import { readYaml } from "../kernel/yaml/tree";
import { type Place, TOP } from "./leaves";
import { endOfText } from "./lines";
import { MarkdownReader } from "./reader";

/**
 * Markdown by its lines: headings, paragraphs, items, cells of tables, code and front matter. Marks within a text are
 * part of it; those before it, such as of quotes and lists, are not.
 */

/** What writing needs of a value of front matter. */
interface Meta {
  meta: { node: YamlText; flow: boolean; place: number; end: number };
}

/** Markdown, and MDX with its code. */
export const markdownFormats = [
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

/** The texts of front matter one by one; undefined for one that is no YAML. */
function frontValues(text: string, from: number, to: number, end: number, line: number): Block[] | undefined {
  const found: { node: YamlText; flow: boolean }[] = [];
  const visit = (node: YamlNode | undefined, flow: boolean): void => {
    if (node?.kind === "text" && node.type === "text" && node.value.trim() !== "") found.push({ node, flow });
    else if (node?.kind === "map") for (const pair of node.pairs) visit(pair.value, flow || node.flow);
    else if (node?.kind === "list") for (const item of node.items) visit(item, flow || node.flow);
  };
  try {
    visit(readYaml(text.slice(from, to)).root, false);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
  return found.map(({ node, flow }, place): Block => {
    const data: Meta = { meta: { node, flow, place, end } };
    return { kind: "meta", from: from + node.start, to: from + node.end, text: node.value, line, data };
  });
}

/** Front matter at the start of a file: its blocks, and where it ends, with the number of its lines. */
function readFront(
  text: string,
  at: number,
  { params }: FormatOptions,
): { blocks: Block[]; end: number; lines: number } {
  const none = { blocks: [], end: at, lines: 0 };
  const first = lineEnd(text, at);
  if (!/^---[ \t]*$/.test(text.slice(at, Math.min(first, at + 20)))) return none;
  const from = nextLine(text, first);
  let to = from;
  let lines = 1;
  for (let start = from; start < text.length; ) {
    const stop = lineEnd(text, start);
    const next = nextLine(text, stop);
    lines++;
    if (text.startsWith("---", start) && endOfText(text, start + 3, stop) === start + 3) {
      const whole = { kind: "front", from, to, text: text.slice(from, to).replace(/\r\n?/g, "\n"), line: 2, data: TOP };
      const values = params.md_frontmatter_translate_values === true && frontValues(text, from, start, next, 2);
      const blocks = params.md_extract_frontmatter === false || to === from ? [] : values || [whole];
      return { blocks, end: next, lines };
    }
    if (stop > start) to = stop;
    start = next;
  }
  return none;
}

function readMarkdown(text: string, mdx: boolean, options: FormatOptions): Block[] {
  const front = readFront(text, text.startsWith("\ufeff") ? 1 : 0, options);
  const code = options.params.md_extract_code_blocks !== false;
  const body = new MarkdownReader(text, front.end, front.lines, mdx, code).read();
  return [...front.blocks, ...body].filter((block) => block.text.trim() !== "");
}

/** A value of front matter in the style of the old one, which is read again as that value. */
function writeValue(
  value: string,
  block: Block,
  { node, flow, place, end }: Meta["meta"],
  text: string,
  read: (head: string) => Block[],
): string {
  const written = rewriteYaml(node, text.slice(block.from, block.to), value, flow, lineEnding(text));
  const values = (head: string): Block[] => read(head).filter(({ kind }) => kind === "meta");
  const now = values(text.slice(0, block.from) + written + text.slice(block.to, end));
  if (now[place]?.text !== value || now.length !== values(text.slice(0, end)).length)
    throw new EditRefused(refusal("writeFrontMatter"));
  return written;
}

/** The smallest document in which a block is what it is, with a text for it; and how many blocks stand before it there. */
function alone(written: string, block: Block, text: string): [document: string, before: number] {
  const { lead, fence } = block.data as Place;
  const { kind } = block;
  if (kind === "front") return [`---\n${written}\n---\n`, 0];
  if (kind === "td") {
    const line = Math.max(text.lastIndexOf("\n", block.from - 1), text.lastIndexOf("\r", block.from - 1)) + 1;
    const bar = text.slice(line, block.from).includes("|") ? "| " : "";
    return [`| a |\n|---|\n${bar}${written} |`, 1];
  }
  if (kind === "code") {
    const blanks = " ".repeat(lead.length);
    return [fence === "" ? `${lead}    ${written}` : `${lead}${fence}\n${written}\n${blanks}${fence}`, 0];
  }
  if (!kind.startsWith("h")) return [lead + written, 0];
  return [`${lead}${"#".repeat(Number(kind[1]))} ${written}${text.slice(block.to, lineEnd(text, block.to))}`, 0];
}

function dialect(mdx: boolean): BlockDialect {
  const read = (text: string, options: FormatOptions): Block[] => readMarkdown(text, mdx, options);
  return {
    read,
    write: (value, block, text, options) => {
      if ("meta" in (block.data as object))
        return writeValue(value, block, (block.data as Meta).meta, text, (head) => read(head, options));
      const { prefix, lead } = block.data as Place;
      const eol = lineEnding(text);
      const written =
        block.kind === "code" ? value.replace(/\n(?!\n)/g, eol + prefix) : value.replaceAll("\n", eol + prefix);
      // What is written must be read as the same block, or it would become others.
      const [document, before] = alone(written, block, text);
      const found = read(document, options);
      const prose = lead === "" || lead.trimEnd().endsWith(">") ? "p" : "li";
      const kind = block.kind === "p" || block.kind === "li" ? prose : block.kind;
      const last = found[before];
      if (found.length !== before + 1 || last?.kind !== kind || last.text !== value)
        throw new EditRefused(refusal("writeMarkdown"));
      return written;
    },
  };
}
