import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FormatOptions } from "../format";
import { blankBefore, lineEnding, PatchList } from "../splice";
import { decodeXmlText, escapeXmlText } from "./escape";
import { attributeOf, scanXmlFragment, usedPrefixes } from "./scanner";
import type { XmlElement, XmlNode } from "./tree";

/** What XML formats share: reading the text of elements, and splicing content, attributes and whole elements. */

const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** Refuses characters that no XML file can hold. */
export function refuseNotXml(text: string): void {
  const char = NOT_XML.exec(text)?.[0];
  if (char === undefined) return;
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw new EditRefused(refusal("writeControl", { code }));
}

/** Name without its prefix. */
export function localName(element: XmlElement): string {
  const colon = element.name.indexOf(":");
  return colon < 0 ? element.name : element.name.slice(colon + 1);
}

/** Child elements of a name, prefixes aside. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((node): node is XmlElement => node.kind === "element" && localName(node) === name);
}

/** First child element of a name, prefixes aside. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((node): node is XmlElement => node.kind === "element" && localName(node) === name);
}

/** Value of an attribute; "" when it is not there. */
export function attributeValue(element: XmlElement | undefined, name: string): string {
  return (element && attributeOf(element, name)?.value) ?? "";
}

/** Character data below nodes, tags and comments left out. */
export function flatText(text: string, nodes: readonly XmlNode[]): string {
  let out = "";
  for (const node of nodes) {
    if (node.kind === "text") out += decodeXmlText(text.slice(node.start, node.end));
    else if (node.kind === "cdata") out += text.slice(node.start + 9, node.end - 3).replace(/\r\n?/g, "\n");
    else if (node.kind === "element") out += flatText(text, node.children);
  }
  return out;
}

/** Whether an element holds other elements. */
export function hasMarkup(element: XmlElement): boolean {
  return element.children.some((node) => node.kind === "element");
}

/** Text of an element; where it has markup, its inner XML as it stands. */
export function richText(text: string, element: XmlElement): string {
  if (!hasMarkup(element)) return flatText(text, element.children);
  return text.slice(element.openEnd, element.closeStart).replace(/\r\n?/g, "\n");
}

/** What may be written as markup. */
export interface MarkupNames {
  /** Names of elements, without prefix. */
  elements: ReadonlySet<string>;
  /** Prefixes that the file declares. */
  prefixes: ReadonlySet<string>;
  entities: ReadonlySet<string>;
}

/** Whether a text is a fragment of known elements that would be shown again as it was typed. */
export function isMarkup(text: string, names: MarkupNames): boolean {
  if (!text.includes("<") || /<[!?]|\r/.test(text)) return false;
  const nodes = scanXmlFragment(text, names.entities);
  if (!nodes?.some((node) => node.kind === "element")) return false;
  const known = (list: readonly XmlNode[]): boolean =>
    list.every((node) => node.kind !== "element" || (names.elements.has(localName(node)) && known(node.children)));
  return known(nodes) && [...usedPrefixes(nodes)].every((prefix) => names.prefixes.has(prefix));
}

/** Prefixes that an element declares. */
export function declaredPrefixes(element: XmlElement): Set<string> {
  return new Set(
    element.attributes.filter(({ name }) => name.startsWith("xmlns:")).map(({ name }) => name.slice("xmlns:".length)),
  );
}

/** Splices one XML file. */
export class XmlEditor {
  readonly patches: PatchList;
  readonly eol: string;
  /** Files that write `>` as a reference go on doing so. */
  private readonly closes: boolean;
  private readonly opened = new Map<XmlElement, { pieces: string[]; end: string }>();

  constructor(
    readonly text: string,
    /** Parameters of the component; `xml_closing_tags` says how empty elements are closed. */
    private readonly params: FormatOptions["params"] = {},
    /** One level of indentation where the file shows none. */
    private readonly step = "  ",
  ) {
    this.patches = new PatchList(text);
    this.eol = lineEnding(text);
    this.closes = text.includes("&gt;");
  }

  /** Text as content of an element, with the line ends of the file. */
  escape(value: string): string {
    refuseNotXml(value);
    const escaped = escapeXmlText(value);
    return this.lines(this.closes ? escaped.replaceAll(">", "&gt;") : escaped);
  }

  /** Raw XML with the line ends of the file. */
  lines(xml: string): string {
    return this.eol === "\n" ? xml : xml.replaceAll("\n", this.eol);
  }

  /** Gives an element other content; a self-closing one is opened. */
  fill(element: XmlElement, xml: string): void {
    if (!element.selfClosing) {
      const shut = xml === "" && this.params.xml_closing_tags === false && !this.showsEmptyPair(element.name);
      if (shut) this.patches.replace(element.openEnd - 1, element.end, "/>");
      else this.patches.replace(element.openEnd, element.closeStart, xml);
      return;
    }
    if (xml === "") return;
    let end = element.openEnd - 2;
    while (/[ \t\r\n]/.test(this.text[end - 1]!)) end--;
    this.patches.replace(end, element.end, `>${xml}</${element.name}>`);
  }

  /** Whether the file has an empty element of this name with both of its tags. */
  private showsEmptyPair(name: string): boolean {
    const close = `></${name}>`;
    for (let at = this.text.indexOf(close); at >= 0; at = this.text.indexOf(close, at + 1)) {
      const open = this.text.lastIndexOf("<", at);
      if (this.text.startsWith(name, open + 1) && this.text[at - 1] !== "/") return true;
    }
    return false;
  }

  /** Sets an attribute, or takes it away. */
  attribute(element: XmlElement, name: string, value: string | undefined): void {
    const found = attributeOf(element, name);
    if (value === undefined) {
      if (!found) return;
      let start = found.start;
      while (/[ \t\r\n]/.test(this.text[start - 1]!)) start--;
      this.patches.replace(start, found.end, "");
    } else if (!found) {
      const at = element.attributes.at(-1)?.end ?? element.start + 1 + element.name.length;
      this.patches.insert(at, ` ${name}="${attributeText(value, '"')}"`);
    } else if (found.value !== value) {
      this.patches.replace(found.valueStart, found.valueEnd, attributeText(value, this.text[found.valueStart - 1]!));
    }
  }

  /** Takes an element away with the blanks before it; `parent` holds it. */
  remove(element: { start: number; end: number }, parent: XmlElement): void {
    const blank = blankBefore(this.text, parent.openEnd, element.start);
    this.patches.replace(element.start - blank.length, element.end, "");
  }

  /** Line end and indentation before a child. */
  lead(parent: XmlElement, child: { start: number }): string {
    return blankBefore(this.text, parent.openEnd, child.start);
  }

  /** Line end and indentation that children of an element have, or would have. */
  childLead(element: XmlElement, grandparent?: XmlElement): string {
    const first = element.children.find((node) => node.kind === "element");
    if (first) return this.lead(element, first);
    const own = grandparent ? this.lead(grandparent, element) : this.eol;
    if (!/[\r\n]/.test(own)) return own === "" ? "" : `${this.eol}${own}`;
    const outer = grandparent ? this.outerIndent(grandparent) : "";
    const indent = own.replace(/[\r\n]/g, "");
    const step = indent.startsWith(outer) && indent.length > outer.length ? indent.slice(outer.length) : this.step;
    return own + step;
  }

  private outerIndent(element: XmlElement): string {
    let start = element.start;
    while (start > 0 && /[ \t]/.test(this.text[start - 1]!)) start--;
    return start === 0 || /[\r\n]/.test(this.text[start - 1]!) ? this.text.slice(start, element.start) : "";
  }

  /** Puts a child at the end of an element; several are put in order. */
  append(parent: XmlElement, xml: string, grandparent?: XmlElement): void {
    const last = parent.children.findLast((node) => node.kind !== "text");
    if (last) {
      this.patches.insert(last.end, this.childLead(parent, grandparent) + xml);
      return;
    }
    const own = grandparent ? this.lead(grandparent, parent) : this.eol;
    const entry = this.opened.get(parent) ?? { pieces: [], end: own };
    entry.pieces.push(this.childLead(parent, grandparent) + xml);
    this.opened.set(parent, entry);
  }

  finish(): ReturnType<PatchList["finish"]> {
    for (const [element, { pieces, end }] of this.opened) {
      const inside = element.selfClosing ? "" : this.text.slice(element.openEnd, element.closeStart);
      if (/[\r\n]/.test(inside)) this.patches.insert(element.openEnd, pieces.join(""));
      else this.fill(element, pieces.join("") + end);
    }
    return this.patches.finish();
  }
}

/** A value between quotes of this kind. */
function attributeText(value: string, quote: string): string {
  refuseNotXml(value);
  const escaped = escapeXmlText(value).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
  return quote === "'" ? escaped.replaceAll("'", "&apos;") : escaped.replaceAll('"', "&quot;");
}
