import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as tables from "@/lib/generated/tables";
import { type From, pick } from "@/lib/platform/columns";
import { databaseUrl, sql } from "@/lib/platform/database";
import { type ColumnType, type Item, itemsOf, Sql, writeSql } from "@/lib/platform/sql";
import { type FoundStatement, statementsOfSources } from "../support/statement-sources";

/** Statements as the migrated database understands them. None is run but those that make temporary tables. */

/** A column of an answer, as the server describes it. */
interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

let client: pg.Client;
let types: ReadonlyMap<number, string>;
let notNull: ReadonlySet<string>;

beforeAll(async () => {
  client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  const known = await client.query<{ oid: number; name: string }>("select oid, typname as name from pg_type");
  types = new Map(known.rows.map(({ oid, name }) => [oid, name]));
  await readNotNull();
});

async function readNotNull(): Promise<void> {
  const columns = await client.query<{ key: string }>(
    "select attrelid || '.' || attnum as key from pg_attribute where attnotnull",
  );
  notNull = new Set(columns.rows.map(({ key }) => key));
}

afterAll(() => client.end());

/** Asks the server what a statement would give. */
function fieldsOf(text: string): Promise<Field[]> {
  return new Promise((done, failed) => {
    let fields: Field[] = [];
    client.query({
      submit(connection: { parse(what: object): void; describe(what: object): void; sync(): void }) {
        connection.parse({ text, name: "", types: [] });
        connection.describe({ type: "S", name: "" });
        connection.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleError: failed,
      handleReadyForQuery: () => done(fields),
    } as unknown as pg.Submittable);
  });
}

/** Types that our readers make the same value of. */
const ALIKE: Readonly<Record<string, string>> = {
  int2: "number",
  int4: "number",
  int8: "number",
  numeric: "number",
  float8: "number",
  text: "text",
  varchar: "text",
  uuid: "text",
  json: "jsonb",
};
const alike = ({ name, array }: ColumnType): string => `${ALIKE[name] ?? name}${array ? "[]" : ""}`;

const typeOfField = ({ dataTypeID }: Field): ColumnType => {
  const name = types.get(dataTypeID) ?? "";
  return { name: name.replace(/^_/, ""), array: name.startsWith("_"), nullable: false };
};

/** What a statement claims of its columns that the server does not say. */
function differences(text: string, items: readonly Item[], fields: readonly Field[]): string[] {
  const known = new Map(items.map((item) => [item.column, item]));
  return fields.flatMap((field) => {
    const item = known.get(field.name);
    if (!item) return [`${field.name} is not selected by a name`];
    const [claimed, is] = [alike(item.type), alike(typeOfField(field))];
    if (claimed !== is) return [`${field.name} is ${is}, not ${claimed}`];
    // Prisma makes no list NOT NULL; ours are never null.
    if (item.type.nullable || item.type.array || item.otherwise) return [];
    const [, owner] = /^(\w+)\.[\w"]+$/.exec(writeSql(item.value).text) ?? [];
    const joined = owner !== undefined && new RegExp(`\\bleft join (?:\\w+ as )?${owner}\\b`).test(text);
    const mayBeNull = joined || (field.tableID !== 0 && !notNull.has(`${field.tableID}.${field.columnID}`));
    return mayBeNull ? [`${field.name} may be null`] : [];
  });
}

async function problemsOf(statement: Sql): Promise<string[]> {
  const { text } = writeSql(statement);
  const items = itemsOf(statement);
  const fields = await fieldsOf(text);
  return items.length === 0 ? [] : differences(text, items, fields);
}

/** Makes a temporary table, without rows, that other statements read; null where what it is made of may be null. */
async function makeTable(statement: Sql): Promise<void> {
  const { text, values } = writeSql(statement);
  await client.query(
    text.replace("on commit drop", ""),
    values.map(() => null),
  );
  const [, name] = /^create temp table (\w+)/.exec(text.trim()) ?? [];
  const items = statement.values.flatMap((value) => (value instanceof Sql ? itemsOf(value) : []));
  for (const { column, type } of items)
    if (!type.nullable) await client.query(`alter table ${name} alter column ${column} set not null`);
  await readNotNull();
}

describe("tables of the schema", () => {
  it.each(Object.entries(tables))("%s has the columns that the migrations make", async (_name, table) => {
    const all = table as unknown as From<Record<string, unknown>>;
    expect(await problemsOf(sql`select ${pick(all, ...Object.keys(all))} from ${all}`)).toEqual([]);
  });
});

/** What is alike in the text of a part and in that of the statement that holds it: all but the numbers of parameters. */
const bare = (statement: Sql): string => writeSql(statement).text.replace(/\$\d+/g, "$$").trim();

describe("statements of the sources", () => {
  let found: FoundStatement[];
  const unread: string[] = [];
  const wrong: string[] = [];
  let typed = 0;

  beforeAll(async () => {
    const all = await statementsOfSources();
    const makesTable = ({ place }: FoundStatement) => place.includes(": create temp table");
    for (const { variants } of all.filter(makesTable)) await makeTable(variants[0]!);
    found = all.filter((statement) => !makesTable(statement));
    const understood = new Map<string, string[]>();
    const failed: { file: string; text: string; problem: string }[] = [];
    for (const { file, place, variants } of found) {
      if (variants.length === 0) unread.push(`${place}: It cannot be made without its function.`);
      for (const statement of variants) {
        const text = bare(statement);
        try {
          const problems = await problemsOf(statement);
          if (itemsOf(statement).length > 0) typed++;
          wrong.push(...problems.map((problem) => `${place}: ${problem}`));
          understood.set(file, [...(understood.get(file) ?? []), text]);
        } catch (error) {
          failed.push({ file, text, problem: `${place}: ${(error as Error).message}` });
        }
      }
    }
    // What reads from other parts of a statement is understood where the whole of it is.
    for (const { file, text, problem } of failed)
      if (!understood.get(file)?.some((whole) => whole.includes(text))) unread.push(problem);
  });

  it("are hundreds", () => {
    expect(found.length).toBeGreaterThan(600);
    expect(typed).toBeGreaterThanOrEqual(340);
  });

  it("are understood by the database", () => {
    expect(unread).toEqual([]);
  });

  it("give what their columns say", () => {
    expect(wrong).toEqual([]);
  });
});
