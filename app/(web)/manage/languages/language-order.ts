import type { Orders } from "@/app/ui/table-order";
import { LANGUAGE_ORDERS, type LanguageOrder, languagesGoDown } from "@/lib/domain/languages/manage-languages";

/** The order of the catalogue of languages as its address says it. */
export const LANGUAGE_SORTS: Orders<LanguageOrder> = { names: LANGUAGE_ORDERS, goesDown: languagesGoDown };
