import { escapeXmlText } from "../kernel/xml/escape";

/** Texts of spreadsheet cells: characters that XML cannot hold are spelled `_xHHHH_`, and so is what looks like it. */

const UNWRITABLE = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g;
const SPELLED = /_x([0-9A-Fa-f]{4})_/g;

const spell = (char: string): string => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** XML of a cell's text. */
export function writeCellText(text: string): string {
  return escapeXmlText(text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_").replace(UNWRITABLE, spell));
}

/** The text of a cell, from its decoded XML. */
export function readCellText(text: string): string {
  return !text.includes("_x")
    ? text
    : text.replace(SPELLED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Name of a column: A, B, …, Z, AA, … from its position, counted from 0. */
export function columnName(position: number): string {
  let name = "";
  for (let rest = position + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** Position of a column from a cell's reference such as `AB12`; undefined for anything else. */
export function columnOf(reference: string): number | undefined {
  const size = reference.length;
  let position = 0;
  let at = 0;
  for (; at < size; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    position = position * 26 + letter;
  }
  if (at < 1 || at > 3 || size === at || size > at + 7) return undefined;
  for (; at < size; at++) {
    const code = reference.charCodeAt(at);
    if (code < 48 || code > 57) return undefined;
  }
  return position - 1;
}

/** A cell that holds its text itself. */
export function composeCell(reference: string, text: string, attributes = ""): string {
  return `<c r="${reference}"${attributes} t="inlineStr"><is><t xml:space="preserve">${writeCellText(text)}</t></is></c>`;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Where the sheet of a new workbook stands in its container. */
export const SHEET_PATH = "xl/worksheets/sheet1.xml";

/** Start and end of a sheet; rows go between. */
export const SHEET_START = `${DECLARATION}<worksheet xmlns="${SHEETS}"><sheetData>`;
export const SHEET_END = "</sheetData></worksheet>";

/** Everything of a new workbook but its sheet, by path; `shared` is the XML of its shared texts, if it has some. */
export function workbookParts(title: string, shared = ""): Map<string, string> {
  const type = shared && `<Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/>`;
  const relation = shared && `<Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>`;
  const name = escapeXmlText(
    title
      .replace(/[[\]:*?/\\\0-\x1f]/g, " ")
      .trim()
      .slice(0, 31) || "Strings",
  ).replaceAll('"', "&quot;");
  const parts = new Map([
    [
      "[Content_Types].xml",
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/${SHEET_PATH}" ContentType="${TYPE}.worksheet+xml"/>${type}</Types>`,
    ],
    [
      "_rels/.rels",
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${DECLARATION}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>${relation}</Relationships>`,
    ],
  ]);
  if (shared) parts.set("xl/sharedStrings.xml", shared);
  return parts;
}
