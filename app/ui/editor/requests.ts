import type { TermKind } from "@/lib/domain/editor/add-term";
import type { TextBeside } from "@/lib/domain/editor/beside";
import type { CommentAct } from "@/lib/domain/editor/comment-string";
import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { RevertInput } from "@/lib/domain/editor/revert-string";
import type { ReviewFacts } from "@/lib/domain/editor/review";
import type { ReviewAct, ReviewOutcome } from "@/lib/domain/editor/review-string";
import type { SaveOutcome } from "@/lib/domain/editor/save-string";
import type { DecideOutcome, Decision, SuggestOutcome } from "@/lib/domain/editor/suggest-string";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { ListOfIds, UnitWindow } from "@/lib/domain/editor/window";
import type { MachineAnswer } from "@/lib/domain/machinery/suggest";
import type { Mention } from "@/lib/domain/memory/concordance";
import type { EditorPreferences } from "@/lib/domain/users/editor-preferences";
import type { UnitState } from "@/lib/text/codes";

/** What the editor asks of its own routes. */

export type { MachineSuggestion } from "@/lib/domain/machinery/suggest";

const ROOT = "/translate/-";

/** Why a request was not answered as hoped. */
export type Refusal =
  /** No answer at all, or one that asks for patience. */
  { kind: "later"; offline: boolean } | { kind: "signed-out" } | { kind: "refused"; text: string | undefined };

async function refusalOf(response: Response): Promise<Refusal> {
  if (response.status === 429 || response.status === 423 || response.status >= 500)
    return { kind: "later", offline: false };
  const body = (await response.json().catch(() => undefined)) as { detail?: string; reason?: string } | undefined;
  // The session looks through other eyes in another tab: what was written waits until it has stopped.
  if (body?.reason === "viewing") return { kind: "later", offline: false };
  if (response.status === 401) return { kind: "signed-out" };
  return { kind: "refused", text: body?.detail };
}

const NO_ANSWER_MS = 30_000;

async function get<T>(path: string, query: Record<string, string>): Promise<T | undefined> {
  try {
    const response = await fetch(`${ROOT}/${path}/?${new URLSearchParams(query)}`, {
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Where a window is wanted. */
export type WindowPlace = { offset: string } | { checksum: string } | { unit: string };

/** Strings around a place of a list; undefined when they could not be had. */
export function fetchWindow(list: string, query: string, where: WindowPlace): Promise<UnitWindow | undefined> {
  return get("units", { list, q: query, ...where });
}

/** Ids of a list from a place on, each as its difference to the one before; undefined when they could not be had. */
export function fetchList(list: string, query: string, from: number): Promise<ListOfIds | undefined> {
  return get("list", { list, q: query, from: String(from) });
}

/** Strings by their ids; undefined when they could not be had. */
export async function fetchUnits(ids: readonly number[]): Promise<EditorUnit[] | undefined> {
  const window = await get<{ units: EditorUnit[] }>("units", { ids: ids.join(",") });
  return window?.units;
}

/** What must be known of translations before their strings are opened; undefined when it could not be had. */
export function fetchHeads(translationIds: readonly number[]): Promise<EditorHead[] | undefined> {
  return get("heads", { translations: translationIds.join(",") });
}

/** Strings in another language; undefined when they could not be had. */
export function fetchBeside(unitIds: readonly number[], language: string): Promise<TextBeside[] | undefined> {
  return get("beside", { units: unitIds.join(","), language });
}

/** What a reviewer compares of some strings; undefined when it could not be had. */
export function fetchReview(unitIds: readonly number[]): Promise<ReviewFacts[] | undefined> {
  return get("review", { units: unitIds.join(",") });
}

/** Sends what a reviewer decided. */
export function sendReview(what: ReviewAct, account: number): Promise<ReviewOutcome | Refusal> {
  return post("review", { what, account });
}

/** Where a list's events come from; `after` is the id of the last one that came. */
export function liveAddress(list: string, after: string): string {
  const query = new URLSearchParams({ list, ...(after === "" ? {} : { after }) });
  return `${ROOT}/live/?${query}`;
}

/** What stands beside some strings; undefined when it could not be had. */
export function fetchContexts(unitIds: readonly number[]): Promise<EditorContext[] | undefined> {
  return get("context", { units: unitIds.join(",") });
}

/** Automatic suggestions for a string, of one service when it is named; else what the server said, if it said something. */
export async function fetchSuggestions(
  unit: number,
  service: string | undefined,
  likeness: number,
  signal: AbortSignal,
): Promise<MachineAnswer | { refusal: string | undefined }> {
  try {
    const query = new URLSearchParams({
      unit: String(unit),
      likeness: String(likeness),
      ...(service === undefined ? {} : { service }),
    });
    const response = await fetch(`${ROOT}/machinery/?${query}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(70_000)]),
    });
    const body = (await response.json()) as MachineAnswer & { detail?: string };
    return response.ok ? body : { refusal: body.detail };
  } catch {
    return { refusal: undefined };
  }
}

/** Entries of the memory that hold words; else what the server said, if it said something. */
export async function fetchMentions(
  unit: number,
  words: string,
): Promise<{ mentions: readonly Mention[] } | { refusal: string | undefined }> {
  try {
    const query = new URLSearchParams({ unit: String(unit), q: words });
    const response = await fetch(`${ROOT}/mentions/?${query}`, { signal: AbortSignal.timeout(20_000) });
    const body = (await response.json()) as { mentions: Mention[]; detail?: string };
    return response.ok ? body : { refusal: body.detail };
  } catch {
    return { refusal: undefined };
  }
}

/** A save on its way. */
export interface SaveRequest {
  unit: number;
  targets: readonly string[];
  state: UnitState;
  base: number;
  /** Suggestion that the text was made from. */
  suggestion?: number;
  /** For a source text of which the meaning stays the same. */
  keep?: boolean;
  account: number;
}

/** A suggestion on its way. */
export interface SuggestRequest {
  unit: number;
  targets: readonly string[];
  sources: readonly string[];
  account: number;
}

const POST = { method: "POST", headers: { "content-type": "application/json" } } as const;

/** Sends something that is answered with JSON, or refused. */
export async function post<Answer>(name: string, request: object): Promise<Answer | Refusal> {
  try {
    const response = await fetch(`${ROOT}/${name}/`, {
      ...POST,
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    return response.ok ? ((await response.json()) as Answer) : await refusalOf(response);
  } catch {
    return { kind: "later", offline: true };
  }
}

/** Where somebody is, for those who translate the same. */
export interface PresenceRequest {
  translation: number;
  account: number;
  tab: string;
  unit: number | null;
  typing: boolean;
  gone: boolean;
}

/** Tells where one is. Nothing depends on its arrival. */
export function sendPresence(request: PresenceRequest): void {
  fetch(`${ROOT}/presence/`, { ...POST, body: JSON.stringify(request), keepalive: true }).catch(() => {});
}

function saveInit({ base, ...body }: SaveRequest): RequestInit {
  return { ...POST, headers: { ...POST.headers, "if-match": `"${base}"` }, body: JSON.stringify(body) };
}

/** Sends a save. A conflict is an answer, not a refusal. */
export async function sendSave(request: SaveRequest): Promise<SaveOutcome | Refusal> {
  try {
    const response = await fetch(`${ROOT}/save/`, {
      ...saveInit(request),
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    if (response.ok || response.status === 412) return (await response.json()) as SaveOutcome;
    return await refusalOf(response);
  } catch {
    return { kind: "later", offline: true };
  }
}

/** Sends a suggestion. */
export function sendSuggestion(request: SuggestRequest): Promise<SuggestOutcome | Refusal> {
  return post("suggest", request);
}

/** Sends a save or a suggestion while the page is going away; nobody hears the answer. */
export function sendLast(request: SaveRequest | SuggestRequest): void {
  const [name, init] =
    "base" in request ? ["save", saveInit(request)] : ["suggest", { ...POST, body: JSON.stringify(request) }];
  void fetch(`${ROOT}/${name}/`, { ...(init as RequestInit), keepalive: true }).catch(() => undefined);
}

/** Decides a suggestion or votes on it; the refusal says why it was not done. */
export const sendDecision = (suggestion: number, decision: Decision): Promise<DecideOutcome | Refusal> =>
  decide("decide", { suggestion, decision });

/** Puts an earlier text of a string back; the refusal says why it was not done. */
export const sendRevert = (request: RevertInput): Promise<DecideOutcome | Refusal> => decide("revert", request);

async function decide(name: string, request: object): Promise<DecideOutcome | Refusal> {
  try {
    const response = await fetch(`${ROOT}/${name}/`, {
      ...POST,
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    if (response.ok || response.status === 412) return (await response.json()) as DecideOutcome;
    return await refusalOf(response);
  } catch {
    return { kind: "later", offline: true };
  }
}

/** Writes, edits, resolves or deletes a comment; the answer is the open string as it is now. */
export function sendComment(request: {
  unit: number;
  account: number;
  what: CommentAct;
}): Promise<EditorUnit | Refusal> {
  return post("comments", request);
}

/** A failing check that somebody dismisses, or counts again. */
export interface DismissRequest {
  unit: number;
  check: string;
  dismissed: boolean;
  everywhere: boolean;
  account: number;
}

/** Dismisses a failing check; the answer is the string as it is now. */
export function sendDismissal(request: DismissRequest): Promise<EditorUnit | Refusal> {
  return post("findings", request);
}

/** A term on its way into a glossary. */
export interface TermRequest {
  translation: number;
  glossary: number;
  source: string;
  target: string;
  explanation: string;
  kind: TermKind;
  account: number;
}

/** Keeps preferences with an account; the refusal says why not. */
export function sendPreferences(account: number, change: Partial<EditorPreferences>): Promise<object | Refusal> {
  return post("preferences", { account, change });
}

/** Adds a term to a glossary. */
export async function sendTerm(request: TermRequest): Promise<{ kind: "added" } | Refusal> {
  try {
    const response = await fetch(`${ROOT}/terms/`, {
      ...POST,
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    return response.ok ? { kind: "added" } : await refusalOf(response);
  } catch {
    return { kind: "later", offline: true };
  }
}

export interface DraftRequest {
  account: number;
  keep: { unit: number; targets: readonly string[]; baseVersion: number }[];
  drop: number[];
}

/** Characters of a request that outlives its page: browsers allow 64 KiB, and a character takes up to three bytes. */
const OUTLIVING = 20_000;

/** Mirrors drafts to the server, also while the page is going away. */
export async function sendDrafts(request: DraftRequest): Promise<{ kind: "kept" } | Refusal> {
  try {
    const body = JSON.stringify(request);
    const response = await fetch(`${ROOT}/draft/`, {
      ...POST,
      body,
      keepalive: body.length < OUTLIVING,
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    return response.ok ? { kind: "kept" } : await refusalOf(response);
  } catch {
    return { kind: "later", offline: true };
  }
}

/** Why signing in did not work. */
export type SignInProblem = "throttled" | "wrong" | "factor" | "offline";

/** Signs in without leaving the page. */
export async function signIn(username: string, password: string): Promise<SignInProblem | undefined> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    const response = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, username, password, json: "true", callbackUrl: location.href }),
    });
    if (response.status === 429) return "throttled";
    if (response.status === 403) return "factor";
    const answer = (await response.json().catch(() => ({}))) as { url?: string };
    const failed = !response.ok || !answer.url || new URL(answer.url, location.href).searchParams.has("error");
    return failed ? "wrong" : undefined;
  } catch {
    return "offline";
  }
}
