import { guardFormula } from "@/lib/text/formats/kernel/formula-guard";
import { type Converter, textWriter } from "./converter";
import { COLUMNS, rowsOf, valueRowsOf } from "./table";

/** A line of a table; every field stands in quotes, and formulas are guarded. */
function line(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${guardFormula(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

const shared = { extension: "csv", mimeType: "text/csv" } as const;

/** A table for spreadsheets. */
export const csvConverter: Converter = {
  ...shared,
  id: "csv",
  name: "CSV",
  suits: () => true,
  write: textWriter({
    head: () => line(COLUMNS),
    unit: (unit, head) => rowsOf(unit, head.plural.number).map(line).join(""),
  }),
};

/** The same with one row for each value of a string; only components that have such strings ask for it. */
export const csvMultiConverter: Converter = {
  ...shared,
  id: "csv-multi",
  name: "CSV with several values per key",
  suits: (component) => component.formatId.startsWith("csv-multi"),
  write: textWriter({
    head: () => line(COLUMNS.slice(0, 8)),
    unit: (unit) =>
      valueRowsOf(unit)
        .map((row) => line(row.slice(0, 8)))
        .join(""),
  }),
};
