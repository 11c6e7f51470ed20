import { type IncomingHttpHeaders, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { carry, type Sentence, sentenceOf, worded } from "@/lib/text/messages/worded";
import { type AdmittedService, admitService, NotAdmitted, type ServiceKind } from "./outside/admission";
import type { Resolved } from "./outside/resolve";

/**
 * Requests to addresses that people typed: never into a private network (unless the installation allows it), no
 * redirects, within bounds of time and size. The address is judged at the moment of the connection, so that a name
 * cannot point elsewhere a second later.
 */

/** The request was refused or went wrong; the message is a sentence for a person without secrets. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  /** What it says, for readers of other languages. */
  declare readonly said?: Refusal;
  constructor(
    sentence: Sentence,
    /** Status of the answer, where there was one. */
    readonly status?: number,
  ) {
    const { message, said } = worded(sentence);
    super(message);
    carry(this, said);
  }
}

export interface SafeRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as JSON, to the byte: for bodies that are signed. */
  jsonText?: string;
  /** Sent as fields of a form. */
  form?: Record<string, string>;
  /** What kind of service it is, which decides what opens private networks to it. */
  kind?: ServiceKind;
  timeoutMs?: number;
  maxBytes?: number;
  /** Where only the status matters: the answer ends with `maxBytes` instead of being too large. */
  cut?: boolean;
}

export interface SafeAnswer {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

/** Gives the addresses that were judged, whoever asks. */
export function pinned(addresses: readonly Resolved[]): LookupFunction {
  return (_hostname, options, done) => {
    const fitting = addresses.filter((one) => !options.family || one.family === options.family);
    if (options.all) return done(null, [...fitting]);
    const [first] = fitting;
    return first ? done(null, first.address, first.family) : done(new Error("ENOTFOUND"), "");
  };
}

/**
 * Sends a request and reads the whole answer as text, whatever its status.
 * @throws FetchError when it is not allowed, fails, takes too long, redirects or is too large
 */
export async function safeFetch(address: string, options: SafeRequest = {}): Promise<SafeAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const { url, addresses } = await admit(address, signal, options.kind);
  const { body, type } = bodyOf(options);
  const headers: Record<string, string | number> = {
    accept: "application/json",
    "user-agent": "Loquat",
    ...options.headers,
  };
  if (body) Object.assign(headers, { "content-length": body.length, "content-type": headers["content-type"] ?? type });
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? overHttps : overHttp;
    const request = send(url, {
      method: options.method ?? "GET",
      headers,
      lookup: pinned(addresses),
      signal,
      agent: false,
    });
    const fail = (error: Error) => {
      request.destroy();
      reject(explained(error, url.hostname, signal.aborted));
    };
    request.on("error", fail);
    request.on("response", (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400)
        return fail(new FetchError(refusal("fetchRedirects", { host: url.hostname, status: String(status) }), status));
      const most = options.maxBytes ?? 4_000_000;
      const pieces: Buffer[] = [];
      let size = 0;
      const finish = () =>
        resolve({
          status,
          text: Buffer.concat(pieces).subarray(0, most).toString("utf8"),
          headers: response.headers,
        });
      response.on("data", (piece: Buffer) => {
        size += piece.length;
        pieces.push(piece);
        if (size <= most) return;
        if (!options.cut) return fail(new FetchError(refusal("fetchLarge", { host: url.hostname })));
        finish();
        request.destroy();
      });
      response.on("error", fail);
      response.on("end", finish);
    });
    request.end(body);
  });
}

function bodyOf({ json, jsonText, form }: SafeRequest): { body?: Buffer; type: string } {
  if (form) return { body: Buffer.from(String(new URLSearchParams(form))), type: "application/x-www-form-urlencoded" };
  const text = jsonText ?? (json === undefined ? undefined : JSON.stringify(json));
  return { body: text === undefined ? undefined : Buffer.from(text), type: "application/json" };
}

async function admit(address: string, signal: AbortSignal, kind?: ServiceKind): Promise<AdmittedService> {
  const late = new Promise<never>((_, fail) => {
    signal.addEventListener("abort", () => fail(new FetchError(refusal("fetchLookup"))), { once: true });
  });
  try {
    return await Promise.race([admitService(address, kind), late]);
  } catch (error) {
    throw error instanceof NotAdmitted ? new FetchError(sentenceOf(error)) : error;
  }
}

function explained(error: Error, host: string, late: boolean): FetchError {
  if (error instanceof FetchError) return error;
  if (late) return new FetchError(refusal("fetchLate", { host }));
  return new FetchError(refusal("fetchUnreached", { host, code: (error as { code?: string }).code ?? error.message }));
}
