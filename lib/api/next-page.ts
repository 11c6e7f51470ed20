import { absolute } from "@/lib/urls/paths";

/**
 * Address of the next page of a list that is followed from the key of its last row, so that new rows shift none.
 * @param name the parameter that takes the key
 * @param key of the last row; undefined where there is no further page, and null is given
 */
export function nextPage(request: Request, name: string, key: string | number | undefined): string | null {
  if (key === undefined) return null;
  const url = new URL(request.url);
  url.searchParams.delete("page");
  url.searchParams.set(name, String(key));
  url.searchParams.sort();
  return absolute(url.pathname + url.search);
}
