import { storable } from "../encoding";
import { decodeXmlText } from "./escape";

/** `name="value"`; `value` is decoded, the value range is the inside of the quotes. */
export interface XmlAttribute {
  name: string;
  value: string;
  start: number;
  end: number;
  valueStart: number;
  valueEnd: number;
}

export interface XmlElement {
  kind: "element";
  name: string;
  start: number;
  end: number;
  attributes: XmlAttribute[];
  /** Behind the `>` of the start tag. */
  openEnd: number;
  /** Where the end tag starts; the same as `openEnd` for `<a/>`. */
  closeStart: number;
  selfClosing: boolean;
  children: XmlNode[];
}

/** Anything that is not an element. Text runs hold entity references as they stand. */
export interface XmlPiece {
  kind: "text" | "cdata" | "comment" | "instruction" | "doctype";
  start: number;
  end: number;
}

export type XmlNode = XmlElement | XmlPiece;

/** Kinds of nodes as they are stored; text is what stands between nodes and is not stored. */
export const KINDS = ["element", "cdata", "comment", "instruction", "doctype"] as const;
export const ELEMENT = 0;
const CDATA = 1;
const COMMENT = 2;

/** Numbers of a node: what it is, where it is, the node behind all that is inside of it, its first attribute. */
export const NODE = 7;
export const [HEAD, START, OPEN_END, CLOSE_START, END, AFTER, ATTRIBUTE] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Bits of HEAD: the kind, whether text right inside has references or carriage returns, and the name from here on. */
export const KIND_BITS = 7;
export const ROUGH = 8;
export const NAME_SHIFT = 4;

/** Numbers of an attribute: its name and whether the value must be decoded, where it starts, the value's range. */
export const FIELD = 4;
export const [FIELD_NAME, FIELD_START, VALUE_START, VALUE_END] = [0, 1, 2, 3] as const;

/**
 * The same text in the form that the keys of objects have, and the names in a program: two of these are compared as
 * numbers are, any others letter by letter.
 */
export function asKey(name: string): string {
  return Object.keys({ [name]: true })[0]!;
}

/** What the names of a document mean to its reader, by their number. */
export interface XmlKinds {
  elements: Uint8Array;
  attributes: Uint8Array;
}

/**
 * A document as numbers: nodes in the order they open, told by their index. Node 0 is the document itself, so that 0
 * can mean "none". The inside of a node are the nodes up to `after`; children are met by
 * `for (let child = node + 1; child < tree.after(node); child = tree.after(child))`.
 *
 * Twenty thousand strings are some hundred thousand nodes, most of which nobody ever asks for: as objects they cost
 * more than all the rest of reading a file.
 */
export class XmlTree {
  private readonly views = new Map<number, XmlElement>();
  private readonly locals: string[];

  constructor(
    readonly text: string,
    private readonly nodes: Int32Array,
    private readonly fields: Int32Array,
    private readonly names: readonly string[],
    /** Names of the general entities that the doctype declares. */
    readonly entities: ReadonlySet<string>,
    /** Whether the text holds surrogates, and so perhaps halves of characters. */
    private readonly surrogates: boolean,
  ) {
    this.locals = names.map((name) => (name.includes(":") ? asKey(name.slice(name.indexOf(":") + 1)) : name));
  }

  isElement(node: number): boolean {
    return (this.nodes[node * NODE]! & KIND_BITS) === ELEMENT;
  }

  isComment(node: number): boolean {
    return (this.nodes[node * NODE]! & KIND_BITS) === COMMENT;
  }

  name(node: number): string {
    return this.names[this.nodes[node * NODE]! >> NAME_SHIFT]!;
  }

  /** Name of an element without its prefix; "" for what is no element. */
  local(node: number): string {
    const head = this.nodes[node * NODE]!;
    return (head & KIND_BITS) === ELEMENT ? this.locals[head >> NAME_SHIFT]! : "";
  }

  /** What elements are by their local name, and attributes by their whole one: a number for each that is given. */
  kindsOf(elements: readonly string[], attributes: readonly string[]): XmlKinds {
    return {
      elements: Uint8Array.from(this.locals, (local) => elements.indexOf(local) + 1),
      attributes: Uint8Array.from(this.names, (name) => attributes.indexOf(name) + 1),
    };
  }

  /** Place of an element's name among those of `kinds`, from 1; 0 for any other node. */
  kind(node: number, kinds: XmlKinds): number {
    const head = this.nodes[node * NODE]!;
    return (head & KIND_BITS) === ELEMENT ? kinds.elements[head >> NAME_SHIFT]! : 0;
  }

  /** First of an element's attributes; they go on in steps of `FIELD` up to the first of the next node. */
  firstField(node: number): number {
    return this.nodes[node * NODE + ATTRIBUTE]!;
  }

  /** Place of an attribute's name among those of `kinds`, from 1; 0 for any other. */
  fieldKind(at: number, kinds: XmlKinds): number {
    return kinds.attributes[this.fields[at]! >> 1]!;
  }

  /** Name of an attribute by its place. */
  fieldName(at: number): string {
    return this.names[this.fields[at]! >> 1]!;
  }

  /** Value of an attribute by its place. */
  value(at: number): string {
    const raw = this.text.slice(this.fields[at + VALUE_START]!, this.fields[at + VALUE_END]!);
    // Literal line breaks and tabs count as blanks; those written as references stay.
    return this.fields[at]! & 1 ? decodeXmlText(raw.replace(/\r\n|[\r\n\t]/g, " ")) : raw;
  }

  /** Names that elements have, each once. */
  elementNames(): Set<string> {
    const found = new Set<string>();
    for (let node = 1; node < this.after(0); node++) if (this.isElement(node)) found.add(this.name(node));
    return found;
  }

  /** Names that attributes have, each once. */
  attributeNames(): Set<string> {
    const found = new Set<string>();
    for (let at = 0; at < this.fields.length; at += FIELD) found.add(this.names[this.fields[at]! >> 1]!);
    return found;
  }

  start(node: number): number {
    return this.nodes[node * NODE + START]!;
  }

  end(node: number): number {
    return this.nodes[node * NODE + END]!;
  }

  openEnd(node: number): number {
    return this.nodes[node * NODE + OPEN_END]!;
  }

  closeStart(node: number): number {
    return this.nodes[node * NODE + CLOSE_START]!;
  }

  /** The node behind all that is inside of this one. */
  after(node: number): number {
    return this.nodes[node * NODE + AFTER]!;
  }

  /** First child element of a local name; 0 when there is none. */
  child(node: number, local: string): number {
    if (node === 0) return 0;
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) if (this.local(child) === local) return child;
    return 0;
  }

  /** Child elements of a local name. */
  children(node: number, local: string): number[] {
    const found: number[] = [];
    if (node === 0) return found;
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child))
      if (this.local(child) === local) found.push(child);
    return found;
  }

  /** Whether an element has any attribute. */
  hasAttributes(node: number): boolean {
    return this.nodes[(node + 1) * NODE + ATTRIBUTE]! > this.nodes[node * NODE + ATTRIBUTE]!;
  }

  /** Value of an attribute; undefined when it is not there. */
  attribute(node: number, name: string): string | undefined {
    const { nodes, fields, names } = this;
    const end = nodes[(node + 1) * NODE + ATTRIBUTE]!;
    for (let at = nodes[node * NODE + ATTRIBUTE]!; at < end; at += FIELD)
      if (names[fields[at]! >> 1] === name) return this.value(at);
    return undefined;
  }

  /** Value of an attribute; "" when it is not there, or when there is no node. */
  attributeValue(node: number, name: string): string {
    return node === 0 ? "" : (this.attribute(node, name) ?? "");
  }

  /** A text of the document as a database can hold it, see `storable`. */
  storable(text: string): string {
    return this.surrogates ? storable(text) : text;
  }

  /** Whether an element holds other elements. */
  hasMarkup(node: number): boolean {
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) if (this.isElement(child)) return true;
    return false;
  }

  /** Character data below a node, tags and comments left out; "" when there is no node. */
  flatText(node: number): string {
    if (node === 0) return "";
    const { nodes, text } = this;
    const end = this.after(node);
    const rough = (nodes[node * NODE]! & ROUGH) !== 0;
    let at = this.openEnd(node);
    if (end === node + 1) {
      const raw = text.slice(at, this.closeStart(node));
      return rough ? decodeXmlText(raw) : raw;
    }
    let out = "";
    const run = (to: number): void => {
      if (to > at) out += rough ? decodeXmlText(text.slice(at, to)) : text.slice(at, to);
    };
    for (let child = node + 1; child < end; child = this.after(child)) {
      run(this.start(child));
      const kind = nodes[child * NODE]! & KIND_BITS;
      if (kind === ELEMENT) out += this.flatText(child);
      else if (kind === CDATA) out += text.slice(this.start(child) + 9, this.end(child) - 3).replace(/\r\n?/g, "\n");
      at = this.end(child);
    }
    run(this.closeStart(node));
    return out;
  }

  /** Text of an element; where it has markup, its inner XML as it stands. */
  richText(node: number): string {
    if (node === 0 || !this.hasMarkup(node)) return this.flatText(node);
    return this.text.slice(this.openEnd(node), this.closeStart(node)).replace(/\r\n?/g, "\n");
  }

  /** An element as an object; the same one every time. */
  element(node: number): XmlElement {
    let view = this.views.get(node);
    if (!view) {
      view = new ElementView(this, node);
      this.views.set(node, view);
    }
    return view;
  }

  /** Everything right inside a node as objects, runs of text included. */
  inside(node: number): XmlNode[] {
    const found: XmlNode[] = [];
    const end = this.after(node);
    let at = this.openEnd(node);
    for (let child = node + 1; child < end; child = this.after(child)) {
      const start = this.start(child);
      if (start > at) found.push({ kind: "text", start: at, end: start });
      at = this.end(child);
      const kind = KINDS[this.nodes[child * NODE]! & KIND_BITS]!;
      found.push(kind === "element" ? this.element(child) : { kind, start, end: at });
    }
    const close = this.closeStart(node);
    if (close > at) found.push({ kind: "text", start: at, end: close });
    return found;
  }

  /** Attributes of an element as objects. */
  attributesOf(node: number): XmlAttribute[] {
    const { nodes, fields, names } = this;
    const found: XmlAttribute[] = [];
    const end = nodes[(node + 1) * NODE + ATTRIBUTE]!;
    for (let at = nodes[node * NODE + ATTRIBUTE]!; at < end; at += FIELD) {
      const valueEnd = fields[at + VALUE_END]!;
      found.push({
        name: names[fields[at]! >> 1]!,
        value: this.value(at),
        start: fields[at + FIELD_START]!,
        end: valueEnd + 1,
        valueStart: fields[at + VALUE_START]!,
        valueEnd,
      });
    }
    return found;
  }
}

/** An element of a tree for those who want to hold one; what is inside is made when it is asked for. */
class ElementView implements XmlElement {
  readonly kind = "element";
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly openEnd: number;
  readonly closeStart: number;
  readonly selfClosing: boolean;
  readonly #tree: XmlTree;
  readonly #node: number;
  #attributes: XmlAttribute[] | undefined;
  #children: XmlNode[] | undefined;

  constructor(tree: XmlTree, node: number) {
    this.#tree = tree;
    this.#node = node;
    this.name = tree.name(node);
    this.start = tree.start(node);
    this.end = tree.end(node);
    this.openEnd = tree.openEnd(node);
    this.closeStart = tree.closeStart(node);
    this.selfClosing = this.end === this.openEnd;
  }

  get attributes(): XmlAttribute[] {
    this.#attributes ??= this.#tree.attributesOf(this.#node);
    return this.#attributes;
  }

  get children(): XmlNode[] {
    this.#children ??= this.#tree.inside(this.#node);
    return this.#children;
  }
}
