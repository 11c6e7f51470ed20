import type { Block } from "../kernel/document-blocks";
import { cellsOf, definitionsLength, endOfText, type HtmlEnd, runEnd, skip } from "./lines";

/** What stands in the quotes and items of Markdown, and the blocks that it gives. */

/** What writing a block needs. */
export interface Place {
  /** What stands before every line but the first. */
  prefix: string;
  /** Marks that open the quotes and items around it, on a line of their own. */
  lead: string;
  /** Marks around code; "" for indented code. */
  fence?: string;
}

export interface Paragraph {
  kind: "paragraph";
  place: Place;
  /** What the block is. */
  says: string;
  line: number;
  /** Where its text started before the box of a task. */
  first: number;
  /** Whether its last line may be the head of a table. */
  bare: boolean;
  /** Where each line starts and ends. */
  lines: number[];
}

export interface Code {
  kind: "code";
  fence: string;
  place: Place;
  line: number;
  /** Lines of indented code, and how many of these numbers its text has. */
  lines: number[];
  from: number;
  to: number;
  /** Whether its only line so far left a quote or an item. */
  after: boolean;
}

/** What goes on in further lines. */
export type Leaf = Paragraph | Code | { kind: "html"; end: HtmlEnd } | { kind: "table" };

/** Where most blocks stand. */
export const TOP: Place = { prefix: "", lead: "" };

/** The text from line to line: line feeds between them, and nothing of what stands before each. */
export function joined(text: string, lines: readonly number[]): string {
  if (lines.length === 2) return text.slice(lines[0], lines[1]);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += 2) parts.push(text.slice(lines[at], lines[at + 1]));
  return parts.join("\n");
}

/** A heading with signs before it. */
export function headingBlock(text: string, at: number, end: number, line: number, lead: string): Block | undefined {
  const stop = runEnd(text, at, end, 35);
  const from = skip(text, stop, end);
  const last = endOfText(text, from, end);
  let to = last;
  while (to > from && text.charCodeAt(to - 1) === 35) to--;
  // Signs at the end are marks only behind a blank.
  if (to < last && (to === from || /[ \t]/.test(text[to - 1]!))) to = endOfText(text, from, to);
  else to = last;
  if (to === from) return undefined;
  const data = lead === "" ? TOP : { prefix: "", lead };
  return { kind: `h${stop - at}`, from, to, text: text.slice(from, to), line, data };
}

/** Cells of a row that say something. */
export function rowBlocks(text: string, start: number, end: number, line: number): Block[] {
  const blocks: Block[] = [];
  const cells = cellsOf(text, start, end);
  for (let index = 0; index < cells.length; index += 2) {
    const stop = cells[index + 1]!;
    const from = skip(text, cells[index]!, stop);
    const to = endOfText(text, from, stop);
    if (to > from) blocks.push({ kind: "td", from, to, text: text.slice(from, to), line, data: TOP });
  }
  return blocks;
}

/** Code; undefined where there is none, and within quotes, where it is no one piece of the file. */
export function codeBlock(text: string, { fence, from, to, lines, line, place }: Code): Block | undefined {
  if (place.lead.includes(">")) return undefined;
  if (fence === "") {
    const says = lines.slice(0, to);
    return { kind: "code", from: says[0]!, to: says.at(-1)!, text: joined(text, says), line, data: place };
  }
  if (to <= from) return undefined;
  return { kind: "code", from, to, text: text.slice(from, to).replace(/\r\n?/g, "\n"), line, data: place };
}

/** A paragraph without the definitions of links that it starts with; undefined where it has nothing else. */
export function paragraphBlock(text: string, { lines, place, says, line, first }: Paragraph): Block | undefined {
  const last = lines.length - 1;
  lines[last] = endOfText(text, lines[last - 1]!, lines[last]!);
  const [from, to] = [lines[0]!, lines[last]!];
  const whole = joined(text, lines);
  const length = from === first && text.charCodeAt(from) === 91 ? definitionsLength(whole) : 0;
  if (length === 0) return { kind: says, from, to, text: whole, line, data: place };
  if (length === whole.length) return undefined;
  // What stands behind definitions is a paragraph of its own.
  const taken = whole.slice(0, length).split("\n").length - 1;
  const rest = lines.slice(2 * taken);
  rest[0] = skip(text, rest[0]!, rest[1]!);
  return { kind: "p", from: rest[0], to, text: joined(text, rest), line: line + taken, data: place };
}
