import { type DefaultTreeAdapterMap, parse as parseHtml } from "parse5";
import type { Block } from "./blocks";
import { FormatError, positionAt } from "./format";
import { HIDDEN, INLINE, META, READ_BY_ALL, readAttribute } from "./html-words";

/** HTML by its whole grammar, with all that browsers make of pages whose tags are wrong. */

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** How deep elements may be nested. */
const DEEPEST = 400;

const isElement = (node: Node): node is Element => "tagName" in node;
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

class Reader {
  private readonly blocks: Block[] = [];
  private line = 1;
  private seen = 0;

  constructor(private readonly text: string) {}

  read(): Block[] {
    const { text } = this;
    const document = parseHtml(text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text, {
      sourceCodeLocationInfo: true,
    });
    this.children(document.childNodes, "text", 0);
    this.blocks.sort((a, b) => a.from - b.from || b.to - a.to);
    // Where tags are not nested well, an element is read a second time inside a text that has it already.
    let end = 0;
    const apart = this.blocks.filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
    for (const block of apart) block.line = this.lineAt(block.from);
    return apart;
  }

  private lineAt(offset: number): number {
    for (; this.seen < offset; this.seen++) if (this.text.charCodeAt(this.seen) === 10) this.line++;
    return this.line;
  }

  private fail(message: string, offset: number): never {
    const { line, column } = positionAt(this.text, offset);
    throw new FormatError(message, line, column);
  }

  /** Whether a node belongs to the text around it. */
  private inline(node: Node, depth: number): boolean {
    if (!isElement(node)) return node.nodeName === "#text" || node.nodeName === "#comment";
    if (depth > DEEPEST) this.fail("Elements are nested too deep here.", node.sourceCodeLocation?.startOffset ?? 0);
    if (!INLINE.has(node.tagName) || attribute(node, "translate") === "no") return false;
    return node.childNodes.every((child) => this.inline(child, depth + 1));
  }

  private children(nodes: readonly Node[], kind: string, depth: number): void {
    let run: Node[] = [];
    for (const node of nodes) {
      if (this.inline(node, depth)) run.push(node);
      else {
        this.run(run, kind);
        run = [];
        if (isElement(node)) this.element(node, depth);
      }
    }
    this.run(run, kind);
  }

  private element(element: Element, depth: number): void {
    if (depth > DEEPEST) this.fail("Elements are nested too deep here.", element.sourceCodeLocation?.startOffset ?? 0);
    if (HIDDEN.has(element.tagName) || attribute(element, "translate") === "no") return;
    this.attributes(element);
    this.children(element.childNodes, element.tagName, depth + 1);
  }

  private attributes(element: Element): void {
    const meta =
      element.tagName === "meta" && META.test(attribute(element, "name") ?? attribute(element, "property") ?? "");
    for (const { name, value } of element.attrs) {
      const place = element.sourceCodeLocation?.attrs?.[name];
      if (!place || value.trim() === "" || !(READ_BY_ALL.has(name) || (meta && name === "content"))) continue;
      const raw = this.text.slice(place.startOffset, place.endOffset);
      const quote = /=[ \t\r\n]*(["'])/.exec(raw);
      if (!quote) continue;
      const from = place.startOffset + quote.index + quote[0].length;
      const inside = this.text.slice(from, place.endOffset - 1);
      this.blocks.push({
        kind: `@${name}`,
        from,
        to: place.endOffset - 1,
        text: readAttribute(inside),
        line: 0,
        data: quote[1],
      });
    }
  }

  /** Nodes that stand beside one another are one text, with the inline elements among them. */
  private run(nodes: readonly Node[], kind: string): void {
    const places = nodes.flatMap((node) => (node.sourceCodeLocation ? [node.sourceCodeLocation] : []));
    if (!nodes.some(hasText)) {
      for (const node of nodes) if (isElement(node)) this.element(node, 0);
      return;
    }
    if (places.length !== nodes.length) return;
    let from = places[0]!.startOffset;
    let to = places.at(-1)!.endOffset;
    while (from < to && /[ \t\r\n\f]/.test(this.text[from]!)) from++;
    while (to > from && /[ \t\r\n\f]/.test(this.text[to - 1]!)) to--;
    const ordered = places.every((place, index) => index === 0 || place.startOffset >= places[index - 1]!.endOffset);
    // Content that a browser moves elsewhere has no place that could be written.
    if (to <= from || !ordered) return;
    this.blocks.push({ kind, from, to, text: this.text.slice(from, to).replace(/\r\n?/g, "\n"), line: 0 });
  }
}

const hasText = (node: Node): boolean =>
  isElement(node)
    ? node.childNodes.some(hasText)
    : node.nodeName === "#text" && "value" in node && /[^ \t\r\n\f]/.test(node.value);

/** Blocks of any page. @throws FormatError for one that is nested too deep */
export function readHtmlTree(text: string): Block[] {
  return new Reader(text).read();
}
