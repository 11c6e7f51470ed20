import { type DefaultTreeAdapterMap, parse as parseHtml } from "parse5";
import type { Block, BlockDialect } from "./blocks";
import { documentFormat } from "./document";
import { EditRefused, type FileFormat, FormatError, positionAt } from "./format";
import { lineEnding } from "./splice";

/** HTML pages: runs of text with their inline elements, and attributes that people read. */

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** Largest page that is read, in characters, and how deep. */
const LARGEST = 10_000_000;
const DEEPEST = 400;

const INLINE = new Set(
  "a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark meter output q ruby rb rp rt s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const HIDDEN = new Set(["script", "style", "template", "svg", "math", "iframe", "object"]);
/** Attributes of any element, and those of some. */
const READ_BY_ALL = new Set(["title", "alt", "placeholder", "aria-label", "summary", "label"]);
const META = /^(?:description|keywords|og:title|og:description|twitter:title|twitter:description)$/i;

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
    if (text.length > LARGEST) throw new FormatError("The page is larger than 10 MB.", 1, 1);
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

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const readAttribute = (raw: string): string =>
  raw
    .replace(/\r\n?/g, "\n")
    .replace(/&(?:(amp|lt|gt|quot|apos)|#(34|39|38|13));/g, (_, name: string | undefined, code: string) =>
      name === undefined ? String.fromCharCode(Number(code)) : NAMED[name]!,
    );

const writeAttribute = (value: string, quote: string): string => {
  const escaped = value.replaceAll("&", "&amp;").replaceAll("\r", "&#13;");
  return quote === '"' ? escaped.replaceAll('"', "&quot;") : escaped.replaceAll("'", "&#39;");
};

const dialect: BlockDialect = {
  read: (text) => new Reader(text).read(),
  write: (value, block, text) => {
    const eol = lineEnding(text);
    if (block.kind.startsWith("@")) {
      if (value.trim() === "") throw new EditRefused("An attribute that people read cannot be blank.");
      return writeAttribute(value, block.data as string).replaceAll("\n", eol);
    }
    // What is written must be read as one text again, or it would become part of others.
    const tag = /^(?:title|textarea|option)$/.test(block.kind) ? block.kind : "p";
    const found = new Reader(`<!DOCTYPE html><body><${tag}>${value}</${tag}><p>end</p>`).read();
    const own = found.filter((one) => !one.kind.startsWith("@"));
    const odd = /^<\/|<!|<\?/.test(value) || value.includes("\r");
    if (odd || own.length !== 2 || own[0]!.text !== value || own[1]!.text !== "end" || own[0]!.kind !== tag)
      throw new EditRefused(
        "The text is no complete HTML: close its tags, and leave out blocks and blanks at its ends.",
      );
    return value.replaceAll("\n", eol);
  },
};

/** HTML pages. */
export const html: FileFormat = documentFormat(
  { id: "html", name: "HTML file", masks: ["*.html", "*.htm"], extension: "html", mimeType: "text/html" },
  dialect,
);
