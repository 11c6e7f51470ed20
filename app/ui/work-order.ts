import { goesDown, type OrderedBy, WORK_ORDERS, type WorkOrder } from "@/lib/domain/counters/work-order";
import { one } from "./page-input";
import { thisPage } from "./paths";
import type { Column } from "./table";

/** The order of a table as its address says it: `order` and, where it is not the usual one, `down`. */

/** What is asked for; odd values are as if they were not there. */
export function readOrder(given: Record<string, string | string[] | undefined>): OrderedBy {
  const [wanted, down] = [one(given.order), one(given.down)];
  const order = WORK_ORDERS.find((name) => name === wanted) ?? "name";
  return { order, down: down === "1" ? true : down === "0" ? false : goesDown(order) };
}

/** Its part of an address, without what is usual. */
export function orderQuery({ order, down }: OrderedBy): { order?: string; down?: string } {
  return {
    ...(order === "name" ? {} : { order }),
    ...(down === goesDown(order) ? {} : { down: down ? "1" : "0" }),
  };
}

/** Heads of columns that order the rows: a column once more turns them round. @param query the rest of the address */
export function orderLinks(
  asked: OrderedBy,
  query: Readonly<Record<string, string | undefined>> = {},
): (column: WorkOrder) => Column["sort"] {
  return (column) => {
    const now = asked.order === column;
    const next = { order: column, down: now ? !asked.down : goesDown(column) };
    return {
      href: thisPage({ ...query, ...orderQuery(next) }),
      now: now ? (asked.down ? "descending" : "ascending") : undefined,
    };
  };
}
