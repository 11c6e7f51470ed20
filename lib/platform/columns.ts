import {
  type ColumnType,
  type Item,
  itemsOf,
  joinSql,
  quoted,
  type RowOf,
  rawSql,
  Selection,
  Source,
  Sql,
  sql,
} from "./sql";

/**
 * Names of columns as values. The tables in lib/generated/tables.ts come from the schema: a statement takes its columns
 * from them, and its rows have the types that the columns have.
 *
 * Ten of the hardest statements were written this way before it was chosen. Fragments keep their order and number of
 * lines; what is not a column of a table (recordsets, unnest, lateral, common table expressions) is a `Source` with
 * columns of its own, and so checked as well. What stays unchecked are the values that columns are compared with.
 */

declare const VALUE: unique symbol;

/** A value in SQL whose type is known: a column, or an expression. */
export class Typed<Value> extends Sql {
  declare readonly [VALUE]: Value;

  constructor(
    piece: Sql,
    readonly type: ColumnType,
  ) {
    super(piece.strings, piece.values);
  }
}

/** A column of something that can be read from. */
export class Column<Value> extends Typed<Value> {
  #bare: Sql | undefined;

  constructor(
    readonly owner: string,
    readonly column: string,
    type: ColumnType,
  ) {
    super(rawSql(`${owner}.${quoted(column)}`), type);
  }

  /** Its name alone. */
  get bare(): Sql {
    this.#bare ??= rawSql(quoted(this.column));
    return this.#bare;
  }
}

/** Values by the names of the members that they become. */
export type TypedItems = Record<string, Typed<unknown>>;

export type ValuesOf<Items extends TypedItems> = {
  -readonly [Name in keyof Items]: Items[Name] extends Typed<infer Value> ? Value : never;
};

type Columns<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> };

/** Something that can be read from, with its columns. */
export type From<Row> = Source<Row> & Columns<Row>;

/** Columns of a table: the member, then name, type and whether it may be null. */
type Specification<Row> = { readonly [Name in keyof Row]-?: readonly [column: string, type: string, nullable?: true] };

const relation = <Row>(
  text: Sql,
  columns: Iterable<readonly [name: string, column: Column<unknown>]>,
  definition?: Sql,
): From<Row> => Object.assign(new Source<Row>(text, definition), Object.fromEntries(columns)) as unknown as From<Row>;

/** A table of the schema. Unaliased, its columns are written with its name. */
export type Table<Row> = From<Row> & { as(alias: string): From<Row> };

/** Declares a table; only the generated file does. @public */
export function table<Row>(name: string, specification: Specification<Row>): Table<Row> {
  const specified = Object.entries<readonly [string, string, true?]>(specification);
  const columns = (owner: string) =>
    specified.map(
      ([member, [column, type, nullable]]) => [member, new Column(owner, column, typeOf(type, nullable))] as const,
    );
  const as = (alias: string) => relation<Row>(rawSql(`${name} as ${alias}`), columns(alias));
  return Object.defineProperty(relation<Row>(rawSql(name), columns(name)), "as", { value: as }) as Table<Row>;
}

/** A type from how it is written in SQL. */
export function typeOf(text: string, nullable = false): ColumnType {
  const array = text.endsWith("[]");
  return { name: array ? text.slice(0, -2) : text, array, nullable };
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const itemOf = ([name, value]: readonly [string, Typed<unknown>]): Item => ({
  value,
  column: snake(name),
  path: [name],
  type: value.type,
});

/** Columns by their names, as items of a select list: `select ${pick(u, "id", "state")}`. */
export function pick<Row, Name extends keyof Row & string>(
  from: From<Row>,
  ...names: readonly Name[]
): Selection<Pick<Row, Name>> {
  return new Selection(names.map((name) => itemOf([name, from[name]])));
}

/** The same columns by their names: to make rows like those of a table, or to copy them. */
export const columnsOf = <Row, Name extends keyof Row & string>(
  from: From<Row>,
  ...names: readonly Name[]
): { [Key in Name]: Typed<Row[Key]> } =>
  Object.fromEntries(names.map((name): [Name, unknown] => [name, from[name]])) as { [Key in Name]: Typed<Row[Key]> };

/** Items of a select list by the names of their members: `select ${named({ projectId: p.id, count: asNumber(sql`count(*)`) })}`. */
export function named<Items extends TypedItems>(items: Items): Selection<ValuesOf<Items>> {
  return new Selection(Object.entries(items).map(itemOf));
}

/** Selections as one. */
export function combined<Parts extends readonly Selection<unknown>[]>(...parts: Parts): Selection<RowOf<Parts>> {
  return new Selection(parts.flatMap(({ items }) => items));
}

const USUAL: Readonly<Record<string, readonly [text: string, make: () => unknown]>> = {
  text: ["''", () => ""],
  bool: ["false", () => false],
  int4: ["0", () => 0],
  jsonb: ["'{}'", () => ({})],
};

/**
 * Columns whose value is mostly empty, false or 0: it travels as null, which nobody has to read, and is that value again
 * in the row.
 */
export function sparse<Row, Name extends keyof Row & string>(
  from: From<Row>,
  ...names: readonly Name[]
): Selection<Pick<Row, Name>> {
  return new Selection(
    names.map((name) => {
      const value: Column<unknown> = from[name];
      const usual = value.type.array ? (["'{}'", () => []] as const) : USUAL[value.type.name];
      if (!usual || value.type.nullable) throw new Error(`The column ${value.column} cannot be sparse.`);
      const [text, otherwise] = usual;
      return { ...itemOf([name, value]), value: sql`nullif(${value}, ${rawSql(text)})`, otherwise };
    }),
  );
}

/** An expression that is mostly null and then stands for something else: it is that in the row. */
export function otherwise<Items extends TypedItems>(
  items: Items,
  values: { readonly [Name in keyof Items]: () => NonNullable<ValuesOf<Items>[Name]> },
): Selection<{ [Name in keyof Items]: NonNullable<ValuesOf<Items>[Name]> }> {
  return new Selection(
    Object.entries(items).map(([name, value]) => ({ ...itemOf([name, value]), otherwise: values[name] })),
  );
}

/** A selection as the member `name` of the row. */
export function within<Name extends string, Row>(
  name: Name,
  selected: Selection<Row>,
): Selection<{ [Key in Name]: Row }> {
  return new Selection(
    selected.items.map((item) => ({ ...item, column: `${snake(name)}.${item.column}`, path: [name, ...item.path] })),
  );
}

/** The same rows where they may be missing: the right side of a left join. */
export function outer<Row>(from: From<Row>): From<{ [Name in keyof Row]: Row[Name] | null }> {
  const columns = Object.entries(from).map(([name, value]) => {
    if (!(value instanceof Column)) throw new Error(`${name} is not a column.`);
    return [name, [value, { ...value.type, nullable: true }]] as const;
  });
  return relation(
    Source.textOf(from),
    new Map(columns.map(([name, [value, type]]) => [name, new Column(value.owner, value.column, type)])),
  );
}

/** Rows of a statement under a name: for `from ${x}`, `lateral ${x}`. */
export function subquery<Row>(name: string, statement: Sql<Row>): From<Row> {
  return relation(sql`(${statement}) as ${rawSql(name)}`, columnsOfStatement(name, statement));
}

/** Rows of a statement that others of the same statement read from: `with ${defined(made)} select … from ${made}`. */
export function cte<Row>(name: string, statement: Sql<Row>): From<Row> {
  return relation(rawSql(name), columnsOfStatement(name, statement), sql`${rawSql(name)} as (${statement})`);
}

/** Definitions of such rows, behind `with`. */
export const defined = (...rows: readonly Source[]): Sql => joinSql(rows.map((from) => Source.definitionOf(from)));

/** Rows of statements with the same columns, one behind the other; those of the first give the names. */
export function unionAll<Row>(first: Sql<Row>, ...others: readonly Sql<Row>[]): Sql<Row> {
  const last = first.strings.length - 1;
  const strings = [...first.strings.slice(0, last), `${first.strings[last]} union all `, ""];
  return new Sql(strings, [...first.values, joinSql(others, " union all ")]);
}

const columnsOfStatement = (owner: string, statement: Sql) =>
  itemsOf(statement).map(({ column, path, type }) => [path.join("."), new Column(owner, column, type)] as const);

const written = ({ name, array }: ColumnType): string => (array ? `${name}[]` : name);

/** What rows of ours are as a source, but for the rows: the same for every statement with the same columns. */
interface Shape {
  columns: Readonly<Record<string, Column<unknown>>>;
  recordset: Sql;
  unnest: Sql;
}

const shapes = new WeakMap<TypedItems, Map<string, Shape>>();

/** The shape of rows like `like` under a name; kept where `like` is a constant. */
function shapeOf(name: string, like: TypedItems): Shape {
  let known = shapes.get(like);
  if (!known) {
    known = new Map();
    shapes.set(like, known);
  }
  let shape = known.get(name);
  if (!shape) {
    const members = Object.entries(like);
    const named = (text: (member: string, type: ColumnType) => string) =>
      rawSql(`${name}(${members.map(([member, { type }]) => text(member, type)).join(", ")})`);
    shape = {
      columns: Object.fromEntries(members.map(([member, { type }]) => [member, new Column(name, member, type)])),
      recordset: named((member, type) => `${quoted(member)} ${written(type)}`),
      unnest: named(quoted),
    };
    known.set(name, shape);
  }
  return shape;
}

/** Objects of ours as rows; each column has the type of another one. */
export function recordset<Like extends TypedItems>(
  name: string,
  like: Like,
  rows: readonly ValuesOf<Like>[],
): From<ValuesOf<Like>> {
  const shape = shapeOf(name, like);
  return fromShape(sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${shape.recordset}`, shape);
}

const fromShape = <Row>(text: Sql, { columns }: Shape): From<Row> =>
  Object.assign(new Source<Row>(text), columns) as unknown as From<Row>;

/** The same for columns without lists and objects, given as rows or as a list for each column: so they travel. */
export function unnest<Like extends TypedItems>(
  name: string,
  like: Like,
  rows: readonly ValuesOf<Like>[] | { readonly [Name in keyof Like]: readonly ValuesOf<Like>[Name][] },
): From<ValuesOf<Like>> {
  const shape = shapeOf(name, like);
  const listOf = (member: string) => (isList(rows) ? rows.map((row) => row[member]) : rows[member]);
  const parameters = Object.entries(like).map(([member, { type }]) => sql`${listOf(member)}::${rawSql(type.name)}[]`);
  return fromShape(sql`unnest(${joinSql(parameters)}) as ${shape.unnest}`, shape);
}

const isList = <Row, Other>(rows: readonly Row[] | Other): rows is readonly Row[] => Array.isArray(rows);

/** Columns of one table by their bare names, for `insert into` and `on conflict`. */
export const names = <Row>(from: From<Row>, ...members: readonly (keyof Row & string)[]): Sql =>
  joinSql(members.map((member) => (from[member] as Column<unknown>).bare));

/** Values for columns of one row; those that are undefined are left out. */
type NewValues<Row> = { readonly [Name in keyof Row]?: Row[Name] | Sql };

/** Columns and values of a row that is inserted: `insert into ${labels} ${row(labels, { name })}`. */
export function row<Row>(into: From<Row>, values: NewValues<Row>): Sql {
  const given = columnsAndValues(into, values);
  return sql`(${joinSql(given.map(([column]) => column))}) values (${joinSql(given.map(([, value]) => value))})`;
}

/** Columns and values of a row for each one that follows: `insert into ${f} ${eachRow(f, { unitId: e.id })} from ${e}`. */
export function eachRow<Row>(into: From<Row>, values: NewValues<Row>): Sql {
  const given = columnsAndValues(into, values);
  return sql`(${joinSql(given.map(([column]) => column))}) select ${joinSql(given.map(([, value]) => value))}`;
}

/** Assignments of what is given: `update ${labels} set ${assigned(labels, { name })}`. */
export function assigned<Row>(to: From<Row>, values: NewValues<Row>): Sql {
  return joinSql(columnsAndValues(to, values).map(([column, value]) => sql`${column} = ${value}`));
}

function columnsAndValues<Row>(from: From<Row>, values: NewValues<Row>): [column: Sql, value: Sql][] {
  const columns = from as unknown as Readonly<Record<string, Column<unknown>>>;
  return Object.entries(values).flatMap(([name, value]): [Sql, Sql][] => {
    const column = columns[name];
    if (!column) throw new Error(`There is no column for ${name}.`);
    return value === undefined ? [] : [[column.bare, parameterOf(value, column)]];
  });
}

function parameterOf(value: unknown, { type }: Column<unknown>): Sql {
  if (value instanceof Sql) return value;
  return type.name === "jsonb" && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}
