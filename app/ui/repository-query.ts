import {
  REPOSITORY_ORDERS,
  REPOSITORY_STATES,
  type RepositoryOrder,
  type RepositoryState,
  repositoriesGoDown,
} from "@/lib/domain/statistics/repository-table";
import { one } from "./page-input";
import { type Ordered, type Orders, readOrdered } from "./table-order";

/** The table of repositories as its address says it. */

export const REPOSITORY_SORTS: Orders<RepositoryOrder> = { names: REPOSITORY_ORDERS, goesDown: repositoriesGoDown };

export interface RepositoryQuery extends Ordered<RepositoryOrder> {
  words: string;
  state: RepositoryState | undefined;
  after: number | undefined;
}

/** What an address asks for; odd values are as if they were not there. */
export function readRepositoryQuery(given: Record<string, string | string[] | undefined>): RepositoryQuery {
  return {
    words: one(given.q).trim().slice(0, 200),
    state: REPOSITORY_STATES.find((state) => state === one(given.state)),
    ...readOrdered(REPOSITORY_SORTS, given),
    after: Number(/^[1-9]\d{0,8}$/.exec(one(given.after))?.[0] ?? 0) || undefined,
  };
}
