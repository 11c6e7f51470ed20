import { EditRefused } from "@/lib/text/formats/kernel/format";
import { guardFormula } from "@/lib/text/formats/kernel/formula-guard";
import { type NewMember, writeZip } from "@/lib/text/formats/kernel/zip";
import {
  columnName,
  composeCell,
  SHEET_END,
  SHEET_PATH,
  SHEET_START,
  workbookParts,
} from "@/lib/text/formats/spreadsheet/spreadsheet";
import { refusal } from "@/lib/text/messages/refusal";
import type { ConversionHead, ConvertedUnit, Converter } from "./converter";
import { COLUMNS, rowsOf } from "./table";

/** Rows that a sheet can have. */
const MOST_ROWS = 1_048_576;

/** A workbook with the table of the CSV conversion. Packed as it comes, so that one page is held. */
export const xlsxConverter: Converter = {
  id: "xlsx",
  name: "Excel Open XML",
  extension: "xlsx",
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  suits: () => true,
  write: (head, pages) => writeZip(members(head, pages)),
};

function row(number: number, cells: readonly string[]): string {
  const written = cells.map((cell, column) =>
    cell === "" ? "" : composeCell(`${columnName(column)}${number}`, guardFormula(cell)),
  );
  return `<row r="${number}">${written.join("")}</row>`;
}

async function* sheet(
  head: ConversionHead,
  pages: AsyncIterable<readonly ConvertedUnit[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let number = 1;
  yield encoder.encode(SHEET_START + row(number, COLUMNS));
  for await (const page of pages) {
    let text = "";
    for (const cells of page.flatMap((unit) => rowsOf(unit, head.plural.number))) {
      number++;
      if (number > MOST_ROWS) throw new EditRefused(refusal("writeSheetRows", { most: String(MOST_ROWS) }));
      text += row(number, cells);
    }
    if (text !== "") yield encoder.encode(text);
  }
  yield encoder.encode(SHEET_END);
}

function* members(head: ConversionHead, pages: AsyncIterable<readonly ConvertedUnit[]>): Generator<NewMember> {
  const encoder = new TextEncoder();
  for (const [name, text] of workbookParts(head.component)) yield { name, content: encoder.encode(text) };
  yield { name: SHEET_PATH, content: sheet(head, pages) };
}
