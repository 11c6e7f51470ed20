import { refusal } from "@/lib/text/messages/refusal";
import type { Block, BlockDialect, BlockFile } from "../kernel/document-blocks";
import { documentFormat } from "../kernel/document-format";
import { encodeUtf8 } from "../kernel/encoding";
import { EditRefused, type FileFormat } from "../kernel/format";
import { attributeValue, isMarkup, type MarkupNames, refuseNotXml } from "../kernel/xml/edit";
import { decodeXmlText, escapeXmlText } from "../kernel/xml/escape";
import { readXmlTree } from "../kernel/xml/tokens";
import type { XmlTree } from "../kernel/xml/tree";
import { closeContainer, openContainer, type Part, partsOf } from "../kernel/zip-container";

/** Documents in containers of XML: OpenDocument and InDesign markup. */

/** What writing a block needs of its part. */
interface Place {
  names: MarkupNames;
}

interface Dialect {
  /** Whether an element of this name is one text. */
  isBlock: (name: string) => boolean;
  kind: (name: string) => string;
  read: (tree: XmlTree, node: number) => string;
  write: (value: string, names: MarkupNames) => string;
}

const SPACES = /[ \t\r\n]+/g;

const openDocument: Dialect = {
  isBlock: (name) => name === "text:p" || name === "text:h",
  kind: (name) => name.slice(5),
  read: (tree, node) =>
    plainText(tree, node) ??
    (tree.flatText(node).trim() === ""
      ? ""
      : tree.text.slice(tree.openEnd(node), tree.closeStart(node)).replace(/\r\n?/g, "\n")),
  write: (value, names) => {
    if (isMarkup(value, names)) return value;
    return escapeXmlText(value)
      .replace(/^ +| +$|(?<= ) +/g, (run) => `<text:s${run.length > 1 ? ` text:c="${run.length}"` : ""}/>`)
      .replaceAll("\t", "<text:tab/>")
      .replaceAll("\n", "<text:line-break/>");
  },
};

const inDesign: Dialect = {
  isBlock: (name) => name === "Content",
  kind: () => "content",
  read: (tree, node) => tree.flatText(node),
  write: (value) => escapeXmlText(value),
};

const ODF = "application/vnd.oasis.opendocument.text";
const IDML = "application/vnd.adobe.indesign-idml-package";

const ODF_ENDINGS = "odt ott odm oth ods ots odp otp odg otg odf otf odi oti odb odc otc".split(" ");

/** OpenDocument and InDesign. */
export const openDocumentFormats = [
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

/** Names of all elements, and the prefixes that are declared. */
function namesOf(tree: XmlTree): MarkupNames {
  const [elements, prefixes] = [new Set<string>(), new Set<string>()];
  for (const name of tree.elementNames()) elements.add(name.slice(name.indexOf(":") + 1));
  for (const name of tree.attributeNames()) if (name.startsWith("xmlns:")) prefixes.add(name.slice(6));
  return { elements, prefixes, entities: new Set() };
}

/** Blocks of one member; places are those of the whole text. */
function readPart(text: string, part: Part, dialect: Dialect, blocks: Block[]): void {
  const { tree } = readXmlTree(text.slice(part.start, part.end));
  const data: Place = { names: namesOf(tree) };
  // Elements come in the order they open; what is inside of a block is no block of its own.
  const end = tree.after(0);
  let node = 1;
  while (node < end) {
    if (!tree.isElement(node) || !dialect.isBlock(tree.name(node))) {
      node++;
      continue;
    }
    const value = tree.end(node) === tree.openEnd(node) ? "" : dialect.read(tree, node);
    if (value.trim() !== "")
      blocks.push({
        kind: dialect.kind(tree.name(node)),
        from: part.start + tree.openEnd(node),
        to: part.start + tree.closeStart(node),
        text: value,
        line: blocks.length + 1,
        data,
      });
    node = tree.after(node);
  }
}

function blockDialect(dialect: Dialect): BlockDialect {
  return {
    read: (text) => {
      const blocks: Block[] = [];
      for (const part of partsOf(text)) readPart(text, part, dialect, blocks);
      return blocks;
    },
    write: (value, block, text) => {
      if (value.trim() === "") throw new EditRefused(refusal("writeDocumentBlank"));
      if (value.includes("\r")) throw new EditRefused(refusal("writeDocumentReturn"));
      refuseNotXml(value);
      const written = dialect.write(value, (block.data as Place).names);
      return text.includes("\r\n") ? written.replaceAll("\n", "\r\n") : written;
    },
  };
}

/** A paragraph without markup, its spaces, tabs and breaks as characters; undefined when there is more in it. */
function plainText(tree: XmlTree, node: number): string | undefined {
  if (tree.after(node) === node + 1) return tree.flatText(node).replace(SPACES, " ");
  let out = "";
  for (const piece of tree.inside(node)) {
    if (piece.kind === "text") out += decodeXmlText(tree.text.slice(piece.start, piece.end)).replace(SPACES, " ");
    else if (piece.kind === "element" && piece.children.length === 0) {
      const count = Number(attributeValue(piece, "text:c") || "1");
      if (piece.name === "text:s" && count > 0 && count <= 1000) out += " ".repeat(count);
      else if (piece.name === "text:tab") out += "\t";
      else if (piece.name === "text:line-break") out += "\n";
      else return undefined;
    } else if (piece.kind !== "comment") return undefined;
  }
  return out;
}

function office(
  about: Pick<FileFormat, "id" | "name" | "masks" | "extension" | "mimeType">,
  holdsProse: (name: string) => boolean,
  dialect: Dialect,
): FileFormat<BlockFile> {
  return documentFormat(
    {
      ...about,
      decode: (bytes) => openContainer(bytes, (zip) => [...zip.members.keys()].filter(holdsProse)),
      encode: (text, before) => closeContainer(text, before, () => [["mimetype", encodeUtf8(about.mimeType)]]),
    },
    blockDialect(dialect),
  );
}
