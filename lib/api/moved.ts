import type { Actor } from "@/lib/domain/access/actor";
import { NotFound } from "@/lib/domain/errors";
import { presentPath } from "@/lib/domain/translations/former-address";
import { urls } from "@/lib/urls";

/** Old addresses outside of the API, which answers each request itself. */

/**
 * An answer below a path of slugs, or, where these were renamed or moved, the way to it. Clients may not keep the way:
 * something else can take the old address any time.
 * @param base what stands before the slugs
 * @param end what stands behind them
 */
export async function orMoved(
  actor: Actor,
  place: { base: string; path: readonly string[]; end?: string; request: Request },
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const now = await presentPath(actor, place.path);
    if (!now) throw error;
    return movedAnswer(urls.below(place.base, now, place.end) + new URL(place.request.url).search);
  }
}

/** Leads to another address. */
export function movedAnswer(to: string): Response {
  // As a path: whoever comes by another name of this server stays there, with their password.
  const { pathname, search } = new URL(to);
  return new Response(null, { status: 301, headers: { Location: pathname + search, "Cache-Control": "no-cache" } });
}
