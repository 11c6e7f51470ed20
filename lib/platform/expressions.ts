import { named, Typed, typeOf, type ValuesOf } from "./columns";
import { joinSql, rawSql, type Sql, sql } from "./sql";

/** Expressions of SQL with their types. What is said here is held against the database by tests. */

export const asNumber = (piece: Sql): Typed<number> => new Typed(piece, typeOf("int8"));
export const asText = (piece: Sql): Typed<string> => new Typed(piece, typeOf("text"));
export const asFlag = (piece: Sql): Typed<boolean> => new Typed(piece, typeOf("bool"));
export const asTexts = (piece: Sql): Typed<string[]> => new Typed(piece, typeOf("text[]"));
export const asNumbers = (piece: Sql): Typed<number[]> => new Typed(piece, typeOf("int4[]"));

/** Another way to write a value of the same type. */
export const asWritten = <Value>(like: Typed<Value>, piece: Sql): Typed<Value> => new Typed(piece, like.type);

/** The same, where it may be null. */
export const orNull = <Value>(value: Typed<Value>): Typed<Value | null> =>
  new Typed(value, { ...value.type, nullable: true });

/** How many rows there are. */
export const counted = named({ count: asNumber(rawSql("count(*)::int")) });

/** A value of the only row of `from`, or null where there is none. */
export const subselect = <Value>(value: Typed<Value>, from: Sql): Typed<Value | null> =>
  orNull(asWritten(value, sql`(select ${value} ${from})`));

type JsonItems = Record<string, Typed<string | number | boolean | null>>;

/** An object made in the database, of what JSON holds. */
export const jsonObject = <Items extends JsonItems>(items: Items): Typed<ValuesOf<Items>> =>
  new Typed(
    sql`jsonb_build_object(${joinSql(Object.entries(items).map(([name, value]) => sql`${rawSql(`'${name}'`)}, ${value}`))})`,
    typeOf("jsonb"),
  );

/** Objects made in the database of the rows of `from`, in order; an empty list where there are none. */
export const jsonList = <Items extends JsonItems>(items: Items, order: Sql, from: Sql): Typed<ValuesOf<Items>[]> =>
  new Typed(sql`coalesce((select jsonb_agg(${jsonObject(items)} order by ${order}) ${from}), '[]')`, typeOf("jsonb"));
