import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * A generator of `prisma generate`: writes the tables of the schema as values, lib/generated/tables.ts. Prisma starts it,
 * writes one request a line to its input and reads the answers from its error output.
 */

/** Types of the schema as PostgreSQL names them, and what our readers make of them. */
const TYPES = {
  String: ["text", "string"],
  Int: ["int4", "number"],
  BigInt: ["int8", "number"],
  Boolean: ["bool", "boolean"],
  DateTime: ["timestamp", "Date"],
  Json: ["jsonb", "unknown"],
  Bytes: ["bytea", "Buffer"],
};
const NATIVE = { Uuid: "uuid", SmallInt: "int2", Timestamptz: "timestamptz", Date: "date" };

/** Columns of types that Prisma does not know; it leaves them out of its description. They are read as texts. */
function unsupportedOf(schema, model) {
  const body = new RegExp(`^model ${model} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(schema)?.[1] ?? "";
  return [...body.matchAll(/^ *(\w+) +Unsupported\("(\w+)"\)(\?)?(.*)$/gm)].map(([, name, type, nullable, rest]) => ({
    name,
    column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name,
    type,
    value: "string",
    nullable: nullable === "?",
  }));
}

function columnOf(field) {
  const [plain, value] = TYPES[field.type] ?? [];
  if (!plain) throw new Error(`${field.name}: there is no column type for ${field.type}.`);
  const type = field.nativeType ? NATIVE[field.nativeType[0]] : plain;
  if (!type) throw new Error(`${field.name}: there is no column type for @db.${field.nativeType[0]}.`);
  // `@type Name` in the description names a type of lib/text/codes.ts.
  const code = /@type (\w+)/.exec(field.documentation ?? "")?.[1];
  return {
    name: field.name,
    column: field.dbName ?? field.name,
    type: field.isList ? `${type}[]` : type,
    value: `${code ?? value}${field.isList ? "[]" : ""}`,
    code,
    nullable: !field.isRequired,
  };
}

function tablesOf({ dmmf, datamodel }) {
  return dmmf.datamodel.models.map((model) => ({
    name: model.dbName ?? model.name,
    columns: [
      ...model.fields.filter((field) => field.kind === "scalar").map(columnOf),
      ...unsupportedOf(datamodel, model.name),
    ],
  }));
}

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

function textOf(tables) {
  const codes = [...new Set(tables.flatMap(({ columns }) => columns.flatMap(({ code }) => code ?? [])))].sort();
  const lines = ["// Generated from prisma/schema.prisma by lib/cli/generate-tables.mjs.", ""];
  if (codes.length > 0) lines.push(`import type { ${codes.join(", ")} } from "@/lib/text/codes";`);
  lines.push('import { table } from "@/lib/platform/columns";', "");
  for (const { name, columns } of tables) {
    const constant = camel(name);
    const type = constant[0].toUpperCase() + constant.slice(1);
    lines.push(`export interface ${type} {`);
    for (const { name, value, nullable } of columns) lines.push(`  ${name}: ${value}${nullable ? " | null" : ""};`);
    lines.push("}", `export const ${constant} = table<${type}>("${name}", {`);
    for (const { name, column, type, nullable } of columns)
      lines.push(`  ${name}: ["${column}", "${type}"${nullable ? ", true" : ""}],`);
    lines.push("});", "");
  }
  return lines.join("\n");
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const answer = (content) => process.stderr.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...content })}\n`);
  try {
    if (method === "getManifest")
      answer({ result: { manifest: { prettyName: "Tables", defaultOutput: "../lib/generated" } } });
    if (method === "generate") {
      const folder = params.generator.output.value;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "tables.ts"), textOf(tablesOf(params)));
      answer({ result: null });
    }
  } catch (error) {
    answer({ error: { code: 1, message: error.message, data: { stack: error.stack } } });
  }
}
