import type { Actor } from "@/lib/domain/access/actor";
import { environment } from "@/lib/platform/environment";
import { takeTurn, type Verdict } from "@/lib/platform/throttle-store";

/** Requests per client: people and tokens by user, strangers by address; the contract 5.6. */

/** The client's true address. Our own server sets the header on every request, whatever the client sent. */
export function clientAddress(request: Request): string {
  return request.headers.get("x-loquat-client")?.slice(0, 64) || "unknown";
}

/** Counts one request; undefined when the limit is off. */
export async function throttle(actor: Actor, request: Request): Promise<Verdict | undefined> {
  const { rateAnonymous, rateUser } = environment();
  return actor.isAnonymous
    ? takeTurn("anonymous", clientAddress(request), rateAnonymous)
    : takeTurn("user", String(actor.userId), rateUser);
}

/** The three headers of every answer that passed the throttle, and Retry-After on a refusal. */
export function throttleHeaders(verdict: Verdict | undefined): Record<string, string> {
  if (!verdict) return {};
  return {
    "X-RateLimit-Limit": String(verdict.limit),
    "X-RateLimit-Remaining": String(verdict.remaining),
    "X-RateLimit-Reset": String(verdict.reset),
    ...(verdict.allowed ? {} : { "Retry-After": String(verdict.reset) }),
  };
}
