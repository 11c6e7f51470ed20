import { type LookupAddress, lookup } from "node:dns";
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { environment } from "./environment";
import { isPrivateAddress } from "./private-addresses";

/**
 * Requests to addresses that people typed: never into a private network (unless the installation allows it), no
 * redirects, within bounds of time and size. The address is judged at the moment of the connection, so that a name
 * cannot point elsewhere a second later.
 */

/** The request was refused or went wrong; the message is a sentence for a person without secrets. */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

export interface SafeRequest {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  timeoutMs?: number;
  maxBytes?: number;
}

export interface SafeAnswer {
  status: number;
  text: string;
}

/** A sentence about what is wrong with an address of a service, or undefined. Looks at the text alone. */
export function serviceAddressProblem(address: string): string | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return "Give a complete address that begins with https:// or http://.";
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "Give an address that begins with https:// or http://.";
  if (url.username || url.password) return "The address may hold no user name and no password.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const local = isIP(host) ? isPrivateAddress(host) : /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host);
  if (local && !environment().privateServices)
    return `The host ${host} is inside a private network. An administrator can allow that with LOQUAT_PRIVATE_SERVICES.`;
  return undefined;
}

const guardedLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (found ?? []) as LookupAddress[];
    if (error) return done(error, "");
    if (!environment().privateServices && addresses.some((entry) => isPrivateAddress(entry.address)))
      return done(new FetchError(`The host ${hostname} is inside a private network, which is not allowed here.`), "");
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    return done(null, first?.address ?? "", first?.family);
  });
};

/**
 * Sends a request and reads the whole answer as text, whatever its status.
 * @throws FetchError when it is not allowed, fails, takes too long, redirects or is too large
 */
export function safeFetch(address: string, options: SafeRequest = {}): Promise<SafeAnswer> {
  const problem = serviceAddressProblem(address);
  if (problem) return Promise.reject(new FetchError(problem));
  const url = new URL(address);
  const body = options.json === undefined ? undefined : Buffer.from(JSON.stringify(options.json));
  const headers: Record<string, string | number> = {
    accept: "application/json",
    "user-agent": "Loquat",
    ...options.headers,
  };
  if (body) Object.assign(headers, { "content-type": "application/json", "content-length": body.length });
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? overHttps : overHttp;
    const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    const request = send(url, {
      method: options.method ?? "GET",
      headers,
      lookup: guardedLookup,
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
        return fail(new FetchError(`${url.hostname} sends elsewhere (status ${status}); give the final address.`));
      const pieces: Buffer[] = [];
      let size = 0;
      response.on("data", (piece: Buffer) => {
        size += piece.length;
        if (size > (options.maxBytes ?? 4_000_000)) fail(new FetchError(`The answer of ${url.hostname} is too large.`));
        else pieces.push(piece);
      });
      response.on("error", fail);
      response.on("end", () => resolve({ status, text: Buffer.concat(pieces).toString("utf8") }));
    });
    request.end(body);
  });
}

function explained(error: Error, host: string, late: boolean): FetchError {
  if (error instanceof FetchError) return error;
  if (late) return new FetchError(`${host} did not answer in time.`);
  return new FetchError(`${host} cannot be reached (${(error as { code?: string }).code ?? error.message}).`);
}
