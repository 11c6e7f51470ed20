import { servePage } from "@/app/ui/serve-page";
import { readList } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { readPlaceKey } from "@/lib/domain/editor/place";
import { loadIds } from "@/lib/domain/editor/window";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readList, async ({ actor, query: { list, q, from } }) => {
    const { ids, ...piece } = await loadIds(actor, readPlaceKey(list), q, from);
    // Strings that were imported together have numbers one behind the other.
    return { ...piece, ids: ids.map((id, index) => id - (ids[index - 1] ?? 0)) };
  }),
);
