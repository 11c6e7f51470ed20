import { refusal } from "@/lib/text/messages/refusal";
import type { Block, BlockDialect } from "../kernel/document-blocks";
import { documentFormat } from "../kernel/document-format";
import { encodeUtf8 } from "../kernel/encoding";
import { EditRefused, FormatError, positionAt } from "../kernel/format";
import { attributeValue, childrenOf, refuseNotXml } from "../kernel/xml/edit";
import { scanXml } from "../kernel/xml/scanner";
import { readXmlFragment, readXmlTree } from "../kernel/xml/tokens";
import { asKey, type XmlTree } from "../kernel/xml/tree";
import { readMember, type Zip } from "../kernel/zip";
import { closeContainer, openContainer, type Part, partsOf } from "../kernel/zip-container";
import { type AlternateContent, linkAlternates } from "./docx-alternates";
import { ParagraphReader } from "./docx-paragraph";
import type { Paragraph, Piece } from "./docx-pieces";
import { escaped, identity, labelsBeside, labelsOf, pairIdentity, type Shown, show } from "./docx-text";
import { writeParagraph } from "./docx-write";

/** Word documents (Office Open XML): paragraphs of the document, of its headers, footers and notes. */

const TYPES = "[Content_Types].xml";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.";
const MIME = `${WORD}document`;

/** Parts with prose by their content type, in the order in which they are read. */
const PARTS: readonly [types: RegExp, kind: string][] = [
  [
    /(?:wordprocessingml\.(?:document|template)|word\.(?:document|template)\.macroEnabled(?:Template)?)\.main\+xml$/i,
    "p",
  ],
  [/wordprocessingml\.header\+xml$/, "header"],
  [/wordprocessingml\.footer\+xml$/, "footer"],
  [/wordprocessingml\.footnotes\+xml$/, "footnote"],
  [/wordprocessingml\.endnotes\+xml$/, "endnote"],
];

/** What the paragraphs of a part are, by the name of its root. */
const KINDS: Readonly<Record<string, string>> = {
  document: "p",
  hdr: "header",
  ftr: "footer",
  footnotes: "footnote",
  endnotes: "endnote",
};

/** What a block knows of its paragraph. */
interface Data {
  paragraph: Paragraph;
  /** How many of the pairs around all of the text are not shown. */
  level: number;
  shown: Shown;
  prefix: string;
  /** The same of the block of the base that it is laid beside. */
  base?: Data;
}

/** A paragraph that is not taken apart before somebody asks for more than its text. */
interface Pending {
  reader: ParagraphReader;
  node: number;
  prefix: string;
}

/** What pieces say, with the numbers that the base has for them. */
const shownOf = (pieces: readonly Piece[], base: Data | undefined): Shown =>
  show(pieces, base ? labelsBeside(pieces, base.shown.labels) : labelsOf(pieces));

/** How much around the text of a paragraph is not shown: as much as in its base. */
const levelOf = ({ levels }: Paragraph, base: Data | undefined): number =>
  Math.min(base?.level ?? levels.length, levels.length - 1);

const dialect: BlockDialect = {
  read: (text) => {
    const blocks: Block[] = [];
    for (const part of partsOf(text)) readPart(text, part, blocks);
    return blocks;
  },
  beside: (block, base) => {
    // Two plain paragraphs have no marks to be numbered.
    if ("reader" in (block.data as object) && "reader" in (base.data as object)) return;
    const [{ paragraph, prefix }, other] = [dataOf(block), dataOf(base)];
    const { kind, line } = block;
    Object.assign(block, blockOf(paragraph, levelOf(paragraph, other), prefix, { kind, line }, other));
  },
  write: (value, block, text) => {
    if (value.trim() === "") throw new EditRefused(refusal("writeDocumentBlank"));
    if (value.includes("\r")) throw new EditRefused(refusal("writeDocumentReturn"));
    refuseNotXml(value);
    const data = dataOf(block);
    const written = writeParagraph(value, data.paragraph.levels[data.level]!.pieces, data.shown, data.prefix);
    refuseOtherText(value, block, written, text);
    return written;
  },
};

const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** Word documents. */
export const docx = documentFormat(
  {
    id: "docx",
    name: "Word document (Office Open XML)",
    masks: ["*.docx"],
    extension: "docx",
    mimeType: MIME,
    decode: (bytes) => {
      if (OLE.every((byte, at) => bytes[at] === byte)) throw new FormatError(refusal("readWordOld"), 1, 1);
      return openContainer(bytes, proseOf);
    },
    encode: (text, before) => closeContainer(text, before, packageOf),
  },
  dialect,
);

/** What a block knows of its paragraph, which is read now if it was not. */
function dataOf(block: Block): Data {
  const known = block.data as Data | Pending;
  if (!("reader" in known)) return known;
  const { reader, node, prefix } = known;
  const paragraph = reader.read(node)!;
  const { data } = blockOf(paragraph, levelOf(paragraph, undefined), prefix, block);
  block.data = data;
  return data as Data;
}

/** Names of the parts with prose. @throws FormatError */
function proseOf(zip: Zip): string[] {
  const bytes = readMember(zip, TYPES);
  if (!bytes) throw new FormatError(refusal("readWord", { name: TYPES }), 1, 1);
  const text = new TextDecoder().decode(bytes);
  refuseDoctype(text);
  const found: [order: number, name: string][] = [];
  for (const one of childrenOf(scanXml(text).root, "Override")) {
    const order = PARTS.findIndex(([types]) => types.test(attributeValue(one, "ContentType")));
    const name = attributeValue(one, "PartName").replace(/^\//, "");
    if (order >= 0 && zip.members.has(name)) found.push([order, name]);
  }
  found.sort(([a, x], [b, y]) => a - b || x.length - y.length || (x < y ? -1 : 1));
  if (found[0]?.[0] !== 0) throw new FormatError(refusal("readWordMain"), 1, 1);
  return [...new Set(found.map(([, name]) => name))];
}

/** Entities are no part of Office Open XML, and the only use of a doctype is to harm. */
function refuseDoctype(text: string): void {
  const at = text.indexOf("<!DOCTYPE");
  if (at < 0) return;
  const { line, column } = positionAt(text, at);
  throw new FormatError(refusal("readWordDoctype"), line, column);
}

/** The other parts of a document that is made of these alone. */
function packageOf(names: readonly string[]): [string, Uint8Array][] {
  const kinds = names.map((name) => /(header|footer|footnotes|endnotes)\d*\.xml$/.exec(name)?.[1] ?? "document.main");
  const overrides = names.map((name, at) => `<Override PartName="/${name}" ContentType="${WORD}${kinds[at]}+xml"/>`);
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const types = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join("")}</Types>`;
  const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  const relations = `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}" Target="${names[kinds.indexOf("document.main")] ?? ""}"/></Relationships>`;
  return [
    [TYPES, encodeUtf8(types)],
    ["_rels/.rels", encodeUtf8(relations)],
  ];
}

/** Headings and titles by the style of their paragraph. */
function kindOf(tree: XmlTree, node: number, prefix: string, kind: string): string {
  if (kind !== "p") return kind;
  const style = tree.attributeValue(tree.child(tree.child(node, "pPr"), "pStyle"), `${prefix}val`);
  const level = /^[Hh]eading ?([1-9])$/.exec(style)?.[1];
  return level ? `h${level}` : /^[Tt]itle$/.test(style) ? "title" : kind;
}

function blockOf(
  paragraph: Paragraph,
  level: number,
  prefix: string,
  about: { kind: string; line: number },
  base?: Data,
): Block {
  const stretch = paragraph.levels[level]!;
  const data: Data = { paragraph, level, shown: shownOf(stretch.pieces, base), prefix, ...(base && { base }) };
  const { shown } = data;
  const holes = stretch.pieces.flatMap((piece) => ("kept" in piece && piece.kept.hole ? [piece.kept.hole] : []));
  const inside = stretch.pieces.flatMap((piece) =>
    "kept" in piece ? [identity(piece.kept)] : "pair" in piece ? [pairIdentity(piece.pair)] : [],
  );
  const { from, to } = stretch;
  return {
    ...about,
    from,
    to,
    text: shown.text,
    shape: paragraph.shape,
    inside: inside.sort().join("\n"),
    ...(holes.length > 0 && { holes }),
    data,
  };
}

/** Blocks of one member; places are those of the whole text. */
function readPart(text: string, part: Part, all: Block[]): void {
  const xml = text.slice(part.start, part.end);
  refuseDoctype(xml);
  const { tree, root } = readXmlTree(xml);
  const kind = KINDS[tree.local(root)] ?? "p";
  const prefix = tree.name(root).slice(0, -tree.local(root).length);
  const reader = new ParagraphReader(tree, prefix, part.start);
  const [paragraph, deleted, moved] = [asKey(`${prefix}p`), asKey(`${prefix}del`), asKey(`${prefix}moveFrom`)];
  const blocks: Block[] = [];
  const starts: number[] = [];
  const choices: AlternateContent[] = [];
  const end = tree.after(0);
  for (let node = 1; node < end; ) {
    const name = tree.isElement(node) ? tree.name(node) : "";
    if (name === deleted || name === moved) {
      node = tree.after(node);
      continue;
    }
    if (name === paragraph) {
      const plain = reader.plain(node);
      const found = plain ? undefined : reader.read(node);
      if (found || (plain && plain.text.trim() !== "")) {
        const about = { kind: kindOf(tree, node, prefix, kind), line: all.length + blocks.length + 1 };
        if (found) blocks.push(blockOf(found, levelOf(found, undefined), prefix, about));
        else {
          const { text, from, to } = plain!;
          const data: Pending = { reader, node, prefix };
          const { kind, line } = about;
          blocks.push({ kind, from, to, text: escaped(text), line, shape: "", inside: "", data });
        }
        starts.push(tree.start(node));
      }
      if (plain) {
        node = tree.after(node);
        continue;
      }
    } else if (name !== "" && tree.local(node) === "AlternateContent") {
      const [choice, fallback] = [tree.child(node, "Choice"), tree.child(node, "Fallback")];
      if (choice > 0 && fallback > 0)
        choices.push({
          choice: [tree.start(choice), tree.end(choice)],
          fallback: [tree.start(fallback), tree.end(fallback)],
        });
    }
    node++;
  }
  linkAlternates(blocks, starts, choices);
  for (const block of blocks) all.push(block);
}

/** Refuses a text after which something else would stand in its paragraph, as half of a field may meet another. */
function refuseOtherText(value: string, block: Block, written: readonly string[], text: string): void {
  const data = dataOf(block);
  const { paragraph, prefix, base = data } = data;
  const { holes = [], from, to } = block;
  let xml = text.slice(paragraph.from, from);
  written.forEach((piece, at) => {
    xml += piece + (holes[at] ? text.slice(holes[at].from, holes[at].to) : "");
  });
  const tree = readXmlFragment(xml + text.slice(to, paragraph.to), new Set());
  const found = new ParagraphReader(tree, prefix, 0).read(1);
  const said = found && shownOf(found.levels[levelOf(found, base)]!.pieces, base).text;
  if (said !== value) throw new EditRefused(refusal("writeTagsOrder"));
}
