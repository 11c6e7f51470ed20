import { goesDown, type OrderedBy, WORK_ORDERS, type WorkOrder } from "@/lib/domain/counters/work-order";
import type { Column } from "./table";
import { type Orders, orderedLinks, orderedQuery, readOrdered } from "./table-order";

/** The order of tables of work as their addresses say it. */

const ORDERS: Orders<WorkOrder> = { names: WORK_ORDERS, goesDown };

export const readOrder = (given: Record<string, string | string[] | undefined>): OrderedBy =>
  readOrdered(ORDERS, given);

export const orderQuery = (asked: OrderedBy): { order?: string; down?: string } => orderedQuery(ORDERS, asked);

export const orderLinks = (
  asked: OrderedBy,
  query?: Readonly<Record<string, string | undefined>>,
): ((column: WorkOrder) => Column["sort"]) => orderedLinks(ORDERS, asked, query);
