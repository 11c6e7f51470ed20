import type { Orders } from "@/app/ui/table-order";

/** The order of site-wide teams as its address says it: by name, one way or the other. */
export const TEAM_SORTS: Orders<"name"> = { names: ["name"], goesDown: () => false };
