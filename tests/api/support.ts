import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { NextRequest } from "next/server";
import type { Method } from "@/lib/api/endpoint";
import type { RouteHandler } from "@/lib/api/serve";
import type { Actor } from "@/lib/domain/access/actor";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import { issueToken } from "@/lib/domain/users/tokens";
import { countStatements } from "@/lib/platform/database";
import { makePerson } from "../support/people";

/** Requests to the real route files, found the way the framework finds them. */

const ROOT = resolve(import.meta.dirname, "../../app/api");

export interface RouteFile {
  /** Segments below /api/, as "[project]". */
  segments: string[];
  file: string;
}

/** All route files below app/api. */
export function routeFiles(folder = ROOT, segments: string[] = []): RouteFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return routeFiles(join(folder, entry.name), [...segments, entry.name]);
    return entry.name === "route.ts" ? [{ segments, file: join(folder, entry.name) }] : [];
  });
}

export type RouteModule = Partial<Record<Method, RouteHandler>>;

export const loadRoute = (route: RouteFile): Promise<RouteModule> =>
  import(/* @vite-ignore */ route.file) as Promise<RouteModule>;

const APP = resolve(ROOT, "..");

/** The routes of every root that serves contracts to the outside, with the root as their first segments. */
export function publicRoutes(): RouteFile[] {
  return ["api", "hooks", "exports", "git", "cdn", "changes/csv", "widget", "share"].flatMap((root) =>
    routeFiles(join(APP, root), root.split("/")),
  );
}

/** The routes of our own pages. */
export function privateRoutes(): RouteFile[] {
  return ["translate/-", "memory/-", "palette", "tables"].flatMap((root) =>
    routeFiles(join(APP, "(web)", root), root.split("/")),
  );
}

const files = [...publicRoutes(), ...privateRoutes()];

/** A fixed segment before a parameter before a catch-all. */
function rank(route: RouteFile): string {
  return route.segments
    .map((segment) => (/^\[{1,2}\.\.\./.test(segment) ? "2" : segment.startsWith("[") ? "1" : "0"))
    .join("");
}

function match(route: RouteFile, parts: readonly string[]): Record<string, string | string[]> | undefined {
  const params: Record<string, string | string[]> = {};
  for (const [index, segment] of route.segments.entries()) {
    const all = /^(\[{1,2})\.\.\.(\w+)\]/.exec(segment);
    if (all?.[2]) {
      if (parts.length > index) params[all[2]] = parts.slice(index).map(decodeURIComponent);
      return parts.length > index || all[1] === "[[" ? params : undefined;
    }
    const part = parts[index];
    if (part === undefined) return undefined;
    if (segment.startsWith("[")) params[segment.slice(1, -1)] = decodeURIComponent(part);
    else if (segment !== part) return undefined;
  }
  return parts.length === route.segments.length ? params : undefined;
}

export interface Sent {
  key?: string;
  /** An object goes as JSON; anything else as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request to the routes of this process. */
export async function send(method: Method, path: string, sent: Sent = {}): Promise<Response> {
  const url = new URL(path, "http://127.0.0.1:3000");
  const parts = url.pathname.split("/").filter(Boolean);
  const [found] = files
    .flatMap((route) => {
      const params = match(route, parts);
      return params ? [{ route, params }] : [];
    })
    .sort((a, b) => (rank(a.route) < rank(b.route) ? -1 : 1));
  if (!found) throw new Error(`No route takes ${path}.`);
  const handler = (await loadRoute(found.route))[method];
  if (!handler) throw new Error(`The route of ${path} has no ${method}.`);
  return handler(request(method, url, sent), { params: Promise.resolve(found.params) });
}

function request(method: Method, url: URL, sent: Sent): NextRequest {
  const headers = new Headers({ "x-loquat-client": "192.0.2.10", ...sent.headers });
  if (sent.key) headers.set("authorization", `Token ${sent.key}`);
  const plain =
    sent.body === undefined ||
    typeof sent.body === "string" ||
    sent.body instanceof URLSearchParams ||
    sent.body instanceof FormData ||
    sent.body instanceof Uint8Array;
  if (!plain && !headers.has("content-type")) headers.set("content-type", "application/json");
  return new NextRequest(url, {
    method,
    headers,
    body: plain ? (sent.body as BodyInit | undefined) : JSON.stringify(sent.body),
  });
}

/** Sends a request and reads the JSON of its answer. */
export async function json<T = Record<string, unknown>>(
  method: Method,
  path: string,
  sent: Sent = {},
): Promise<{ status: number; body: T; headers: Headers }> {
  const answer = await send(method, path, sent);
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as T, headers: answer.headers };
}

export interface Person {
  actor: Actor;
  key: string;
}

/** A person with an API token. */
export async function person(username: string, options: { superuser?: boolean } = {}): Promise<Person> {
  const actor = await makePerson(username, options);
  return { actor, key: (await issueToken(actor.userId)).key };
}

/** A token of one project, for the user given. */
export async function projectKey(actor: Actor, projectId: number): Promise<string> {
  forgetTokens();
  return (await issueToken(actor.userId, { projectId })).key;
}

/** The path of an address of ours. */
export const pathOf = (address: unknown): string => String(address).replace("http://loquat.test", "");

export const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#: src/a.c:1
msgid "Quit"
msgstr "Konec"

#. A menu entry
#: src/a.c:2
msgctxt "menu"
msgid "Open 100%"
msgstr ""

#: src/a.c:3
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""

msgid "Save_all"
msgstr "Uložit vše"
`;

/** Statuses of one request sent by several callers in turn; undefined is nobody. */
export async function statusesOf(
  method: Method,
  path: string,
  keys: readonly (string | undefined)[],
  body?: unknown,
): Promise<number[]> {
  const statuses: number[] = [];
  for (const key of keys) statuses.push((await send(method, path, { key, body })).status);
  return statuses;
}

/** Statements and rows of one page of a list. */
export async function costOf(list: string, size: number, key: string): Promise<{ statements: number; rows: number }> {
  const address = `${list}${list.includes("?") ? "&" : "?"}page_size=${size}`;
  const costs: number[] = [];
  let rows = 0;
  // The least of six: the others may have met something that was no longer remembered of the caller or a language.
  for (let round = 0; round < 6; round++) {
    const { count, result } = await countStatements(() => json<{ results: unknown[] }>("GET", address, { key }));
    costs.push(count);
    rows = result.body.results.length;
  }
  return { statements: Math.min(...costs), rows };
}
