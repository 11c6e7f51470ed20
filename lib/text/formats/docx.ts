import type { Block, BlockDialect } from "./blocks";
import { closeContainer, openContainer, type Part, partsOf } from "./container";
import { documentFormat } from "./document";
import { ParagraphReader } from "./docx-paragraph";
import type { Paragraph, Stretch } from "./docx-pieces";
import { identity, type Labels, labelsBeside, labelsOf, pairIdentity, type Shown, show } from "./docx-text";
import { writeParagraph } from "./docx-write";
import { encodeUtf8 } from "./encoding";
import { EditRefused, type FileFormat, FormatError, positionAt } from "./format";
import { attributeValue, childrenOf, refuseNotXml } from "./xml-edit";
import { scanXml } from "./xml-scanner";
import { readXmlTree } from "./xml-tokens";
import type { XmlTree } from "./xml-tree";
import { readMember, type Zip } from "./zip";

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
}

/** Names of the parts with prose. @throws FormatError */
function proseOf(zip: Zip): string[] {
  const bytes = readMember(zip, TYPES);
  if (!bytes) throw new FormatError(`The file is no Word document: ${TYPES} is missing.`, 1, 1);
  const text = new TextDecoder().decode(bytes);
  refuseDoctype(text);
  const found: [order: number, name: string][] = [];
  for (const one of childrenOf(scanXml(text).root, "Override")) {
    const order = PARTS.findIndex(([types]) => types.test(attributeValue(one, "ContentType")));
    const name = attributeValue(one, "PartName").replace(/^\//, "");
    if (order >= 0 && zip.members.has(name)) found.push([order, name]);
  }
  found.sort(([a, x], [b, y]) => a - b || x.length - y.length || (x < y ? -1 : 1));
  if (found[0]?.[0] !== 0) throw new FormatError("The file is no Word document: it has no main part.", 1, 1);
  return [...new Set(found.map(([, name]) => name))];
}

/** Entities are no part of Office Open XML, and the only use of a doctype is to harm. */
function refuseDoctype(text: string): void {
  const at = text.indexOf("<!DOCTYPE");
  if (at < 0) return;
  const { line, column } = positionAt(text, at);
  throw new FormatError("The document declares a document type, which no Word document may have.", line, column);
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
  labels?: Labels,
): Block {
  const stretch = paragraph.levels[level]!;
  const shown = show(stretch.pieces, labels ?? labelsOf(stretch.pieces));
  const data: Data = { paragraph, level, shown, prefix };
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
function readPart(text: string, part: Part, blocks: Block[]): void {
  const xml = text.slice(part.start, part.end);
  refuseDoctype(xml);
  const { tree, root } = readXmlTree(xml);
  const kind = KINDS[tree.local(root)] ?? "p";
  const prefix = tree.name(root).slice(0, -tree.local(root).length);
  const reader = new ParagraphReader(tree, prefix, part.start);
  const [paragraph, deleted, moved] = [`${prefix}p`, `${prefix}del`, `${prefix}moveFrom`];
  const choices: Choices[] = [];
  const end = tree.after(0);
  for (let node = 1; node < end; ) {
    const name = tree.isElement(node) ? tree.name(node) : "";
    if (name === deleted || name === moved) {
      node = tree.after(node);
      continue;
    }
    if (name === paragraph) {
      const found = reader.read(node);
      if (found)
        blocks.push(
          blockOf(found, found.levels.length - 1, prefix, {
            kind: kindOf(tree, node, prefix, kind),
            line: blocks.length + 1,
          }),
        );
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
  markTwins(blocks, choices, part.start);
}

/** Ranges of what says the same twice, for newer and for older programs. */
interface Choices {
  choice: [number, number];
  fallback: [number, number];
}

/** Tells what older programs show that it says the same as what newer ones do: they are one string. */
function markTwins(blocks: readonly Block[], choices: readonly Choices[], shift: number): void {
  const between = ([start, end]: [number, number]): Block[] => {
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (blocks[middle]!.from < start + shift) low = middle + 1;
      else high = middle;
    }
    const found: Block[] = [];
    for (let at = low; at < blocks.length && blocks[at]!.from < end + shift; at++) found.push(blocks[at]!);
    return found;
  };
  for (const { choice, fallback } of choices) {
    const [first, second] = [between(choice), between(fallback)];
    if (first.length !== second.length || first.some(({ text }, at) => text !== second[at]!.text)) continue;
    second.forEach((block, at) => {
      block.twinOf = first[at]!.twinOf ?? first[at]!;
    });
  }
}

const dialect: BlockDialect = {
  read: (text) => {
    const blocks: Block[] = [];
    for (const part of partsOf(text)) readPart(text, part, blocks);
    return blocks;
  },
  beside: (block, base) => {
    const [own, other] = [block.data as Data, base.data as Data];
    const level = Math.min(other.level, own.paragraph.levels.length - 1);
    const { pieces }: Stretch = own.paragraph.levels[level]!;
    const labels = labelsBeside(pieces, other.shown.labels);
    const { kind, line } = block;
    Object.assign(block, blockOf(own.paragraph, level, own.prefix, { kind, line }, labels));
  },
  write: (value, block) => {
    if (value.trim() === "") throw new EditRefused("A text of a document cannot be blank.");
    if (value.includes("\r")) throw new EditRefused("A text of a document cannot hold a carriage return.");
    refuseNotXml(value);
    const { paragraph, level, shown, prefix } = block.data as Data;
    return writeParagraph(value, paragraph.levels[level]!.pieces, shown, prefix);
  },
};

const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** Word documents. */
export const docx: FileFormat = documentFormat(
  {
    id: "docx",
    name: "Word document (Office Open XML)",
    masks: ["*.docx"],
    extension: "docx",
    mimeType: MIME,
    decode: (bytes) => {
      if (OLE.every((byte, at) => bytes[at] === byte))
        throw new FormatError("The file is encrypted or an old .doc. Save it as a .docx without a password.", 1, 1);
      return openContainer(bytes, proseOf);
    },
    encode: (text, before) => closeContainer(text, before, packageOf),
  },
  dialect,
);
