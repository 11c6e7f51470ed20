import { csvFormats } from "./csv";
import { xlsx } from "./xlsx";

export { scanCsv } from "./csv-tokens";
export { columnName, composeCell, SHEET_END, SHEET_PATH, SHEET_START, workbookParts } from "./xlsx-text";

/** Tables: separated values and workbooks. */
export const spreadsheetFormats = [...csvFormats, xlsx];
