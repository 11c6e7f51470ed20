import { storable } from "../kernel/encoding";
import { decodeReference, escapeXmlText } from "../kernel/xml/escape";
import { scanXmlFragment, usedPrefixes } from "../kernel/xml/scanner";
import type { XmlElement, XmlNode } from "../kernel/xml/tree";

/** How a string stands in its element: plain text, text with markup, or one CDATA section. */
export type AndroidShape = "plain" | "markup" | "cdata";

/** The shape of an element's content. */
export function shapeOf(element: XmlElement): AndroidShape {
  if (element.children.some((node) => node.kind === "element")) return "markup";
  const solid = element.children.filter((node) => node.kind !== "comment");
  return solid.length > 0 && solid.every((node) => node.kind === "cdata") ? "cdata" : "plain";
}

const ESCAPED = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["'", "'"],
  ['"', '"'],
  ["@", "@"],
  ["?", "?"],
  ["\\", "\\"],
  ["#", "#"],
]);

/** Place of the next quote or backslash, or -1. */
function nextSpecial(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34 || code === 92) return i;
  }
  return -1;
}

/** Reads Android's escapes and blanks. Unknown escapes are dropped, as the platform does. */
class Reader {
  out = "";
  private quoted = false;
  private blank = false;

  /** `edges` says whether blanks at the very start are dropped. */
  constructor(private readonly dropStart: boolean) {}

  private emit(text: string): void {
    if (this.blank && (this.out !== "" || !this.dropStart)) this.out += " ";
    this.blank = false;
    this.out += text;
  }

  /** Raw Android text, XML references decoded; `verbatim` pieces such as `&app;` come through `take`. */
  read(text: string): void {
    let from = 0;
    for (let at = nextSpecial(text, 0); ; at = nextSpecial(text, from)) {
      const end = at < 0 ? text.length : at;
      if (end > from) this.run(text.slice(from, end));
      if (at < 0) return;
      from = at + 1;
      if (text[at] === "\\") from += this.escape(text, at);
      else {
        if (!this.quoted) this.emit("");
        this.quoted = !this.quoted;
      }
    }
  }

  /** Characters without quotes and backslashes: outside of quotes blanks collapse. */
  private run(text: string): void {
    if (this.quoted) {
      this.emit(text);
      return;
    }
    const flat = text.replace(/[\t\n\r][ \t\n\r]*| [ \t\n\r]+/g, " ");
    const start = flat.startsWith(" ") ? 1 : 0;
    if (start) this.blank = true;
    if (flat.length === start) return;
    const end = flat.endsWith(" ") ? flat.length - 1 : flat.length;
    this.emit(flat.slice(start, end));
    if (end < flat.length) this.blank = true;
  }

  /** How many characters behind the backslash were used. */
  private escape(text: string, at: number): number {
    const next = text[at + 1];
    if (next === undefined) return 0;
    if (next === "u") {
      const digits = /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0];
      this.emit(digits === undefined ? "\\u" : String.fromCharCode(Number.parseInt(digits, 16)));
      return digits === undefined ? 1 : 5;
    }
    const known = ESCAPED.get(next);
    if (known !== undefined) this.emit(known);
    return 1;
  }

  take(text: string): void {
    this.emit(text);
  }

  finish(dropEnd: boolean): string {
    if (this.blank && !dropEnd) this.emit("");
    return this.out;
  }
}

/** Text of character data with its references: entities of the document's own stay as they stand. */
function readCharacters(reader: Reader, raw: string): void {
  const text = raw.replace(/\r\n?/g, "\n");
  let from = 0;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", from)) {
    const end = text.indexOf(";", at) + 1;
    if (end === 0) break;
    reader.read(text.slice(from, at));
    const reference = text.slice(at, end);
    const char = decodeReference(reference);
    if (char === undefined) reader.take(reference);
    else reader.read(char);
    from = end;
  }
  reader.read(text.slice(from));
}

/** Text of an element as a translator sees it; markup is shown as XML, with Android's escapes read between the tags. */
export function readAndroid(source: string, element: XmlElement): string {
  const shape = shapeOf(element);
  if (shape === "markup") return storable(readMarkup(source, element.children, { first: true, last: true }));
  const reader = new Reader(true);
  for (const node of element.children) {
    const raw = source.slice(node.start, node.end);
    if (node.kind === "cdata") reader.read(raw.slice(9, -3).replace(/\r\n?/g, "\n"));
    else if (node.kind === "text") readCharacters(reader, raw);
  }
  return storable(reader.finish(true));
}

/** What reads otherwise than it stands: escapes, references, blanks at the edges and in rows. */
const SPELLED = /["\\&\t\n\r]|^ | $| {2}/;

/** Text of an element that holds nothing but this raw text. */
export function readAndroidPlain(raw: string): string {
  if (!SPELLED.test(raw)) return raw;
  const reader = new Reader(true);
  readCharacters(reader, raw);
  return storable(reader.finish(true));
}

function readMarkup(source: string, nodes: readonly XmlNode[], edge: { first: boolean; last: boolean }): string {
  let out = "";
  nodes.forEach((node, index) => {
    const raw = source.slice(node.start, node.end);
    if (node.kind === "element") {
      const inside = readMarkup(source, node.children, { first: false, last: false });
      out += source.slice(node.start, node.openEnd) + inside + source.slice(node.closeStart, node.end);
    } else if (node.kind === "text") {
      out += readMarkupText(raw, edge.first && index === 0, edge.last && index === nodes.length - 1);
    } else {
      out += raw;
    }
  });
  return out;
}

/** One run between tags: escapes are read, what is markup to XML stays escaped. */
function readMarkupText(raw: string, first: boolean, last: boolean): string {
  const reader = new Reader(first);
  let from = 0;
  const text = raw.replace(/\r\n?/g, "\n");
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", from)) {
    const end = text.indexOf(";", at) + 1;
    if (end === 0) break;
    reader.read(text.slice(from, at));
    const reference = text.slice(at, end);
    const char = decodeReference(reference);
    if (char === undefined || char === "&" || char === "<" || char === ">") reader.take(reference);
    else reader.read(char);
    from = end;
  }
  reader.read(text.slice(from));
  return reader.finish(last);
}

/** Escapes of Android's own, without XML's. Characters that XML cannot hold are spelled as `\uXXXX`. */
function escapeAndroid(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "\\'")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replace(
      /[\x01-\x08\x0b-\x1f\x7f\ufffe\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

const escapeStart = (text: string): string => (/^[@?]/.test(text) ? `\\${text}` : text);

/** What a file lets markup refer to. */
export interface AndroidNames {
  /** Prefixes declared on the root, and those that can be added to it. */
  prefixes: ReadonlySet<string>;
  /** Entities of the doctype. */
  entities: ReadonlySet<string>;
}

/** XML of plain text; entities the file declares stay references. */
function writePlain(text: string, names: AndroidNames): string {
  const escaped = escapeStart(escapeAndroid(text));
  const quoted = /^[ ]|[ ]$|[ ]{2}/.test(text) ? `"${escapeAndroid(text)}"` : escaped;
  const xml = escapeXmlText(quoted);
  if (names.entities.size === 0) return xml;
  return xml.replace(/&amp;([:A-Za-z_][\w:.-]{0,100});/g, (whole, name) =>
    names.entities.has(name) ? `&${name};` : whole,
  );
}

function writeMarkup(text: string, nodes: readonly XmlNode[], edge: { first: boolean; last: boolean }): string {
  let out = "";
  nodes.forEach((node, index) => {
    const raw = text.slice(node.start, node.end);
    if (node.kind === "element") {
      const inside = writeMarkup(text, node.children, { first: false, last: false });
      out += text.slice(node.start, node.openEnd) + inside + text.slice(node.closeStart, node.end);
    } else if (node.kind === "text") {
      let run = escapeAndroid(raw).replace(/ {2,}/g, (blanks) => ` ${"\\u0020".repeat(blanks.length - 1)}`);
      if (edge.first && index === 0) run = escapeStart(run).replace(/^ /, "\\u0020");
      if (edge.last && index === nodes.length - 1) run = run.replace(/ $/, "\\u0020");
      out += run;
    } else {
      out += raw;
    }
  });
  return out;
}

/** XML of a text, and the prefixes its markup uses. */
export interface WrittenAndroid {
  xml: string;
  prefixes: ReadonlySet<string>;
}

const NO_PREFIXES: ReadonlySet<string> = new Set();

/**
 * The content of an element that reads as the text.
 *
 * `like` is the shape the string has in the base: CDATA stays CDATA, and a base that spells its tags as text
 * (`escapedTags`) keeps that. Else text that is well-formed XML with known prefixes is written as markup.
 */
export function writeAndroid(
  text: string,
  like: { shape: AndroidShape; escapedTags: boolean },
  names: AndroidNames,
): WrittenAndroid {
  if (like.shape === "cdata" && text !== "") {
    const quoted = /^[ ]|[ ]$|[ ]{2}/.test(text) ? `"${escapeAndroid(text)}"` : escapeStart(escapeAndroid(text));
    return { xml: `<![CDATA[${quoted.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`, prefixes: NO_PREFIXES };
  }
  if (!like.escapedTags && text.includes("<")) {
    const nodes = scanXmlFragment(text, names.entities);
    const markup = nodes?.some((node) => node.kind === "element") === true;
    // Only what comes back the same is markup: comments, CDATA and instructions would not.
    if (nodes && markup && !/<[!?]/.test(text)) {
      const prefixes = usedPrefixes(nodes);
      if ([...prefixes].every((prefix) => names.prefixes.has(prefix))) {
        const xml = writeMarkup(text, nodes, { first: true, last: true });
        if (readsBack(xml, text)) return { xml, prefixes };
      }
    }
  }
  return { xml: writePlain(text, names), prefixes: NO_PREFIXES };
}

/** Whether markup would be shown again as it was typed. */
function readsBack(xml: string, text: string): boolean {
  const nodes = scanXmlFragment(xml, ANY_ENTITY);
  return nodes !== undefined && readMarkup(xml, nodes, { first: true, last: true }) === text;
}

/** The fragment was checked against the file's entities before. */
const ANY_ENTITY: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true;
  }
})();
