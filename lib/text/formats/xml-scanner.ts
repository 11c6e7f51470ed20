import { FormatError, positionAt } from "./format";

/**
 * XML with ranges: the one reader of all XML formats. It checks well-formedness, keeps every offset, loads nothing
 * from outside and expands nothing.
 */

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

export interface XmlDocument {
  root: XmlElement;
  /** Everything at the top, the root included. */
  children: XmlNode[];
  /** Names of the general entities that the doctype declares. */
  entities: ReadonlySet<string>;
}

const DEEPEST = 200;
const NAME =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: these are the ranges of the XML standard, one character each
  /[:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd][:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\-.0-9\u00b7\u0300-\u036f\u203f\u2040]*/y;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([:A-Za-z_][\w:.-]{0,100}));/y;
const BAD_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const PREDEFINED = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Text that a reference stands for; undefined for an entity of the document's own. */
export function decodeReference(reference: string): string | undefined {
  REFERENCE.lastIndex = 0;
  const match = REFERENCE.exec(reference);
  if (!match) return undefined;
  if (match[3] !== undefined) return PREDEFINED.get(match[3]);
  const code = match[1] !== undefined ? Number(match[1]) : Number.parseInt(match[2]!, 16);
  return code > 0x10ffff || code === 0 || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
}

/** Raw text with its references decoded; entities of the document's own stay as `&name;`. Line ends become LF. */
export function decodeXmlText(raw: string): string {
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!text.includes("&")) return text;
  return text.replace(/&[^&;]{1,101};/g, (reference) => decodeReference(reference) ?? reference);
}

/** Text as XML: `&`, `<`, and `>` where it would close a CDATA section; CR as a reference, or it would be lost. */
export function escapeXmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("]]>", "]]&gt;").replaceAll("\r", "&#13;");
}

/** Text as the inside of a double-quoted attribute value. */
export function escapeXmlAttribute(text: string): string {
  return escapeXmlText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}

/** First attribute with this name. */
export function attributeOf(element: XmlElement, name: string): XmlAttribute | undefined {
  return element.attributes.find((attribute) => attribute.name === name);
}

class Scanner {
  at = 0;
  readonly entities = new Set<string>();

  constructor(
    readonly text: string,
    /** Entities that are known from outside, for fragments. */
    private readonly known: ReadonlySet<string>,
  ) {
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
    const bad = BAD_CHARACTER.exec(text);
    if (bad) this.fail("This character is not allowed in XML.", bad.index);
  }

  fail(message: string, at = this.at): never {
    const { line, column } = positionAt(this.text, at);
    throw new FormatError(message, line, column);
  }

  skipBlank(): boolean {
    const start = this.at;
    for (; ; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return this.at > start;
    }
  }

  name(): string {
    NAME.lastIndex = this.at;
    const name = NAME.exec(this.text)?.[0];
    if (name === undefined) return this.fail("A name is expected here.");
    this.at += name.length;
    return name;
  }

  /** Moves behind `mark`, which must come. */
  through(mark: string, from: number, what: string): void {
    const end = this.text.indexOf(mark, from);
    if (end < 0) this.fail(`${what} is not closed: ${mark} is missing.`);
    this.at = end + mark.length;
  }

  attribute(seen: Set<string>): XmlAttribute {
    const start = this.at;
    const name = this.name();
    if (seen.has(name)) this.fail(`The attribute ${name} stands here twice.`, start);
    seen.add(name);
    this.skipBlank();
    if (this.text[this.at] !== "=") this.fail(`The attribute ${name} has no value.`, start);
    this.at++;
    this.skipBlank();
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") this.fail(`The value of ${name} must stand in quotes.`);
    const valueStart = this.at + 1;
    const valueEnd = this.text.indexOf(quote!, valueStart);
    if (valueEnd < 0) this.fail(`The value of ${name} is not closed.`);
    const raw = this.text.slice(valueStart, valueEnd);
    const less = raw.indexOf("<");
    if (less >= 0) this.fail("< must be written as &lt; inside a value.", valueStart + less);
    this.checkReferences(valueStart, valueEnd);
    this.at = valueEnd + 1;
    // Literal line breaks and tabs count as blanks; those written as references stay.
    const value = decodeXmlText(raw.replace(/\r\n|[\r\n\t]/g, " "));
    return { name, value, start, end: this.at, valueStart, valueEnd };
  }

  private next = -1;

  /** Offset of the next `&` from a place on; remembered, since most runs have none. */
  private ampersand(from: number): number {
    if (this.next < from) {
      const found = this.text.indexOf("&", from);
      this.next = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.next;
  }

  checkReferences(start: number, end: number): void {
    for (let at = this.ampersand(start); at < end; at = this.ampersand(at + 1)) {
      REFERENCE.lastIndex = at;
      const match = REFERENCE.exec(this.text);
      if (!match) this.fail("& must be written as &amp; in XML.", at);
      const name = match?.[3];
      if (name !== undefined && !PREDEFINED.has(name) && !this.entities.has(name) && !this.known.has(name)) {
        this.fail(`The entity &${name}; is not declared in this file.`, at);
      }
    }
  }

  /** A doctype with its inside; names of entities are noted, their values never used. */
  doctype(): XmlPiece {
    const start = this.at;
    let depth = 0;
    for (let at = start + 2; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === '"' || char === "'") {
        const close = this.text.indexOf(char, at + 1);
        if (close < 0) break;
        at = close;
      } else if (char === "[") depth++;
      else if (char === "]") depth--;
      else if (this.text.startsWith("<!--", at)) {
        const close = this.text.indexOf("-->", at + 4);
        if (close < 0) break;
        at = close + 2;
      } else if (char === "<") {
        const match = /<!ENTITY[ \t\r\n]{1,99}([:A-Za-z_][\w:.-]{0,100})[ \t\r\n]/y;
        match.lastIndex = at;
        const name = match.exec(this.text)?.[1];
        if (name !== undefined) this.entities.add(name);
      } else if (char === ">" && depth <= 0) {
        this.at = at + 1;
        return { kind: "doctype", start, end: this.at };
      }
    }
    return this.fail("The doctype is not closed.", start);
  }

  /** Comment, CDATA, instruction or doctype at `<!` or `<?`. */
  piece(top: boolean): XmlPiece {
    const start = this.at;
    const { text } = this;
    if (text.startsWith("<!--", start)) {
      this.through("-->", start + 4, "A comment");
      return { kind: "comment", start, end: this.at };
    }
    if (text.startsWith("<![CDATA[", start)) {
      if (top) this.fail("Text stands outside of the root element.");
      this.through("]]>", start + 9, "A CDATA section");
      return { kind: "cdata", start, end: this.at };
    }
    if (text.startsWith("<?", start)) {
      this.through("?>", start + 2, "An instruction");
      return { kind: "instruction", start, end: this.at };
    }
    if (top && text.startsWith("<!DOCTYPE", start)) return this.doctype();
    return this.fail("This kind of markup is not expected here.");
  }

  /** A start tag; the end is filled in when the end tag comes. */
  open(): XmlElement {
    const start = this.at++;
    const name = this.name();
    const attributes: XmlAttribute[] = [];
    const seen = new Set<string>();
    for (;;) {
      const blank = this.skipBlank();
      const char = this.text[this.at];
      if (char === ">" || char === "/") break;
      if (char === undefined) this.fail(`The tag <${name}> is not closed.`, start);
      if (!blank) this.fail("A blank is missing between the attributes.");
      attributes.push(this.attribute(seen));
    }
    const selfClosing = this.text[this.at] === "/";
    if (selfClosing && this.text[++this.at] !== ">") this.fail("> is expected after /.");
    const openEnd = ++this.at;
    return {
      kind: "element",
      name,
      start,
      end: openEnd,
      attributes,
      openEnd,
      closeStart: openEnd,
      selfClosing,
      children: [],
    };
  }

  /** The end tag at `</`, which must fit the element. */
  close(element: XmlElement | undefined): void {
    const start = this.at;
    this.at += 2;
    const name = this.name();
    this.skipBlank();
    if (this.text[this.at] !== ">") this.fail(`The end tag </${name}> is not closed.`);
    this.at++;
    if (!element) this.fail(`</${name}> closes nothing.`, start);
    else if (element.name !== name) this.fail(`</${name}> stands where </${element.name}> is expected.`, start);
    else {
      element.closeStart = start;
      element.end = this.at;
    }
  }

  /** Character data up to the next `<`. */
  characters(): XmlPiece {
    const start = this.at;
    const next = this.text.indexOf("<", start);
    const end = next < 0 ? this.text.length : next;
    const marker = this.text.slice(start, end).indexOf("]]>");
    if (marker >= 0) this.fail("]]> must be written as ]]&gt; in text.", start + marker);
    this.checkReferences(start, end);
    this.at = end;
    return { kind: "text", start, end };
  }

  /** All nodes up to the end of the text. */
  nodes(fragment: boolean): XmlNode[] {
    const top: XmlNode[] = [];
    const stack: XmlElement[] = [];
    const { text } = this;
    while (this.at < text.length) {
      const parent = stack.at(-1);
      const siblings = parent ? parent.children : top;
      if (text.charCodeAt(this.at) !== 60) {
        const piece = this.characters();
        if (!parent && !fragment && text.slice(piece.start, piece.end).trim() !== "") {
          this.fail("Text stands outside of the root element.", piece.start);
        }
        siblings.push(piece);
      } else if (text[this.at + 1] === "/") {
        this.close(stack.pop());
      } else if (text[this.at + 1] === "!" || text[this.at + 1] === "?") {
        siblings.push(this.piece(!parent && !fragment));
      } else {
        const element = this.open();
        siblings.push(element);
        if (element.selfClosing) continue;
        if (stack.length >= DEEPEST) this.fail(`The file is nested deeper than ${DEEPEST} levels.`, element.start);
        stack.push(element);
      }
    }
    const unclosed = stack.at(-1);
    if (unclosed) this.fail(`The file ends before </${unclosed.name}>, which closes this tag.`, unclosed.start);
    return top;
  }
}

/**
 * Reads a whole XML document. Linear in its length; nesting is bounded at 200; entities are neither loaded nor expanded.
 * @throws FormatError with line and column when it is not well-formed.
 */
export function scanXml(text: string): XmlDocument {
  const scanner = new Scanner(text, new Set());
  const children = scanner.nodes(false);
  const roots = children.filter((node): node is XmlElement => node.kind === "element");
  if (!roots[0]) return scanner.fail("The file has no root element.", text.length);
  if (roots[1]) scanner.fail("The file has a second root element.", roots[1].start);
  return { root: roots[0], children, entities: scanner.entities };
}

/**
 * Reads text that may hold markup, such as what a translator typed; `entities` are those of the file it goes into.
 * Undefined when it is not well-formed.
 */
export function scanXmlFragment(text: string, entities: ReadonlySet<string> = new Set()): XmlNode[] | undefined {
  try {
    return new Scanner(text, entities).nodes(true);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Prefixes of all element and attribute names below the nodes, `xmlns` declarations left out. */
export function usedPrefixes(nodes: readonly XmlNode[]): Set<string> {
  const found = new Set<string>();
  const visit = (list: readonly XmlNode[]): void => {
    for (const node of list) {
      if (node.kind !== "element") continue;
      for (const { name } of [node, ...node.attributes]) {
        const colon = name.indexOf(":");
        if (colon > 0 && !name.startsWith("xmlns:") && !name.startsWith("xml:")) found.add(name.slice(0, colon));
      }
      visit(node.children);
    }
  };
  visit(nodes);
  return found;
}
