/** A list that another search finds in the same place. `more` is what the address says beside the search. */
export function queryAddress(path: string, search: string, more: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ ...(search === "" ? {} : { q: search }), ...more });
  return query.size > 0 ? `${path}?${query}` : path;
}
