import { refusal } from "@/lib/text/messages/refusal";
import {
  applyPatches,
  EditRefused,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type Patch,
  positionAt,
} from "../kernel/format";
import {
  editKeyedTexts,
  type KeyedDialect,
  type KeyedFile,
  type KeyedText,
  type KeyedTexts,
  type NewKeyedText,
  parseKeyedTexts,
} from "../kernel/keyed-entries";
import { javaCoding } from "../kernel/property-encodings";
import { lineEnding, PatchList } from "../kernel/splice";
import { childOf, flatText, refuseNotXml, XmlEditor } from "../kernel/xml/edit";
import { decodeXml, encodeXml } from "../kernel/xml/encoding";
import { decodeXmlText, escapeXmlText } from "../kernel/xml/escape";
import { scanXml } from "../kernel/xml/scanner";
import type { XmlElement } from "../kernel/xml/tree";
import { type LineSyntax, type PropertyLine, readLines, separated, separatorOf } from "./read";
import { escapeStyleOf, readEscapes, writeEscapes, writeKey } from "./text";

/** Files of XWiki: properties whose missing texts stay as comments, and pages in XML that hold such lines or prose. */

const MISSING = "### Missing: ";

/** XWiki formats a text, and so halves its apostrophes, only where it has arguments. */
const hasArgument = (text: string): boolean => /\{\d/.test(text);
const shown = (text: string): string => (hasArgument(text) ? text.replaceAll("''", "'") : text);
const spelled = (text: string): string => (hasArgument(text) ? text.replaceAll("'", "''") : text);

/** How the lines stand in their file: as they are, or as content of an element. */
interface Wrapping {
  raw: boolean;
  range: (text: string) => [number, number];
  unwrap: (raw: string) => string;
  wrap: (text: string) => string;
}

const BARE: Wrapping = { raw: false, range: (text) => [0, text.length], unwrap: (raw) => raw, wrap: (text) => text };

const PAGE: Wrapping = {
  raw: true,
  range: (text) => {
    const content = pageElement(text, "content");
    // Lines are found in the text as it stands; a comment or a section of data among them would be cut through.
    const inner = content.children.find((child) => child.kind !== "text");
    if (inner) {
      const { line, column } = positionAt(text, inner.start);
      throw new FormatError(refusal("readPageMarkup", { tag: "<content>" }), line, column);
    }
    return content.selfClosing ? [content.end, content.end] : [content.openEnd, content.closeStart];
  },
  unwrap: decodeXmlText,
  wrap: (text) => {
    refuseNotXml(text);
    return escapeXmlText(text);
  },
};

/** Title and content of a page. */
const pageDialect: KeyedDialect = {
  read: (text) => {
    const items = ["title", "content"].map((key): KeyedText => {
      const element = pageElement(text, key);
      const { start, end, selfClosing, openEnd, closeStart } = element;
      return {
        key,
        start,
        end,
        from: selfClosing ? start : openEnd,
        to: selfClosing ? end : closeStart,
        text: flatText(text, element.children),
        note: "",
      };
    });
    return { items: items.sort((a, b) => a.start - b.start) };
  },
  cut: () => {
    throw new EditRefused(refusal("writePageRemove"));
  },
  write: (value, item, text) => {
    const xml = new XmlEditor(text).escape(value);
    return item.from === item.start
      ? value === ""
        ? text.slice(item.from, item.to)
        : `<${item.key}>${xml}</${item.key}>`
      : xml;
  },
};

const languageOf = (text: string): string => {
  const element = childOf(scanXml(text).root, "language");
  return element ? flatText(text, element.children) : "";
};

const bareLines = lines(BARE);
const pageLines = lines(PAGE);

/** The three kinds of files of XWiki. */
export const xwikiFormats = [
  format(
    {
      id: "xwiki-java-properties",
      name: "XWiki Java properties",
      ...javaCoding,
      create: (base, options) =>
        base === undefined ? undefined : applyPatches(base, missingLines(base, bareLines, options)),
    },
    bareLines,
  ),
  format(
    {
      id: "xwiki-page-properties",
      name: "XWiki page properties",
      create: (base, options) =>
        base === undefined ? undefined : createPage(base, options, missingLines(base, pageLines, options)),
    },
    pageLines,
  ),
  format(
    {
      id: "xwiki-fullpage",
      name: "XWiki full page",
      create: (base, options) =>
        base === undefined
          ? undefined
          : createPage(
              base,
              options,
              pageDialect.read(base, options).items.map(({ from, to, start }) => ({
                start: from,
                end: to,
                text: from === start ? base.slice(from, to) : "",
              })),
            ),
    },
    pageDialect,
  ),
];

/** An element of a page. @throws FormatError when the text is no page, or has none */
function pageElement(text: string, name: string): XmlElement {
  const { root } = scanXml(text);
  const found = root.name === "xwikidoc" ? childOf(root, name) : undefined;
  if (found) return found;
  const { line, column } = positionAt(text, root.start);
  const what =
    root.name === "xwikidoc"
      ? refusal("readPageElement", { tag: `<${name}>` })
      : refusal("readRoot", { tag: "<xwikidoc>" });
  throw new FormatError(what, line, column);
}

function lines(wrapping: Wrapping): KeyedDialect<PropertyLine> {
  const syntax: LineSyntax = {
    comments: "#!",
    separators: "=:",
    missing: MISSING,
    readValue: (raw) => shown(readEscapes(wrapping.unwrap(raw))),
  };
  const read = (text: string): PropertyLine[] => {
    const [from, to] = wrapping.range(text);
    // A whole line is written, since a missing text is a line of another kind.
    const items = readLines(text, syntax, from, to);
    for (const item of items) if (!item.missing) item.from = item.keyStart;
    return items;
  };
  const value = (text: string, inside: string): string =>
    wrapping.wrap(writeEscapes(spelled(inside), escapeStyleOf(text, wrapping.raw)));
  const commented = (text: string, item: PropertyLine): string =>
    MISSING + text.slice(item.keyStart, item.to).replace(/\\(?:\r\n?|\n)[ \t\f]*/g, "");
  let known: { base: string; items: Map<string, string> } | undefined;
  return {
    read: (text) => ({ items: read(text) }),
    keeps: true,
    write: (inside, item, text) => {
      if (syntax.comments.includes(item.key[0]!)) throw new EditRefused(refusal("writeKeyComment", { key: item.key }));
      return text.slice(item.keyStart, item.valueStart) + separated(text, item, value(text, inside), syntax);
    },
    emptied: (item, { base }) => {
      if (base === undefined) return undefined;
      if (known?.base !== base)
        known = { base, items: new Map(read(base).map((own) => [own.key, commented(base, own)])) };
      return known.items.get(item.key);
    },
    compose: (fresh: NewKeyedText, text: string, reading: KeyedTexts<PropertyLine>) => {
      if (fresh.plural) throw new EditRefused(refusal("writePlural", { name: fresh.key }));
      const key = wrapping.wrap(writeKey(fresh.key, escapeStyleOf(text, wrapping.raw)));
      if (key !== fresh.key) throw new EditRefused(refusal("writeKeyWritten", { key: fresh.key, written: key }));
      return key + separatorOf(text, reading.items) + value(text, fresh.text);
    },
    insertionPoint: (_key, text, _reading, after) => {
      if (after || wrapping === BARE) return undefined;
      const [start] = wrapping.range(text);
      return { at: start, before: "", after: lineEnding(text) };
    },
  };
}

/** A page of another language: its language is named, its texts become what `empty` makes of them. */
function createPage(base: string, options: FormatOptions, emptied: Patch[]): string {
  const patches = new PatchList(base);
  for (const { start, end, text } of emptied) patches.replace(start, end, text);
  const { root } = scanXml(base);
  const xml = new XmlEditor(base);
  if (root.attributes.some(({ name }) => name === "locale")) xml.attribute(root, "locale", options.languageCode);
  for (const [name, value] of [
    ["language", options.languageCode],
    ["translation", "1"],
  ] as const) {
    const element = childOf(root, name);
    if (element) xml.fill(element, xml.escape(value));
  }
  for (const { start, end, text } of xml.finish()) patches.replace(start, end, text);
  return applyPatches(base, patches.finish());
}

/** Lines of a base as comments that keep the places of missing texts. */
function missingLines(base: string, dialect: KeyedDialect<PropertyLine>, options: FormatOptions): Patch[] {
  return dialect.read(base, options).items.flatMap((item): Patch[] => {
    if (item.missing) return [];
    const line = base.slice(item.keyStart, item.to).replace(/\\(?:\r\n?|\n)[ \t\f]*/g, "");
    return [{ start: item.from, end: item.to, text: MISSING + line }];
  });
}

function format<I extends KeyedText>(
  about: Pick<FileFormat, "id" | "name" | "create"> & Partial<FileFormat<KeyedFile<I>>>,
  dialect: KeyedDialect<I>,
): FileFormat<KeyedFile<I>> {
  const page = about.decode === undefined;
  return {
    masks: page ? ["*.xml"] : ["*.properties"],
    extension: page ? "xml" : "properties",
    kind: "both",
    codeStyle: "bcp_legacy",
    mimeType: page ? "application/xml" : "text/plain",
    plurals: false,
    canAdd: false,
    canRemove: false,
    canEditBase: true,
    decode: decodeXml,
    encode: encodeXml,
    parse: (text, options) => {
      const file = parseKeyedTexts(text, options, dialect);
      if (page) file.language = languageOf(text);
      return file;
    },
    edit: (text, file, edits, options) => editKeyedTexts(text, file, edits, options, dialect),
    ...about,
  };
}
