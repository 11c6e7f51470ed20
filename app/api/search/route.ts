import { MOST, presentHits, search } from "@/lib/api/resources/search";
import { on, serve } from "@/lib/api/serve";
import { listCategories } from "@/lib/domain/categories/categories";
import { findPlaces } from "@/lib/domain/statistics/find-places";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(search, async ({ actor, query }) => {
    const words = query.q ?? "";
    if (words === "") return [];
    const [found, categories] = await Promise.all([
      findPlaces(actor, words),
      listCategories(actor, { words }, { limit: MOST, offset: 0 }),
    ]);
    return presentHits(found, categories.rows, !actor.isAnonymous);
  }),
);
