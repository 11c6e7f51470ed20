import { named, Typed, typeOf, type ValuesOf } from "./columns";
import { joinSql, rawSql, type Sql, sql } from "./sql";

/** Expressions of SQL with their types. What is said here is held against the database by tests. */

export const asNumber = (piece: Sql): Typed<number> => new Typed(piece, typeOf("int8"));
export const asText = (piece: Sql): Typed<string> => new Typed(piece, typeOf("text"));
export const asFlag = (piece: Sql): Typed<boolean> => new Typed(piece, typeOf("bool"));
export const asMoment = (piece: Sql): Typed<Date> => new Typed(piece, typeOf("timestamptz"));
export const asTexts = (piece: Sql): Typed<string[]> => new Typed(piece, typeOf("text[]"));
export const asNumbers = (piece: Sql): Typed<number[]> => new Typed(piece, typeOf("int4[]"));

/** A column of 64-bit hashes: they travel as decimal text, since a number does not hold them. */
export const asHash = (piece: Sql): Typed<string> => new Typed(piece, typeOf("int8"));

/** Such a hash as it is selected. */
export const hashText = (hash: Typed<number | string>): Typed<string> => asText(sql`${hash}::text`);

/** What JSON of ours holds: what is in it, no schema says. */
export const asJson = <Value>(piece: Sql): Typed<Value> => new Typed(piece, typeOf("jsonb"));

/** The moment of the transaction. */
export const sqlNow = asMoment(rawSql("now()"));

/** Whether a column has one of these values, which stand in the text as they are: the statement is planned for them. */
export const among = (column: Typed<number>, ...values: readonly number[]): Typed<boolean> =>
  asFlag(sql`${column} in (${rawSql(values.join(", "))})`);

/** Whether a column has one of the values of a list, of whatever length. */
export const anyOf = <Value>(column: Typed<Value>, values: readonly NonNullable<Value>[]): Typed<boolean> =>
  asFlag(sql`${column} = any(${values}::${rawSql(column.type.name)}[])`);

/** Whether a column has none of them. */
export const noneOf = <Value>(column: Typed<Value>, values: readonly NonNullable<Value>[]): Typed<boolean> =>
  asFlag(sql`${column} <> all(${values}::${rawSql(column.type.name)}[])`);

/** Types of columns that no table has, for rows of ours: `recordset("e", { place: TYPE.number }, rows)`. */
export const TYPE = {
  number: asNumber(sql`null`),
  text: asText(sql`null`),
  flag: asFlag(sql`null`),
  texts: asTexts(sql`null`),
  hash: asHash(sql`null`),
} as const;

/** Another way to write a value of the same type. */
export const asWritten = <Value>(like: Typed<Value>, piece: Sql): Typed<Value> => new Typed(piece, like.type);

/** The same, where it may be null. */
export const orNull = <Value>(value: Typed<Value>): Typed<Value | null> =>
  new Typed(value, { ...value.type, nullable: true });

/** How many rows there are. */
export const rowCount = asNumber(rawSql("count(*)::int"));
export const counted = named({ count: rowCount });

/** Selected of rows of which only matters whether there are any. */
export const present = named({ present: asFlag(rawSql("true")) });

/** A value of the only row of `from`, or null where there is none. */
export const subselect = <Value>(value: Typed<Value>, from: Sql): Typed<Value | null> =>
  orNull(asWritten(value, sql`(select ${value} ${from})`));

type JsonItems = Record<string, Typed<string | number | boolean | string[] | object | null>>;

/** An object made in the database, of what JSON holds. */
export const jsonObject = <Items extends JsonItems>(items: Items): Typed<ValuesOf<Items>> =>
  new Typed(
    sql`jsonb_build_object(${joinSql(Object.entries(items).map(([name, value]) => sql`${rawSql(`'${name}'`)}, ${value}`))})`,
    typeOf("jsonb"),
  );

/** Objects made of the rows of a group, in order. */
export const jsonAgg = <Items extends JsonItems>(items: Items, order: Sql): Typed<ValuesOf<Items>[]> =>
  new Typed(sql`jsonb_agg(${jsonObject(items)} order by ${order})`, typeOf("jsonb"));

/** Objects made in the database of the rows of `from`, in order; an empty list where there are none. */
export const jsonList = <Items extends JsonItems>(items: Items, order: Sql, from: Sql): Typed<ValuesOf<Items>[]> =>
  new Typed(sql`coalesce((select ${jsonAgg(items, order)} ${from}), '[]')`, typeOf("jsonb"));
