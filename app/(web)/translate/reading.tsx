import type { EditorInput } from "@/app/ui/editor/editor-state";
import { queryAddress } from "@/app/ui/editor/query-address";
import type { FilterChoice } from "@/app/ui/editor/toolbar";
import { QueryReading } from "@/app/ui/query/query-reading";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";

/** How the search of a list is understood; nothing for one of the lists to choose from. Written by the server alone. */
export function readingOf({ path, query, more = {} }: Omit<EditorInput, "outcome">, filters: readonly FilterChoice[]) {
  if (filters.some((filter) => filter.current)) return null;
  return (
    <QueryReading
      query={NAMED_FILTERS.get(query.trim()) ?? query}
      hrefOf={(search) => queryAddress(path, search, more)}
    />
  );
}
