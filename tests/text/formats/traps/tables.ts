/** Big and hostile files of the formats that are tables or lists of pairs. */

const MANY = 100_000;
const LONG = 1_000_000;
const LONGER = 2_000_000;
const TABLES = new Set([
  "csv",
  "csv-utf-8",
  "csv-multi",
  "csv-multi-utf-8",
  "csv-simple",
  "csv-simple-utf-8",
  "csv-simple-iso",
]);

/** A table with `count` rows. */
export function bigTable(format: string, count: number): string {
  if (format.startsWith("strings"))
    return Array.from({ length: count }, (_, i) => `/* Note ${i} */\n"key${i}" = "Řetězec číslo ${i}";\n\n`).join("");
  if (!TABLES.has(format))
    throw new Error(`No big file for ${format}: add it to traps/lines.ts, or keyed.ts or xml.ts.`);
  const text = format.endsWith("iso") ? "Text c." : "Řetězec číslo";
  return `source,target\n${Array.from({ length: count }, (_, i) => `String number ${i},"${text} ${i}"\n`).join("")}`;
}

/** Apple strings that try to take time or memory, by name. */
const hostileStrings: [string, string][] = [
  ["an unclosed comment of 1 MB", `/*${"*".repeat(LONG)}`],
  ["an unclosed text of 2 MB", `"a" = "${"a".repeat(LONGER)}`],
  ["1 MB of backslashes", `"a" = "${"\\".repeat(LONG)}";`],
  ["100,000 comments before one string", `${"/*a*/\n".repeat(MANY)}"a" = "b";`],
  ["100,000 equal keys", '"a" = "b";\n'.repeat(MANY)],
  ["200,000 slashes", "/".repeat(200_000)],
  ["200,000 semicolons", ";".repeat(200_000)],
  ["a key __proto__", '"__proto__" = "x"; "constructor" = "y";'],
];

/** Tables that try to take time or memory, by name. */
export function hostileTables(format: string): [string, string][] {
  if (format.startsWith("strings")) return hostileStrings;
  if (!TABLES.has(format))
    throw new Error(`No hostile files for ${format}: add them to traps/lines.ts, or keyed.ts or xml.ts.`);
  return [
    ["an unclosed quote of 2 MB", `source,target\na,"${"a".repeat(LONGER)}`],
    ["1 MB of quotes", '"'.repeat(LONG)],
    ["100,000 equal rows", `source,target\n${"a,b\n".repeat(MANY)}`],
    ["200,000 delimiters", ",".repeat(200_000)],
    ["200,000 empty rows", "\n".repeat(200_000)],
    ["100,000 forms of one string", `source,target,target_plural_form,id_hash\n${"a,b,0,1\n".repeat(MANY)}`],
    ["a column __proto__", "source,target,__proto__\na,b,c\n__proto__,constructor,x\n"],
  ];
}
