import type { IncomingMessage, ServerResponse } from "node:http";
import { databaseIsAway } from "@/lib/platform/database-presence";
import { awayPage, failurePage } from "./failure-page";

/**
 * What every answer of our own server says to browsers, whoever has made it: the framework, a route, next-auth, a file or
 * a refusal before any of them. Pages bring a content security policy with a nonce (`proxy.ts`), the browsable API one
 * with hashes; whatever says nothing loads nothing.
 */

const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Scripts and pictures of ours; a picture may have styles of its own. */
const FILES =
  "default-src 'self'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const FILE = /^\/(?:_next\/|[^/?]+\.(?:svg|png|ico|js|txt|webmanifest)(?:\?|$))/;

/** A year. Other names below ours are not ours to speak for. */
const TRANSPORT = "max-age=31536000";

function policyOf(path: string, given: string | undefined): string {
  if (!given) return FILE.test(path) ? FILES : NOTHING;
  return given.includes("frame-ancestors") ? given : `${given}; frame-ancestors 'none'`;
}

/** The headers an answer lacks. */
export function missingHeaders(path: string, present: (name: string) => string | undefined, secure: boolean) {
  const wanted: Record<string, string> = { ...HEADERS, ...(secure ? { "Strict-Transport-Security": TRANSPORT } : {}) };
  const missing = Object.entries(wanted).filter(([name]) => present(name) === undefined);
  const given = present("Content-Security-Policy");
  return Object.fromEntries([...missing, ["Content-Security-Policy", policyOf(path, given)]]);
}

/** Whether a page has failed while it was made; navigation inside the application has its own view of that. */
function isFailedPage(request: IncomingMessage, response: ServerResponse, status: number): boolean {
  return (
    status === 500 &&
    request.headers.rsc === undefined &&
    String(response.getHeader("content-type") ?? "").startsWith("text/html")
  );
}

/**
 * Prepares a response: its head gets the headers, and the status that a page has said of itself. A page that failed is
 * answered with one of our own, as the framework's has no text without scripts, and the title of another page.
 * @param secure whether the installation is reached by https
 */
export function guardAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { secure, answer }: { secure: boolean; answer: { status?: number } },
): void {
  const path = request.url ?? "/";
  const { writeHead, write, end, flushHeaders } = response;
  /** What is sent instead of the body; decided with the head, which every way of answering passes. */
  let instead: string | undefined;
  response.writeHead = ((made: number, ...rest: unknown[]) => {
    const away = made === 500 && databaseIsAway();
    if (isFailedPage(request, response, made)) instead = failInstead(request, response, away);
    const status = away ? 503 : made;
    if (away) response.setHeader("Retry-After", "5");
    const present = (name: string) => response.getHeader(name)?.toString();
    for (const [name, value] of Object.entries(missingHeaders(path, present, secure))) response.setHeader(name, value);
    const said = status === 200 ? (answer.status ?? status) : status;
    return writeHead.call(response, said, ...(rest as []));
  }) as typeof writeHead;
  const decide = () => {
    // Node would write the head by itself, past the function above, with what is to be replaced.
    if (!response.headersSent && isFailedPage(request, response, response.statusCode)) response.writeHead(500);
    return instead !== undefined;
  };
  response.write = ((...given: unknown[]) => decide() || write.apply(response, given as never)) as typeof write;
  response.end = ((...given: unknown[]) => {
    if (!decide()) return end.apply(response, given as never);
    return (end as (body?: string) => ServerResponse).call(response, request.method === "HEAD" ? undefined : instead);
  }) as typeof end;
  response.flushHeaders = () => {
    if (!decide()) flushHeaders.call(response);
  };
}

/** Turns the head into that of the page of a failure; gives the page. */
function failInstead(request: IncomingMessage, response: ServerResponse, away: boolean): string {
  const { html, policy } = away ? awayPage() : failurePage(request);
  for (const name of ["content-encoding", "transfer-encoding", "content-length", "etag"]) response.removeHeader(name);
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("Cache-Control", "no-store");
  return html;
}
