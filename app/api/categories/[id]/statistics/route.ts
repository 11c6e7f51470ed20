import { presentCategoryStatistics, readCategoryStatistics } from "@/lib/api/resources/categories";
import { on, serve } from "@/lib/api/serve";
import { findCategory } from "@/lib/domain/categories/categories";
import { visibleCounter } from "@/lib/domain/statistics/visible";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readCategoryStatistics, async ({ actor, params }) => {
    const category = await findCategory(actor, params.id);
    return presentCategoryStatistics(category, await visibleCounter(actor, "category", category.id));
  }),
);
