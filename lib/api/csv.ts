import { guardFormula } from "@/lib/text/formats/kernel/formula-guard";

/**
 * Rows as CSV: one object one row, nested names joined by "."; the contract 9.2. Everything that leaves as CSV by API,
 * exports and pages is written by `csvLine`, so that no spreadsheet runs what somebody has translated.
 */

type Row = Map<string, string>;

/** Numbers as they are written; all other text that begins like a formula is guarded, a sign before words included. */
const NUMBER = /^-?\d{1,40}(?:\.\d{1,40})?$/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object")
    return JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item));
  return String(value);
}

/** Text of a member in a cell. A percentage has one decimal in every case, as in JSON. */
export function cellOf(name: string, value: unknown): string {
  return name.endsWith("_percent") && Number.isInteger(value) ? `${value}.0` : cell(value);
}

function flatten(value: unknown, prefix: string, row: Row, depth: number): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && depth < 6) {
    for (const [name, item] of Object.entries(value))
      flatten(item, prefix ? `${prefix}.${name}` : name, row, depth + 1);
  } else row.set(prefix || "value", cellOf(prefix, value));
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A line of CSV, with texts guarded that a spreadsheet would run as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => quoted(guarded(text))).join(",")}\r\n`;
}

function guarded(text: string): string {
  if (NUMBER.test(text)) return text;
  // Some spreadsheets drop blanks and control characters before they look at a cell.
  return /^[\s\p{Cc}]+[=+\-@]/u.test(text) ? `'${text}'` : guardFormula(text);
}

/** The items as CSV with a header line; columns in the order of their first appearance. */
export function toCsv(items: readonly unknown[]): string {
  const rows = items.map((item) => {
    const row: Row = new Map();
    flatten(item, "", row, 0);
    return row;
  });
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ""))].map(csvLine).join("");
}
