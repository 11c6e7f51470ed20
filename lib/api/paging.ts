import { NotFound } from "@/lib/domain/errors";
import type { Window } from "@/lib/domain/window";
import { environment } from "@/lib/platform/environment";
import { refusal } from "@/lib/text/messages/refusal";
import { absolute } from "@/lib/urls/paths";
import type { Listed, PageLimits } from "./endpoint";

/** Page numbers and links; the contract 9.1. Nothing below knows of pages. */

export interface PageAsked {
  /** Undefined for the word `last`. */
  page: number | undefined;
  size: number;
}

const noPage = () => new NotFound(refusal("apiPage"));

/** The page that a query asks for. @throws NotFound when `page` is no number from 1 */
export function readPage(query: URLSearchParams, limits: PageLimits): PageAsked {
  const text = query.get("page_size") ?? "";
  const given = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const size = Math.min(given > 0 ? given : (limits.size ?? environment().pageSize), limits.max);
  const page = query.get("page") ?? "1";
  if (page === "last") return { page: undefined, size };
  if (!/^\d{1,9}$/.test(page) || Number(page) < 1) throw noPage();
  return { page: Number(page), size };
}

/** The list's window, finding the last page where that is asked for. */
export async function listPage<T>(
  asked: PageAsked,
  list: (window: Window) => Promise<Listed<T>>,
): Promise<{ page: number; listed: Listed<T> }> {
  const first = await list({ limit: asked.size, offset: ((asked.page ?? 1) - 1) * asked.size });
  if (asked.page !== undefined) {
    if (asked.page > 1 && (asked.page - 1) * asked.size >= first.count) throw noPage();
    return { page: asked.page, listed: first };
  }
  const last = Math.max(1, Math.ceil(first.count / asked.size));
  if (last === 1) return { page: 1, listed: first };
  return { page: last, listed: await list({ limit: asked.size, offset: (last - 1) * asked.size }) };
}

/** The address of another page of the same list: all other parameters stay, in alphabetical order. */
function pageLink(url: URL, page: number): string {
  const parameters = new URLSearchParams(url.search);
  if (page === 1) parameters.delete("page");
  else parameters.set("page", String(page));
  parameters.sort();
  const path = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  const query = parameters.toString();
  return absolute(query ? `${path}?${query}` : path);
}

/** The envelope around one page. */
export function envelope<T>(
  request: Request,
  asked: PageAsked,
  page: number,
  listed: Listed<T>,
): Record<string, unknown> {
  const url = new URL(request.url);
  const links = listed.links ?? {
    next: page * asked.size < listed.count ? pageLink(url, page + 1) : null,
    previous: page > 1 ? pageLink(url, page - 1) : null,
  };
  return { count: listed.count, ...links, ...listed.more, results: listed.items };
}
