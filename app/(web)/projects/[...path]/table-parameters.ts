import { one } from "@/app/ui/page-input";
import { thisPage } from "@/app/ui/paths";
import { orderQuery, readOrder } from "@/app/ui/work-order";
import { TABLE_STATES, type TableState } from "@/lib/domain/components/component-table";
import type { OrderedBy } from "@/lib/domain/counters/work-order";

/** The table of components as its address says it. */

export type TableParameters = Readonly<Record<"q" | "state" | "order" | "down" | "after", string>>;

export interface AskedTable extends OrderedBy {
  q: string;
  state: TableState | undefined;
  after: string | undefined;
}

/** Its part of an address. */
export const tableParameters = (given: Record<string, string | string[] | undefined>): TableParameters => ({
  ...{ q: one(given.q), state: one(given.state), order: one(given.order) },
  ...{ down: one(given.down), after: one(given.after) },
});

/** What is asked for; odd values are as if they were not there. */
export function readTable(given: TableParameters): AskedTable {
  return {
    q: given.q.trim().slice(0, 200),
    state: TABLE_STATES.find((one) => one === given.state),
    ...readOrder(given),
    after: given.after || undefined,
  };
}

/** An address of the same page, without what is usual. */
export function addressOfTable(asked: Partial<AskedTable> & { tab?: string }): string {
  const { tab, q, state, order, down, after } = asked;
  const ordered = order && down !== undefined ? orderQuery({ order, down }) : {};
  return thisPage({ tab, q, state, ...ordered, after });
}
