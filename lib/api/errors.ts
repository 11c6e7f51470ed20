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
  type Sentence,
  Stale,
  Throttled,
  Unauthenticated,
  worded,
} from "@/lib/domain/errors";
import { isDatabaseAway } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import type { Verdict } from "@/lib/platform/throttle-store";
import { type Refusal, type RefusalKey, refusal } from "@/lib/text/messages/refusal";
import { stringify } from "./json";
import { IN_ENGLISH, type Sayer } from "./sayer";
import { throttleHeaders } from "./throttle";
import { wirePath } from "./wire-names";

/** The one table from errors to statuses and bodies; the contract, section 5. */

/** An error of HTTP itself, which the domain knows nothing of. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly said: Refusal | undefined;
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: Sentence,
    readonly headers: Record<string, string> = {},
    /** Further members of the body. */
    readonly more: Record<string, unknown> = {},
  ) {
    const { message, said } = worded(sentence);
    super(message);
    this.said = said;
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

function invalid(error: Invalid, sayer: Sayer): Problem {
  const fields = error.fields.map((field) => ({
    ...field,
    path: wirePath(field.path),
    message: sayer.sentence(field),
  }));
  const errors = fields.map((field) => ({
    code: field.code,
    detail: field.message,
    attr: field.path === "" ? null : field.path,
  }));
  return problem(400, errors, nested(fields));
}

/** What PostgreSQL says of input that passed every check of ours. */
const DATABASE_REFUSALS = {
  "22003": "apiNumberLarge",
  "22008": "apiDateRange",
  "22021": "apiCharacters",
  "22P02": "apiValueFormat",
  "22P05": "apiCharacters",
} as const satisfies Readonly<Record<string, RefusalKey>>;

function fromDatabase(error: unknown): Invalid | undefined {
  const code = (error as { code?: unknown })?.code;
  if (typeof code !== "string" || !Object.hasOwn(DATABASE_REFUSALS, code)) return undefined;
  return Invalid.field("", refusal(DATABASE_REFUSALS[code as keyof typeof DATABASE_REFUSALS]));
}

/**
 * The answer to an error. What is no error of the family is our bug: it is logged whole and told as a bare 500.
 * @param sayer in whose words
 * @param asAnonymousRead true when nobody is signed in and the request only reads what it can see: then a missing right is 403
 */
export function problemOf(error: unknown, sayer = IN_ENGLISH, asAnonymousRead = false): Problem {
  if (error instanceof HttpError)
    return simple(error.status, error.code, sayer.sentence(error), error.headers, error.more);
  if (error instanceof DomainError) return domainProblem(error, sayer, asAnonymousRead);
  const refused = fromDatabase(error);
  if (refused) return invalid(refused, sayer);
  if (isDatabaseAway(error))
    return simple(503, "unavailable", sayer.sentence(worded(refusal("apiAway"))), { "Retry-After": "5" });
  log.error({ err: error });
  return simple(500, "error", sayer.sentence(worded(refusal("apiServer"))));
}

function domainProblem(error: DomainError, sayer: Sayer, asAnonymousRead: boolean): Problem {
  if (error instanceof Invalid) return invalid(error, sayer);
  if (error instanceof Forbidden) {
    const { reason, permission } = error.denial;
    const detail = sayer.denial(error.denial);
    return simple(403, "permission_denied", detail, {}, { reason, ...(permission ? { permission } : {}) });
  }
  if (error instanceof Stale) {
    const changed = error.reasons.map((reason) => sayer.sentence(worded(reason)));
    const detail = sayer.sentence(worded(refusal("planOutdated", { changed: changed.join(" ") })));
    return simple(409, "stale_plan", detail, {}, { changed });
  }
  if (error instanceof Unauthenticated) {
    const detail = sayer.denial({ text: error.message, said: error.said });
    if (asAnonymousRead && !error.failed)
      return simple(403, "permission_denied", detail, {}, { reason: "not-signed-in" });
    return simple(401, error.failed ? "authentication_failed" : "not_authenticated", detail, {
      "WWW-Authenticate": "Token",
    });
  }
  const detail = sayer.sentence(error);
  if (error instanceof NotFound) return simple(404, "not_found", detail);
  if (error instanceof Conflict) {
    if (error.current === undefined) return simple(409, "conflict", detail);
    return simple(412, "precondition_failed", detail, {}, { current: error.current });
  }
  if (error instanceof Locked) return simple(423, error.code, detail, { "Retry-After": "5" });
  if (error instanceof Throttled) return simple(429, "throttled", detail, { "Retry-After": String(error.retryAfter) });
  if (error instanceof Busy)
    return simple(error.own ? 429 : 503, error.own ? "throttled" : "busy", detail, {
      "Retry-After": String(error.seconds),
    });
  if (error instanceof Failed) return simple(502, "error", detail);
  log.error({ err: error });
  return simple(500, "error", detail);
}

/** The refusal of a caller that asked too often. */
export function tooMany(verdict: Verdict): HttpError {
  return new HttpError(
    429,
    "throttled",
    refusal("apiTooMany", { limit: String(verdict.limit), seconds: String(verdict.reset) }),
    throttleHeaders(verdict),
  );
}

/** An error as a whole answer, for routes outside of `serve`. */
export function problemResponse(error: unknown, sayer = IN_ENGLISH): Response {
  const { status, headers, body } = problemOf(error, sayer);
  return new Response(stringify(body), {
    status,
    headers: { ...headers, "Content-Type": "application/json", "Content-Language": sayer.language },
  });
}
