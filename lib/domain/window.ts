import { adhocSql, rawSql, type Sql } from "@/lib/platform/database";

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
