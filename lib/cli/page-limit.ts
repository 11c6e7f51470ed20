import type { IncomingMessage, ServerResponse } from "node:http";
import { plainPage } from "@/lib/api/plain-page";
import { countedNetwork } from "@/lib/platform/network";
import { PageCounter } from "@/lib/platform/page-counter";
import { readRate } from "@/lib/platform/throttle-store";

/** How many pages a network may ask for; apart from the allowance of the API. */

/** How many times as many with the cookie of a session. It proves nothing here, so it is a larger limit and not none. */
const SIGNED_IN_TIMES = 5;

const SESSION = /(?:^|;\s*)(?:__Secure-|__Host-)?(?:next-auth|loquat)\.session(?:-token)?(?:\.\d)?=/;

/** What is no page: the API and notifications, which have limits of their own, and files that cost nothing. */
const NO_PAGE =
  /^\/(?:api\/|hooks\/|_next\/static\/|texts\/|(?:health|ready)(?:\/|$)|[^/]+\.(?:svg|png|ico|js|txt|webmanifest)$)/;

/** Whether a path counts. */
export function isPage(url: string): boolean {
  return !NO_PAGE.test(url.split("?")[0] ?? "");
}

/** Answers a request for one page too many with 429. Gives the function that asks: true when it has answered. */
export function pageLimit(
  rate: string,
): (request: IncomingMessage, response: ServerResponse, client: string) => boolean {
  const read = readRate(rate);
  if (!read) return () => false;
  const strangers = new PageCounter(read.limit, read.seconds);
  const people = new PageCounter(read.limit * SIGNED_IN_TIMES, read.seconds);
  return (request, response, client) => {
    if (!isPage(request.url ?? "/")) return false;
    const counter = SESSION.test(request.headers.cookie ?? "") ? people : strangers;
    const seconds = counter.take(countedNetwork(client));
    if (seconds === 0) return false;
    const { html, policy } = plainPage("Too many requests", [
      `429: your network has requested too many pages. Reload this page in ${seconds} seconds.`,
      "Your input is not lost: it is still in the form when you go back.",
    ]);
    response.writeHead(429, {
      "Retry-After": String(seconds),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    });
    response.end(html);
    return true;
  };
}
