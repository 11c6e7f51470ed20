/** What Next hands to a page. */
export interface PageInput {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What Next hands to a page below an object path. */
export interface PathPageInput extends PageInput {
  params: Promise<{ path: string[] }>;
}

/** One text of the query; the first when it comes more than once, "" when it does not come. */
export function one(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** The id behind which a list goes on; undefined for anything odd. */
export function readCursor(value: string | string[] | undefined): number | undefined {
  return /^\d{1,15}$/.test(one(value)) ? Number(one(value)) : undefined;
}
