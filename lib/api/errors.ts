import {
  Busy,
  Conflict,
  DomainError,
  Failed,
  type FieldError,
  Forbidden,
  Invalid,
  Locked,
  NotFound,
  Stale,
  Throttled,
  Unauthenticated,
} from "@/lib/domain/errors";
import { isDatabaseAway } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import type { Verdict } from "@/lib/platform/throttle-store";
import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { stringify } from "./json";
import { throttleHeaders } from "./throttle";
import { wirePath } from "./wire-names";

/** The one table from errors to statuses and bodies; the contract, section 5. */

/** An error of HTTP itself, which the domain knows nothing of. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
    /** Further members of the body. */
    readonly more: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** An error as it is sent. */
export interface Problem {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

interface Entry {
  code: string;
  detail: string;
  attr: string | null;
}

function problem(
  status: number,
  errors: Entry[],
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Problem {
  const validation = errors.some((entry) => entry.attr !== null) || more.non_field_errors !== undefined;
  const type = status >= 500 ? "server_error" : validation && status === 400 ? "validation_error" : "client_error";
  const [first] = errors;
  const detail = first?.attr ? `${first.attr}: ${first.detail}` : (first?.detail ?? "");
  return { status, headers, body: { ...more, detail, type, errors } };
}

const simple = (
  status: number,
  code: string,
  detail: string,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
) => problem(status, [{ code, detail, attr: null }], more, headers);

/** The older form: nested objects by field, list items keyed by index. */
function nested(fields: readonly FieldError[]): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  const whole: string[] = [];
  for (const field of fields) {
    if (field.path === "") {
      whole.push(field.message);
      continue;
    }
    const parts = field.path.split(".").slice(0, 8);
    let at = root;
    for (const part of parts.slice(0, -1)) {
      const next = at[part];
      if (typeof next !== "object" || next === null || Array.isArray(next)) at[part] = Object.create(null);
      at = at[part] as Record<string, unknown>;
    }
    const last = parts.at(-1) ?? "";
    const list = at[last];
    if (Array.isArray(list)) list.push(field.message);
    else if (list === undefined) at[last] = [field.message];
  }
  return whole.length > 0 ? { ...root, non_field_errors: whole } : { ...root };
}

/** What is wrong with a field, with the setting that it names by its name outside. */
function wireMessage({ message, said }: FieldError): string {
  const setting = said?.values?.namedSetting;
  if (!said || typeof setting !== "string") return message;
  return sayRefusal(builtinEnglish(), { ...said, values: { ...said.values, namedSetting: wirePath(setting) } });
}

function invalid(error: Invalid): Problem {
  const fields = error.fields.map((field) => ({ ...field, path: wirePath(field.path), message: wireMessage(field) }));
  const errors = fields.map((field) => ({
    code: field.code,
    detail: field.message,
    attr: field.path === "" ? null : field.path,
  }));
  return problem(400, errors, nested(fields));
}

/** What PostgreSQL says of input that passed every check of ours. */
const DATABASE_REFUSALS: Readonly<Record<string, string>> = {
  "22003": "A number is too large.",
  "22008": "A date is outside the range that can be stored.",
  "22021": "A text contains characters that cannot be stored.",
  "22P02": "A value has an invalid format.",
  "22P05": "A text contains characters that cannot be stored.",
};

function fromDatabase(error: unknown): Problem | undefined {
  const code = (error as { code?: unknown })?.code;
  const text = typeof code === "string" ? DATABASE_REFUSALS[code] : undefined;
  return text === undefined ? undefined : invalid(Invalid.field("", text));
}

/**
 * The answer to an error. What is no error of the family is our bug: it is logged whole and told as a bare 500.
 * @param asAnonymousRead true when nobody is signed in and the request only reads what it can see: then a missing right is 403
 */
export function problemOf(error: unknown, asAnonymousRead = false): Problem {
  if (error instanceof HttpError) return simple(error.status, error.code, error.message, error.headers, error.more);
  if (error instanceof DomainError) return domainProblem(error, asAnonymousRead);
  const refused = fromDatabase(error);
  if (refused) return refused;
  if (isDatabaseAway(error))
    return simple(503, "unavailable", "The database cannot be reached at the moment. Try again in a few seconds.", {
      "Retry-After": "5",
    });
  log.error({ err: error });
  return simple(
    500,
    "error",
    "The server encountered an error, which has been logged. Try again, and contact an administrator if it keeps happening.",
  );
}

function domainProblem(error: DomainError, asAnonymousRead: boolean): Problem {
  if (error instanceof Invalid) return invalid(error);
  if (error instanceof NotFound) return simple(404, "not_found", error.message);
  if (error instanceof Forbidden) {
    const { reason, permission } = error.denial;
    return simple(403, "permission_denied", error.message, {}, { reason, ...(permission ? { permission } : {}) });
  }
  if (error instanceof Unauthenticated) {
    if (asAnonymousRead && !error.failed)
      return simple(403, "permission_denied", error.message, {}, { reason: "not-signed-in" });
    return simple(401, error.failed ? "authentication_failed" : "not_authenticated", error.message, {
      "WWW-Authenticate": "Token",
    });
  }
  if (error instanceof Stale) return simple(409, "stale_plan", error.message, {}, { changed: error.changed });
  if (error instanceof Conflict) {
    if (error.current === undefined) return simple(409, "conflict", error.message);
    return simple(412, "precondition_failed", error.message, {}, { current: error.current });
  }
  if (error instanceof Locked) return simple(423, error.code, error.message, { "Retry-After": "5" });
  if (error instanceof Throttled)
    return simple(429, "throttled", error.message, { "Retry-After": String(error.retryAfter) });
  if (error instanceof Busy)
    return simple(error.own ? 429 : 503, error.own ? "throttled" : "busy", error.message, {
      "Retry-After": String(error.seconds),
    });
  if (error instanceof Failed) return simple(502, "error", error.message);
  log.error({ err: error });
  return simple(500, "error", error.message);
}

/** The refusal of a caller that asked too often. */
export function tooMany(verdict: Verdict): HttpError {
  return new HttpError(
    429,
    "throttled",
    `Too many requests: the limit is ${verdict.limit}. Try again in ${verdict.reset} seconds.`,
    throttleHeaders(verdict),
  );
}

/** An error as a whole answer, for routes outside of `serve`. */
export function problemResponse(error: unknown): Response {
  const { status, headers, body } = problemOf(error);
  return new Response(stringify(body), { status, headers: { ...headers, "Content-Type": "application/json" } });
}
