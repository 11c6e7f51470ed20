import { refusal } from "@/lib/text/messages/refusal";
import { storable } from "../kernel/encoding";
import { FormatError, type FormatOptions, monolingualOf } from "../kernel/format";
import { unguardFormula } from "../kernel/formula-guard";
import type { TableRow } from "./csv-tokens";

/** The columns of a table: what they mean, and where they are. */

/** Columns that mean something, in the order they have in files without a header. */
const COLUMNS = [
  "location",
  "source",
  "target",
  "id",
  "fuzzy",
  "context",
  "translator_comments",
  "developer_comments",
] as const;

/** Columns that only a header can name: they tie the rows of one plural string together. */
const PLURAL_COLUMNS = ["source_plural_form", "target_plural_form", "id_hash"] as const;

export type CsvColumn = (typeof COLUMNS)[number] | (typeof PLURAL_COLUMNS)[number];

/** How one file is laid out. */
export interface CsvLayout {
  delimiter: string;
  eol: string;
  /** Position of each known column. */
  columns: ReadonlyMap<CsvColumn, number>;
  hasHeader: boolean;
  /** Fields of a row. */
  width: number;
  /** Whether the fields of a new row stand in quotes. */
  quoted: boolean;
}

const KNOWN: ReadonlySet<string> = new Set([...COLUMNS, ...PLURAL_COLUMNS]);
const isColumn = (name: string): name is CsvColumn => KNOWN.has(name);

/** Longer cells are no names of columns. */
const LONGEST_NAME = 100;

/** Columns of a table, by its header or by how many they are. @throws FormatError for a table of one column */
export function columnsOf(
  first: TableRow,
  records: readonly TableRow[],
  simple: boolean,
  options: FormatOptions,
): Pick<CsvLayout, "columns" | "hasHeader" | "width"> {
  const header = headerOf(first);
  const width = simple && !header ? Math.min(first.width, 2) : first.width;
  if (width < 2) throw new FormatError(refusal("readTable"), 1, 1);
  return {
    columns: header ?? unnamedColumns(records, width, options),
    hasHeader: header !== undefined,
    width: first.width,
  };
}

/** Known columns that a record names, when it is a header. */
function headerOf(record: TableRow): Map<CsvColumn, number> | undefined {
  const columns = new Map<CsvColumn, number>();
  for (let index = 0; index < record.width; index++) {
    const value = record.value(index) ?? "";
    if (value.length > LONGEST_NAME) continue;
    const name = value.trim().toLowerCase();
    if (isColumn(name) && !columns.has(name)) columns.set(name, index);
  }
  const usable = columns.has("source") || columns.has("context") || columns.has("id");
  return columns.size >= 2 && usable && columns.size * 2 >= record.width ? columns : undefined;
}

/** Columns of a file without a header, by how many it has. */
function unnamedColumns(records: readonly TableRow[], width: number, options: FormatOptions): Map<CsvColumn, number> {
  const keyed = monolingualOf(options);
  if (width === 2)
    return new Map<CsvColumn, number>([
      [keyed ? "context" : "source", 0],
      ["target", 1],
    ]);
  // Source, translation and an unused column, as some programs write them, would else be a place without a text.
  const thirdUnused = () => records.every((record) => (record.value(2) ?? "") === "");
  if (width === 3 && !keyed && thirdUnused())
    return new Map<CsvColumn, number>([
      ["source", 0],
      ["target", 1],
    ]);
  return new Map(COLUMNS.slice(0, width).map((name, index) => [name, index]));
}

/** The layout of a table without rows. */
export const EMPTY_LAYOUT: CsvLayout = {
  delimiter: ",",
  eol: "\n",
  columns: new Map(COLUMNS.map((name, index) => [name, index])),
  hasHeader: false,
  width: COLUMNS.length,
  quoted: true,
};

/** Value of a column in a record; "" when the row is shorter or the file has no such column. */
export function cell(record: TableRow, layout: CsvLayout, column: CsvColumn): string {
  return textIn(record, layout.columns.get(column) ?? -1, layout.eol);
}

/** The same by the column's position, -1 for a column that the file does not have. */
export function textIn(record: TableRow, position: number, eol: string): string {
  const raw = position < 0 ? undefined : record.value(position);
  if (raw === undefined || raw === "") return "";
  return storable(unguardFormula(eol === "\r\n" ? raw.replaceAll("\r\n", "\n") : raw));
}

/** The column that holds the text of a language: the base and its translations may do with `source`. */
export function textColumn(layout: CsvLayout): CsvColumn {
  return layout.columns.has("target") ? "target" : "source";
}

/** The column that holds the key of a monolingual string. */
export function keyColumn(layout: CsvLayout): CsvColumn {
  return (["id", "context", "source"] as const).find((column) => layout.columns.has(column)) ?? "source";
}

/** Positions of the columns that are read, -1 for those that a file does not have. */
export type CsvPlaces = ReturnType<typeof placesOf>;

/** Where a layout has its columns. */
export function placesOf(layout: CsvLayout) {
  const of = (column: CsvColumn): number => layout.columns.get(column) ?? -1;
  return {
    source: of("source"),
    context: of("context"),
    id: of("id"),
    text: of(textColumn(layout)),
    fuzzy: of("fuzzy"),
    location: of("location"),
    translatorNote: of("translator_comments"),
    developerNote: of("developer_comments"),
    form: of("target_plural_form"),
    sourceForm: of("source_plural_form"),
    hash: of("id_hash"),
  };
}
