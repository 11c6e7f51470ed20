/** Rows as CSV: one object one row, nested names joined by "."; the contract 9.2. */

type Row = Map<string, string>;

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

/** A cell as CSV writes it. */
export const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The items as CSV with a header line; columns in the order of their first appearance. */
export function toCsv(items: readonly unknown[]): string {
  const rows = items.map((item) => {
    const row: Row = new Map();
    flatten(item, "", row, 0);
    return row;
  });
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ""))];
  return `${lines.map((line) => line.map(quoted).join(",")).join("\r\n")}\r\n`;
}
