import { createHash } from "node:crypto";
import { environment } from "@/lib/platform/environment";
import { CSRF_COOKIE, csrfToken } from "@/lib/platform/sign-in";
import type { Verdict } from "@/lib/platform/throttle-store";
import type { Caller } from "./actor";
import { setLength } from "./answer-length";
import { renderBrowsable } from "./browsable";
import { toCsv } from "./csv";
import type { Endpoint, FormatName, Method } from "./endpoint";
import { stringify } from "./json";
import { MEDIA } from "./negotiate";
import type { Sayer } from "./sayer";
import { throttleHeaders } from "./throttle";

/** One request on its way to an answer. */
export interface Exchange {
  request: Request;
  method: Method;
  /** All contracts of the path. */
  contracts: readonly Endpoint[];
  contract: Endpoint | undefined;
  allow: string;
  caller: Caller | undefined;
  verdict: Verdict | undefined;
  format: FormatName;
  /** In whose words errors are told. */
  sayer: Sayer;
  started: number;
}

/** A value on its way out. */
export interface Outgoing {
  status: number;
  value: unknown;
  headers?: Record<string, string>;
}

/** Headers of every answer; the contract 9.4. */
export function commonHeaders(exchange: Exchange): Record<string, string> {
  return {
    Allow: exchange.allow,
    Vary: "Accept, Accept-Language, Cookie",
    "Content-Language": exchange.sayer.language,
    "X-Content-Type-Options": "nosniff",
    ...(exchange.contracts[0]?.unkept ? { "Cache-Control": "no-store" } : {}),
    ...throttleHeaders(exchange.verdict),
  };
}

/** The items of a list, else the value. */
export function itemsOf(value: unknown): unknown {
  const results = (value as { results?: unknown } | null)?.results;
  return Array.isArray(results) ? results : value;
}

function bytesOf(value: unknown, format: FormatName): Buffer<ArrayBuffer> {
  if (format !== "csv") return Buffer.from(stringify(format === "json-flat" ? itemsOf(value) : value));
  const items = itemsOf(value);
  return Buffer.from(toCsv(Array.isArray(items) ? items : [items]));
}

async function page(exchange: Exchange, outgoing: Outgoing, headers: Headers): Promise<Response> {
  const session = exchange.caller?.session;
  const token = session && (await csrfToken(session));
  const { html, policy } = renderBrowsable({
    request: exchange.request,
    method: exchange.method,
    contracts: exchange.contracts,
    contract: exchange.contract,
    actor: exchange.caller?.actor,
    csrf: token,
    status: outgoing.status,
    value: outgoing.value,
    headers: [...headers],
    took: performance.now() - exchange.started,
  });
  headers.set("Content-Type", MEDIA.api);
  headers.set("Content-Security-Policy", policy);
  headers.set("Cache-Control", "private, no-store");
  if (token) {
    const secure = environment().baseUrl.startsWith("https://") ? "; Secure" : "";
    headers.append("Set-Cookie", `${CSRF_COOKIE}=${token}; Path=/; SameSite=Lax${secure}`);
  }
  return new Response(exchange.method === "HEAD" ? null : html, { status: outgoing.status, headers });
}

/** Turns a value into the answer in the format that was asked for. */
export async function respond(exchange: Exchange, outgoing: Outgoing): Promise<Response> {
  const headers = new Headers({ ...commonHeaders(exchange), ...outgoing.headers });
  const { status } = outgoing;
  const head = exchange.method === "HEAD";
  if (status === 204) return new Response(null, { status, headers });
  if (exchange.format === "api") return page(exchange, outgoing, headers);
  const bytes = bytesOf(outgoing.value, status < 400 ? exchange.format : "json");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  headers.set("Content-Type", status < 400 ? MEDIA[exchange.format] : MEDIA.json);
  if (status === 200 && (head || exchange.method === "GET")) {
    const tag = entityTag(bytes, headers.get("ETag"));
    headers.set("ETag", tag);
    const known = exchange.request.headers.get("if-none-match");
    if (known && matches(known, tag)) return new Response(null, { status: 304, headers });
  }
  setLength(headers, bytes.length);
  return new Response(head ? null : bytes, { status, headers });
}

/** The tag of an answer; it begins with the handler's own one, which speaks of a version to write against. */
function entityTag(bytes: Uint8Array, own: string | null): string {
  const hash = createHash("sha1").update(bytes).digest("base64url").slice(0, 22);
  return own ? `${own.slice(0, -1)}-${hash}"` : `W/"${hash}"`;
}

function matches(header: string, tag: string): boolean {
  const plain = (text: string) => text.trim().replace(/^W\//, "");
  return (
    header.trim() === "*" ||
    header
      .split(",")
      .slice(0, 100)
      .some((one) => plain(one) === plain(tag))
  );
}
