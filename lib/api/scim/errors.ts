import { Conflict, Forbidden, Invalid, NotFound, Throttled, Unauthenticated } from "@/lib/domain/errors";
import { HttpError, problemOf } from "../errors";

/** Errors in the form of SCIM; RFC 7644, 3.12. */

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
export const SCIM_TYPE = "application/scim+json; charset=utf-8";

/** What RFC 7644 calls the reason of a refusal, table 9. */
export type ScimReason = "invalidFilter" | "uniqueness" | "invalidSyntax" | "invalidPath" | "noTarget" | "invalidValue";

/** A request that does not keep to the protocol. */
export class ScimError extends Error {
  override readonly name = "ScimError";
  constructor(
    readonly reason: ScimReason,
    message: string,
  ) {
    super(message);
  }
}

/** A body as it is sent. */
export function scimAnswer(status: number, value?: unknown, headers: Record<string, string> = {}): Response {
  return new Response(value === undefined ? null : JSON.stringify(value), {
    status,
    headers: { "content-type": SCIM_TYPE, "cache-control": "private, no-store", ...headers },
  });
}

function said(status: number, detail: string, scimType?: ScimReason, headers: Record<string, string> = {}): Response {
  const body = { schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail };
  return scimAnswer(status, body, headers);
}

/** The answer to an error. */
export function scimProblem(error: unknown): Response {
  if (error instanceof ScimError) return said(400, error.message, error.reason);
  if (error instanceof Invalid) {
    const [first] = error.fields;
    const detail = error.fields.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(" ");
    return first?.code === "unique" ? said(409, detail, "uniqueness") : said(400, detail, "invalidValue");
  }
  if (error instanceof Unauthenticated) return said(401, error.message, undefined, { "www-authenticate": "Bearer" });
  if (error instanceof NotFound) return said(404, error.message);
  if (error instanceof Forbidden) return said(403, error.message);
  if (error instanceof Conflict) return said(409, error.message);
  if (error instanceof Throttled)
    return said(429, error.message, undefined, { "retry-after": String(error.retryAfter) });
  if (error instanceof HttpError)
    return said(error.status, error.message, error.status === 400 ? "invalidSyntax" : undefined, error.headers);
  const { status, body, headers } = problemOf(error);
  return said(status, String(body.detail), undefined, headers);
}
