import type { Texts } from "#texts";
import { one } from "@/app/ui/page-input";
import { readOrder } from "@/app/ui/work-order";
import { TABLE_STATES, type TableState } from "@/lib/domain/components/component-table";
import { goesDown, type OrderedBy } from "@/lib/domain/counters/work-order";

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
  const parameters = new URLSearchParams();
  if (tab) parameters.set("tab", tab);
  if (q) parameters.set("q", q);
  if (state) parameters.set("state", state);
  if (order && order !== "name") parameters.set("order", order);
  if (order && down !== undefined && down !== goesDown(order)) parameters.set("down", down ? "1" : "0");
  if (after) parameters.set("after", after);
  return `?${parameters}`;
}

export const stateChoices = (t: Texts) => [
  { value: "", label: t("project.anyState") },
  ...TABLE_STATES.map((value) => ({ value, label: t(`project.tableState.${value}`) })),
];
