import type { DefaultTreeAdapterMap } from "parse5";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Block } from "../kernel/document-blocks";
import { FormatError, positionAt } from "../kernel/format";
import { type PlacedTree, parsePlaces } from "./text-positions";
import { HIDDEN, INLINE, readAttribute, TRANSLATABLE_ATTRIBUTES, TRANSLATABLE_META } from "./translatable";

/**
 * HTML by its whole grammar, with all that browsers make of pages whose tags are wrong. A block is what stands in the
 * page without a gap and means the same wherever it stands: texts, comments and inline elements with both of their
 * tags. Whatever else comes between ends it, so that no edit touches a tag that is none of its text.
 */

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** Inline elements that have no end tag, and those that may go without theirs in another. */
const VOID: ReadonlySet<string> = new Set(["br", "img", "input", "wbr"]);
const RUBY: ReadonlySet<string> = new Set(["rb", "rp", "rt"]);

/** A part of a run: a piece of text, a comment or an inline element. */
interface Part {
  from: number;
  to: number;
  says: boolean;
  element?: Element;
}

const NOWHERE: Part = { from: -1, to: -1, says: false };

/** How deep elements may be nested. */
const DEEPEST = 400;

const isElement = (node: Node): node is Element => "tagName" in node;
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

class Reader {
  private readonly blocks: Block[] = [];
  private line = 1;
  private seen = 0;
  private tree: PlacedTree = { nodes: [], pieces: new Map(), moved: new Set() };
  private readonly known = new Map<Element, Part | undefined>();

  constructor(private readonly text: string) {}

  read(): Block[] {
    const { text } = this;
    this.tree = parsePlaces(text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text);
    this.children(this.tree.nodes, "text", 0);
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

  private fail(said: Refusal, offset: number): never {
    const { line, column } = positionAt(this.text, offset);
    throw new FormatError(said, line, column);
  }

  /** An element that belongs to the text around it; undefined for one that stands for itself. */
  private inline(element: Element, depth: number): Part | undefined {
    const { known } = this;
    if (!known.has(element)) known.set(element, this.whole(element, depth));
    return known.get(element);
  }

  private whole(element: Element, depth: number): Part | undefined {
    const { tagName, sourceCodeLocation: place } = element;
    if (depth > DEEPEST) this.fail(refusal("readElementsDeep"), place?.startOffset ?? 0);
    if (!INLINE.has(tagName) || attribute(element, "translate") === "no") return undefined;
    if (!place?.startTag || this.tree.moved.has(element)) return undefined;
    const { startOffset: from, endOffset: to } = place;
    if (VOID.has(tagName)) return { from, to, says: false, element };
    const parent = element.parentNode;
    const endless = !place.endTag && RUBY.has(tagName) && parent !== null && parent.nodeName === "ruby";
    if (!place.endTag && !endless) return undefined;
    let at = place.startTag.endOffset;
    let says = false;
    for (const child of element.childNodes) {
      for (const part of this.parts(child, depth + 1) ?? [NOWHERE]) {
        if (part.from !== at) return undefined;
        at = part.to;
        says ||= part.says;
      }
    }
    return at === (place.endTag?.startOffset ?? to) ? { from, to, says, element } : undefined;
  }

  /** What a node adds to the text around it; undefined for one that ends that text. */
  private parts(node: Node, depth: number): readonly Part[] | undefined {
    if (isElement(node)) {
      const part = this.inline(node, depth);
      return part && [part];
    }
    if (node.nodeName === "#text") return this.tree.pieces.get(node) ?? [];
    const place = node.sourceCodeLocation;
    if (node.nodeName !== "#comment" || !place) return undefined;
    const { startOffset: from, endOffset: to } = place;
    // A comment without an end has all the rest of the page in it.
    const end = this.text.startsWith("<!--", from) ? /--!?>$/ : />$/;
    return end.test(this.text.slice(Math.max(from, to - 4), to)) ? [{ from, to, says: false }] : undefined;
  }

  private children(nodes: readonly Node[], kind: string, depth: number): void {
    let run: Part[] = [];
    const end = (): void => {
      this.run(run, kind);
      run = [];
    };
    for (const node of nodes) {
      const parts = this.parts(node, depth);
      for (const part of parts ?? []) {
        if (run.length > 0 && run.at(-1)!.to !== part.from) end();
        run.push(part);
      }
      if (parts) continue;
      end();
      if (isElement(node)) this.element(node, depth);
    }
    end();
  }

  private element(element: Element, depth: number): void {
    if (depth > DEEPEST) this.fail(refusal("readElementsDeep"), element.sourceCodeLocation?.startOffset ?? 0);
    if (HIDDEN.has(element.tagName) || attribute(element, "translate") === "no") return;
    this.attributes(element);
    this.children(element.childNodes, element.tagName, depth + 1);
  }

  private attributes(element: Element): void {
    const meta =
      element.tagName === "meta" &&
      TRANSLATABLE_META.test(attribute(element, "name") ?? attribute(element, "property") ?? "");
    for (const { name, value } of element.attrs) {
      const place = element.sourceCodeLocation?.attrs?.[name];
      if (!place || value.trim() === "" || !(TRANSLATABLE_ATTRIBUTES.has(name) || (meta && name === "content")))
        continue;
      const start = place.startOffset + name.length;
      const quote = /^[ \t\r\n\f]*=[ \t\r\n\f]*(["'])/.exec(this.text.slice(start, place.endOffset));
      if (!quote) continue;
      const from = start + quote[0].length;
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

  /** Parts that stand right behind one another are one text. */
  private run(parts: readonly Part[], kind: string): void {
    if (!parts.some(({ says }) => says)) {
      for (const { element } of parts) if (element) this.element(element, 0);
      return;
    }
    const { text } = this;
    let from = parts[0]!.from;
    let to = parts.at(-1)!.to;
    while (from < to && /[ \t\r\n\f]/.test(text[from]!)) from++;
    while (to > from && /[ \t\r\n\f]/.test(text[to - 1]!)) to--;
    this.blocks.push({ kind, from, to, text: text.slice(from, to).replace(/\r\n?/g, "\n"), line: 0 });
  }
}

/** Blocks of any page. @throws FormatError for one that is nested too deep */
export function readHtmlTree(text: string): Block[] {
  return new Reader(text).read();
}
