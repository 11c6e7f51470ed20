import { type Sql, sql } from "@/lib/platform/database";
import { type Keys, walked } from "../window";

/** The orders that lists of things with strings can have: by name, and by what there is to do in each. */

export const WORK_ORDERS = ["name", "todo", "words", "editing", "failing", "suggestions", "change"] as const;
export type WorkOrder = (typeof WORK_ORDERS)[number];

/** Names begin at their start, numbers with the most. */
export const goesDown = (order: WorkOrder): boolean => order !== "name";

/** An order and its way. */
export interface OrderedBy {
  order: WorkOrder;
  down: boolean;
}

/** The columns of counters that orders use; of an outer join, too. */
type Numbers = Readonly<
  Record<
    "total" | "translated" | "totalWords" | "translatedWords" | "fuzzy" | "failing" | "suggestions" | "lastChange",
    Sql
  >
>;

/**
 * What rows are ordered by: a text for names, else a whole number, so that a place in the order can be written down.
 * @param k the counters of a row, which may be missing
 */
export function workValue(k: Numbers, order: WorkOrder, name: Sql): Sql {
  if (order === "name") return name;
  if (order === "todo") return sql`coalesce(${k.total} - ${k.translated}, 0)`;
  if (order === "words") return sql`coalesce(${k.totalWords} - ${k.translatedWords}, 0)`;
  if (order === "editing") return sql`coalesce(${k.fuzzy}, 0)`;
  if (order === "failing") return sql`coalesce(${k.failing}, 0)`;
  if (order === "suggestions") return sql`coalesce(${k.suggestions}, 0)`;
  return sql`coalesce((extract(epoch from ${k.lastChange}) * 1000000)::bigint, 0)`;
}

/** `order by` by an order, then by name where numbers are the same; ids make it whole. */
export function inWorkOrder(k: Numbers, { order, down }: OrderedBy, name: Sql): Sql {
  const value = workValue(k, order, name);
  return down ? sql`${value} desc, ${name}` : sql`${value}, ${name}`;
}

/** A page of a list in an order: so many rows, behind a place. */
export interface WorkWindow extends OrderedBy {
  /** `next` of the page before; anything else is the beginning. */
  after?: string;
  limit: number;
}

/** The place of a row, what is behind the page before, and the order of a list in which each row has an id. */
export const inOrder = (value: Sql, id: Sql, { order, down, after }: WorkWindow): Keys =>
  walked(value, id, { numbers: order !== "name", down, after });
