import { presentCategoryStatistics, readCategoryStatistics } from "@/lib/api/resources/categories";
import { on, serve } from "@/lib/api/serve";
import { findCategory } from "@/lib/domain/categories/categories";
import { readCounter } from "@/lib/domain/statistics/read";
import { recentInCategory } from "@/lib/domain/statistics/recent-in-category";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readCategoryStatistics, async ({ actor, params }) => {
    const category = await findCategory(actor, params.id);
    const [counters, recent] = await Promise.all([readCounter("category", category.id), recentInCategory(category.id)]);
    return presentCategoryStatistics(category, counters, recent);
  }),
);
