import { type NextRequest, NextResponse } from "next/server";
import { environment } from "@/lib/platform/environment";

/**
 * What every page gets before it is rendered: a content security policy with a nonce, which Next reads there for its
 * scripts (our own server adds the headers that every answer has), and a host that says truly whether a form was sent
 * by our own pages. Never on api, hooks, exports, git, cdn, widget and share: it would cut their bodies off; nor on what is not a page.
 */
export const config = {
  matcher: [
    "/((?!api/|hooks/|exports/|git/|cdn/|widget/|share/|translate/-/ocr/|texts/|health$|changes/csv/|_next/static|_next/image).*)",
  ],
};

function policy(nonce: string): string {
  const development = environment().mode === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * A server action is refused unless its Origin is the host of the request. Behind a proxy that host may be an inner
 * one: then the configured base says which origin is ours, and what the client claims to be forwarded does not count.
 */
function settleHost(headers: Headers): void {
  const base = new URL(environment().baseUrl);
  if (headers.get("origin") === base.origin) headers.set("x-forwarded-host", base.host);
  else if (!environment().trustProxy) headers.delete("x-forwarded-host");
}

/** Nothing here has a NUL in its name, and no database could be asked for it. */
const nameable = (request: NextRequest) => !`${request.nextUrl.pathname}${request.nextUrl.search}`.includes("%00");

function nowhere(request: NextRequest): URL {
  return new URL("/nothing-of-that-name/", request.url);
}

export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const headers = new Headers(request.headers);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("x-method", request.method);
  headers.set("content-security-policy", policy(nonce));
  settleHost(headers);
  const forward = { request: { headers } };
  const response = nameable(request) ? NextResponse.next(forward) : NextResponse.rewrite(nowhere(request), forward);
  response.headers.set("content-security-policy", policy(nonce));
  return response;
}
