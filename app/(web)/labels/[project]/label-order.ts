import type { Orders } from "@/app/ui/table-order";
import { LABEL_ORDERS, type LabelOrder } from "@/lib/domain/labels/labels";

/** The order of a project's labels as its address says it: by name, or those on most strings first. */
export const LABEL_SORTS: Orders<LabelOrder> = { names: LABEL_ORDERS, goesDown: (order) => order === "strings" };
