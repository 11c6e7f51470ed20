import { withoutSuffix } from "./negotiate";

/** The first line of a request, set right before the framework sees it: what it does not know it would redirect or break on. */

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** The methods that exist here, for `Allow`; undefined when this is one of them. */
export function unknownMethod(method: string | undefined): string | undefined {
  return METHODS.includes(method ?? "") ? undefined : METHODS.join(", ");
}

/**
 * The path and query of a request: without the origin that clients of proxies write before it, and below `/api/`,
 * `/hooks/`, `/exports/` and `/git/` with single slashes, as nothing there is ever redirected. `/api/projects.json` becomes
 * `/api/projects/?format=json`; the router knows the second spelling only.
 */
export function plainTarget(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  const [, before = "", query = ""] = /^([^?]*)(\?[\s\S]*)?$/.exec(path) ?? [];
  const single = before.replace(/\/{2,}/g, "/");
  const plain = /^\/(?:api|hooks|exports|git)(?:\/|$)/.test(single) ? single + query : path;
  return withoutSuffix(plain) ?? plain;
}
