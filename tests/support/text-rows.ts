import type { Connection, Sql } from "@/lib/platform/database";

/**
 * Rows of statements that a test writes as text: the test looks at what lies in the database, whatever our code thinks
 * of it, and claims the type. Names of columns come in camelCase.
 */

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export async function textRows<Row = unknown>(on: Pick<Connection, "answer">, statement: Sql): Promise<Row[]> {
  const { columns, rows } = await on.answer(statement);
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [camel(name), row[at]])) as Row);
}

/** The first one, or undefined. */
export async function textRow<Row = unknown>(on: Pick<Connection, "answer">, statement: Sql): Promise<Row | undefined> {
  return (await textRows<Row>(on, statement))[0];
}
