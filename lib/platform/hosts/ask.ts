import type { IncomingHttpHeaders } from "node:http";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { sentenceOf } from "@/lib/text/messages/worded";
import { FetchError, type SafeAnswer, safeFetch } from "../safe-fetch";
import { type Ask, type CodeHost, type HostAccount, type HostCall, HostError, type HostProblem } from "./host";

/** The way to the API of a code host: within bounds of time and size, and what it refuses told in its own words. */

const PATIENCE_MS = 30_000;
const LARGEST = 8_000_000;
const MOST_WORDS = 500;

/** What Gerrit begins its answers with, so that no page can run them as a script. */
const GUARD = /^\)\]\}'\s*/;

/** Azure DevOps shows a page to sign in with to those whose token it does not know. */
const SIGN_IN = 203;

/** Sends requests in the name of an account. */
export function asker(host: CodeHost, account: HostAccount, patienceMs = PATIENCE_MS): Ask {
  const ask = async (call: HostCall) => {
    const answer = await send(host, account, call, patienceMs);
    const refused = answer.status >= 400 || answer.status === SIGN_IN;
    if (refused && !call.expected?.includes(answer.status)) {
      const error = refusalOf(account, answer);
      if (error.problem === "credentials") account.refused?.();
      throw error;
    }
    return { status: answer.status, json: readJson(account, answer) };
  };
  return Object.assign(ask, { api: account.api });
}

async function send(host: CodeHost, account: HostAccount, call: HostCall, timeoutMs: number): Promise<SafeAnswer> {
  const { method = "GET", json, form } = call;
  try {
    return await safeFetch(`${account.api}${call.path}`, {
      ...{ method, json, form },
      headers: host.headers(account),
      kind: "code-host",
      timeoutMs,
      maxBytes: LARGEST,
    });
  } catch (error) {
    if (error instanceof FetchError) throw new HostError("unreachable", sentenceOf(error));
    throw error;
  }
}

const nameOf = (account: HostAccount): string => new URL(account.api).host;

function readJson(account: HostAccount, { status, text }: SafeAnswer): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text.replace(GUARD, ""));
  } catch {
    if (status >= 400) return undefined;
    throw unreadable(account);
  }
}

/** The answer is not what the documentation of the host promises. */
export const unreadable = (account: Pick<HostAccount, "api">): HostError =>
  new HostError("broken", refusal("hostUnreadable", { host: new URL(account.api).host }));

function refusalOf(account: HostAccount, answer: SafeAnswer): HostError {
  const { status, headers } = answer;
  const plain = /^text\/plain\b/i.test(headers["content-type"] ?? "");
  const words = withoutSecret(account, plain ? plainWords(answer.text) : wordsOf(answer.text));
  const problem = problemOf(status, headers);
  const retryAfter = problem === "rate-limit" ? waitOf(headers, Date.now()) : undefined;
  const plainly = SENTENCES[problem](nameOf(account), account.username, String(status));
  const why = retryAfter === undefined ? plainly : refusal("hostAgain", { why: plainly, seconds: String(retryAfter) });
  return new HostError(problem, words ? refusal("vcsSays", { why, words }) : why, words, retryAfter);
}

const withoutSecret = (account: HostAccount, text: string): string =>
  account.token === "" ? text : text.replaceAll(account.token, "***");

/** Kind of a refusal. A host that has had enough says so by 429, or by 403 with figures of its limits. */
export function problemOf(status: number, headers: IncomingHttpHeaders): HostProblem {
  const spent = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
  if (status === 429 || (status === 403 && spent)) return "rate-limit";
  if (status === 401 || status === SIGN_IN) return "credentials";
  if (status === 403) return "rights";
  if (status === 404 || status === 410) return "not-found";
  return status >= 500 ? "broken" : "refused";
}

/** Seconds that the host asks for; undefined when it says nothing. */
export function waitOf(headers: IncomingHttpHeaders, now: number): number | undefined {
  const said = headers["retry-after"];
  const seconds = Number(said);
  if (said !== undefined && Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const date = said === undefined ? Number.NaN : Date.parse(said);
  const reset = Number(headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"]) * 1000;
  const until = Number.isFinite(date) ? date : reset;
  return Number.isFinite(until) ? Math.max(0, Math.ceil((until - now) / 1000)) : undefined;
}

const SENTENCES: Record<HostProblem, (host: string, username: string, status: string) => Refusal> = {
  credentials: (host, username) => refusal("hostCredentials", { host, username }),
  rights: (host, username) => refusal("hostRights", { host, username }),
  "not-found": (host, username) => refusal("hostUnknown", { host, username }),
  "rate-limit": (host) => refusal("hostSpent", { host }),
  refused: (host, _, status) => refusal("hostRefused", { host, status }),
  unreachable: (host) => refusal("hostUnreachable", { host }),
  broken: (host, _, status) => refusal("hostFailed", { host, status }),
};

/** Members in which hosts say what is wrong. */
const TELLING = ["message", "error", "error_description", "detail", "errors", "exceptionName", "code", "field"];

/** What a host says that answers with a sentence. */
const plainWords = (text: string): string => text.trim().replace(/\s+/g, " ").slice(0, MOST_WORDS);

/** What a host says about a refusal, from the members that the hosts use for it. */
export function wordsOf(text: string): string {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // A page of a proxy, for instance.
    return "";
  }
  const said = collect(read, 0);
  return [...new Set(said)].join(" ").slice(0, MOST_WORDS);
}

function collect(value: unknown, depth: number): string[] {
  if (depth > 4) return [];
  if (typeof value === "string") return [value.trim()].filter(Boolean);
  if (Array.isArray(value)) return value.slice(0, 10).flatMap((one) => collect(one, depth + 1));
  if (typeof value !== "object" || value === null) return [];
  const members = value as Record<string, unknown>;
  const told = TELLING.flatMap((name) => collect(members[name], depth + 1));
  // Errors by field, such as {"base": ["…"]}.
  if (told.length > 0 || depth === 0) return told;
  return Object.entries(members)
    .slice(0, 10)
    .flatMap(([name, one]) => collect(one, depth + 1).map((words) => `${name}: ${words}`));
}
