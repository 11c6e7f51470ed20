import type { Nodes, Parents, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfmTable } from "micromark-extension-gfm-table";
import { mdxjs } from "micromark-extension-mdxjs";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../samples";

/** What mdast says stands in a document, in the words of our reader; and the rules by which we differ on purpose. */

/** A block: what it is, what it says, and for prose where it stands. */
export type Told = [kind: string, from: number, to: number, text: string];

function tree(text: string, mdx: boolean): Root {
  return fromMarkdown(text, {
    extensions: [gfmTable(), frontmatter(["yaml"]), ...(mdx ? [mdxjs()] : [])],
    mdastExtensions: [gfmTableFromMarkdown(), frontmatterFromMarkdown(["yaml"]), ...(mdx ? [mdxFromMarkdown()] : [])],
  });
}

const offsets = (node: Nodes): [number, number] => [node.position!.start.offset!, node.position!.end.offset!];

/** Where the text of a block stands: from its first part to its last, without blanks around it. */
function range(text: string, { children }: Parents): [number, number] {
  if (children.length === 0) return [0, 0];
  let [from] = offsets(children[0]!);
  let [, to] = offsets(children.at(-1)!);
  while (from < to && /[ \t\r\n]/.test(text[from]!)) from++;
  while (to > from && /[ \t\r\n]/.test(text[to - 1]!)) to--;
  return [from, to];
}

/** Every rule by which we differ from mdast on purpose has its name and its reason here. */
export const RULES = {
  underlinedHeading: "A heading with a line under it is a paragraph, since its marks stand in lines of their own.",
  firstOfItem: "The first paragraph of an item is an item.",
  task: "The box of a task is a mark before the text, as GitHub has it.",
  codeInQuotes: "Code in quotes is left alone: its lines are not one piece of the file.",
  codeInItems: "Code in an item keeps the blanks that its lines start with.",
  splitCode: "Indented code whose first line leaves a quote or an item goes on in the next, as CommonMark has it.",
  lazyTag:
    "A tag alone in a line is text behind a text; mdast takes it for HTML where the line also leaves a quote or an item.",
  openFront:
    "A first line of three dashes that nothing closes is a rule; mdast then reads no quotes and items below it.",
  openCode:
    "Code of MDX in a quote ends in its line; where code over several lines turns out to be text, marks in it count.",
  blankText: "What holds nothing but white space is nothing to translate.",
  deep: "Beyond a hundred quotes and items within one another marks are read as text.",
  footnote: "The text of a footnote is prose even if it is one word, which CommonMark takes for an address.",
} as const;

const withoutEnd = (code: string): string => code.replace(/(?:[ \t]*(?:\r\n?|\n|$))*$/, "");

const blanksOff = (code: string): string =>
  withoutEnd(code)
    .replace(/\r\n?/g, "\n")
    .replace(/^[ \t]+|[ \t]+$/gm, "")
    .trim();

/** The lines of a text without blanks and marks of quotes before them. */
const marksOff = (prose: string): string => prose.replace(/\r\n?/g, "\n").replace(/\n[ \t>]*/g, "\n");

/** Blocks that mdast finds, by the rules. */
export function toldByMdast(text: string, mdx: boolean): Told[] {
  const told: Told[] = [];
  let indented: { told: Told; parent: Nodes; end: number } | undefined;
  const visit = (node: Nodes, above: readonly Nodes[]): void => {
    const add = (kind: string, [from, to]: [number, number]): void => {
      if (to > from && text.slice(from, to).trim() !== "") told.push([kind, from, to, marksOff(text.slice(from, to))]);
    };
    if (node.type === "heading" && text[offsets(node)[0]] === "#" && !isUnderlined(text, node)) {
      add(`h${node.depth}`, range(text, node));
    } else if (node.type === "paragraph" || node.type === "heading") {
      // RULES.underlinedHeading, RULES.firstOfItem, RULES.task
      const parent = above.at(-1)!;
      const [from, to] = range(text, node);
      const first = parent.type === "listItem" && parent.children[0] === node;
      const box = first ? /^\[[ xX]\][ \t]+(?=\S)/.exec(text.slice(from, to)) : null;
      add(first ? "li" : "p", [from + (box?.[0].length ?? 0), to]);
    } else if (node.type === "tableCell") {
      add("td", range(text, node));
    } else if (node.type === "yaml") {
      if (node.value.trim() !== "") told.push(["front", 0, 0, blanksOff(node.value)]);
    } else if (node.type === "code") {
      // RULES.codeInQuotes, RULES.codeInItems, RULES.blankText
      const quoted = above.some(({ type }) => type === "blockquote");
      if (quoted || node.value.trim() === "") return;
      const says = blanksOff(node.value);
      const { start, end } = node.position!;
      const fenced = !/[ \t]/.test(text[start.offset!]!);
      // RULES.splitCode
      const between = indented && text.slice(indented.end, start.offset!);
      if (!fenced && indented?.parent === above.at(-1) && between!.trim() === "") indented!.told[3] += between + says;
      else told.push(["code", 0, 0, says]);
      indented = fenced ? undefined : { told: told.at(-1)!, parent: above.at(-1)!, end: end.offset! };
    } else if ("children" in node) {
      for (const child of node.children) visit(child, [...above, node]);
    }
  };
  visit(tree(text, mdx), []);
  return told.map(([kind, from, to, says]) => [kind, from, to, kind === "code" ? blanksOff(says) : says]);
}

function isUnderlined(text: string, node: Nodes): boolean {
  const [from, to] = offsets(node);
  return /[\r\n]/.test(text.slice(from, to));
}

/** True for documents that mdast is not asked about: see the rules about tags, front matter and code of MDX. */
export function isBeyondMdast(text: string, mdx = false): boolean {
  const lines = text.split(/\r\n?|\n/);
  // RULES.openFront
  if (/^---[ \t]*$/.test(lines[0]!) && !lines.slice(1).some((line) => /^---[ \t]*$/.test(line))) return true;
  // RULES.openCode
  if (mdx) return /[{<][^}>\n]*\n(?:.*\n)*?[ \t]*(?:>|-|\d+\.)/.test(text);
  // RULES.lazyTag
  return lines.some(
    (line, at) => at > 0 && /^[ \t>]*<\/?[a-z][^>]*>[ \t]*$/.test(line) && lines[at - 1]!.trim() !== "",
  );
}

/** Blocks that our reader finds. */
export function toldByUs(text: string, mdx: boolean): Told[] {
  const format = findFormat(mdx ? "mdx" : "markdown")!;
  return format.parse(text, optionsFor("cs")).entries.map(({ id, sources, span }): Told => {
    const kind = id.split("-")[0]!;
    if (kind === "code" || kind === "front") return [kind, 0, 0, blanksOff(sources[0]!)];
    return [kind, span!.start, span!.end, marksOff(sources[0]!)];
  });
}
