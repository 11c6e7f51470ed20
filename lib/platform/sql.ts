/** Pieces of SQL with their values, and what the rows of a statement are. */

declare const ROW: unique symbol;
declare const SELECTED: unique symbol;
declare const COLUMNS: unique symbol;

/** A piece of SQL with its values; made by `sql` and nestable. `Row` is what a statement gives, as far as it tells. */
export class Sql<Row = unknown> {
  declare readonly [ROW]: Row;

  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
    /** True for a statement that is made of what somebody typed, and will hardly come again. */
    readonly adhoc?: boolean,
  ) {}
}

/** A type as PostgreSQL names it, without the brackets of an array. */
export interface ColumnType {
  name: string;
  array: boolean;
  nullable: boolean;
}

/** One item of a select list, and what it becomes. */
export interface Item {
  value: Sql;
  /** Name of the column in the answer. */
  column: string;
  /** Names from the row inwards: one, or two for a member of an object in the row. */
  path: readonly string[];
  type: ColumnType;
  /** Makes what stands for null, where the statement sends null instead of a usual value. */
  otherwise?: () => unknown;
}

/**
 * Part of a select list. A statement with one directly in its template has its members in the type of its rows; those of
 * a subselect are not seen from outside.
 */
export class Selection<Row> extends Sql {
  declare readonly [SELECTED]: Row;

  constructor(readonly items: readonly Item[]) {
    super(
      ["", ...items.map(({ column }, at) => ` as ${quoted(column)}${at < items.length - 1 ? ", " : ""}`)],
      items.map(({ value }) => value),
    );
  }
}

/** A name as SQL takes it: words that PostgreSQL keeps for itself need quotes, and all that is not in small letters. */
export const quoted = (name: string): string => (/^[a-z0-9_]+$/.test(name) && !KEPT.has(name) ? name : `"${name}"`);
const KEPT = new Set(["check", "commit", "default", "end", "group", "order", "primary", "references", "user", "when"]);

/** What can be read from: a table, or a statement with a name. In a template it is written as a source of rows. */
export class Source<Row = unknown> {
  declare readonly [COLUMNS]: Row;
  readonly #text: Sql;
  readonly #definition: Sql | undefined;

  /** @param definition what makes it, where that stands behind `with` */
  constructor(text: Sql, definition?: Sql) {
    this.#text = text;
    this.#definition = definition;
  }

  static textOf(source: Source): Sql {
    return source.#text;
  }

  static definitionOf(source: Source): Sql {
    if (!source.#definition) throw new Error("It has no definition: it is no statement behind `with`.");
    return source.#definition;
  }
}

/** A row as a selection makes it. */
export type SelectedRow<Part> = Part extends Selection<infer Row> ? Row : never;

type Selected<Value> = Value extends Selection<infer Row> ? (row: Row) => void : never;

/** One type of all members that the selections of a template have. */
export type RowOf<Values extends readonly unknown[]> = Flat<
  { [At in keyof Values]: Selected<Values[At]> }[number] extends infer Each
    ? [Each] extends [never]
      ? unknown
      : [Each] extends [(row: infer Row) => void]
        ? Row
        : never
    : never
>;

type Flat<Row> = unknown extends Row ? unknown : { [Name in keyof Row]: Row[Name] };

/** Tagged template: values become parameters, nested `Sql` is spliced in. */
export function sql<Values extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: Values
): Sql<RowOf<Values>> {
  return new Sql(strings, values);
}

/** SQL text as it stands, for constants of our own; never for anything from outside. */
export function rawSql(text: string): Sql {
  return new Sql([text], []);
}

/** A number of ours that stands in the text as it is: a statement is planned for it. */
export const literal = (value: number): Sql => rawSql(String(value));

/** Joins pieces with a separator of our own; an empty list gives `empty`. */
export function joinSql(parts: readonly Sql[], separator = ", ", empty = "true"): Sql {
  if (parts.length === 0) return rawSql(empty);
  const strings = ["", ...parts.slice(1).map(() => separator), ""];
  return new Sql(strings, parts);
}

/** Marks a piece as made of what somebody typed: a statement with it in it is not kept planned. */
export function adhocSql(piece: Sql): Sql {
  return new Sql(piece.strings, piece.values, true);
}

/** A statement as it is sent. */
export interface Written {
  text: string;
  values: unknown[];
  adhoc: boolean;
}

/** Writes a statement out. */
export function writeSql(statement: Sql): Written {
  const text: string[] = [];
  const values: unknown[] = [];
  const adhoc = write(statement, text, values);
  return { text: text.join(""), values, adhoc };
}

/** A large piece of many others as one, for a statement that is sent often: it is put together once. */
export function whole(piece: Sql): Sql {
  const strings = [""];
  const values: unknown[] = [];
  const add = (text: string) => strings.push(`${strings.pop()}${text}`);
  const flatten = (part: Sql) =>
    part.strings.forEach((string, index) => {
      add(string);
      if (index >= part.values.length) return;
      const value = part.values[index];
      if (value instanceof Sql) flatten(value);
      else if (value instanceof Source) flatten(Source.textOf(value));
      else {
        values.push(value);
        strings.push("");
      }
    });
  flatten(piece);
  return new Sql(strings, values, piece.adhoc);
}

/** Writes a piece out; true when any part of it is ad hoc. */
function write(piece: Sql, text: string[], values: unknown[]): boolean {
  let adhoc = piece.adhoc === true;
  piece.strings.forEach((string, index) => {
    text.push(string);
    if (index >= piece.values.length) return;
    const value = piece.values[index];
    if (value instanceof Sql) adhoc = write(value, text, values) || adhoc;
    else if (value instanceof Source) adhoc = write(Source.textOf(value), text, values) || adhoc;
    else {
      values.push(value);
      text.push(`$${values.length}`);
    }
  });
  return adhoc;
}

/** What the selections of a statement select. */
export function itemsOf(statement: Sql): Item[] {
  return statement.values.flatMap((value) => (value instanceof Selection ? value.items : []));
}
