import { MOST, presentHits, search } from "@/lib/api/resources/search";
import { on, serve } from "@/lib/api/serve";
import { listCategories } from "@/lib/domain/categories/categories";
import { quickSearch } from "@/lib/domain/statistics/quick-search";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(search, async ({ actor, query }) => {
    const words = query.q ?? "";
    if (words === "") return [];
    const [found, categories] = await Promise.all([
      quickSearch(actor, words),
      listCategories(actor, { words }, { limit: MOST, offset: 0 }),
    ]);
    return presentHits(found, categories.rows, !actor.isAnonymous);
  }),
);
