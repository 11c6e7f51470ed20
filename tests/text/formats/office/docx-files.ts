import { zipOf } from "@/lib/text/formats/kernel/zip";

/** Word documents as the programs that write them do, made of what a test is about. */

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
].join(" ");
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A paragraph of runs. */
export const p = (inside: string, properties = ""): string =>
  `<w:p w:rsidR="00A77427" w:rsidRDefault="007F1D13">${properties && `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`;
/** A run with a text. */
export const r = (text: string, properties = "", attributes = ""): string =>
  `<w:r${attributes}>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t${/^ | $/.test(text) ? ' xml:space="preserve"' : ""}>${text}</w:t></w:r>`;

/** A picture that stands among the letters, or floats. */
export const picture = (id: number, floats = false): string => {
  const place = floats ? "anchor" : "inline";
  return `<w:r><w:rPr><w:noProof/></w:rPr><w:drawing><wp:${place}><wp:docPr id="${id}" name="Picture ${id}"/><a:graphic><a:graphicData/></a:graphic></wp:${place}></w:drawing></w:r>`;
};

/** A text box as Word writes it: once for itself, and once for older programs. */
export const textBox = (inside: string, place = "anchor", fallback = inside): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:${place}><wps:wsp><wps:txbx><w:txbxContent>${inside}</w:txbxContent></wps:txbx></wps:wsp></wp:${place}></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${fallback}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

/** A field with its code and what it came to, in runs. */
export const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const ROOTS: Readonly<Record<string, [tag: string, type: string]>> = {
  document: ["document", "document.main"],
  header: ["hdr", "header"],
  footer: ["ftr", "footer"],
  footnotes: ["footnotes", "footnotes"],
  endnotes: ["endnotes", "endnotes"],
  comments: ["comments", "comments"],
};

/** A part with this inside; that of the main document has a body. */
export function part(name: string, inside: string): string {
  const [tag] = ROOTS[name.replace(/\d/g, "")]!;
  const body = tag === "document" ? `<w:body>${inside}<w:sectPr/></w:body>` : inside;
  return `${HEAD}<w:${tag} ${NAMESPACES}>${body}</w:${tag}>`;
}

/** A document of parts by their names without folder and ending, such as `header1`. */
export function docxOf(parts: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): Buffer {
  const names = Object.keys(parts);
  const overrides = names.map(
    (name) =>
      `<Override PartName="/word/${name}.xml" ContentType="${WORD}.${ROOTS[name.replace(/\d/g, "")]![1]}+xml"/>`,
  );
  const members: Record<string, string> = {
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ...Object.fromEntries(names.map((name) => [`word/${name}.xml`, part(name, parts[name]!)])),
    "word/_rels/document.xml.rels": `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .filter((name) => name !== "document")
      .map(
        (name, at) =>
          `<Relationship Id="rId${at + 10}" Type="${RELATIONS}/${name.replace(/\d/g, "")}" Target="${name}.xml"/>`,
      )
      .join("")}</Relationships>`,
    "word/media/image1.bin": "\0\x01\x02 not a real picture",
    ...more,
  };
  return Buffer.from(zipOf(new Map(Object.entries(members).map(([name, text]) => [name, Buffer.from(text, "utf8")]))));
}
