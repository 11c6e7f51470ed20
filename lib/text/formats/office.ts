import type { Block, BlockDialect } from "./blocks";
import { closeContainer, openContainer, type Part, partsOf } from "./container";
import { documentFormat } from "./document";
import { EditRefused, type FileFormat } from "./format";
import { attributeValue, flatText, isMarkup, localName, type MarkupNames, refuseNotXml } from "./xml-edit";
import { decodeXmlText, escapeXmlText, scanXml, type XmlElement, type XmlNode } from "./xml-scanner";

/** Documents in containers of XML: OpenDocument and InDesign markup. */

/** What writing a block needs of its part. */
interface Place {
  names: MarkupNames;
}

interface Dialect {
  /** Whether an element is one text. */
  isBlock: (element: XmlElement) => boolean;
  kind: (element: XmlElement) => string;
  read: (text: string, element: XmlElement) => string;
  write: (value: string, names: MarkupNames) => string;
}

function collectNames(elements: Set<string>, prefixes: Set<string>, element: XmlElement): void {
  elements.add(localName(element));
  for (const { name } of element.attributes) if (name.startsWith("xmlns:")) prefixes.add(name.slice(6));
  for (const child of element.children) if (child.kind === "element") collectNames(elements, prefixes, child);
}

/** Blocks of one member; places are those of the whole text. */
function readPart(text: string, part: Part, dialect: Dialect, blocks: Block[]): void {
  const xml = text.slice(part.start, part.end);
  const { root } = scanXml(xml);
  const [elements, prefixes] = [new Set<string>(), new Set<string>()];
  collectNames(elements, prefixes, root);
  const data: Place = { names: { elements, prefixes, entities: new Set() } };
  const visit = (element: XmlElement): void => {
    if (!dialect.isBlock(element)) {
      for (const child of element.children) if (child.kind === "element") visit(child);
      return;
    }
    if (element.selfClosing) return;
    const value = dialect.read(xml, element);
    if (value.trim() === "") return;
    blocks.push({
      kind: dialect.kind(element),
      from: part.start + element.openEnd,
      to: part.start + element.closeStart,
      text: value,
      line: blocks.length + 1,
      data,
    });
  };
  visit(root);
}

function blockDialect(dialect: Dialect): BlockDialect {
  return {
    read: (text) => {
      const blocks: Block[] = [];
      for (const part of partsOf(text)) readPart(text, part, dialect, blocks);
      return blocks;
    },
    write: (value, block, text) => {
      if (value.trim() === "") throw new EditRefused("A text of a document cannot be blank.");
      if (value.includes("\r")) throw new EditRefused("A text of a document cannot hold a carriage return.");
      refuseNotXml(value);
      const written = dialect.write(value, (block.data as Place).names);
      return text.includes("\r\n") ? written.replaceAll("\n", "\r\n") : written;
    },
  };
}

const SPACES = /[ \t\r\n]+/g;

/** A paragraph without markup, its spaces, tabs and breaks as characters; undefined when there is more in it. */
function plainText(text: string, nodes: readonly XmlNode[]): string | undefined {
  let out = "";
  for (const node of nodes) {
    if (node.kind === "text") out += decodeXmlText(text.slice(node.start, node.end)).replace(SPACES, " ");
    else if (node.kind === "element" && node.children.length === 0) {
      const count = Number(attributeValue(node, "text:c") || "1");
      if (node.name === "text:s" && count > 0 && count <= 1000) out += " ".repeat(count);
      else if (node.name === "text:tab") out += "\t";
      else if (node.name === "text:line-break") out += "\n";
      else return undefined;
    } else if (node.kind !== "comment") return undefined;
  }
  return out;
}

const openDocument: Dialect = {
  isBlock: (element) => element.name === "text:p" || element.name === "text:h",
  kind: (element) => element.name.slice(5),
  read: (text, element) =>
    plainText(text, element.children) ??
    (flatText(text, element.children).trim() === ""
      ? ""
      : text.slice(element.openEnd, element.closeStart).replace(/\r\n?/g, "\n")),
  write: (value, names) => {
    if (isMarkup(value, names)) return value;
    return escapeXmlText(value)
      .replace(/^ +| +$|(?<= ) +/g, (run) => `<text:s${run.length > 1 ? ` text:c="${run.length}"` : ""}/>`)
      .replaceAll("\t", "<text:tab/>")
      .replaceAll("\n", "<text:line-break/>");
  },
};

const inDesign: Dialect = {
  isBlock: (element) => element.name === "Content",
  kind: () => "content",
  read: (text, element) => flatText(text, element.children),
  write: (value) => escapeXmlText(value),
};

const ODF = "application/vnd.oasis.opendocument.text";
const IDML = "application/vnd.adobe.indesign-idml-package";

function office(
  about: Pick<FileFormat, "id" | "name" | "masks" | "extension" | "mimeType">,
  holdsProse: (name: string) => boolean,
  dialect: Dialect,
): FileFormat {
  return documentFormat(
    {
      ...about,
      decode: (bytes) => openContainer(bytes, holdsProse),
      encode: (text, before) => closeContainer(text, before, about.mimeType),
    },
    blockDialect(dialect),
  );
}

const ODF_ENDINGS = "odt ott odm oth ods ots odp otp odg otg odf otf odi oti odb odc otc".split(" ");

/** OpenDocument and InDesign. */
export const officeFormats: readonly FileFormat[] = [
  office(
    {
      id: "odf",
      name: "OpenDocument Format",
      masks: ODF_ENDINGS.map((one) => `*.${one}`),
      extension: "odt",
      mimeType: ODF,
    },
    (name) => /^(?:content|styles)\.xml$/.test(name),
    openDocument,
  ),
  office(
    { id: "idml", name: "InDesign markup language", masks: ["*.idml", "*.idms"], extension: "idml", mimeType: IDML },
    (name) => /^Stories\/[^/]+\.xml$/.test(name),
    inDesign,
  ),
];
