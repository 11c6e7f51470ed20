import type { Typed } from "@/lib/platform/columns";
import { adhocSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";

/** The part of a list that is asked for. */
export interface Window {
  limit: number;
  offset: number;
}

/** Pages of more rows are read seldom, and take longer to read than to plan. */
const LARGEST_PLANNED = 100;

/**
 * The tail of a statement that reads a window. Written out, not as parameters: a plan for whatever size would have to be
 * made anew every time. Of the pages only first ones of usual sizes stay planned, as there is no end of the others.
 */
export function pageSql({ limit, offset }: Window): Sql {
  if (offset === 0 && limit <= LARGEST_PLANNED) return rawSql(`limit ${Math.trunc(limit)}`);
  return adhocSql(rawSql(`limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`));
}

/** How a list is walked by key. */
export interface Walk {
  /** Whether rows are ordered by whole numbers; by texts otherwise. */
  numbers: boolean;
  down: boolean;
  /** The place of the last row of the page before; anything else is the beginning. */
  after: string | undefined;
}

/** What a list asks for that is walked by key: the place of each row, what is behind the page before, and the order. */
export interface Keys {
  place: Typed<string>;
  behind: Sql;
  sorted: Sql;
}

/** Walks a list in the order of a value, and of ids where values are the same. */
export function walked(value: Sql, id: Sql, { numbers, down, after }: Walk): Keys {
  const at = readPlace(after, numbers);
  const key = at && (numbers ? sql`${at.value}::text::bigint` : sql`${at.value}::text`);
  return {
    place: asText(sql`(${id} || '.' || ${value})`),
    behind: at ? sql`(${value}, ${id}) ${down ? sql`<` : sql`>`} (${key}, ${at.id}::int)` : sql`true`,
    sorted: down ? sql`${value} desc, ${id} desc` : sql`${value}, ${id}`,
  };
}

function readPlace(text: string | undefined, numbers: boolean): { id: number; value: string } | undefined {
  const [, id, value] = /^(\d{1,9})\.([^\0]{1,200})$/s.exec(text ?? "") ?? [];
  if (id === undefined || value === undefined || (numbers && !/^-?\d{1,18}$/.test(value))) return undefined;
  return { id: Number(id), value };
}
