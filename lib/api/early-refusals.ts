import type { IncomingMessage } from "node:http";
import { refusal } from "@/lib/text/messages/refusal";
import { HttpError } from "./errors";
import { unknownMethod } from "./request-line";

/** What our own server refuses before the framework sees it, which would answer 500 or not understand it. */

/** Bytes of the largest form of a page: the largest file and what comes with it. */
export const LARGEST_FORM = 52 * 1024 * 1024;

/** Addresses with limits and checks of their own. */
const NO_FORM = /^\/(?:api|hooks|exports|git)(?:\/|$)/;

/** The refusal of a request, undefined when it may go on. */
export function earlyRefusal(
  request: IncomingMessage,
  place: { baseUrl: string; trustProxy: boolean },
): HttpError | undefined {
  const allowed = unknownMethod(request.method);
  if (allowed) {
    const why = refusal("apiMethod", { method: String(request.method), allowed });
    return new HttpError(405, "method_not_allowed", why, { allow: allowed });
  }
  if (!isSound(request.url ?? "")) return new HttpError(400, "parse_error", refusal("earlyEncoding"));
  if (request.method !== "POST" || NO_FORM.test(request.url ?? "")) return undefined;
  return refusedForm(request, place);
}

/** Forms of pages come from our own pages, and say how long they are, as every browser does. */
function refusedForm(
  { headers }: IncomingMessage,
  { baseUrl, trustProxy }: { baseUrl: string; trustProxy: boolean },
): HttpError | undefined {
  if (headers.origin !== undefined) {
    const forwarded = trustProxy ? headers["x-forwarded-host"] : undefined;
    const hosts = [headers.host, Array.isArray(forwarded) ? forwarded.at(-1) : forwarded];
    const host = URL.canParse(headers.origin) ? new URL(headers.origin).host : "";
    if (headers.origin !== new URL(baseUrl).origin && (host === "" || !hosts.includes(host)))
      return new HttpError(403, "permission_denied", refusal("earlyForms"));
  }
  if (headers["transfer-encoding"] !== undefined)
    return new HttpError(411, "length_required", refusal("earlyLength"), {
      connection: "close",
    });
  if (Number(headers["content-length"] ?? 0) > LARGEST_FORM)
    return new HttpError(413, "too_large", refusal("earlyFormLarge", { most: LARGEST_FORM }), {
      connection: "close",
    });
  return undefined;
}

/** Whether the percent-encoding of a path can be undone. */
function isSound(url: string): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
