import { one } from "./page-input";
import { thisPage } from "./paths";
import type { Column } from "./table";

/** The order of a table as its address says it: `order` and, where it is not the usual one, `down`. */

/** The orders that a table can have; the first one is the usual one. */
export interface Orders<Order extends string> {
  names: readonly [Order, ...Order[]];
  /** Whether an order begins with the greatest when nothing is said. */
  goesDown: (order: Order) => boolean;
}

/** An order and its way. */
export interface Ordered<Order extends string> {
  order: Order;
  down: boolean;
}

/** What is asked for; odd values are as if they were not there. */
export function readOrdered<Order extends string>(
  { names, goesDown }: Orders<Order>,
  given: Record<string, string | string[] | undefined>,
): Ordered<Order> {
  const [wanted, down] = [one(given.order), one(given.down)];
  const order = names.find((name) => name === wanted) ?? names[0];
  return { order, down: down === "1" ? true : down === "0" ? false : goesDown(order) };
}

/** Its part of an address, without what is usual. */
export function orderedQuery<Order extends string>(
  { names, goesDown }: Orders<Order>,
  { order, down }: Ordered<Order>,
): { order?: string; down?: string } {
  return {
    ...(order === names[0] ? {} : { order }),
    ...(down === goesDown(order) ? {} : { down: down ? "1" : "0" }),
  };
}

/** Heads of columns that order the rows: a column once more turns them round. @param query the rest of the address */
export function orderedLinks<Order extends string>(
  orders: Orders<Order>,
  asked: Ordered<Order>,
  query: Readonly<Record<string, string | undefined>> = {},
): (column: Order) => Column["sort"] {
  return (column) => {
    const now = asked.order === column;
    const next = { order: column, down: now ? !asked.down : orders.goesDown(column) };
    return {
      href: thisPage({ ...query, ...orderedQuery(orders, next) }),
      now: now ? (asked.down ? "descending" : "ascending") : undefined,
    };
  };
}
