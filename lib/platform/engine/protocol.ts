import { createHmac } from "node:crypto";
import canonicalize from "canonicalize";
import { parseRetryAfter } from "./when";

/**
 * The server's side of the protocol between Inngest's SDK and its server: build, sign and send a call, classify the
 * answer. It knows neither the database nor what the answer leads to.
 */

/** What `serve()` returned: in this process, or something that sends the request over HTTP. */
export type Handler = (request: Request) => Promise<Response>;

export interface EventBody {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts: number;
  [member: string]: unknown;
}

/** One operation the SDK reports; which members exist depends on `op`. */
export interface Operation {
  op: string;
  id: string;
  name?: string | null;
  displayName?: string;
  data?: unknown;
  error?: unknown;
  opts?: Record<string, unknown> | null;
}

export interface StoredError {
  name: string;
  message: string;
  stack?: string;
}

export type Answer =
  | { kind: "value"; value: unknown }
  | { kind: "operations"; operations: Operation[]; retryAfter?: number }
  | { kind: "error"; error: StoredError; retry: boolean; retryAfter?: number };

export interface CallBody {
  version: number;
  event: EventBody;
  events: EventBody[];
  steps: Record<string, unknown>;
  ctx: {
    run_id: string;
    attempt: number;
    max_attempts: number;
    disable_immediate_execution: boolean;
    use_api: false;
    stack: { stack: string[]; current: number };
    fn_id?: string;
    qi_id?: string;
  };
}

const ADDRESS = "http://loquat.engine/api/inngest";

/**
 * Asks for the functions' registration.
 * @throws Error when the handler does not answer with one
 */
export async function askRegistration(handler: Handler, key: string): Promise<unknown> {
  const answer = await send(handler, key, "PUT", {}, { url: ADDRESS }, { "x-inngest-sync-kind": "in_band" });
  const text = await answer.text();
  if (answer.status !== 200)
    throw new Error(`Registration of the functions failed with ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Signs a body that is already canonical JSON. The SDK looks at the machine's clock, so this one does too. */
function signature(body: string, key: string): string {
  const at = Math.floor(Date.now() / 1000).toString();
  const secret = key.replace(/^signkey-\w+-/, "");
  return `t=${at}&s=${createHmac("sha256", secret).update(body).update(at).digest("hex")}`;
}

async function send(
  handler: Handler,
  key: string,
  method: "POST" | "PUT",
  query: Record<string, string>,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  return handler(signedRequest(`${ADDRESS}?${new URLSearchParams(query)}`, key, method, body, headers));
}

/** A request that the SDK takes for one of its server. */
export function signedRequest(
  address: string,
  key: string,
  method: "POST" | "PUT",
  body: unknown,
  headers: Record<string, string> = {},
): Request {
  const text = canonicalize(body) ?? "null";
  return new Request(address, {
    method,
    body: text,
    headers: {
      host: new URL(address).host,
      "content-type": "application/json",
      "x-inngest-signature": signature(text, key),
      ...headers,
    },
  });
}

/**
 * Calls a function: without `step` to discover, with it to run exactly that planned step. A transport that fails is
 * an answer too: a retriable error.
 */
export async function callFunction(
  handler: Handler,
  key: string,
  call: { fn: string; step: string | null; job: string; body: CallBody },
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await send(handler, key, "POST", { fnId: call.fn, stepId: call.step ?? "step" }, call.body, {
      "x-run-id": call.body.ctx.run_id,
      "x-inngest-job-id": call.job,
      "x-request-id": call.job,
    });
    text = await response.text();
  } catch (error) {
    return { kind: "error", error: describeError(error), retry: true };
  }
  return classify(response, text);
}

function classify(response: Response, text: string): Answer {
  let body: unknown;
  try {
    body = text === "" ? null : JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (!response.headers.has("x-inngest-sdk") || body === undefined) {
    const message = `Something else than the function answered with status ${response.status}: ${text.slice(0, 200)}`;
    return { kind: "error", error: { name: "TransportError", message }, retry: true };
  }
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"));
  const retry = response.headers.get("x-inngest-no-retry") !== "true";
  if (response.status === 206) {
    const operations = (Array.isArray(body) ? body : [body]) as Operation[];
    if (operations.length > 0) return { kind: "operations", operations, retryAfter };
    return { kind: "error", error: { name: "EmptyAnswer", message: "The function reported no operation." }, retry };
  }
  if (response.status === 200) return { kind: "value", value: body };
  return { kind: "error", error: describeError(body), retry: retry && response.status !== 400, retryAfter };
}

/** Any error, thrown here or serialised by the SDK, in the form that is stored. */
export function describeError(error: unknown): StoredError {
  if (typeof error !== "object" || error === null) return { name: "Error", message: String(error) };
  const { name, message, stack, error: text } = error as Record<string, unknown>;
  return {
    name: typeof name === "string" && name ? name : "Error",
    message: typeof message === "string" && message ? message : typeof text === "string" ? text : "Unknown error",
    ...(typeof stack === "string" && stack ? { stack: stack.slice(0, 20_000) } : {}),
  };
}
