import type { ServerResponse } from "node:http";

/**
 * The length and the coding of an answer. The framework takes `Content-Length` and `Content-Encoding` away from what a
 * route gives and sends the head alone as soon as it has it; so an answer tells them to our own server in headers
 * between the two.
 */

const LENGTH = "x-loquat-length";
const CODING = "x-loquat-coding";

/** Tells the server how many bytes the body has. */
export function setLength(headers: Headers, bytes: number): void {
  headers.set(LENGTH, String(bytes));
}

/** Tells the server that the body is packed with gzip, for whoever said that it can be unpacked. */
export function setGzip(headers: Headers): void {
  headers.set(CODING, "gzip");
}

/** Headers that the framework's pages look at, and no answer below these addresses depends on. */
const OWN_VARY = /^(?:rsc|next-)/i;
const WITHOUT_PAGES = /^\/(?:api|hooks|exports|git)(?:\/|$)/;

/** Names in `Vary` only what an answer of the API, a hook or an export depends on. */
function settleVary(response: ServerResponse): void {
  const vary = response.getHeader("vary");
  if (vary === undefined || !WITHOUT_PAGES.test(response.req.url ?? "")) return;
  const names = String(vary).split(/\s*,\s*/);
  const ours = names.filter((name) => name !== "" && !OWN_VARY.test(name));
  if (ours.length === 0) response.removeHeader("vary");
  else if (ours.length < names.length) response.setHeader("Vary", ours.join(", "));
}

/**
 * Prepares a response for such an answer: its head waits for the body, which follows at once, and both leave together.
 * Each packet wakes the other side, which costs more than what is in it.
 */
export function holdHead(response: ServerResponse): void {
  const { flushHeaders, writeHead } = response;
  response.flushHeaders = () => {
    if (!response.hasHeader(LENGTH)) flushHeaders.call(response);
  };
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    settleVary(response);
    const coding = response.getHeader(CODING);
    if (coding !== undefined) {
      response.removeHeader(CODING);
      response.setHeader("Content-Encoding", coding);
    }
    const length = response.getHeader(LENGTH);
    if (length !== undefined) {
      response.removeHeader(LENGTH);
      // A body that is compressed on its way has another length.
      if (!response.hasHeader("content-encoding")) response.setHeader("Content-Length", length);
    }
    return writeHead.apply(response, given);
  }) as typeof writeHead;
}
